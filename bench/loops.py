"""The six policies in plain Python: steps x candidates x items, no arrays. Each returns the chosen ids in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from budgetrag.packers import Pool
from budgetrag.packers.bridge import Bridge

MAX_SNIPPETS = 8
DECIMALS = 12  # scores equal to this many decimals are ties


@dataclass(frozen=True, slots=True)
class Problem:
    """One pool as plain lists: what the loops read."""

    relevance: list[float]
    linked: list[float]
    costs: list[int]
    passages: list[int]
    terms: list[set[int]]
    n_terms: int
    similarity: list[list[float]]
    overlap: list[list[float]]

    @classmethod
    def of(cls, pool: Pool) -> Problem:
        """Copy the arrays of ``pool``."""
        return cls(
            relevance=pool.relevance.tolist(),
            linked=(pool.relevance + Bridge().links(pool)).tolist(),
            costs=pool.line_tokens.tolist(),
            passages=pool.passage.tolist(),
            terms=[set(row.nonzero()[0].tolist()) for row in pool.terms],
            n_terms=pool.terms.shape[1],
            similarity=pool.similarity.tolist(),
            overlap=pool.overlap.tolist(),
        )


def naive(problem: Problem, budget: int) -> list[int]:
    """By relevance."""
    return _grow(problem, budget, lambda i, _chosen: problem.relevance[i])


def focused(problem: Problem, budget: int) -> list[int]:
    """Relevance, new question terms, new passages; near-duplicates skipped."""

    def score(i: int, chosen: list[int]) -> float | None:
        if any(problem.overlap[i][j] > 0.8 for j in chosen):
            return None
        covered = {term for j in chosen for term in problem.terms[j]}
        query = 0.55 * len(problem.terms[i] - covered) / max(problem.n_terms, 1)
        return problem.relevance[i] + query + 0.15 * (problem.passages[i] not in {problem.passages[j] for j in chosen})

    return _grow(problem, budget, score)


def mmr(problem: Problem, budget: int) -> list[int]:
    """Scaled relevance against the largest similarity to what is chosen."""
    low, high = min(problem.relevance), max(problem.relevance)
    spread = (high - low) or 1.0

    def score(i: int, chosen: list[int]) -> float:
        redundancy = max((problem.similarity[i][j] for j in chosen), default=0.0)
        return 0.7 * (problem.relevance[i] - low) / spread - 0.3 * redundancy

    return _grow(problem, budget, score)


def submodular(problem: Problem, budget: int, exponent: float = 1.0, relevance: list[float] | None = None) -> list[int]:
    """Cost-scaled greedy on the published objective, then the best single candidate if that is better."""
    relevance = problem.relevance if relevance is None else relevance
    n, total = len(relevance), sum(relevance)
    caps = [0.3 * sum(row) for row in problem.similarity]
    capacity = sum(caps)
    shown, covered, mass = [0.0] * n, set[int](), [0.0] * (max(problem.passages) + 1)
    gains = [0.0] * n
    first: list[float] = []
    reached = 0.0

    def score(i: int, _chosen: list[int]) -> float | None:
        coverage = 0.0
        row = problem.similarity[i]
        for j in range(n):
            coverage += min(shown[j] + row[j], caps[j]) - shown[j]
        home = mass[problem.passages[i]]
        gains[i] = (
            relevance[i] / total
            + (0.5 * len(problem.terms[i] - covered) / problem.n_terms if problem.n_terms else 0.0)
            + 0.4 * coverage / capacity
            + 0.3 * (sqrt(home + relevance[i]) - sqrt(home)) / sqrt(total)
        )
        return gains[i] / max(problem.costs[i], 1) ** exponent if gains[i] > 0 else None

    def after(i: int) -> None:
        nonlocal reached
        first[:] = first or gains
        reached += gains[i]
        covered.update(problem.terms[i])
        mass[problem.passages[i]] += relevance[i]
        for j in range(n):
            shown[j] = min(shown[j] + problem.similarity[i][j], caps[j])

    chosen = _grow(problem, budget, score, after)
    singles = [(round(first[i], DECIMALS), -i) for i in range(n) if first and problem.costs[i] <= budget]
    best_gain, best = max(singles, default=(0.0, 0))
    return [-best] if best_gain > reached + 1e-12 else chosen


def half(problem: Problem, budget: int) -> list[int]:
    """The same with cost exponent 0.5."""
    return submodular(problem, budget, 0.5)


def bridge(problem: Problem, budget: int) -> list[int]:
    """The same on relevance plus link."""
    return submodular(problem, budget, 0.5, problem.linked)


def _grow(
    problem: Problem,
    budget: int,
    score: Callable[[int, list[int]], float | None],
    after: Callable[[int], None] = lambda _i: None,
) -> list[int]:
    chosen: list[int] = []
    left = budget
    while len(chosen) < MAX_SNIPPETS:
        best, best_score = -1, float("-inf")
        for i, cost in enumerate(problem.costs):
            if cost <= left and i not in chosen:
                value = score(i, chosen)
                if value is not None and round(value, DECIMALS) > best_score:
                    best, best_score = i, round(value, DECIMALS)
        if best < 0:
            break
        chosen.append(best)
        left -= problem.costs[best]
        after(best)
    return chosen
