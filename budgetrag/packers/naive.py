"""Naive packing: by relevance until nothing fits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetrag.packers.fitting import Fitting
from budgetrag.packers.options import check_count
from budgetrag.packers.pool import Pool
from budgetrag.packers.selection import Selection, Step


@dataclass(frozen=True, slots=True)
class Naive:
    """Takes candidates by relevance, skipping what does not fit, until nothing fits.

    Attributes:
        max_snippets: The most snippets it keeps.
    """

    max_snippets: int = 8

    def __post_init__(self) -> None:
        check_count("max_snippets", self.max_snippets)

    def select(self, pool: Pool, budget_tokens: int) -> Selection:
        """Choose candidates; each step's score is the relevance."""
        fitting = Fitting(pool, budget_tokens, self.max_snippets)
        eligible = np.ones(len(pool.candidates), dtype=np.bool_)
        steps: list[Step] = []
        while (best := fitting.best(pool.relevance, eligible)) is not None:
            fitting.add(best)
            steps.append(Step(best, (("relevance", float(pool.relevance[best])),), pool.relevance))
        return Selection(tuple(fitting.order), tuple(steps))
