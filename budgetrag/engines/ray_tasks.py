"""What runs inside Ray's workers: tables of pickled items in, tables of pickled outcomes out."""

from __future__ import annotations

import pickle
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import pyarrow as pa

from budgetrag.engines.base import Batch, PackWork, ReaderSource, answered
from budgetrag.packing import PackedPart, Part
from budgetrag.readers import Reader
from budgetrag.types import Answer

COLUMN = "pickled"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """What came of one item.

    Attributes:
        values: What the work gave before it ended.
        error: What ended it, if it is a user's to mend; a bug is raised where it happens.
    """

    values: tuple[T, ...]
    error: ValueError | OSError | MemoryError | None


def to_table(item: object) -> pa.Table:
    """Return one pickled item as a table of one row."""
    return pa.table({COLUMN: pa.array([pickle.dumps(item, pickle.HIGHEST_PROTOCOL)], pa.large_binary())})


def from_table(table: pa.Table) -> Iterator[Any]:
    """Yield a table's items."""
    for cell in table.column(COLUMN):
        yield pickle.loads(cell.as_buffer())


@dataclass(frozen=True, slots=True)
class PackTask:
    """Packs the parts of a table.

    Attributes:
        work: Packs one part.
    """

    work: PackWork

    def __call__(self, table: pa.Table) -> pa.Table:
        """Return the table of the outcomes."""
        return _outcomes(table, self._packed)

    def _packed(self, part: Part) -> Iterator[PackedPart]:
        yield self.work(part)


@dataclass(slots=True)
class ReaderActor:
    """Reads the batches of one table after the other; its reader, and so the model, is made once.

    Attributes:
        make: Makes the reader.
        fingerprint: What it must be, so that machines with another model do not answer.
    """

    make: Callable[[], Reader]
    fingerprint: str
    _reader: Reader | None = field(default=None, init=False)

    def __call__(self, table: pa.Table) -> pa.Table:
        """Return the table of the outcomes."""
        return _outcomes(table, self._answered)

    def _answered(self, batch: Batch) -> Iterator[dict[str, Answer]]:
        if self._reader is None:
            reader = self.make()
            if (found := reader.fingerprint()) != self.fingerprint:
                raise ValueError(
                    f"reader {reader.name} on {socket.gethostname()} must have fingerprint {self.fingerprint}, "
                    f"got {found}; give every machine the same model"
                )
            self._reader = reader
        yield from answered(self._reader, batch)


def reader_arguments(source: ReaderSource) -> tuple[Callable[[], Reader], str]:
    """Return what a ``ReaderActor`` is made with."""
    return source.make, source.here.fingerprint()


def _outcomes(table: pa.Table, work: Callable[[Any], Iterator[T]]) -> pa.Table:
    return pa.concat_tables([to_table(_attempt(work, item)) for item in from_table(table)])


def _attempt(work: Callable[[Any], Iterator[T]], item: object) -> Outcome[T]:
    """Return what comes of one item: an error is handed on, for Ray would wrap it in its own."""
    values: list[T] = []
    try:
        values.extend(work(item))
    except (ValueError, OSError, MemoryError) as error:
        return Outcome(tuple(values), error)
    return Outcome(tuple(values), None)
