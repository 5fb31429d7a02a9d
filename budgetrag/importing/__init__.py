"""Bring your own logs: files of questions with what was retrieved for them."""

from budgetrag.importing.columns import REQUIRED_ROLES, ROLES, Columns, check_columns, guess_columns, layout_of
from budgetrag.importing.formats import SUFFIXES, read_table
from budgetrag.importing.log import Entry, Log, log_of, read_log
from budgetrag.importing.table import MAX_BYTES, MAX_ROWS, BrokenRow, Row, Table

__all__ = [
    "MAX_BYTES",
    "MAX_ROWS",
    "REQUIRED_ROLES",
    "ROLES",
    "SUFFIXES",
    "BrokenRow",
    "Columns",
    "Entry",
    "Log",
    "Row",
    "Table",
    "check_columns",
    "guess_columns",
    "layout_of",
    "log_of",
    "read_log",
    "read_table",
]
