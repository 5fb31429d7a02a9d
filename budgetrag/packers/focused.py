"""The focused heuristic: relevance, new question terms and new passages, near-duplicates skipped."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetrag.packers.fitting import Fitting
from budgetrag.packers.options import check_at_least, check_count, check_share
from budgetrag.packers.pool import Pool
from budgetrag.packers.selection import Selection, Step


@dataclass(frozen=True, slots=True)
class Focused:
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

    def select(self, pool: Pool, budget_tokens: int) -> Selection:
        """Choose candidates by the score above."""
        fitting = Fitting(pool, budget_tokens, self.max_snippets)
        n, n_terms = pool.terms.shape
        eligible = np.ones(n, dtype=np.bool_)
        open_terms, new_passage = np.ones(n_terms), np.ones(n)
        steps: list[Step] = []
        duplicates: dict[int, tuple[int, float]] = {}
        while True:
            query = self.query_weight * (pool.terms @ open_terms) / max(n_terms, 1)
            passage = self.passage_weight * new_passage
            scores = pool.relevance + query + passage
            best = fitting.best(scores, eligible)
            if best is None:
                return Selection(tuple(fitting.order), tuple(steps), duplicates)
            fitting.add(best)
            values = (("relevance", pool.relevance), ("query_coverage", query), ("new_passage", passage))
            steps.append(Step(best, tuple((name, float(value[best])) for name, value in values), scores))
            open_terms = open_terms * (1 - pool.terms[best])
            new_passage = new_passage * (pool.passage != pool.passage[best])
            repeats = eligible & (pool.overlap[:, best] > self.max_overlap)
            repeats[fitting.order] = False
            duplicates |= {int(i): (best, float(pool.overlap[i, best])) for i in np.flatnonzero(repeats)}
            eligible &= ~repeats
