"""Naive packing: by relevance until nothing fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from budgetrag.packers.greedy import run_greedy
from budgetrag.packers.options import check_count
from budgetrag.packers.pool import Bools, Floats, Ints, Pool
from budgetrag.packers.selection import OneBudget, Selection


@dataclass(frozen=True, slots=True)
class Naive(OneBudget):
    """Takes candidates by relevance, skipping what does not fit, until nothing fits.

    Attributes:
        max_snippets: The most snippets it keeps.
    """

    max_snippets: int = 8

    def __post_init__(self) -> None:
        check_count("max_snippets", self.max_snippets)

    def sweep(self, pool: Pool, budgets: Sequence[int]) -> list[Selection]:
        """Choose candidates under every budget; each step's score is the relevance."""
        return run_greedy(pool, budgets, _ByRelevance(pool), self.max_snippets)


class _ByRelevance:
    names = ("relevance",)

    def __init__(self, pool: Pool) -> None:
        self._terms = pool.relevance[None, None, :]

    def terms(self) -> Floats:
        return self._terms

    def scores(self, terms: Floats) -> Floats:
        return np.asarray(terms[0])

    def eligible(self, terms: Floats) -> Bools:
        return np.ones(terms.shape[1:], dtype=np.bool_)

    def branch(self, parents: Ints, chosen: Ints) -> None:  # noqa: ARG002 (no state depends on its parent)
        self._terms = np.repeat(self._terms[:, :1], len(chosen), axis=1)
