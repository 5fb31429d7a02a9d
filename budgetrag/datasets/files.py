"""Reads records from local JSON and JSON Lines files, plain or gzip, one at a time."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from budgetrag.datasets.fields import Record, describe

SUFFIXES = (".json", ".jsonl", ".json.gz", ".jsonl.gz")
_BLOCK_CHARACTERS = 1 << 20
_WHITESPACE = " \t\r\n"


def read_records(path: Path) -> Iterator[Record]:
    """Yield the records of a local file, holding one at a time.

    A ``.jsonl`` file has one object a line (blank lines are skipped). A ``.json`` file is a list of objects, read
    piece by piece, or ``{"data": [...]}``, read whole. ``.gz`` after either means gzip.

    Args:
        path: The file.

    Raises:
        FileNotFoundError: If there is no such file.
        ValueError: If it is a folder, has another suffix, is not gzip or UTF-8 or JSON, or holds no objects; with
            the line and column where there is one.
    """
    if not path.exists():
        raise FileNotFoundError(f"data file must exist, found nothing at {path}")
    if not path.is_file():
        raise ValueError(f"data file must be a file, got a folder: {path}")
    name = path.name.lower()
    if not name.endswith(SUFFIXES):
        raise ValueError(f"data file must end in one of {', '.join(SUFFIXES)}, got {path}")
    read = _read_lines if ".jsonl" in name[-len(".jsonl.gz") :] else _read_document
    try:
        with _open(path, compressed=name.endswith(".gz")) as file:
            yield from read(path, file)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise ValueError(f"{path} must be a whole gzip file, but {error}; download it again or drop .gz") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} must be UTF-8 text, but {error}; if it is compressed, name it .gz") from error


def _open(path: Path, *, compressed: bool) -> IO[str]:
    if compressed:
        return gzip.open(path, "rt", encoding="utf-8-sig")
    return path.open(encoding="utf-8-sig")


def _read_lines(path: Path, file: IO[str]) -> Iterator[Record]:
    for number, line in enumerate(file, start=1):
        if line.strip():
            where = f"{path}, line {number}"
            try:
                found = json.loads(line.rstrip())  # else an error at its end would be on the next line
            except (ValueError, RecursionError) as error:
                raise _broken(path, error, line=number) from error
            yield _record(where, found, hint="a JSON list belongs in a .json file")


def _read_document(path: Path, file: IO[str]) -> Iterator[Record]:
    head = ""
    while not head.strip(_WHITESPACE) and (block := file.read(_BLOCK_CHARACTERS)):
        head += block
    if not head.strip(_WHITESPACE):
        raise ValueError(f"{path} must hold a list of records, found nothing")
    if head.lstrip(_WHITESPACE).startswith("["):
        for number, found in enumerate(_ListReader(path, file, head), start=1):
            yield _record(f"{path}, record {number}", found, hint="the list must hold objects")
        return
    found = _parse(path, head + file.read())
    records = found.get("data") if isinstance(found, dict) else None
    if not isinstance(records, list):
        raise ValueError(f'{path} must hold a list of records or {{"data": [...]}}, found {describe(found)}')
    for number, fields in enumerate(records, start=1):
        yield _record(f"{path}, record {number}", fields, hint="the list must hold objects")


def _parse(path: Path, text: str) -> object:
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _broken(path, error) from error
    return found


def _record(where: str, found: object, *, hint: str) -> Record:
    if not isinstance(found, dict):
        raise ValueError(f"{where}: a record must be an object, found {describe(found)}; {hint}")
    return Record(where, found)


def _broken(path: Path, error: Exception, *, line: int = 0) -> ValueError:
    if not isinstance(error, json.JSONDecodeError):
        place = f"{path}, line {line}" if line else str(path)
        return ValueError(f"{place}: must be JSON, but {error}")
    hint = "; one object a line is a .jsonl file" if error.msg == "Extra data" and not line else ""
    return ValueError(f"{path}, line {line or error.lineno}, column {error.colno}: must be JSON, but {error.msg}{hint}")


class _ListReader:
    """Iterates over the elements of a JSON list, keeping in memory one element and the block it ends in."""

    def __init__(self, path: Path, file: IO[str], head: str) -> None:
        self._path, self._file, self._text = path, file, head
        self._at = head.index("[") + 1
        self._line, self._column = 1, 1  # of self._text[0]
        self._decoder = json.JSONDecoder()

    def __iter__(self) -> Iterator[object]:
        if self._next_character() == "]":
            self._expect_end()
            return
        while True:
            self._next_character()
            yield self._element()
            mark = self._next_character()
            if mark not in (",", "]"):
                raise self._error("Expecting ',' delimiter")
            self._at += 1
            if mark == "]":
                self._at -= 1
                self._expect_end()
                return

    def _element(self) -> object:
        while True:
            try:
                found, end = self._decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if not self._more():
                    raise self._error(error.msg, error.pos) from error
            except (ValueError, RecursionError) as error:
                raise self._error(str(error)) from error
            else:
                self._at = end
                return found

    def _next_character(self) -> str:
        while True:
            while self._at < len(self._text) and self._text[self._at] in _WHITESPACE:
                self._at += 1
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def _more(self) -> bool:
        """Drop what was read and append a block as long as what is left, so that a long element costs linear time."""
        block = self._file.read(max(_BLOCK_CHARACTERS, len(self._text) - self._at))
        if not block:
            return False
        self._line, self._column = self._place(self._at)
        self._text, self._at = self._text[self._at :] + block, 0
        return True

    def _place(self, at: int) -> tuple[int, int]:
        n_lines = self._text.count("\n", 0, at)
        if not n_lines:
            return self._line, self._column + at
        return self._line + n_lines, at - self._text.rindex("\n", 0, at)

    def _expect_end(self) -> None:
        self._at += 1
        if self._next_character():
            raise self._error("Extra data")

    def _error(self, message: str, at: int | None = None) -> ValueError:
        line, column = self._place(self._at if at is None else at)
        return ValueError(f"{self._path}, line {line}, column {column}: must be JSON, but {message}")
