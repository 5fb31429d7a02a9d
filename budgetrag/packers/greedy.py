"""The one greedy loop behind every packer, and the one place where the budget binds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from budgetrag.packers.pool import Bools, Floats, Ints, Pool
from budgetrag.packers.selection import Round, Selection

TIE_DECIMALS = 12  # scores equal to this many decimals are ties, so that rounding noise never decides


class Rule(Protocol):
    """How a packer scores candidates, for s states (selections so far) at once.

    Attributes:
        names: Names of its k terms.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the terms."""

    def terms(self) -> Floats:
        """Return the (k, s, n) gains of every candidate by term."""

    def scores(self, terms: Floats) -> Floats:
        """Return the (s, n) scores that decide."""

    def eligible(self, terms: Floats) -> Bools:
        """Return the (s, n) candidates that may be chosen at all; already chosen ones need not be left out."""

    def branch(self, parents: Ints, chosen: Ints) -> None:
        """Replace the states by new ones: state ``parents[i]`` with candidate ``chosen[i]`` added."""


class Fitting:
    """Growing selections under b budgets: which candidate may still join which.

    Attributes:
        orders: Per budget, the candidate ids chosen so far.
        used_tokens: (b,) tokens of their rendered contexts.
    """

    def __init__(self, pool: Pool, budgets: Sequence[int], max_snippets: int) -> None:
        for budget in budgets:
            if budget < 0:
                raise ValueError(f"budget_tokens must be >= 0, got {budget}")
        self.orders: list[list[int]] = [[] for _ in budgets]
        self.used_tokens = np.zeros(len(budgets), dtype=np.int64)
        self._pool = pool
        self._budgets = np.asarray(budgets, dtype=np.int64)
        self._max_snippets = max_snippets
        self._open = np.ones((len(budgets), len(pool.candidates)), dtype=np.bool_)
        self._n_chosen = np.zeros(len(budgets), dtype=np.int64)

    def best(self, scores: Floats, eligible: Bools) -> Ints:
        """Return, per budget, the eligible candidate with the best score among those that fit; -1 where there is none.

        Ties go to the higher-ranked candidate.

        Args:
            scores: (b, n) scores.
            eligible: (b, n) which candidates may be chosen; chosen ones never are again.
        """
        if not scores.size:
            return np.full(len(self.orders), -1)
        allowed = self._open & eligible & (self._n_chosen < self._max_snippets)[:, None]
        if self._pool.counter.additive:
            allowed &= self._pool.line_tokens <= (self._budgets - self.used_tokens)[:, None]
        ranked = np.where(allowed, np.round(scores, TIE_DECIMALS), -np.inf)
        if not self._pool.counter.additive:
            return np.array([self._first_fitting(row, ranked[row], allowed[row]) for row in range(len(ranked))])
        winners = ranked.argmax(axis=1)
        return np.where(allowed[np.arange(len(winners)), winners], winners, -1)

    def add(self, winners: Ints) -> None:
        """Add ``winners[i]``, which fits, to selection i; -1 adds nothing."""
        rows = np.flatnonzero(winners >= 0)
        chosen = winners[rows]
        self._open[rows, chosen] = False
        self._n_chosen[rows] += 1
        for row, winner in zip(rows.tolist(), chosen.tolist(), strict=True):
            self.orders[row].append(winner)
        if self._pool.counter.additive:
            self.used_tokens[rows] += self._pool.line_tokens[chosen]
        else:
            self.used_tokens[rows] = [self._pool.tokens(self.orders[row]) for row in rows]

    def _first_fitting(self, row: int, ranked: Floats, allowed: Bools) -> int:
        order, left = self.orders[row], self._budgets[row] - self.used_tokens[row]
        for i in np.argsort(-ranked, kind="stable")[: int(allowed.sum())]:
            if self._pool.extra_tokens(order, int(i)) <= left:
                return int(i)
        return -1


def run_greedy(pool: Pool, budgets: Sequence[int], rule: Rule, max_snippets: int) -> list[Selection]:
    """Take the best of what fits until nothing does, under every budget at once.

    Selections that are equal so far share one state of the rule, so budgets cost little more than one.

    Args:
        pool: The candidates.
        budgets: Budgets, in any order.
        rule: How candidates are scored.
        max_snippets: The most snippets kept.

    Returns:
        One selection per budget.
    """
    fitting = Fitting(pool, budgets, max_snippets)
    state = np.zeros(len(budgets), dtype=np.int64)
    rounds: list[Round] = []
    n = max(len(pool.candidates), 1)
    while True:
        terms = rule.terms()
        scores = rule.scores(terms)
        winners = fitting.best(scores[state], rule.eligible(terms)[state])
        going = winners >= 0
        rounds.append(Round(state.copy(), terms, scores))
        if not going.any():
            return [
                Selection(tuple(order), rule.names, tuple(rounds[: len(order) + 1]), row)
                for row, order in enumerate(fitting.orders)
            ]
        fitting.add(winners)
        pairs, state[going] = _distinct(state[going] * n + winners[going])
        state[~going] = 0
        rule.branch(pairs // n, pairs % n)


def _distinct(pairs: Ints) -> tuple[Ints, Ints]:
    """Return the distinct values and each pair's place among them; most often budgets agree, which is told fast."""
    if (pairs == pairs[0]).all():
        return pairs[:1], np.zeros(len(pairs), dtype=np.int64)
    values, places = np.unique(pairs, return_inverse=True)
    return values, places
