"""Answers by what they depend on, kept over runs and processes: what has been read once is not read again."""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from filelock import FileLock

from budgetrag.types import Answer

logger = logging.getLogger(__name__)
T = TypeVar("T")
FILE_NAME = "answers.sqlite"
_WAIT_SECONDS = 60.0
_KEYS_PER_QUERY = 500  # SQLite's limit on variables was 999 for long
_TABLE = "CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, answer TEXT NOT NULL) WITHOUT ROWID"


class AnswerStore:
    """A SQLite file of answers that several processes may use at once.

    A damaged file is set aside and a new one begun; where nothing can be written, reading goes on without a store.
    Either is said in the log. Nothing here stops a run.
    """

    def __init__(self, file: Path) -> None:
        """Use ``file``; it and its folder are made when they are first needed."""
        self._file = file
        self._is_open_to_use = True

    def find(self, scope: str, prompts: Sequence[str]) -> dict[str, Answer]:
        """Return the known answers by prompt.

        Args:
            scope: All that an answer depends on beside its prompt.
            prompts: Exact texts.
        """
        by_key = {_key(scope, prompt): prompt for prompt in prompts}

        def look(connection: sqlite3.Connection) -> dict[str, Answer]:
            found: dict[str, Answer] = {}
            for keys in _parts(list(by_key)):
                marks = ", ".join("?" * len(keys))
                rows = connection.execute(f"SELECT key, answer FROM answers WHERE key IN ({marks})", keys)
                found.update({by_key[key]: _answer(answer) for key, answer in rows})
            return found

        return self._use(look) or {}

    def add(self, scope: str, answers: Mapping[str, Answer]) -> None:
        """Keep answers by prompt, all or none; one that is there already stays as it is."""
        rows = [
            (_key(scope, prompt), json.dumps([answer.text, answer.prompt_tokens, answer.finish]))
            for prompt, answer in answers.items()
        ]

        def insert(connection: sqlite3.Connection) -> bool:
            with connection:
                connection.executemany("INSERT OR IGNORE INTO answers VALUES (?, ?)", rows)
            return True

        self._use(insert)

    def _use(self, action: Callable[[sqlite3.Connection], T]) -> T | None:
        """Return what ``action`` gives on an open file, once more if that one was damaged; None without a store."""
        for _ in range(2):
            if not self._is_open_to_use:
                return None
            try:
                with closing(self._connect()) as connection:
                    return action(connection)
            except sqlite3.OperationalError as error:  # not writable, full, locked for too long
                self._go_without(error)
            except (sqlite3.DatabaseError, ValueError, TypeError) as error:  # not a database, torn pages, odd contents
                self._set_aside(error)
            except OSError as error:
                self._go_without(error)
        return None

    def _connect(self) -> sqlite3.Connection:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self._file, timeout=_WAIT_SECONDS)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(_TABLE)
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _go_without(self, error: Exception) -> None:
        self._is_open_to_use = False
        logger.warning(
            "answer store %s cannot be used, so answers are neither looked up nor kept: %s", self._file, error
        )

    def _set_aside(self, error: Exception) -> None:
        """Rename a damaged file, unless another process has just done so."""
        try:
            with FileLock(f"{self._file}.lock", timeout=_WAIT_SECONDS):
                if not _is_damaged(self._file):
                    return
                aside = next(path for path in _names_aside(self._file) if not path.exists())
                self._file.rename(aside)
                for suffix in ("-wal", "-shm"):
                    Path(f"{self._file}{suffix}").unlink(missing_ok=True)
        except OSError as problem:
            self._go_without(problem)
        else:
            logger.warning("answer store %s is damaged (%s): set aside as %s", self._file, error, aside.name)


def _key(scope: str, prompt: str) -> bytes:
    """Return a 20-byte digest; lone surrogates count as they are."""
    parts = (text.encode("utf-8", "surrogatepass") for text in (scope, prompt))
    return hashlib.blake2b(b"".join(len(part).to_bytes(8, "little") + part for part in parts), digest_size=20).digest()


def _answer(stored: str) -> Answer:
    """Return a stored answer.

    Raises:
        TypeError: If it is none.
        ValueError: If it is no JSON.
    """
    answer = Answer(*json.loads(stored))
    is_one = isinstance(answer.text, str) and isinstance(answer.prompt_tokens, int | None)
    if not is_one or not isinstance(answer.finish, str | None):
        raise TypeError(f"an answer must be a text, a number of tokens and why it ended, found {stored[:80]}")
    return answer


def _parts(keys: list[bytes]) -> Iterator[list[bytes]]:
    return (keys[start : start + _KEYS_PER_QUERY] for start in range(0, len(keys), _KEYS_PER_QUERY))


def _names_aside(file: Path) -> Iterator[Path]:
    number = 1
    while True:
        yield file.with_name(f"{file.name}.damaged-{number}")
        number += 1


def _is_damaged(file: Path) -> bool:
    """Return whether a file that is there is no whole database of answers."""
    if not file.exists():
        return False
    try:
        with closing(sqlite3.connect(file, timeout=_WAIT_SECONDS)) as connection:
            whole = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            for _, answer in connection.execute("SELECT key, answer FROM answers"):
                _answer(answer)
    except (sqlite3.DatabaseError, ValueError, TypeError):
        return True
    return not whole
