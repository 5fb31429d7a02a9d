"""Dense retrieval: exact cosine between question and passage embeddings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from budgetrag.retrieval.corpus import Corpus, embedding_text
from budgetrag.retrieval.embedder import Embedder
from budgetrag.topk import TopK, top_k
from budgetrag.types import Question, RetrievedPassage

_BLOCK = 256  # texts embedded between two progress reports; also questions searched at once


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

        The corpus is embedded at the first step (float32, 4 x dims bytes a passage stay in memory), the questions in
        blocks after that.

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


def _search(
    questions: Sequence[Question],
    corpus: Corpus,
    embedder: Embedder,
    k: int,
    advance: Callable[[int], None] | None,
) -> Iterator[tuple[RetrievedPassage, ...]]:
    texts = (embedding_text(passage) for passage in corpus.passages)
    vectors = _stacked(_embedded(texts, embedder, advance), len(corpus.passages))
    start = 0
    for block in _embedded((question.text for question in questions), embedder, advance):
        asked = questions[start : start + len(block)]
        start += len(block)
        if vectors is None:
            yield from (() for _ in asked)
        elif corpus.pools is None:
            found = top_k(block, vectors, k)
            yield from (_hits(corpus, found, row) for row in range(len(asked)))
        else:
            yield from (
                _own_hits(corpus, question, query, vectors, k) for question, query in zip(asked, block, strict=True)
            )


def _embedded(
    texts: Iterable[str], embedder: Embedder, advance: Callable[[int], None] | None
) -> Iterator[NDArray[np.float32]]:
    """Yield the vectors of ``texts`` block by block."""
    stream = iter(texts)
    while block := list(islice(stream, _BLOCK)):
        yield embedder.embed(block)
        if advance is not None:
            advance(len(block))


def _stacked(blocks: Iterable[NDArray[np.float32]], n_rows: int) -> NDArray[np.float32] | None:
    """Return the blocks as one array, without holding them twice; None if there are none."""
    vectors: NDArray[np.float32] | None = None
    start = 0
    for block in blocks:
        if vectors is None:
            vectors = np.empty((n_rows, block.shape[1]), dtype=np.float32)
        vectors[start : start + len(block)] = block
        start += len(block)
    return vectors


def _own_hits(
    corpus: Corpus, question: Question, query: NDArray[np.float32], vectors: NDArray[np.float32], k: int
) -> tuple[RetrievedPassage, ...]:
    pool = np.array(corpus.pool_of(question), dtype=np.int64)
    found = top_k(query[None], vectors[pool], k)
    return _hits(corpus, TopK(pool[found.indices], found.scores), 0)


def _hits(corpus: Corpus, found: TopK, row: int) -> tuple[RetrievedPassage, ...]:
    ranked = zip(found.indices[row].tolist(), found.scores[row].tolist(), strict=True)
    return tuple(RetrievedPassage(corpus.passages[index], rank, score) for rank, (index, score) in enumerate(ranked))
