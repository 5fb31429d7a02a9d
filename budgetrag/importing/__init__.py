"""Bring your own logs: files of questions with what was retrieved for them."""

from budgetrag.importing.analysis import (
    BUDGETS,
    Analysis,
    analyse,
    contexts_of,
    pool_of,
    suggested_budgets,
)
from budgetrag.importing.columns import REQUIRED_ROLES, ROLES, Columns, check_columns, guess_columns, layout_of
from budgetrag.importing.formats import SUFFIXES, read_table
from budgetrag.importing.log import Entry, Log, log_of, read_log
from budgetrag.importing.table import MAX_BYTES, MAX_ROWS, BrokenRow, Row, Table

__all__ = [
    "BUDGETS",
    "MAX_BYTES",
    "MAX_ROWS",
    "REQUIRED_ROLES",
    "ROLES",
    "SUFFIXES",
    "Analysis",
    "BrokenRow",
    "Columns",
    "Entry",
    "Log",
    "Row",
    "Table",
    "analyse",
    "check_columns",
    "contexts_of",
    "guess_columns",
    "layout_of",
    "log_of",
    "pool_of",
    "read_log",
    "read_table",
    "suggested_budgets",
]
