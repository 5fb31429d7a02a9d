"""What a log file holds before its columns mean anything: named rows, and the rows that could not be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MAX_BYTES = 200 * 2**20  # of the file as uploaded, and of its text once unpacked
MAX_ROWS = 20_000


@dataclass(frozen=True, slots=True)
class Row:
    """One raw row.

    Attributes:
        where: Its place in the file, such as ``"line 17"`` or ``"row 4"``.
        cells: Column name -> raw value; None where the cell is empty.
    """

    where: str
    cells: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class BrokenRow:
    """A row that is left out.

    Attributes:
        where: Its place in the file.
        column: The column at fault, "" where the whole row is.
        why: What was expected and what was found.
    """

    where: str
    column: str
    why: str

    def __str__(self) -> str:
        """Return one line that names the row, the column and the reason."""
        return f"{self.where}, column {self.column!r}: {self.why}" if self.column else f"{self.where}: {self.why}"


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a log file.

    Attributes:
        format: The file's format, in words.
        columns: Names of the columns, in order of appearance.
        rows: The rows that could be read.
        broken: The others.
        notes: What the reader of the file had to assume, in sentences.
    """

    format: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    broken: tuple[BrokenRow, ...] = ()
    notes: tuple[str, ...] = ()


def shown(value: object, width: int = 60) -> str:
    """Return a short form of a raw value for a message, on one line."""
    text = " ".join(repr(value).split())
    return text if len(text) <= width else f"{text[: width - 1]}…"


def columns_of(rows: list[Row]) -> tuple[str, ...]:
    """Return the names of all columns, in order of first appearance."""
    return tuple(dict.fromkeys(name for row in rows for name in row.cells))
