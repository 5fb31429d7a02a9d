"""The focused heuristic: relevance, new question terms and new passages, near-duplicates skipped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from budgetrag.packers.greedy import run_greedy
from budgetrag.packers.options import check_at_least, check_count, check_share
from budgetrag.packers.pool import Bools, Floats, Ints, Pool
from budgetrag.packers.selection import OneBudget, Selection


@dataclass(frozen=True, slots=True)
class Focused(OneBudget):
    """Repeatedly the fitting candidate with the largest score; never normalised by length.

    Score: ``rel + query_weight |new question terms| / |question terms| + passage_weight [new passage]``. A candidate
    that repeats more than ``max_overlap`` of the distinct words of a chosen one is skipped.

    Attributes:
        query_weight: Weight of the share of new question content terms.
        passage_weight: Bonus of a passage not yet in the selection.
        max_overlap: Largest share of a chosen snippet's words that a later one may repeat.
        max_snippets: The most snippets it keeps.
    """

    query_weight: float = 0.55
    passage_weight: float = 0.15
    max_overlap: float = 0.8
    max_snippets: int = 8

    def __post_init__(self) -> None:
        check_at_least("query_weight", self.query_weight, 0)
        check_at_least("passage_weight", self.passage_weight, 0)
        check_share("max_overlap", self.max_overlap)
        check_count("max_snippets", self.max_snippets)

    def sweep(self, pool: Pool, budgets: Sequence[int]) -> list[Selection]:
        """Choose candidates under every budget by the score above."""
        selections = run_greedy(pool, budgets, _NewTermsAndPassages(pool, self), self.max_snippets)
        return [replace(selection, duplicates=self._duplicates(pool, selection.order)) for selection in selections]

    def _duplicates(self, pool: Pool, order: Sequence[int]) -> dict[int, tuple[int, float]]:
        """Return the candidates that repeat a chosen one, with the first that they repeat."""
        repeats = pool.overlap[:, list(order)] > self.max_overlap
        first = repeats.argmax(axis=1) if order else np.zeros(len(repeats), dtype=np.int64)
        dropped = [i for i in np.flatnonzero(repeats.any(axis=1)).tolist() if i not in order]
        return {i: (order[first[i]], float(pool.overlap[i, order[first[i]]])) for i in dropped}


class _NewTermsAndPassages:
    names = ("relevance", "query_coverage", "new_passage")

    def __init__(self, pool: Pool, packer: Focused) -> None:
        n, n_terms = pool.terms.shape
        self._pool = pool
        self._packer = packer
        self._term_scale = packer.query_weight / max(n_terms, 1)
        self._open_terms = np.ones((1, n_terms))
        self._new_passage = np.ones((1, n))
        self._distinct = np.ones((1, n), dtype=np.bool_)

    def terms(self) -> Floats:
        query = self._term_scale * (self._open_terms @ self._pool.terms.T)
        relevance = np.broadcast_to(self._pool.relevance, query.shape)
        return np.stack([relevance, query, self._packer.passage_weight * self._new_passage])

    def scores(self, terms: Floats) -> Floats:
        return np.asarray(terms.sum(axis=0))

    def eligible(self, terms: Floats) -> Bools:  # noqa: ARG002 (what is skipped does not depend on gains)
        return self._distinct

    def branch(self, parents: Ints, chosen: Ints) -> None:
        pool = self._pool
        self._open_terms = self._open_terms[parents] * (1 - pool.terms[chosen])
        self._new_passage = self._new_passage[parents] * (pool.passage != pool.passage[chosen][:, None])
        self._distinct = self._distinct[parents] & (self._packer.max_overlap >= pool.overlap[:, chosen].T)
