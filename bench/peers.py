"""The nearest greedy of apricot-select and submodlib: budgeted, cost-scaled, on the same similarity matrix.

Neither offers the four-term objective. apricot has its coverage term (saturated coverage, the same formula and the
same cost-scaled greedy); submodlib declares saturated coverage without implementing it, so facility location, the
usual coverage function, stands in. (apricot's facility location compiles its kernel anew in every fit, for seconds, so
it is no measure of its greedy.) Both refuse a budget as large as the number of candidates, so budgets and costs are
halved, which is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ALPHA = 0.3
Run = Callable[[int], list[int]]


@dataclass(frozen=True, slots=True)
class Peer:
    """A library's greedy.

    Attributes:
        name: Library, objective and optimiser.
        package: What to import.
        prepare: Takes similarity (n, n) and costs (n,), returns a function of the budget that returns the selection.
            Only that function is timed: whatever a library does once per matrix is left out.
        same_as_coverage: Whether it must choose what the coverage term alone chooses.
    """

    name: str
    package: str
    prepare: Callable[[NDArray[np.float64], NDArray[np.int64]], Run]
    same_as_coverage: bool = False


def _saturated_coverage(optimizer: str) -> Callable[[NDArray[np.float64], NDArray[np.int64]], Run]:
    def prepare(similarity: NDArray[np.float64], costs: NDArray[np.int64]) -> Run:
        from apricot import SaturatedCoverageSelection

        halves = costs / 2

        def run(budget: int) -> list[int]:
            selector = SaturatedCoverageSelection(budget // 2, metric="precomputed", alpha=ALPHA, optimizer=optimizer)
            return [int(i) for i in selector.fit(similarity, sample_cost=halves).ranking]

        return run

    return prepare


def _facility_location(optimizer: str) -> Callable[[NDArray[np.float64], NDArray[np.int64]], Run]:
    def prepare(similarity: NDArray[np.float64], costs: NDArray[np.int64]) -> Run:
        from submodlib import FacilityLocationFunction

        function = FacilityLocationFunction(n=len(costs), mode="dense", sijs=similarity, separate_rep=False)
        halves = (costs / 2).tolist()

        def run(budget: int) -> list[int]:
            chosen = function.maximize(
                budget=budget // 2, optimizer=optimizer, costs=halves, costSensitiveGreedy=True, show_progress=False
            )
            return [i for i, _gain in chosen]

        return run

    return prepare


PEERS = (
    Peer("apricot saturated coverage, naive", "apricot", _saturated_coverage("naive"), same_as_coverage=True),
    Peer("apricot saturated coverage, lazy", "apricot", _saturated_coverage("lazy"), same_as_coverage=True),
    Peer("submodlib facility location, naive", "submodlib", _facility_location("NaiveGreedy")),
    Peer("submodlib facility location, lazy", "submodlib", _facility_location("LazyGreedy")),
)
