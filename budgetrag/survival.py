"""The budget from which on a question's answer stays in the context, per policy: table ``survival``, reader-free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from budgetrag.metrics.runs import EDGE, edged, gold_answers
from budgetrag.packers import Packer, Pool, Selection
from budgetrag.rows import QuestionRow, SurvivalRow
from budgetrag.stats.survival import GRID, survival_budgets


def survival_rows(
    question: QuestionRow, pool: Pool, packers: Mapping[str, Packer], known: dict[tuple[int, ...], int | None]
) -> list[SurvivalRow]:
    """Pack one question with every policy over the whole grid of budgets and keep where its answer survives.

    Args:
        question: The question.
        pool: Its candidates.
        packers: Policy -> packer, all of the pool's representation.
        known: Selection -> ``answer_in_context`` of its context; what is found is added, since policies and budgets
            share contexts.
    """
    return [_row(question, name, _alive(question, pool, packer, known)) for name, packer in packers.items()]


def grid_selections(pool: Pool, packer: Packer, grid: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the packer's choice at every budget of an ascending grid.

    Every packer is greedy: at each step it takes the best of what fits. What it took under budget B, it therefore takes
    under every smaller budget that this choice keeps all along, so that only the budgets below its size are packed
    again. Only where the best single snippet replaced the greedy set (Lin-Bilmes) does a smaller budget say nothing.
    """
    found: list[tuple[int, ...]] = [()] * len(grid)
    place = len(grid) - 1
    while place >= 0:
        selection = packer.select(pool, grid[place])
        size = _largest_prefix(pool, selection)
        lowest = place
        while not selection.replaced and lowest > 0 and grid[lowest - 1] >= size:
            lowest -= 1
        found[lowest : place + 1] = [selection.order] * (place + 1 - lowest)
        place = lowest - 1
    return found


def _largest_prefix(pool: Pool, selection: Selection) -> int:
    """Return the most tokens the context had on the way; with sub-word tokens that need not be at the end."""
    if pool.counter.additive:
        return pool.tokens(selection.order)
    return max((pool.tokens(selection.order[:n]) for n in range(1, len(selection.order) + 1)), default=0)


def _alive(
    question: QuestionRow, pool: Pool, packer: Packer, known: dict[tuple[int, ...], int | None]
) -> list[int | None]:
    golds = [gold for gold in map(edged, gold_answers(question.answers)) if gold.strip()]
    orders = grid_selections(pool, packer, GRID)
    for order in orders:
        if order not in known:
            known[order] = _holds(pool, order, golds)
    return [known[order] for order in orders]


def _holds(pool: Pool, order: Sequence[int], golds: Sequence[str]) -> int | None:
    """Return ``answer_in_context`` of the context that shows ``order``; lines are normalised once, not per context.

    Tokens never reach over a line's end, so that a context's tokens are those of its lines, one after the other.
    """
    if not golds:
        return None
    haystack = "".join(edged(pool.lines[i])[:-1] for i in order) + EDGE
    return int(any(gold in haystack for gold in golds))


def _row(question: QuestionRow, policy: str, alive: Sequence[int | None]) -> SurvivalRow:
    is_defined = None not in alive
    budget = survival_budgets(np.array([alive], dtype=bool), np.array(GRID))[0] if is_defined else np.nan
    return SurvivalRow(
        dataset=question.dataset,
        seed=question.seed,
        question_id=question.question_id,
        policy=policy,
        survival_budget=None if np.isnan(budget) else int(budget),
        n_alive=sum(value == 1 for value in alive) if is_defined else None,
    )
