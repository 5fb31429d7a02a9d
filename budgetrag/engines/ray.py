"""The engine of many machines, on Ray Data. Importing this does not import Ray."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from budgetrag.engines.base import Batch, Engine, EngineOptions, PackWork, ReaderSource
from budgetrag.engines.ray_cluster import check_installed, running
from budgetrag.engines.ray_tasks import PackTask, ReaderActor, from_table, reader_arguments, to_table
from budgetrag.packing import PackedPart, Part
from budgetrag.types import Answer

if TYPE_CHECKING:
    from ray.data import Dataset
    from ray.types import ObjectRef

WINDOW_BYTES = 512 * 2**20


@dataclass(frozen=True, slots=True)
class RayEngine:
    """Packs in tasks and reads in a pool of actors, wherever the cluster has room.

    Items travel through the object store, so machines need not share a disk; this process alone writes the run. At
    most ``WINDOW_BYTES`` of items (the object store keeps them, on its disk where memory is short) wait at a time: a
    larger stage goes window by window, each with readers of its own. A worker, actor or machine that dies is replaced
    and its items are worked on again, however often (what Ray Data does unless told otherwise).

    Attributes:
        n_readers: Most actors at a time; None as many as the cluster bears.
        gpus_per_reader: Over what the config says.
        cpus_per_reader: CPUs, and so threads, of each.
    """

    n_readers: int | None = None
    gpus_per_reader: float | None = None
    cpus_per_reader: int = 1

    def pack(self, work: PackWork, parts: Iterable[Part]) -> Iterator[PackedPart]:
        """Yield every part packed, in the order they are finished."""
        task = PackTask(work)
        return _streamed(
            parts, lambda dataset, _: dataset.map_batches(task, batch_size=1, batch_format="pyarrow", num_cpus=1)
        )

    def read(self, source: ReaderSource, batches: Iterable[Batch]) -> Iterator[dict[str, Answer]]:
        """Yield the answers of every batch, in the order they are finished.

        Raises:
            UnansweredError: If a batch was not answered whole, after the answers that it did get.
            ValueError: If a reader's model cannot be used, or the cluster has not the GPUs it needs.
        """
        gpus = _gpus(source.gpus if self.gpus_per_reader is None else self.gpus_per_reader)
        most = min(filter(None, [self.n_readers, _capacity(self.cpus_per_reader, gpus)]))
        arguments = reader_arguments(source)

        def mapped(dataset: Dataset, n_batches: int) -> Dataset:
            import ray.data

            n_actors = min(most, n_batches)
            return dataset.map_batches(
                ReaderActor,
                fn_constructor_args=arguments,
                compute=ray.data.ActorPoolStrategy(min_size=1, max_size=n_actors, initial_size=n_actors),
                batch_size=1,
                batch_format="pyarrow",
                num_cpus=self.cpus_per_reader,
                num_gpus=gpus,
            )

        return _streamed(batches, mapped)


def ray_engine(options: EngineOptions) -> AbstractContextManager[Engine]:
    """Return what opens the engine, on a cluster or on Ray started here; nothing is started before it is entered.

    Raises:
        ValueError: If Ray is not installed.
        ConnectionError: When entered, if no cluster answers at the address.
    """
    check_installed()
    return _opened(options)


@contextmanager
def _opened(options: EngineOptions) -> Iterator[Engine]:
    with running(options):
        yield RayEngine(options.n_readers, options.gpus_per_reader, options.cpus_per_reader or 1)


def _streamed(items: Iterable[object], mapped: Callable[[Dataset, int], Dataset]) -> Iterator[Any]:
    """Yield what comes of the items, and raise the first error that is a user's to mend.

    Args:
        items: What to work on.
        mapped: Lays the work over a dataset of so many items.
    """
    import ray.data

    for window in _windows(items):
        dataset = mapped(ray.data.from_arrow_refs(window), len(window))
        for table in dataset.iter_batches(batch_size=None, batch_format="pyarrow"):
            for outcome in from_table(table):
                yield from outcome.values
                if outcome.error is not None:
                    raise outcome.error


def _windows(items: Iterable[object]) -> Iterator[list[ObjectRef[pa.Table]]]:
    import ray

    window: list[Any] = []
    n_bytes = 0
    for item in items:
        table = to_table(item)
        window.append(ray.put(table))
        n_bytes += table.nbytes
        if n_bytes >= WINDOW_BYTES:
            yield window
            window, n_bytes = [], 0
    if window:
        yield window


def _gpus(asked: float | None) -> float:
    """Return a reader's share of GPUs: as asked for, else a whole one where the cluster has any.

    Raises:
        ValueError: If the share is none, or the cluster has not so many.
    """
    there = _resources().get("GPU", 0.0)
    if asked is None:
        return min(there, 1.0)
    if asked < 0 or (asked > 1 and not float(asked).is_integer()):
        raise ValueError(f"GPUs per reader must be a share from 0 to 1 or a whole number, got {asked}")
    if asked > there:
        raise ValueError(f"GPUs per reader must be at most those of the cluster ({there:g}), got {asked:g}")
    return asked


def _capacity(cpus: int, gpus: float) -> int:
    """Return how many readers the cluster bears at a time, at least 1."""
    there = _resources()
    bears = [there.get("CPU", 0.0) / cpus, *([there["GPU"] / gpus] if gpus else [])]
    return max(1, int(min(bears)))


def _resources() -> dict[str, float]:
    import ray

    there: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return there
