"""Exact top-k by inner product (cosine on unit rows), in blocks of bounded memory."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from budgetrag.vectors import VectorFile

_PAIRS_AT_ONCE = 16_384  # float64 rows gathered per step when scores are recomputed
_CROWD = 8  # times k: with more contenders a query, the block's own k-th best thins them out


@dataclass(frozen=True, slots=True)
class TopK:
    """The k best corpus rows of every query, best first.

    Attributes:
        indices: (q, k) int64 corpus rows.
        scores: (q, k) float32 scores, non-increasing along a row.
    """

    indices: NDArray[np.int64]
    scores: NDArray[np.float32]


def top_k(
    queries: NDArray[np.float32],
    corpus: NDArray[np.float32] | VectorFile,
    k: int,
    *,
    query_block: int = 256,
    corpus_block: int = 8192,
) -> TopK:
    """Return the k corpus rows with the largest inner product for every query row.

    Scores are recomputed in float64 for the rows that can be among the best and rounded to float32, so neither they
    nor their order depend on the block sizes. Equal scores go to the lower corpus index. Memory beyond the result is
    O(query_block x corpus_block); the corpus is gone through once.

    Args:
        queries: (q, d) float32 rows.
        corpus: (n, d) float32 rows, in memory or on disk.
        k: Rows wanted; more than n gives n columns.
        query_block: Queries per block.
        corpus_block: Corpus rows per block.

    Raises:
        ValueError: If k < 1, the shapes do not match, or a value is not finite.
    """
    if k < 1:
        raise ValueError(f"k must be >= 1, got {k}")
    if queries.ndim != 2 or len(corpus.shape) != 2 or queries.shape[1] != corpus.shape[1]:
        raise ValueError(f"queries and corpus must be (q, d) and (n, d), got {queries.shape} and {corpus.shape}")
    parts = [queries[start : start + query_block] for start in range(0, len(queries), query_block)]
    best = [_nothing(len(part)) for part in parts]
    for start in range(0, len(corpus), corpus_block):
        block = corpus[start : start + corpus_block]
        for i, part in enumerate(parts):
            best[i] = _with_block(best[i], part, block, start, k)
    found = best or [_nothing(0, min(k, len(corpus)))]
    return TopK(np.concatenate([each.indices for each in found]), np.concatenate([each.scores for each in found]))


def _nothing(n_queries: int, width: int = 0) -> TopK:
    return TopK(np.empty((n_queries, width), dtype=np.int64), np.empty((n_queries, width), dtype=np.float32))


def _with_block(best: TopK, queries: NDArray[np.float32], block: NDArray[np.float32], start: int, k: int) -> TopK:
    """Return the ``k`` best of what ``best`` has and of ``block``, whose first row is the corpus's row ``start``."""
    full = best.scores.shape[1] == k
    floor = best.scores[:, -1] if full else np.full(len(queries), -np.inf, dtype=np.float32)
    rows, columns = _contenders(queries, block, floor, k)
    scores = _exact_scores(queries, block, rows, columns)
    return _merged(best, rows, TopK(columns + start, scores), min(k, start + len(block)))


def _contenders(
    queries: NDArray[np.float32], block: NDArray[np.float32], floor: NDArray[np.float32], k: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the (query, block row) pairs, query by query, that can be among the k best and above ``floor``."""
    rough = queries @ block.T
    if not np.isfinite(rough).all():
        raise ValueError("queries and corpus must hold finite numbers, got NaN or infinity")
    slack = _slack(queries, block)
    bound = floor - slack
    near = np.flatnonzero(rough >= bound.astype(np.float32)[:, None])  # the slack covers the rounding
    if len(near) > _CROWD * k * len(queries):  # the first block, or scores that grow along the corpus
        place = len(block) - min(k, len(block))
        kth = np.partition(rough, place, axis=1)[:, place]
        near = np.flatnonzero(rough >= np.maximum(bound, kth - slack).astype(np.float32)[:, None])
    return near // len(block), near % len(block)


def _merged(best: TopK, rows: NDArray[np.int64], found: TopK, k: int) -> TopK:
    """Return the ``k`` best of every query: of what it has, and of the pairs (``rows[i]``, ``found.indices[i]``)."""
    n_queries, width = best.indices.shape
    rows = np.concatenate([np.repeat(np.arange(n_queries), width), rows])
    indices = np.concatenate([best.indices.ravel(), found.indices])
    scores = np.concatenate([best.scores.ravel(), found.scores])
    order = np.lexsort((indices, -scores, rows))
    starts = np.searchsorted(rows[order], np.arange(n_queries))
    kept = order[np.arange(len(rows)) - starts[rows[order]] < k]
    return TopK(indices[kept].reshape(-1, k), scores[kept].reshape(-1, k))


def _slack(queries: NDArray[np.float32], block: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return, per query, four times the worst rounding error d u |a| |b| of a float32 inner product (u = 2^-24)."""
    longest = float(np.linalg.norm(block, axis=1).max())
    lengths = np.linalg.norm(queries, axis=1).astype(np.float64)
    slack: NDArray[np.float64] = lengths * (longest * queries.shape[1] * 2.0**-22)
    return slack


def _exact_scores(
    queries: NDArray[np.float32], block: NDArray[np.float32], rows: NDArray[np.int64], columns: NDArray[np.int64]
) -> NDArray[np.float32]:
    scores = np.empty(len(rows), dtype=np.float32)
    for start in range(0, len(rows), _PAIRS_AT_ONCE):
        part = slice(start, start + _PAIRS_AT_ONCE)
        left, right = queries[rows[part]].astype(np.float64), block[columns[part]].astype(np.float64)
        scores[part] = np.einsum("pd,pd->p", left, right)
    return scores
