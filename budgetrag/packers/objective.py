"""The submodular objective: relevance, query coverage, representativeness and diversity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from budgetrag.packers.options import check_at_least, check_share
from budgetrag.packers.pool import Floats, Pool

TERM_NAMES = ("relevance", "query_coverage", "representativeness", "diversity")


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the four terms of the objective and the saturation ``alpha``; the defaults are the published ones."""

    relevance: float = 1.0
    query_coverage: float = 0.5
    representativeness: float = 0.4
    diversity: float = 0.3
    alpha: float = 0.3

    def __post_init__(self) -> None:
        for name in TERM_NAMES:
            check_at_least(f"{name} weight", getattr(self, name), 0)
        check_share("alpha", self.alpha)


class Objective:
    """``F(S) = w_r Rel + w_q QueryCov + w_p Repr + w_d Div`` on one pool, each term monotone submodular.

    Rel = sum of relevance / total relevance; QueryCov = share of the question's content terms covered;
    Repr = sum_i min(sum_{j in S} sim(i, j), alpha deg_i) / sum_i alpha deg_i with deg_i = sum_j sim(i, j);
    Div = sum over passages of sqrt(relevance mass of S in it) / sqrt(total relevance).
    A term whose denominator is 0 is 0.

    Source: "What Survives Into Context" (arXiv 2607.00725), after Lin and Bilmes 2011.

    Args:
        pool: The candidates.
        weights: Weights and saturation.
        relevance: (n,) relevance to use instead of the pool's, all >= 0.
    """

    def __init__(self, pool: Pool, weights: Weights, relevance: Floats | None = None) -> None:
        self._pool = pool
        self._relevance = pool.relevance if relevance is None else relevance
        caps = weights.alpha * pool.similarity.sum(axis=1)
        total, n_terms, capacity = float(self._relevance.sum()), pool.terms.shape[1], float(caps.sum())
        self._relevance_gain = weights.relevance * self._relevance / total if total > 0 else 0.0 * self._relevance
        self._term_scale = weights.query_coverage / n_terms if n_terms else 0.0
        self._repr_scale = weights.representativeness / capacity if capacity > 0 else 0.0
        self._div_scale = weights.diversity / np.sqrt(total) if total > 0 else 0.0
        self._open_terms = np.ones(n_terms)
        self._unsaturated = caps
        self._mass = np.zeros(int(pool.passage.max()) + 1 if len(pool.passage) else 0)
        self._open = np.ones(len(self._relevance))
        self._shared = np.empty_like(pool.similarity)

    def gains(self) -> Floats:
        """Return the (4, n) marginal gains of every candidate by term; 0 for the ones already in."""
        mass = self._mass[self._pool.passage]
        np.minimum(self._pool.similarity, self._unsaturated, out=self._shared)
        gains = np.empty((4, len(self._relevance)))
        gains[0] = self._relevance_gain
        gains[1] = self._term_scale * (self._pool.terms @ self._open_terms)
        gains[2] = self._repr_scale * self._shared.sum(axis=1)
        gains[3] = self._div_scale * (np.sqrt(mass + self._relevance) - np.sqrt(mass))
        gains *= self._open
        return gains

    def add(self, i: int) -> None:
        """Put candidate ``i`` into the set."""
        self._open_terms = self._open_terms * (1 - self._pool.terms[i])
        self._unsaturated = np.maximum(self._unsaturated - self._pool.similarity[i], 0.0)
        self._mass[self._pool.passage[i]] += self._relevance[i]
        self._open[i] = 0.0


def objective_value(pool: Pool, order: Sequence[int], weights: Weights, relevance: Floats | None = None) -> float:
    """Return F of the set ``order``, the sum of its members' gains as they are added one by one."""
    objective = Objective(pool, weights, relevance)
    value = 0.0
    for i in order:
        value += float(objective.gains()[:, i].sum())
        objective.add(i)
    return value
