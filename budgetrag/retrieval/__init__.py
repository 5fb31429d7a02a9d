"""Retrieval: from questions and a corpus to ranked passages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from budgetrag.retrieval.bm25 import Bm25Retriever
from budgetrag.retrieval.cache import EmbeddingCache
from budgetrag.retrieval.corpus import POOLS, Corpus, Pool, embedding_text
from budgetrag.retrieval.dense import DenseRetriever
from budgetrag.retrieval.embedder import Embedder, SentenceTransformerEmbedder, unit_rows
from budgetrag.retrieval.hashing import HASHING, HASHING_LABEL, HashingEmbedder
from budgetrag.retrieval.hybrid import HybridRetriever, fused
from budgetrag.retrieval.two_hop import TwoHopRetriever, second_query
from budgetrag.topk import TopK, top_k
from budgetrag.types import Question, RetrievedPassage

__all__ = [
    "HASHING",
    "HASHING_LABEL",
    "POOLS",
    "RETRIEVERS",
    "Bm25Retriever",
    "Corpus",
    "DenseRetriever",
    "Embedder",
    "EmbeddingCache",
    "HashingEmbedder",
    "HybridRetriever",
    "Pool",
    "Retriever",
    "SentenceTransformerEmbedder",
    "TopK",
    "TwoHopRetriever",
    "embedding_text",
    "fused",
    "get_retriever",
    "second_query",
    "top_k",
    "unit_rows",
]


class Retriever(Protocol):
    """Ranks passages for questions."""

    def retrieve(
        self,
        questions: Sequence[Question],
        corpus: Corpus,
        *,
        embedder: Embedder,
        top_k: int = 5,
        advance: Callable[[int], None] | None = None,
    ) -> Iterator[tuple[RetrievedPassage, ...]]:
        """Yield each question's passages, best first, in the order of ``questions``.

        Args:
            questions: What to search for.
            corpus: What to search in.
            embedder: For retrievers that compare vectors; loads its model at first use only.
            top_k: Passages per question; fewer where the pool holds fewer, or fewer match at all (BM25).
            advance: Called with the number of texts just worked through, for a progress bar; in all it hears of
                ``len(corpus.passages) + len(questions)``.
        """


RETRIEVERS: dict[str, Retriever] = {
    "dense": DenseRetriever(),
    "bm25": Bm25Retriever(),
    "hybrid": HybridRetriever(),
    "two_hop": TwoHopRetriever(),
}


def get_retriever(name: str) -> Retriever:
    """Return the retriever called ``name``.

    Raises:
        ValueError: If there is none of that name.
    """
    if name not in RETRIEVERS:
        raise ValueError(f"retriever must be one of {sorted(RETRIEVERS)}, got {name!r}")
    return RETRIEVERS[name]
