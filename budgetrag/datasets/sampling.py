"""Reproducible samples of questions."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nsmallest
from typing import Protocol, TypeVar

from budgetrag.types import content_hash


class Identified(Protocol):
    """A question, or what stands for one."""

    @property
    def id(self) -> str:
        """The question's id."""


Q = TypeVar("Q", bound=Identified)


def place(seed: int, question_id: str) -> tuple[str, str]:
    """Return what the questions of a sample are chosen and ordered by: a hash of (seed, question id), then the id."""
    return content_hash(str(seed), question_id), question_id


def sample(questions: Iterable[Q], *, limit: int | None, seed: int) -> list[Q]:
    """Return at most ``limit`` questions, chosen and ordered by a hash of (seed, question id).

    The choice depends on the ids alone: not on the order of the file, nor on which other questions it holds beyond
    how many come first. A smaller limit gives a prefix of a larger one. Memory is O(limit).

    Args:
        questions: Read once, from start to end; ids unique.
        limit: How many to take; None, or a number beyond the size, takes all.
        seed: Chooses the sample and the order.

    Raises:
        ValueError: If ``limit`` is below 1.
    """
    if limit is not None and limit < 1:
        raise ValueError(f"limit must be >= 1, or None for all, got {limit}")

    def key(question: Q) -> tuple[str, str]:
        return place(seed, question.id)

    return sorted(questions, key=key) if limit is None else nsmallest(limit, questions, key=key)
