"""The engine of one machine: processes that pack, and the reader in this one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from budgetrag.engines.base import Batch, Engine, EngineOptions, PackWork, ReaderSource, answered
from budgetrag.packing import PackedPart, Part
from budgetrag.types import Answer
from budgetrag.workers import ordered_map


@dataclass(frozen=True, slots=True)
class LocalEngine:
    """Packs in processes and reads in this one, everything in order.

    Attributes:
        n_workers: Processes that pack.
    """

    n_workers: int = 1

    def pack(self, work: PackWork, parts: Iterable[Part]) -> Iterator[PackedPart]:
        """Yield every part packed, in order."""
        return ordered_map(work, parts, n_workers=self.n_workers)

    def read(self, source: ReaderSource, batches: Iterable[Batch]) -> Iterator[dict[str, Answer]]:
        """Yield the answers of every batch, in order."""
        for batch in batches:
            yield from answered(source.here, batch)


def local_engine(options: EngineOptions) -> AbstractContextManager[Engine]:
    """Return what opens the engine of this machine.

    Raises:
        ValueError: If an option is for a cluster.
    """
    for option, value in (
        ("--address", options.address),
        ("--reader-actors", options.n_readers),
        ("--gpus-per-reader", options.gpus_per_reader),
        ("--cpus-per-reader", options.cpus_per_reader),
    ):
        if value is not None:
            raise ValueError(f"{option} is for --engine ray only, got {value!r}")
    return nullcontext(LocalEngine(options.n_workers))
