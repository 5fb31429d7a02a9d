"""Outcomes as one file for other tools: CSV, Parquet or XLSX."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from budgetrag.files import atomic_file
from budgetrag.store.reader import Run
from budgetrag.store.schema import EXPORT_COLUMNS, TEXT_COLUMNS

MAX_XLSX_ROWS = 1_048_575  # the sheet's own limit, less the header
_STARTS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # some take the wide ones too
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def export_run(run: Run, path: Path) -> int:
    """Write every outcome to ``path``, whole or not at all, and return how many there were.

    CSV is UTF-8 with a byte-order mark, so that spreadsheets show accents. In CSV and XLSX a text that a spreadsheet
    would run as a formula (it starts with ``= + - @``, plain or wide, tab or a line break) gets a leading apostrophe;
    Parquet has every text as it is.

    Raises:
        ValueError: If the name's ending is unknown, or an XLSX sheet cannot hold that many rows.
        OSError: If it cannot be written.
    """
    if path.suffix not in FORMATS:
        raise ValueError(f"export file must end in {', '.join(FORMATS)}, got {path.name!r}")
    if not path.parent.is_dir():
        raise FileNotFoundError(f"export folder must exist, found none at {path.parent}")
    n_rows = int(run.query("SELECT count(*) AS n FROM outcomes")["n"][0])
    if path.suffix == ".xlsx" and n_rows > MAX_XLSX_ROWS:
        raise ValueError(f"xlsx holds at most {MAX_XLSX_ROWS} rows, got {n_rows}; export to .parquet or .csv")
    with atomic_file(path) as file:
        FORMATS[path.suffix](run.outcomes(), file)
    return n_rows


def safe_cell(text: str) -> str:
    """Return ``text`` so that a spreadsheet shows it and does not run it.

    >>> safe_cell("=1+1")
    "'=1+1"
    """
    return f"'{text}" if text.startswith(_STARTS_FORMULA) else text


def _write_csv(batches: Iterable[pa.RecordBatch], file: BinaryIO) -> None:
    text = io.TextIOWrapper(file, encoding="utf-8-sig", errors="backslashreplace", newline="")
    writer = csv.writer(text)
    writer.writerow(EXPORT_COLUMNS)
    for batch in batches:
        writer.writerows(_safe_rows(batch))
    text.flush()
    text.detach()


def _write_parquet(batches: Iterable[pa.RecordBatch], file: BinaryIO) -> None:
    reader = iter(batches)
    first = next(reader)
    with pq.ParquetWriter(file, first.schema, compression="zstd") as writer:
        writer.write_batch(first)
        for batch in reader:
            writer.write_batch(batch)


def _write_xlsx(batches: Iterable[pa.RecordBatch], file: BinaryIO) -> None:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("outcomes")
    sheet.append(EXPORT_COLUMNS)
    for batch in batches:
        for row in _safe_rows(batch):
            sheet.append([_NOT_IN_XML.sub("\ufffd", cell) if isinstance(cell, str) else cell for cell in row])
    zipped = io.BytesIO()  # a zip file that cannot be written complains once more, on its own, when it is collected
    book.save(zipped)
    file.write(zipped.getbuffer())


def _safe_rows(batch: pa.RecordBatch) -> Iterable[tuple[object, ...]]:
    columns = [
        [cell if cell is None else safe_cell(cell) for cell in column.to_pylist()]
        if name in TEXT_COLUMNS
        else column.to_pylist()
        for name, column in zip(batch.schema.names, batch.columns, strict=True)
    ]
    return zip(*columns, strict=True)


FORMATS: Mapping[str, Callable[[Iterable[pa.RecordBatch], BinaryIO], None]] = MappingProxyType(
    {".csv": _write_csv, ".parquet": _write_parquet, ".xlsx": _write_xlsx}
)
