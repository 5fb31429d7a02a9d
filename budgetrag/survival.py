"""The budget from which on a question's answer stays in the context, per policy: table ``survival``, reader-free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from budgetrag.metrics.runs import EDGE, edged, gold_answers
from budgetrag.packers import Pool
from budgetrag.rows import QuestionRow, SurvivalRow
from budgetrag.stats.survival import GRID, survival_budgets


def survival_rows(
    question: QuestionRow,
    pool: Pool,
    orders: Mapping[str, Sequence[tuple[int, ...]]],
    known: dict[tuple[int, ...], int | None],
) -> list[SurvivalRow]:
    """Keep, for one question and every policy, where its answer survives on the grid of budgets.

    Args:
        question: The question.
        pool: Its candidates.
        orders: Policy -> its choice at every budget of ``GRID``.
        known: Selection -> ``answer_in_context`` of its context; what is found is added, since policies and budgets
            share contexts.
    """
    golds = [gold for gold in map(edged, gold_answers(question.answers)) if gold.strip()]
    for order in {order for chosen in orders.values() for order in chosen} - known.keys():
        known[order] = _holds(pool, order, golds)
    return [_row(question, policy, [known[order] for order in chosen]) for policy, chosen in orders.items()]


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
