"""Hybrid retrieval: the rankings of several retrievers fused by reciprocal rank."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from budgetrag.retrieval.bm25 import Bm25Retriever
from budgetrag.retrieval.corpus import Corpus
from budgetrag.retrieval.dense import DenseRetriever
from budgetrag.retrieval.embedder import Embedder
from budgetrag.types import Passage, Question, RetrievedPassage


@dataclass(frozen=True, slots=True)
class HybridRetriever:
    """Dense and BM25 retrieval, fused by :func:`fused` over the first ``depth`` passages of each.

    A passage's score is its fused score. Equal scores go to the passage that dense retrieval ranks higher, and one
    that it does not rank comes last.

    Attributes:
        k: Rank offset of the fusion.
        depth: Passages taken from each ranking; ``top_k`` where that is more.
        dense: The first ranking.
        bm25: The second.
    """

    k: int = 60
    depth: int = 100
    dense: DenseRetriever = field(default_factory=DenseRetriever)
    bm25: Bm25Retriever = field(default_factory=Bm25Retriever)

    def __post_init__(self) -> None:
        """Check the settings.

        Raises:
            ValueError: If one is out of its range.
        """
        if self.k < 0:
            raise ValueError(f"k must be >= 0, got {self.k}")
        if self.depth < 1:
            raise ValueError(f"depth must be >= 1, got {self.depth}")

    def retrieve(
        self,
        questions: Sequence[Question],
        corpus: Corpus,
        *,
        embedder: Embedder,
        top_k: int = 5,
        advance: Callable[[int], None] | None = None,
    ) -> Iterator[tuple[RetrievedPassage, ...]]:
        """Yield each question's best passages, best first, in the order of ``questions``.

        Args:
            questions: What to search for.
            corpus: What to search in.
            embedder: For dense retrieval.
            top_k: Passages per question; fewer where the pool holds fewer.
            advance: Called with the number of texts just embedded; in all it hears of
                ``len(corpus.passages) + len(questions)``.

        Raises:
            ValueError: If ``top_k`` < 1.
        """
        if top_k < 1:
            raise ValueError(f"top_k must be >= 1, got {top_k}")
        depth = max(self.depth, top_k)
        dense = self.dense.retrieve(questions, corpus, embedder=embedder, top_k=depth, advance=advance)
        bm25 = self.bm25.retrieve(questions, corpus, top_k=depth)
        return (fused(pair, k=self.k)[:top_k] for pair in zip(dense, bm25, strict=True))


def fused(rankings: Sequence[Sequence[RetrievedPassage]], *, k: int = 60) -> tuple[RetrievedPassage, ...]:
    """Fuse rankings by reciprocal rank: a passage scores the sum of 1 / (k + rank) over the rankings that hold it.

    Ranks count from 1 here. Equal scores keep the order of the first ranking, then of the second, and so on. Source:
    Cormack, Clarke and Buettcher, "Reciprocal rank fusion outperforms Condorcet and individual rank learning methods"
    (SIGIR 2009), k = 60 theirs. A passage first in one ranking and third in the other scores 1/61 + 1/63.

    Args:
        rankings: Each best first, its passages distinct.
        k: Rank offset: the larger, the less the first ranks stand out.
    """
    scores: dict[Passage, float] = {}
    for ranking in rankings:
        for place, hit in enumerate(ranking, 1):
            scores[hit.passage] = scores.get(hit.passage, 0.0) + 1 / (k + place)
    order = sorted(scores, key=lambda passage: -scores[passage])  # stable, and filled ranking by ranking
    return tuple(RetrievedPassage(passage, rank, scores[passage]) for rank, passage in enumerate(order))
