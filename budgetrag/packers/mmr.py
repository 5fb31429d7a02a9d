"""Maximal marginal relevance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from budgetrag.packers.greedy import run_greedy
from budgetrag.packers.options import check_count, check_share
from budgetrag.packers.pool import Bools, Floats, Ints, Pool
from budgetrag.packers.selection import OneBudget, Selection


@dataclass(frozen=True, slots=True)
class Mmr(OneBudget):
    """Repeatedly the fitting candidate with the largest ``lambda rel' - (1 - lambda) max_{j in S} sim(i, j)``.

    rel' is the relevance scaled to [0, 1] over the question's candidates (0 where all are equal). Negative scores are
    chosen too while they fit.

    Source: Carbonell and Goldstein 1998.

    Attributes:
        mmr_lambda: Weight of relevance against redundancy.
        max_snippets: The most snippets it keeps.
    """

    mmr_lambda: float = 0.7
    max_snippets: int = 8

    def __post_init__(self) -> None:
        check_share("mmr_lambda", self.mmr_lambda)
        check_count("max_snippets", self.max_snippets)

    def sweep(self, pool: Pool, budgets: Sequence[int]) -> list[Selection]:
        """Choose candidates under every budget by the score above."""
        return run_greedy(pool, budgets, _MarginalRelevance(pool, self.mmr_lambda), self.max_snippets)


class _MarginalRelevance:
    names = ("relevance", "redundancy")

    def __init__(self, pool: Pool, mmr_lambda: float) -> None:
        n = len(pool.candidates)
        spread = np.ptp(pool.relevance) if n else 0.0
        scaled = (pool.relevance - pool.relevance.min()) / spread if spread > 0 else np.zeros(n)
        self._pool = pool
        self._gain = mmr_lambda * scaled
        self._weight = 1 - mmr_lambda
        self._redundancy = np.zeros((1, n))

    def terms(self) -> Floats:
        return np.stack([np.broadcast_to(self._gain, self._redundancy.shape), 0.0 - self._weight * self._redundancy])

    def scores(self, terms: Floats) -> Floats:
        return np.asarray(terms.sum(axis=0))

    def eligible(self, terms: Floats) -> Bools:
        return np.ones(terms.shape[1:], dtype=np.bool_)

    def branch(self, parents: Ints, chosen: Ints) -> None:
        self._redundancy = np.maximum(self._redundancy[parents], self._pool.similarity[chosen])
