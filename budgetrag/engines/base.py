"""What an engine is: who does a run's work, in whichever order and wherever; the run's folder is the caller's alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from budgetrag.packing import PackedPart, Part
from budgetrag.readers import Reader, UnansweredError
from budgetrag.types import Answer, Prompt

Batch = Mapping[str, Prompt]  # prompt hash -> prompt
PackWork = Callable[[Part], PackedPart]


@dataclass(frozen=True, slots=True)
class ReaderSource:
    """How an engine comes by the reader of a stage.

    Attributes:
        here: The one this process has made; it made the prompts.
        make: Makes an equal one in another process; picklable.
        gpus: Share of a GPU that each needs; None takes a whole one where there are some.
    """

    here: Reader
    make: Callable[[], Reader]
    gpus: float | None = None


class Engine(Protocol):
    """Packs and reads. What it yields does not depend on the engine, only the order does."""

    def pack(self, work: PackWork, parts: Iterable[Part]) -> Iterator[PackedPart]:
        """Yield every part packed, in any order; only so many are under way at a time.

        Args:
            work: Packs one part; picklable.
            parts: Read as far as needed only.
        """

    def read(self, source: ReaderSource, batches: Iterable[Batch]) -> Iterator[dict[str, Answer]]:
        """Yield the answers of every batch by prompt hash, batches in any order.

        Args:
            source: The reader.
            batches: Read as far as needed only; each is read as it is, never cut or joined.

        Raises:
            UnansweredError: If a batch was not answered whole, after the answers that it did get.
            ValueError: If a reader's model cannot be used.
        """


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """What an engine is opened with; none of it changes a table.

    Attributes:
        n_workers: Processes that pack, where the engine starts on this machine.
        address: A cluster's address ("ray" only); None starts on this machine.
        n_readers: Most readers at a time ("ray" only); None as many as the machines bear.
        gpus_per_reader: Share of a GPU for each ("ray" only), over what the config says.
        cpus_per_reader: CPUs, and so threads, for each ("ray" only); None gives it one.
        modules: Folders of the packages to send to the machines of a cluster ("ray" only).
    """

    n_workers: int = 1
    address: str | None = None
    n_readers: int | None = None
    gpus_per_reader: float | None = None
    cpus_per_reader: int | None = None
    modules: tuple[Path, ...] = ()


def answered(reader: Reader, batch: Batch) -> Iterator[dict[str, Answer]]:
    """Yield the answers of one batch; where the reader fails half-way, those there are, and then its error.

    Raises:
        UnansweredError: If the batch was not answered whole.
    """
    try:
        answers = reader.read(list(batch.values()))
    except UnansweredError as error:
        hashes = list(batch)
        yield {hashes[place]: answer for place, answer in error.answers.items()}
        raise
    yield dict(zip(batch, answers, strict=True))
