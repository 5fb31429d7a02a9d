"""Parquet and XLSX."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, datetime, time
from xml.etree.ElementTree import ParseError

from budgetrag.importing.delimited import EMPTY_CELLS
from budgetrag.importing.json_rows import without_nan
from budgetrag.importing.table import MAX_BYTES, Row, Table

_PARQUET_ROWS_AT_ONCE = 1024
_MAX_UNPACKED = 4 * MAX_BYTES  # both formats are compressed; this bounds what they unpack to

_UNZIP_ERRORS = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError)  # the last: encrypted, or packed in an odd way


def read_parquet(content: bytes) -> Table:
    """Read a Parquet file; nested columns become lists and mappings.

    Raises:
        ValueError: If it is not Parquet, or unpacks to too much.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(pa.BufferReader(content))
        size = sum(file.metadata.row_group(i).total_byte_size for i in range(file.num_row_groups))
        _check_unpacked(size)
        batches = file.iter_batches(batch_size=_PARQUET_ROWS_AT_ONCE)
        records = [record for batch in batches for record in batch.to_pylist()]
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise ValueError(f"file must be Parquet, but {' '.join(str(error).split())[:200]}") from error
    names = tuple(file.schema_arrow.names)
    rows = tuple(
        Row(f"row {number}", {name: without_nan(record[name]) for name in names})
        for number, record in enumerate(records, start=1)
    )
    return Table("Parquet", names, rows)


def read_xlsx(content: bytes) -> Table:
    """Read the first sheet that has rows; its first row names the columns, and formulas count by their stored values.

    Raises:
        ValueError: If it is not an XLSX file, unpacks to too much, or has no rows.
    """
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            _check_unpacked(sum(entry.file_size for entry in archive.infolist()))
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # some writers store a wrong size
            lines = _filled_lines(sheet.iter_rows(values_only=True))
            if len(lines) > 1:
                return _sheet(sheet.title, lines, len(book.worksheets))
    except (*_UNZIP_ERRORS, InvalidFileException, KeyError, ParseError) as error:
        raise ValueError(f"file must be an XLSX workbook, but {error}") from error
    raise ValueError("workbook must have a sheet with a row of names and at least one more row, found none")


def _filled_lines(rows: Iterator[tuple[object, ...]]) -> list[tuple[int, tuple[object, ...]]]:
    """Return the rows with a filled cell, each with its number in the sheet."""
    return [(n, cells) for n, cells in enumerate(rows, start=1) if any(cell not in (None, "") for cell in cells)]


def _sheet(title: str, lines: list[tuple[int, tuple[object, ...]]], n_sheets: int) -> Table:
    names = {i: str(cell).strip() for i, cell in enumerate(lines[0][1]) if cell is not None and str(cell).strip()}
    rows = tuple(
        Row(f"row {number}", {name: _cell(cells[i]) if i < len(cells) else None for i, name in names.items()})
        for number, cells in lines[1:]
    )
    notes = (f"The workbook has {n_sheets} sheets; sheet {title!r} is read.",) if n_sheets > 1 else ()
    return Table("XLSX", tuple(dict.fromkeys(names.values())), rows, notes=notes)


def _cell(value: object) -> object:
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return int(value)  # sheets store 1904 as 1904.0
    return None if isinstance(value, str) and value.strip() in EMPTY_CELLS else value


def _check_unpacked(n_bytes: int) -> None:
    if n_bytes > _MAX_UNPACKED:
        raise ValueError(f"file must unpack to at most {_MAX_UNPACKED // 2**20} MB, got {n_bytes // 2**20} MB")
