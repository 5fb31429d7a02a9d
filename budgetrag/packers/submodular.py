"""Budgeted submodular packing: cost-scaled greedy with the best single snippet as its safety net."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from budgetrag.packers.greedy import Fitting, run_greedy
from budgetrag.packers.objective import Objective, Weights
from budgetrag.packers.options import check_at_least, check_count
from budgetrag.packers.pool import Bools, Floats, Pool
from budgetrag.packers.selection import OneBudget, Selection

NO_GAIN = 1e-12  # a gain this small is rounding dust


@dataclass(frozen=True, slots=True)
class Submodular(OneBudget):
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

    def sweep(self, pool: Pool, budgets: Sequence[int]) -> list[Selection]:
        """Choose candidates under every budget by cost-scaled greedy, then compare with the best single one."""
        return cost_scaled_greedy(pool, budgets, self, pool.relevance)


def cost_scaled_greedy(pool: Pool, budgets: Sequence[int], packer: Submodular, relevance: Floats) -> list[Selection]:
    """Run the cost-scaled greedy of ``packer`` on the given (n,) relevance, with the Lin-Bilmes fallback."""
    rule = GainPerCost(pool, packer.weights, packer.cost_exponent, relevance)
    selections = run_greedy(pool, budgets, rule, packer.max_snippets)
    if not selections:
        return []
    first = selections[0].rounds[0]  # of the empty set: every candidate alone
    alone = first.terms.sum(axis=0)
    singles = np.repeat(alone, len(budgets), axis=0)
    best = Fitting(pool, budgets, packer.max_snippets).best(singles, singles > NO_GAIN)
    worth = {order: rule.value(order) + NO_GAIN for order in {selection.order for selection in selections}}
    return [
        replace(greedy, order=(single,), rounds=(replace(first, scores=alone),), replaced=greedy.order)
        if single >= 0 and alone[0, single] > worth[greedy.order]
        else greedy
        for greedy, single in zip(selections, best.tolist(), strict=True)
    ]


class GainPerCost(Objective):
    """The objective with candidates scored by marginal gain / tokens ** ``cost_exponent``."""

    def __init__(self, pool: Pool, weights: Weights, cost_exponent: float, relevance: Floats | None = None) -> None:
        super().__init__(pool, weights, relevance)
        # A line without tokens counts as one.
        self._scale = np.maximum(pool.line_tokens, 1).astype(np.float64) ** cost_exponent

    def scores(self, terms: Floats) -> Floats:
        """Return the (s, n) gains per cost."""
        return np.asarray(terms.sum(axis=0) / self._scale)

    def eligible(self, terms: Floats) -> Bools:
        """Return the (s, n) candidates that gain something."""
        return np.asarray(terms.sum(axis=0) > NO_GAIN)
