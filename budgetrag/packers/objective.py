"""The submodular objective: relevance, query coverage, representativeness and diversity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from budgetrag.packers.options import check_at_least, check_share
from budgetrag.packers.pool import Floats, Ints, Pool

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

    It holds s sets (states) at once, at first the empty one, and gives the marginal gains of every candidate in each.

    Source: "What Survives Into Context" (arXiv 2607.00725), after Lin and Bilmes 2011.

    Args:
        pool: The candidates.
        weights: Weights and saturation.
        relevance: (n,) relevance to use instead of the pool's, all >= 0.
    """

    names = TERM_NAMES

    def __init__(self, pool: Pool, weights: Weights, relevance: Floats | None = None) -> None:
        self._pool = pool
        self._relevance = pool.relevance if relevance is None else relevance
        self._caps = weights.alpha * pool.similarity.sum(axis=1)
        total, n_terms, capacity = float(self._relevance.sum()), pool.terms.shape[1], float(self._caps.sum())
        self._relevance_scale = weights.relevance / total if total > 0 else 0.0
        self._term_scale = weights.query_coverage / n_terms if n_terms else 0.0
        self._repr_scale = weights.representativeness / capacity if capacity > 0 else 0.0
        self._div_scale = weights.diversity / np.sqrt(total) if total > 0 else 0.0
        self._open_terms = np.ones((1, n_terms))
        self._unsaturated = self._caps[None, :]
        self._mass = np.zeros((1, int(pool.passage.max()) + 1 if len(pool.passage) else 0))
        self._open = np.ones((1, len(self._relevance)))

    def terms(self) -> Floats:
        """Return the (4, s, n) marginal gains of every candidate by term; 0 for the ones already in."""
        mass = self._mass[:, self._pool.passage]
        gains = np.empty((4, *self._open.shape))
        gains[0] = self._relevance_scale * self._relevance
        gains[1] = self._term_scale * (self._open_terms @ self._pool.terms.T)
        shared = np.minimum(self._pool.similarity, self._unsaturated[:, None, :])
        gains[2] = self._repr_scale * shared.sum(axis=2)
        gains[3] = self._div_scale * (np.sqrt(mass + self._relevance) - np.sqrt(mass))
        gains *= self._open
        return gains

    def branch(self, parents: Ints, chosen: Ints) -> None:
        """Replace the sets by new ones: set ``parents[i]`` with candidate ``chosen[i]`` added."""
        pool, rows = self._pool, np.arange(len(chosen))
        self._open_terms = self._open_terms[parents] * (1 - pool.terms[chosen])
        self._unsaturated = np.maximum(self._unsaturated[parents] - pool.similarity[chosen], 0.0)
        self._mass, self._open = self._mass[parents], self._open[parents]
        self._mass[rows, pool.passage[chosen]] += self._relevance[chosen]
        self._open[rows, chosen] = 0.0

    def value(self, order: Sequence[int]) -> float:
        """Return F of the set ``order``, from its definition; the sets held do not matter."""
        pool, chosen = self._pool, list(order)
        mass = np.bincount(pool.passage[chosen], weights=self._relevance[chosen])
        return float(
            self._relevance_scale * self._relevance[chosen].sum()
            + self._term_scale * pool.terms[chosen].any(axis=0).sum()
            + self._repr_scale * np.minimum(pool.similarity[chosen].sum(axis=0), self._caps).sum()
            + self._div_scale * np.sqrt(mass).sum()
        )
