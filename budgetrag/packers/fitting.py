"""The one place where the budget binds: which candidate may still join a growing selection."""

from __future__ import annotations

import numpy as np

from budgetrag.packers.pool import Bools, Floats, Pool

TIE_DECIMALS = 12  # scores equal to this many decimals are ties, so that rounding noise never decides


class Fitting:
    """A growing selection under a budget.

    Attributes:
        order: Candidate ids chosen so far.
        used_tokens: Tokens of their rendered context.
    """

    def __init__(self, pool: Pool, budget_tokens: int, max_snippets: int) -> None:
        if budget_tokens < 0:
            raise ValueError(f"budget_tokens must be >= 0, got {budget_tokens}")
        self.order: list[int] = []
        self.used_tokens = 0
        self._pool = pool
        self._budget_tokens = budget_tokens
        self._max_snippets = max_snippets

    def needed(self, i: int) -> int:
        """Return the tokens by which candidate ``i`` would make the rendered context grow."""
        if self._pool.counter.additive:
            return int(self._pool.line_tokens[i])
        return self._pool.tokens([*self.order, i]) - self.used_tokens

    def fits(self, i: int) -> bool:
        """Return whether the rendered context with candidate ``i`` added keeps the budget."""
        return self.used_tokens + self.needed(i) <= self._budget_tokens

    def best(self, scores: Floats, eligible: Bools) -> int | None:
        """Return the eligible candidate with the best score among those that fit, ties to the higher-ranked.

        Args:
            scores: (n,) scores.
            eligible: (n,) which candidates may be chosen at all; chosen ones never are.

        Returns:
            The candidate, or None when nothing fits or the snippet cap is reached.
        """
        if len(self.order) >= self._max_snippets or not len(scores):
            return None
        open_ = eligible.copy()
        open_[self.order] = False
        if self._pool.counter.additive:
            open_ &= self._pool.line_tokens <= self._budget_tokens - self.used_tokens
        rounded = np.where(open_, np.round(scores, TIE_DECIMALS), -np.inf)
        if self._pool.counter.additive:
            winner = int(rounded.argmax())
            return winner if open_[winner] else None
        ranked = np.argsort(-rounded, kind="stable")[: int(open_.sum())]
        return next((int(i) for i in ranked if self.fits(int(i))), None)

    def add(self, i: int) -> None:
        """Add candidate ``i``, which fits."""
        self.used_tokens += self.needed(i)
        self.order.append(i)
