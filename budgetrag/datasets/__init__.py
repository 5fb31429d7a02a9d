"""Data sets behind one Protocol, by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Protocol

from budgetrag.datasets.almanac import Almanac
from budgetrag.datasets.hotpotqa import HotpotQA
from budgetrag.datasets.loading import OnError
from budgetrag.datasets.musique import Musique
from budgetrag.datasets.ragbench import RagBench
from budgetrag.datasets.sampling import sample
from budgetrag.datasets.source import Source
from budgetrag.types import Question

__all__ = ["DATASETS", "Dataset", "OnError", "Source", "get_dataset", "sample"]


class Dataset(Protocol):
    """A source of questions."""

    @property
    def name(self) -> str:
        """The data set's name, as get_dataset takes it."""

    def questions(
        self, source: Source, *, skipped: Counter[str] | None = None, on_error: OnError = "raise"
    ) -> Iterator[Question]:
        """Yield the questions of ``source`` with unique ids, one at a time.

        Args:
            source: A local file or a place on the hub; an empty one means the data set's default place.
            skipped: Counts the records left out, by reason: ``"unanswerable"``, ``"broken"``.
            on_error: Whether a record of the wrong shape stops the reading or is left out.

        Raises:
            FileNotFoundError: If the local file does not exist.
            ValueError: If the source cannot be read, or a record has the wrong shape and ``on_error`` is ``"raise"``.
        """


DATASETS: dict[str, Dataset] = {
    "hotpotqa": HotpotQA("hotpotqa", Source(None, "hotpotqa/hotpot_qa", "distractor", "validation")),
    "2wikimultihopqa": HotpotQA("2wikimultihopqa", Source(None, "ohjoonhee/2WikiMultihopQA", None, "validation")),
    "musique": Musique("musique", Source(None, "dgslibisey/MuSiQue", None, "validation")),
    "ragbench_covidqa": RagBench("ragbench_covidqa", Source(None, "galileo-ai/ragbench", "covidqa", "test")),
    "ragbench_expertqa": RagBench("ragbench_expertqa", Source(None, "galileo-ai/ragbench", "expertqa", "test")),
    "almanac": Almanac(),
}


def get_dataset(name: str) -> Dataset:
    """Return the data set called ``name``.

    Raises:
        ValueError: If there is none of that name.
    """
    if name not in DATASETS:
        raise ValueError(f"data set must be one of {sorted(DATASETS)}, got {name!r}")
    return DATASETS[name]
