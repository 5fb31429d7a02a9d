"""Dense retrieval: exact cosine between question and passage embeddings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from budgetrag.retrieval.corpus import Corpus, embedding_text
from budgetrag.retrieval.embedder import Embedder
from budgetrag.topk import TopK, top_k
from budgetrag.types import Question, RetrievedPassage
from budgetrag.vectors import VectorFile

_BLOCK = 1024  # texts embedded between two progress reports; also questions searched at once


@dataclass(frozen=True, slots=True)
class DenseIndex:
    """A corpus and its vectors.

    Attributes:
        corpus: What is searched.
        vectors: (passages, dims) float32 unit rows, on disk; None for a corpus without passages.
    """

    corpus: Corpus
    vectors: VectorFile | None

    @classmethod
    def embed(cls, corpus: Corpus, embedder: Embedder, advance: Callable[[int], None] | None = None) -> DenseIndex:
        """Embed the passages of ``corpus`` block by block; their vectors wait on disk."""
        vectors: VectorFile | None = None
        for start in range(0, len(corpus.passages), _BLOCK):
            texts = [embedding_text(passage) for passage in corpus.passages[start : start + _BLOCK]]
            block = embedder.embed(texts)
            if vectors is None:
                vectors = VectorFile(block.shape[1])
            vectors.append(block)
            if advance is not None:
                advance(len(block))
        return cls(corpus, vectors)

    def search(
        self, asked: Sequence[Question], queries: NDArray[np.float32], k: int
    ) -> list[tuple[RetrievedPassage, ...]]:
        """Return each question's ``k`` passages of largest cosine, best first, ties to the passage seen first.

        Args:
            asked: Whose pools are searched.
            queries: (questions, dims) unit rows to compare with, one per question.
            k: Passages per question; fewer where the pool holds fewer.
        """
        if self.vectors is None:
            return [() for _ in asked]
        if self.corpus.pools is not None:
            return [self._own_hits(pair[0], pair[1][None], k) for pair in zip(asked, queries, strict=True)]
        found = top_k(queries, self.vectors, k)
        return [self._hits(TopK(found.indices[row], found.scores[row])) for row in range(len(asked))]

    def _own_hits(self, question: Question, query: NDArray[np.float32], k: int) -> tuple[RetrievedPassage, ...]:
        assert self.vectors is not None
        pool = np.array(self.corpus.pool_of(question), dtype=np.int64)
        found = top_k(query, self.vectors[pool], k)
        return self._hits(TopK(pool[found.indices[0]], found.scores[0]))

    def _hits(self, found: TopK) -> tuple[RetrievedPassage, ...]:
        ranked = enumerate(zip(found.indices.tolist(), found.scores.tolist(), strict=True))
        return tuple(RetrievedPassage(self.corpus.passages[index], rank, score) for rank, (index, score) in ranked)


@dataclass(frozen=True, slots=True)
class DenseRetriever:
    """The passages with the largest cosine to the question; equal scores go to the passage seen first."""

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

        The corpus is embedded at the first step, the questions in blocks after that.

        Args:
            questions: What to search for.
            corpus: What to search in.
            embedder: Turns passages and questions into unit vectors.
            top_k: Passages per question; fewer where the pool holds fewer.
            advance: Called with the number of texts just embedded; in all it hears of
                ``len(corpus.passages) + len(questions)``.

        Raises:
            ValueError: If ``top_k`` < 1.
        """
        if top_k < 1:
            raise ValueError(f"top_k must be >= 1, got {top_k}")
        return _search(questions, corpus, embedder, top_k, advance)


def question_blocks(
    questions: Sequence[Question], embedder: Embedder, advance: Callable[[int], None] | None = None
) -> Iterator[tuple[Sequence[Question], NDArray[np.float32]]]:
    """Yield the questions in blocks, each with the vectors of its texts."""
    for start in range(0, len(questions), _BLOCK):
        asked = questions[start : start + _BLOCK]
        vectors = embedder.embed([question.text for question in asked])
        if advance is not None:
            advance(len(asked))
        yield asked, vectors


def _search(
    questions: Sequence[Question],
    corpus: Corpus,
    embedder: Embedder,
    k: int,
    advance: Callable[[int], None] | None,
) -> Iterator[tuple[RetrievedPassage, ...]]:
    index = DenseIndex.embed(corpus, embedder, advance)
    for asked, queries in question_blocks(questions, embedder, advance):
        yield from index.search(asked, queries, k)
