"""Iso-quality: the cheapest budget of one policy that is as good as another at its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from budgetrag.stats.bootstrap import Estimate, mean_intervals
from budgetrag.stats.resampling import N_RESAMPLES, Floats

MARGIN = 0.02


@dataclass(frozen=True, slots=True)
class IsoQuality:
    """The cheapest budget of A that is not worse than B at its budget.

    Attributes:
        budget: A's budget; None if none qualifies.
        reference_budget: B's budget.
        difference: A at ``budget`` minus B at ``reference_budget``.
        margin: How much worse still counts as "not worse".
        saved_share: 1 - budget / reference_budget; None if there is no budget.
        tried: Budget of A -> its difference from B at its budget, ascending.
    """

    budget: int | None
    reference_budget: int
    difference: Estimate | None
    margin: float
    saved_share: float | None
    tried: Mapping[int, Estimate]


def iso_quality(
    quality_by_budget: Mapping[int, Floats],
    reference: Floats,
    reference_budget: int,
    *,
    units: npt.NDArray[np.generic] | None = None,
    margin: float = MARGIN,
    n_resamples: int = N_RESAMPLES,
    seed: int = 0,
) -> IsoQuality:
    """Find the cheapest budget of A whose quality is not worse than B's by more than a margin.

    "Not worse" is non-inferiority: the lower end of the 95 % interval of A - B lies above -``margin``, so that few
    questions cannot pass for equality.

    Args:
        quality_by_budget: A's budget -> (n,) quality.
        reference: (n,) quality of B on the same instances.
        reference_budget: B's budget.
        units: (n,) cluster labels for the bootstrap; None draws instances.
        margin: Largest loss that still counts as not worse, >= 0.
        n_resamples: Resamples.
        seed: Seed of the resampling.
    """
    budgets = sorted(quality_by_budget)
    if not budgets:
        return IsoQuality(None, reference_budget, None, margin, None, {})
    differences = np.column_stack([quality_by_budget[budget] - reference for budget in budgets])
    found = mean_intervals(differences, units=units, n_resamples=n_resamples, seed=seed)
    tried = dict(zip(budgets, found, strict=True))
    for budget, difference in tried.items():
        if difference.low is not None and difference.low > -margin:
            return IsoQuality(budget, reference_budget, difference, margin, 1 - budget / reference_budget, tried)
    return IsoQuality(None, reference_budget, None, margin, None, tried)
