"""Exact top-k by inner product (cosine on unit rows), in blocks of bounded memory."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_PAIRS_AT_ONCE = 16_384  # float64 rows gathered per step when scores are recomputed


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
    corpus: NDArray[np.float32],
    k: int,
    *,
    query_block: int = 256,
    corpus_block: int = 8192,
) -> TopK:
    """Return the k corpus rows with the largest inner product for every query row.

    Scores are recomputed in float64 for the rows that can be among the best and rounded to float32, so neither they
    nor their order depend on the block sizes. Equal scores go to the lower corpus index. Memory beyond the result is
    O(query_block x corpus_block).

    Args:
        queries: (q, d) float32 rows.
        corpus: (n, d) float32 rows.
        k: Rows wanted; more than n gives n columns.
        query_block: Queries per block.
        corpus_block: Corpus rows per block.

    Raises:
        ValueError: If k < 1, the shapes do not match, or a value is not finite.
    """
    if k < 1:
        raise ValueError(f"k must be >= 1, got {k}")
    if queries.ndim != 2 or corpus.ndim != 2 or queries.shape[1] != corpus.shape[1]:
        raise ValueError(f"queries and corpus must be (q, d) and (n, d), got {queries.shape} and {corpus.shape}")
    width = min(k, len(corpus))
    indices = np.empty((len(queries), width), dtype=np.int64)
    scores = np.empty((len(queries), width), dtype=np.float32)
    for start in range(0, len(queries), query_block):
        rows = slice(start, start + query_block)
        best = _search(queries[rows], corpus, width, corpus_block)
        indices[rows], scores[rows] = best.indices, best.scores
    return TopK(indices, scores)


def _search(queries: NDArray[np.float32], corpus: NDArray[np.float32], k: int, corpus_block: int) -> TopK:
    best = TopK(np.empty((len(queries), 0), dtype=np.int64), np.empty((len(queries), 0), dtype=np.float32))
    for start in range(0, len(corpus), corpus_block):
        found = _best_of_block(queries, corpus[start : start + corpus_block], k)
        best = _merge(best, TopK(found.indices + start, found.scores), k)
    return best


def _merge(earlier: TopK, later: TopK, k: int) -> TopK:
    indices = np.concatenate([earlier.indices, later.indices], axis=1)
    scores = np.concatenate([earlier.scores, later.scores], axis=1)
    order = np.argsort(-scores, axis=1, kind="stable")[:, :k]  # stable: earlier blocks hold the lower indices
    return TopK(np.take_along_axis(indices, order, axis=1), np.take_along_axis(scores, order, axis=1))


def _best_of_block(queries: NDArray[np.float32], block: NDArray[np.float32], k: int) -> TopK:
    k = min(k, len(block))
    rough = queries @ block.T
    if not np.isfinite(rough).all():
        raise ValueError("queries and corpus must hold finite numbers, got NaN or infinity")
    kth = np.partition(rough, len(block) - k, axis=1)[:, len(block) - k]
    rows, columns = np.nonzero(rough >= (kth - _slack(queries, block))[:, None])
    scores = _exact_scores(queries, block, rows, columns)
    order = np.lexsort((columns, -scores, rows))
    starts = np.searchsorted(rows, np.arange(len(queries)))
    kept = order[np.arange(len(rows)) - starts[rows] < k]
    return TopK(columns[kept].reshape(-1, k), scores[kept].reshape(-1, k))


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
