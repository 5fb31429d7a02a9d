"""Dense retrieval: exact cosine between question and passage embeddings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from budgetrag.retrieval.corpus import Corpus, embedding_text
from budgetrag.retrieval.embedder import Embedder
from budgetrag.retrieval.topk import TopK, top_k
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
    vectors = np.concatenate(
        list(_embed_blocks([embedding_text(passage) for passage in corpus.passages], embedder, advance))
    )
    start = 0
    for block in _embed_blocks([question.text for question in questions], embedder, advance):
        asked = questions[start : start + len(block)]
        start += len(block)
        if corpus.pools is None:
            found = top_k(block, vectors, k)
            yield from (_hits(corpus, found, row) for row in range(len(asked)))
        else:
            yield from (
                _own_hits(corpus, question, query, vectors, k) for question, query in zip(asked, block, strict=True)
            )


def _embed_blocks(
    texts: Sequence[str], embedder: Embedder, advance: Callable[[int], None] | None
) -> Iterator[NDArray[np.float32]]:
    """Yield the vectors of ``texts`` block by block, one empty block if there are none."""
    for start in range(0, max(len(texts), 1), _BLOCK):
        block = texts[start : start + _BLOCK]
        yield embedder.embed(block)
        if advance is not None:
            advance(len(block))


def _own_hits(
    corpus: Corpus, question: Question, query: NDArray[np.float32], vectors: NDArray[np.float32], k: int
) -> tuple[RetrievedPassage, ...]:
    pool = np.array(corpus.pool_of(question), dtype=np.int64)
    found = top_k(query[None], vectors[pool], k)
    return _hits(corpus, TopK(pool[found.indices], found.scores), 0)


def _hits(corpus: Corpus, found: TopK, row: int) -> tuple[RetrievedPassage, ...]:
    ranked = zip(found.indices[row].tolist(), found.scores[row].tolist(), strict=True)
    return tuple(RetrievedPassage(corpus.passages[index], rank, score) for rank, (index, score) in enumerate(ranked))
