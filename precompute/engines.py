"""Which engine a run is filled by, as the command line says."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import budgetrag
import precompute
from budgetrag.engines import Engine, EngineOptions, get_engine


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """What ``run`` takes on the command line.

    Attributes:
        name: One of ``ENGINES``.
        n_workers: Processes that pack.
        address: A Ray cluster's address.
        n_readers: Most readers at a time.
        gpus_per_reader: Share of a GPU for each.
        cpus_per_reader: CPUs for each.
    """

    name: str
    n_workers: int
    address: str | None = None
    n_readers: int | None = None
    gpus_per_reader: float | None = None
    cpus_per_reader: int | None = None

    def open(self) -> AbstractContextManager[Engine]:
        """Return the engine, to be entered.

        Raises:
            ValueError: If there is no such engine, or it cannot be used here.
        """
        code = tuple(Path(package.__file__ or "").parent for package in (budgetrag, precompute))
        options = EngineOptions(
            n_workers=self.n_workers,
            address=self.address,
            n_readers=self.n_readers,
            gpus_per_reader=self.gpus_per_reader,
            cpus_per_reader=self.cpus_per_reader,
            modules=code,
        )
        return get_engine(self.name)(options)
