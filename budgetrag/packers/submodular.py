"""Budgeted submodular packing: cost-scaled greedy with the best single snippet as its safety net."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from budgetrag.packers.fitting import Fitting
from budgetrag.packers.objective import TERM_NAMES, Objective, Weights
from budgetrag.packers.options import check_at_least, check_count
from budgetrag.packers.pool import Floats, Pool
from budgetrag.packers.selection import Selection, Step

NO_GAIN = 1e-12  # a gain this small is rounding dust


@dataclass(frozen=True, slots=True)
class Submodular:
    """Repeatedly the fitting candidate with the largest marginal gain / tokens ** ``cost_exponent``.

    If the best single fitting snippet beats the greedy set, it is returned instead.

    Source: Lin and Bilmes 2010, 2011; the published set-up has ``cost_exponent`` 1.0.

    Attributes:
        cost_exponent: 0 ignores length, 1 divides by it.
        weights: Weights of the objective.
        max_snippets: The most snippets it keeps.
    """

    cost_exponent: float = 1.0
    weights: Weights = field(default_factory=Weights)
    max_snippets: int = 8

    def __post_init__(self) -> None:
        check_at_least("cost_exponent", self.cost_exponent, 0)
        check_count("max_snippets", self.max_snippets)

    def select(self, pool: Pool, budget_tokens: int) -> Selection:
        """Choose candidates by cost-scaled greedy, then compare with the best single one."""
        return greedy(pool, budget_tokens, self, pool.relevance)


def greedy(pool: Pool, budget_tokens: int, packer: Submodular, relevance: Floats) -> Selection:
    """Run the cost-scaled greedy of ``packer`` on the given (n,) relevance, with the Lin-Bilmes fallback."""
    fitting = Fitting(pool, budget_tokens, packer.max_snippets)
    objective = Objective(pool, packer.weights, relevance)
    scale = cost_scale(pool, packer.cost_exponent)
    first = gains = objective.gains()
    total = 0.0
    steps: list[Step] = []
    while True:
        totals = gains.sum(axis=0)
        scores = totals / scale
        best = fitting.best(scores, totals > NO_GAIN)
        if best is None:
            break
        fitting.add(best)
        steps.append(_step(best, gains, scores))
        total += float(totals[best])
        objective.add(best)
        gains = objective.gains()
    selection = Selection(tuple(fitting.order), tuple(steps))
    return _or_best_single(pool, budget_tokens, packer, selection, total, first)


def cost_scale(pool: Pool, cost_exponent: float) -> Floats:
    """Return the (n,) divisors of the gains: tokens ** ``cost_exponent``, a line without tokens counting as one."""
    return np.asarray(np.maximum(pool.line_tokens, 1).astype(np.float64) ** cost_exponent)


def _step(chosen: int, gains: Floats, scores: Floats) -> Step:
    return Step(chosen, tuple(zip(TERM_NAMES, gains[:, chosen].tolist(), strict=True)), scores)


def _or_best_single(
    pool: Pool, budget_tokens: int, packer: Submodular, selection: Selection, total: float, first: Floats
) -> Selection:
    singles = first.sum(axis=0)
    single = Fitting(pool, budget_tokens, packer.max_snippets).best(singles, singles > NO_GAIN)
    if single is None or singles[single] <= total + NO_GAIN:
        return selection
    return Selection((single,), (_step(single, first, singles),), replaced=selection.order)
