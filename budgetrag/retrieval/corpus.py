"""The passages that retrieval searches: the union of the questions' pools, or each question's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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

    passages: tuple[Passage, ...]
    pools: Mapping[str, tuple[int, ...]] | None = None

    @classmethod
    def from_questions(cls, questions: Iterable[Question], *, pool: Pool = "corpus") -> Corpus:
        """Collect the passages of ``questions``.

        Passages with equal title and text are one passage; equal titles over different texts stay apart.

        Args:
            questions: Questions with ids unique among them.
            pool: "corpus" lets every question search the union, "question" only its own distinct passages.

        Raises:
            ValueError: If ``pool`` is unknown, or a question id repeats under ``pool="question"``.
        """
        if pool not in POOLS:
            raise ValueError(f"pool must be one of {list(POOLS)}, got {pool!r}")
        index: dict[str, int] = {}
        passages: list[Passage] = []
        pools: dict[str, tuple[int, ...]] = {}
        for question in questions:
            own: dict[int, None] = {}
            for passage in question.passages:
                place = index.setdefault(passage.id, len(passages))
                if place == len(passages):
                    passages.append(passage)
                own[place] = None
            if pool == "question" and question.id in pools:
                raise ValueError(f"question ids must be unique, got {question.id!r} twice")
            pools[question.id] = tuple(own)
        return cls(tuple(passages), pools if pool == "question" else None)

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


def embedding_text(passage: Passage) -> str:
    """Return the text that stands for a passage in dense retrieval: ``"{title}. {text}"``, without a title the text."""
    return f"{passage.title}. {passage.text}" if passage.title else passage.text
