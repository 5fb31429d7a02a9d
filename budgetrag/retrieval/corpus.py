"""The passages that retrieval searches: the union of the questions' pools, or each question's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from budgetrag.types import Passage, Question

Pool = Literal["corpus", "question"]
POOLS: tuple[Pool, ...] = ("corpus", "question")


@dataclass(frozen=True, slots=True)
class Corpus:
    """Unique passages, and who may search which.

    Attributes:
        passages: Distinct by ``Passage.id``, in first-seen order; each as it was first seen.
        pools: Indices into ``passages`` per question id; None means that every question searches all of them.
    """

    passages: Sequence[Passage]
    pools: Mapping[str, tuple[int, ...]] | None = None

    @classmethod
    def from_questions(
        cls,
        questions: Iterable[Question],
        *,
        pool: Pool = "corpus",
        keep: Callable[[Iterable[Passage]], Sequence[Passage]] = tuple,
    ) -> Corpus:
        """Collect the passages of ``questions``.

        Passages with equal title and text are one passage; equal titles over different texts stay apart.

        Args:
            questions: Questions with ids unique among them.
            pool: "corpus" lets every question search the union, "question" only its own distinct passages.
            keep: Keeps the passages, in memory or (``Stored``) on disk.

        Raises:
            ValueError: If ``pool`` is unknown, or a question id repeats under ``pool="question"``.
        """
        if pool not in POOLS:
            raise ValueError(f"pool must be one of {list(POOLS)}, got {pool!r}")
        pools: dict[str, tuple[int, ...]] = {}
        passages = keep(_distinct(questions, pools if pool == "question" else None))
        return cls(passages, pools if pool == "question" else None)

    def pool_of(self, question: Question) -> tuple[int, ...] | None:
        """Return the indices that ``question`` may search; None means all.

        Raises:
            ValueError: If the corpus was built without that question under ``pool="question"``.
        """
        if self.pools is None:
            return None
        if question.id not in self.pools:
            raise ValueError(f"question must be one the corpus was built from, got {question.id!r}")
        return self.pools[question.id]


def _distinct(questions: Iterable[Question], pools: dict[str, tuple[int, ...]] | None) -> Iterator[Passage]:
    """Yield the distinct passages in first-seen order; ``pools``, if wanted, receives each question's places."""
    index: dict[str, int] = {}
    for question in questions:
        if pools is not None and question.id in pools:
            raise ValueError(f"question ids must be unique, got {question.id!r} twice")
        own: dict[int, None] = {}
        for passage in question.passages:
            new = len(index)
            place = index.setdefault(passage.id, new)
            own[place] = None
            if place == new:
                yield passage
        if pools is not None:
            pools[question.id] = tuple(own)


def embedding_text(passage: Passage) -> str:
    """Return the text that stands for a passage in dense retrieval: ``"{title}. {text}"``, without a title the text."""
    return f"{passage.title}. {passage.text}" if passage.title else passage.text
