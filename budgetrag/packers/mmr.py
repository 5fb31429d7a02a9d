"""Maximal marginal relevance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetrag.packers.fitting import Fitting
from budgetrag.packers.options import check_count, check_share
from budgetrag.packers.pool import Pool
from budgetrag.packers.selection import Selection, Step


@dataclass(frozen=True, slots=True)
class Mmr:
    """Repeatedly the fitting candidate with the largest ``lambda rel' - (1 - lambda) max_{j in S} sim(i, j)``.

    rel' is the relevance scaled to [0, 1] over the question's candidates (0 where all are equal).

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

    def select(self, pool: Pool, budget_tokens: int) -> Selection:
        """Choose candidates by the score above; negative scores are chosen too while they fit."""
        fitting = Fitting(pool, budget_tokens, self.max_snippets)
        n = len(pool.candidates)
        eligible = np.ones(n, dtype=np.bool_)
        spread = np.ptp(pool.relevance) if n else 0.0
        scaled = (pool.relevance - pool.relevance.min()) / spread if spread > 0 else np.zeros(n)
        redundancy = np.zeros(n)
        steps: list[Step] = []
        while True:
            gains = self.mmr_lambda * scaled
            penalty = (1 - self.mmr_lambda) * redundancy
            scores = gains - penalty
            best = fitting.best(scores, eligible)
            if best is None:
                return Selection(tuple(fitting.order), tuple(steps))
            fitting.add(best)
            terms = (("relevance", float(gains[best])), ("redundancy", 0.0 - float(penalty[best])))
            steps.append(Step(best, terms, scores))
            redundancy = np.maximum(redundancy, pool.similarity[best])
