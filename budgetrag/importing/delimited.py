"""CSV and TSV: the separator is found from the rows, a broken row is named and the rest is read."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

from budgetrag.importing.table import MAX_BYTES, BrokenRow, Row, Table

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
EMPTY_CELLS = frozenset(("", "nan", "NaN", "None", "null", "NULL", "<NA>", "N/A", "#N/A", "NA"))
_SNIFFED_ROWS = 20
_MAX_RESTARTS = 20  # each reads what is left of the file once more


def read_delimited(text: str, *, separator: str | None = None) -> Table:
    """Read CSV text whose first row names the columns.

    Cells that mean "nothing" to the tools that write such files (empty, NaN, None, NULL, N/A) are None.

    Args:
        text: The text.
        separator: What stands between cells; None finds it.

    Raises:
        ValueError: If there is no row.
    """
    lines = list(io.StringIO(text, newline=""))
    with _any_cell_size():
        found = separator or _separator(lines)
        records = _records(lines, found)
        header = next((record for record in records if record.error or any(record.cells)), None)
        if header is None or header.error:
            raise ValueError("file must start with a row that names its columns, found none")
        names = _column_names(header.cells)
        rows, broken = _rows(records, names)
    return Table(f"CSV, {SEPARATORS.get(found, repr(found))} between cells", names, tuple(rows), tuple(broken))


class _Record:
    """One parsed row: where it starts, its cells, or why it could not be parsed."""

    __slots__ = ("cells", "error", "line")

    def __init__(self, line: int, cells: list[str], error: str = "") -> None:
        self.line, self.cells, self.error = line, cells, error


def _records(lines: list[str], separator: str) -> Iterator[_Record]:
    """Yield the rows; one whose quote is never closed costs its first line only, not the rest of the file."""
    start, n_restarts = 0, 0
    while start < len(lines):
        reader = csv.reader(lines[start:], delimiter=separator, strict=True)
        begin, start = start, len(lines)
        while True:
            row_start = begin + reader.line_num
            try:
                cells = next(reader)
            except StopIteration:
                break
            except csv.Error as error:
                n_lines = begin + reader.line_num - row_start
                yield _Record(row_start + 1, [], _why_broken(error, n_lines))
                if n_lines > 1 and n_restarts < _MAX_RESTARTS:
                    start, n_restarts = row_start + 1, n_restarts + 1
                    break
            else:
                yield _Record(row_start + 1, cells)


def _why_broken(error: csv.Error, n_lines: int) -> str:
    if n_lines > 1 or "end of data" in str(error):
        return "a quote that opens here is never closed"
    return f"cannot be split into cells: {error}"


def _rows(records: Iterator[_Record], names: tuple[str, ...]) -> tuple[list[Row], list[BrokenRow]]:
    rows: list[Row] = []
    broken: list[BrokenRow] = []
    for record in records:
        where = f"line {record.line}"
        if record.error:
            broken.append(BrokenRow(where, "", record.error))
        elif len(record.cells) != len(names):
            if any(record.cells):
                why = f"must have {len(names)} cells, as the first row, found {len(record.cells)}"
                broken.append(BrokenRow(where, "", why))
        else:
            values = (None if cell.strip() in EMPTY_CELLS else cell for cell in record.cells)
            rows.append(Row(where, dict(zip(names, values, strict=True))))
    return rows, broken


def _separator(lines: list[str]) -> str:
    """Return the separator under which most of the first rows have as many cells as the first, and that is most."""
    best, best_score = ",", (0.0, 0)
    for separator in SEPARATORS:
        widths = [len(r.cells) for r in islice(_records(lines[:2000], separator), _SNIFFED_ROWS) if not r.error]
        if widths and widths[0] > 1:
            score = (round(widths.count(widths[0]) / len(widths), 1), widths[0])
            if score > best_score:
                best, best_score = separator, score
    return best


def _column_names(cells: list[str]) -> tuple[str, ...]:
    """Return the header's names, nameless columns numbered and repeated names told apart."""
    names: list[str] = []
    for i, cell in enumerate(cells, start=1):
        wanted = name = cell.strip() or f"column {i}"
        number = 1
        while name in names:
            number += 1
            name = f"{wanted} ({number})"
        names.append(name)
    return tuple(names)


@contextmanager
def _any_cell_size() -> Iterator[None]:
    """Lift the csv module's limit of 131,072 characters a cell, which passages exceed; the file's own limit holds."""
    before = csv.field_size_limit(MAX_BYTES)
    try:
        yield
    finally:
        csv.field_size_limit(before)
