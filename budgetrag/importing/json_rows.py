"""JSON and JSON Lines: lists of records, columns of lists, and pandas' own form."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Mapping

from budgetrag.importing.table import BrokenRow, Row, Table, columns_of, shown

_SINGLE_RECORD_KEYS = frozenset(("question", "user_input", "query"))


def read_json_lines(text: str) -> Table:
    """Read one JSON object a line; blank lines are skipped, broken ones named."""
    rows: list[Row] = []
    broken: list[BrokenRow] = []
    for number, line in enumerate(io.StringIO(text), start=1):
        if not line.strip():
            continue
        try:
            found = json.loads(line.rstrip())
        except json.JSONDecodeError as error:
            broken.append(BrokenRow(f"line {number}, character {error.colno}", "", f"must be JSON, but {error.msg}"))
        except (ValueError, RecursionError) as error:  # a number of too many digits, or nested too deeply
            broken.append(BrokenRow(f"line {number}", "", f"must be JSON, but {error}"))
        else:
            _add(found, f"line {number}", rows, broken)
    return Table("JSON Lines", columns_of(rows), tuple(rows), tuple(broken))


def read_json(text: str) -> Table:
    """Read a JSON document: a list of objects, an object that holds one, or columns (lists, or pandas' index -> value).

    A document that is JSON Lines under another name is read as such.

    Raises:
        ValueError: If it is not JSON, with line and column, or holds no records.
    """
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        lines = read_json_lines(text) if error.msg == "Extra data" else None
        if lines and lines.rows:
            return lines
        raise ValueError(f"file must be JSON, but {error.msg} at line {error.lineno}, column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise ValueError(f"file must be JSON, but {error}") from error
    rows: list[Row] = []
    broken: list[BrokenRow] = []
    for number, found in enumerate(_records(document), start=1):
        _add(found, f"record {number}", rows, broken)
    return Table("JSON", columns_of(rows), tuple(rows), tuple(broken))


def _records(document: object) -> list[object]:
    if isinstance(document, list):
        return document
    if not isinstance(document, dict):
        raise ValueError(f"file must hold a list of records, found {shown(document)}")
    values = list(document.values())
    if not _SINGLE_RECORD_KEYS.isdisjoint(document) and not all(isinstance(v, list | dict) for v in values):
        return [document]
    lists = [value for value in values if isinstance(value, list)]
    if len(lists) == 1 and lists[0] and isinstance(lists[0][0], dict):
        return lists[0]
    if values and len(lists) == len(values) and len({len(column) for column in lists}) == 1:
        return [dict(zip(document, cells, strict=True)) for cells in zip(*lists, strict=True)]
    if values and all(isinstance(value, dict) for value in values):
        keys = list(dict.fromkeys(key for column in values for key in column))
        return [{name: column.get(key) for name, column in document.items()} for key in keys]
    raise ValueError(f"file must hold a list of records, found an object with {shown(list(document))}")


def _add(found: object, where: str, rows: list[Row], broken: list[BrokenRow]) -> None:
    if isinstance(found, Mapping):
        rows.append(Row(where, {str(key): without_nan(value) for key, value in found.items()}))
    else:
        broken.append(BrokenRow(where, "", f"must be an object with named fields, found {shown(found)}"))


def without_nan(value: object) -> object:
    """Return None for a NaN, else the value."""
    return None if isinstance(value, float) and math.isnan(value) else value
