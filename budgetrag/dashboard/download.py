"""A frame as a file to download: CSV, XLSX or Parquet, with no cell that a spreadsheet would run."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

import pandas as pd

from budgetrag.store.export import safe_cell

MAX_CELL_CHARACTERS = 32_767  # of an XLSX cell
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def csv_bytes(frame: pd.DataFrame) -> bytes:
    """Return a frame as CSV, UTF-8 with a byte-order mark so that spreadsheets show accents."""
    return _neutral(frame).to_csv(index=False).encode("utf-8-sig", "backslashreplace")


def parquet_bytes(frame: pd.DataFrame) -> bytes:
    """Return a frame as Parquet, every text as it is."""
    buffer = io.BytesIO()
    frame.to_parquet(buffer, index=False, compression="zstd")
    return buffer.getvalue()


def xlsx_bytes(frame: pd.DataFrame) -> bytes:
    """Return a frame as an XLSX workbook of one sheet; texts are cut at what a cell can hold."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("questions")
    sheet.append([safe_cell(str(name)) for name in frame.columns])
    for row in _rows(frame):
        sheet.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def _rows(frame: pd.DataFrame) -> Iterator[list[object]]:
    for row in frame.itertuples(index=False, name=None):
        yield [_cell(value) for value in row]


def _cell(value: object) -> object:
    if isinstance(value, str):
        return safe_cell(_NOT_IN_XML.sub("\ufffd", value))[:MAX_CELL_CHARACTERS]
    if value is None or value is pd.NA or (isinstance(value, float) and not math.isfinite(value)):
        return None
    return value


def _neutral(frame: pd.DataFrame) -> pd.DataFrame:
    safe = frame.rename(columns=lambda name: safe_cell(str(name)))
    for name in safe.columns:
        if not pd.api.types.is_numeric_dtype(safe[name]):
            safe[name] = [safe_cell(value) if isinstance(value, str) else value for value in safe[name]]
    return safe


FORMATS: Mapping[str, Callable[[pd.DataFrame], bytes]] = MappingProxyType(
    {"csv": csv_bytes, "xlsx": xlsx_bytes, "parquet": parquet_bytes}
)
