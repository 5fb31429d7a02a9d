"""The store: the only reader and writer of runs."""

from budgetrag.store.damage import ChangedRunError, DamagedRunError
from budgetrag.store.export import FORMATS, export_run
from budgetrag.store.reader import Run
from budgetrag.store.schema import EXPORT_COLUMNS, OUTCOMES_SQL, SCHEMA_VERSION, SCHEMAS, TABLES
from budgetrag.store.writer import RunWriter, open_run

__all__ = [
    "EXPORT_COLUMNS",
    "FORMATS",
    "OUTCOMES_SQL",
    "SCHEMAS",
    "SCHEMA_VERSION",
    "TABLES",
    "ChangedRunError",
    "DamagedRunError",
    "Run",
    "RunWriter",
    "export_run",
    "open_run",
]
