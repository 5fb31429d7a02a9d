"""The survival map of one question: policies by budgets, each alive, lost, or never retrieved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from budgetrag.rows import ContextRow

CellState = Literal["alive", "lost", "none", "unknown"]
GLYPHS: dict[CellState, str] = {"alive": "✓", "lost": "✕", "none": "–", "unknown": "?"}
MEANINGS: dict[CellState, str] = {
    "alive": "the answer is in the context",
    "lost": "the answer was retrieved, but is not in the context",
    "none": "the answer is in no retrieved passage",
    "unknown": "the question has no gold answer",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell.

    Attributes:
        policy: Its policy.
        budget_tokens: Its budget.
        state: What became of the answer.
        context_tokens: Size of the context.
    """

    policy: str
    budget_tokens: int
    state: CellState
    context_tokens: int

    def hover(self, unit: str) -> str:
        """Return what the cell says, in words."""
        return (
            f"{self.policy} at {self.budget_tokens} {unit}: {MEANINGS[self.state]} ({self.context_tokens} {unit} used)"
        )


def survival_map(
    contexts: Sequence[ContextRow], policies: Sequence[str], *, answer_is_retrieved: Mapping[str, bool]
) -> tuple[tuple[Cell, ...], ...]:
    """Return one row of cells per policy that packed the question, budgets ascending.

    Args:
        contexts: What all policies made of the question under all budgets.
        policies: The run's policies, in its order.
        answer_is_retrieved: Representation -> whether a gold answer is in what its retrieval returned.
    """
    rows = []
    for policy in policies:
        own = sorted((row for row in contexts if row.policy == policy), key=lambda row: row.budget_tokens)
        cells = [
            Cell(policy, row.budget_tokens, _state(row, answer_is_retrieved[row.representation]), row.context_tokens)
            for row in own
        ]
        rows.append(tuple(cells))
    return tuple(row for row in rows if row)


def _state(row: ContextRow, answer_is_retrieved: bool) -> CellState:
    if row.answer_in_context is None:
        return "unknown"
    if row.answer_in_context:
        return "alive"
    return "lost" if answer_is_retrieved else "none"
