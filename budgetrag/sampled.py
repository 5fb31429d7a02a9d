"""The questions of one data set and seed, sampled and kept on disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from budgetrag.config import DatasetConfig
from budgetrag.datasets import Dataset, Source, get_dataset, sample
from budgetrag.datasets.almanac import Almanac
from budgetrag.stored import Chosen, Stored
from budgetrag.types import Question


@dataclass(frozen=True, slots=True, order=True)
class _Known:
    """A question that waits on disk: its id and its place there."""

    id: str
    place: int


def read_sample(dataset: DatasetConfig, seed: int) -> tuple[Sequence[Question], dict[str, int]]:
    """Return the sample of one data set, by question id, and how many records were left out by reason.

    The questions wait on disk (``Stored``).

    Raises:
        ValueError: If it holds no question.
    """
    source = Source(Path(dataset.file) if dataset.file else None, dataset.hub_id, dataset.subset, dataset.split)
    skipped: Counter[str] = Counter()
    loader: Dataset = get_dataset(dataset.name) if dataset.size is None else Almanac(dataset.size)
    stream = loader.questions(source, skipped=skipped, on_error=dataset.on_error)
    stored: Stored[Question] = Stored()
    known = (_Known(question.id, stored.append(question)) for question in stream)
    sampled = sorted(sample(known, limit=dataset.limit, seed=seed))
    if not sampled:
        raise ValueError(
            f"data set {dataset.name} must hold at least one question, got none from {dataset.file or 'its source'}"
        )
    return Chosen(stored, (each.place for each in sampled)), dict(skipped)
