"""How close to the best possible a selection provably is, under the published submodular objective."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from budgetrag.packers.greedy import run_greedy
from budgetrag.packers.objective import Objective, Weights
from budgetrag.packers.pool import Floats, Ints, Pool
from budgetrag.packers.selection import Selection
from budgetrag.packers.submodular import GainPerCost

MAX_SNIPPETS = 8


def fractional_knapsack(values: Floats, costs: Ints, capacity: int) -> float:
    """Return the most value that fits when items may be split.

    Args:
        values: (n,) values >= 0.
        costs: (n,) costs >= 0.
        capacity: Capacity >= 0.
    """
    free = costs <= 0
    density = values / np.where(free, 1, costs)
    order = np.argsort(np.where(free, -np.inf, -density), kind="stable")
    before = np.cumsum(costs[order]) - costs[order]
    share = np.clip((capacity - before) / np.where(free, 1, costs)[order], 0.0, 1.0)
    share[free[order]] = 1.0
    return float((values[order] * share).sum())


def upper_bound(pool: Pool, budget_tokens: int) -> float:
    """Return :func:`upper_bounds` of one budget."""
    return upper_bounds(pool, (budget_tokens,))[0]


def upper_bounds(pool: Pool, budgets: Sequence[int]) -> list[float]:
    """Return, for every budget, an upper bound on F over all sets that keep it.

    For every prefix P of the cost-scaled greedy (``cost_exponent`` 1, the empty prefix and the whole greedy set
    included) the best set is worth at most F(P) + the fractional-knapsack value of the marginal gains given P under
    the whole budget, because F is monotone and submodular; the smallest of these bounds is returned. Only candidates
    that keep the budget on their own can be in a feasible set, so only they count.

    A sub-word counter's counts are not additive: a set is charged one token less per line than its lines cost alone,
    on the assumption that joining two lines saves at most one token. It holds for tokenizers that split at line breaks
    before they merge (GPT-2 style and WordPiece, such as the offline models'); for others it is an assumption.

    Source: Leskovec et al. 2007 (the online bound of CELF), Lin and Bilmes 2010.
    """
    greedy = run_greedy(pool, budgets, GainPerCost(pool, Weights(), 1.0), MAX_SNIPPETS)
    return [_bound(pool, budget, selection) for budget, selection in zip(budgets, greedy, strict=True)]


def _bound(pool: Pool, budget_tokens: int, greedy: Selection) -> float:
    possible = pool.line_tokens <= budget_tokens
    costs = pool.line_tokens[possible] - (0 if pool.counter.additive else 1)
    value, bound = 0.0, np.inf
    for n_chosen, seen in enumerate(greedy.rounds):
        gains = seen.terms[:, seen.state[greedy.row]].sum(axis=0)
        bound = min(bound, value + fractional_knapsack(gains[possible], costs, budget_tokens))
        if n_chosen < len(greedy.order):
            value += float(gains[greedy.order[n_chosen]])
    return float(bound)


def certificate(pool: Pool, order: Sequence[int], bound: float) -> float | None:
    """Return F(order) / bound, at most 1: the share of the best possible objective that is provably reached.

    Args:
        pool: The candidates.
        order: The selection, of any packer.
        bound: ``upper_bound`` of the same pool and budget.

    Returns:
        The share, or None where no candidate fits the budget (nothing could be reached).
    """
    return min(1.0, Objective(pool, Weights()).value(order) / bound) if bound > 0 else None
