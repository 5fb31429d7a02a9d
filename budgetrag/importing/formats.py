"""Which reader a log file needs: by its name, else by its first characters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath
from types import MappingProxyType

from budgetrag.importing.binary import read_parquet, read_xlsx
from budgetrag.importing.decoding import GZIP_MAGIC, decode, unzipped
from budgetrag.importing.delimited import read_delimited
from budgetrag.importing.json_rows import read_json, read_json_lines
from budgetrag.importing.table import MAX_BYTES, MAX_ROWS, Table

TEXT_FORMATS: Mapping[str, Callable[[str], Table]] = MappingProxyType(
    {
        ".csv": read_delimited,
        ".json": read_json,
        ".jsonl": read_json_lines,
        ".ndjson": read_json_lines,
        ".tsv": partial(read_delimited, separator="\t"),
    }
)
BINARY_FORMATS: Mapping[str, Callable[[bytes], Table]] = MappingProxyType(
    {".parquet": read_parquet, ".xlsx": read_xlsx}
)
SUFFIXES = tuple(sorted({*TEXT_FORMATS, *BINARY_FORMATS}))


def read_table(name: str, content: bytes | Path, *, max_rows: int | None = MAX_ROWS) -> Table:
    """Read a log file's rows, whatever they mean.

    Args:
        name: The file's name, for its ending (``.gz`` after it means gzip); "" for pasted text.
        content: Its bytes, or where it lies.
        max_rows: The most rows to read; the rest is left out, with a note. None reads all.

    Raises:
        FileNotFoundError: If ``content`` is a path to nothing.
        ValueError: If the file is too large, has another ending, or cannot be read at all.
    """
    blob = _bytes(content)
    suffix = _suffix(name)
    if suffix in BINARY_FORMATS:
        table = BINARY_FORMATS[suffix](blob)
    else:
        decoded = decode(unzipped(blob) if blob.startswith(GZIP_MAGIC) else blob)
        if not decoded.text.strip():
            raise ValueError("file must hold at least one row, found nothing")
        found = _read_text(suffix, decoded.text)
        notes = (*found.notes, decoded.note) if decoded.note else found.notes
        table = replace(found, format=f"{found.format}, {decoded.encoding}", notes=notes)
    return table if max_rows is None else _first_rows(table, max_rows)


def _bytes(content: bytes | Path) -> bytes:
    if isinstance(content, Path):
        if not content.is_file():
            raise FileNotFoundError(f"log must be a file, found none at {content}")
        size = content.stat().st_size
        content = content.read_bytes() if size <= MAX_BYTES else b""
    else:
        size = len(content)
    if size > MAX_BYTES:
        raise ValueError(f"file must be at most {MAX_BYTES // 2**20} MB, got {size / 2**20:.0f} MB")
    return content


def _suffix(name: str) -> str:
    path = PurePath(name.lower().removesuffix(".gz"))
    if name and path.suffix not in SUFFIXES:
        raise ValueError(f"file name must end in {', '.join(SUFFIXES)} (or one of them and .gz), got {name!r}")
    return path.suffix


def _read_text(suffix: str, text: str) -> Table:
    if suffix == ".jsonl" and text.lstrip().startswith("["):
        return read_json(text)
    if suffix:
        return TEXT_FORMATS[suffix](text)
    return read_json(text) if text.lstrip().startswith(("[", "{")) else read_delimited(text)


def _first_rows(table: Table, max_rows: int) -> Table:
    if len(table.rows) <= max_rows:
        return table
    note = f"The file has {len(table.rows):,} rows; the first {max_rows:,} are used."
    return replace(table, rows=table.rows[:max_rows], notes=(*table.notes, note))
