"""Incremental validity: what a feature adds to another in explaining quality."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from budgetrag.stats.association import TINY
from budgetrag.stats.resampling import Floats


@dataclass(frozen=True, slots=True)
class Coefficient:
    """One standardised coefficient with its cluster-robust standard error.

    Attributes:
        name: The predictor.
        value: Change of the outcome, in its own units, per standard deviation of the predictor.
        beta: The same in standard deviations of the outcome (fully standardised).
        standard_error: Cluster-robust standard error of ``value``.
        p: Two-sided p value (normal).
    """

    name: str
    value: float
    beta: float
    standard_error: float
    p: float


@dataclass(frozen=True, slots=True)
class IncrementalValidity:
    """R squared of quality on one predictor, and with a second one added.

    Attributes:
        r2_first: R squared on the first predictor alone.
        r2_both: R squared on both.
        coefficients: Of the model with both.
        n: Rows.
        n_clusters: Clusters.
        reason: Why the figures are None; "" otherwise.
    """

    r2_first: float | None
    r2_both: float | None
    coefficients: tuple[Coefficient, ...]
    n: int
    n_clusters: int
    reason: str = ""

    @property
    def delta_r2(self) -> float | None:
        """What the second predictor adds to R squared."""
        return None if self.r2_first is None or self.r2_both is None else self.r2_both - self.r2_first


def incremental_validity(
    outcome: Floats, first: Floats, second: Floats, *, names: tuple[str, str], clusters: npt.NDArray[np.generic]
) -> IncrementalValidity:
    """Regress an outcome (n,) on one predictor, then on two, by least squares with cluster-robust errors.

    Predictors are standardised; the outcome keeps its units in ``value`` (as in the published table) and is
    standardised too in ``beta``. Rows with a NaN are left out.

    Source: statsmodels OLS with ``cov_type="cluster"`` (its small-sample correction on).
    """
    import statsmodels.api as sm

    rows = np.column_stack([outcome, first, second])
    known = ~np.isnan(rows).any(axis=1)
    rows, labels = rows[known], np.unique(clusters[known], return_inverse=True)[1]
    n_clusters = len(np.unique(labels))
    reason = _why_not(rows, n_clusters, names)
    if reason:
        return IncrementalValidity(None, None, (), len(rows), n_clusters, reason)
    y, x = rows[:, 0], (rows[:, 1:] - rows[:, 1:].mean(axis=0)) / rows[:, 1:].std(axis=0)
    alone = sm.OLS(y, sm.add_constant(x[:, :1])).fit()
    both = sm.OLS(y, sm.add_constant(x)).fit(cov_type="cluster", cov_kwds={"groups": labels})
    coefficients = tuple(
        Coefficient(
            name, float(both.params[i]), float(both.params[i] / y.std()), float(both.bse[i]), float(both.pvalues[i])
        )
        for i, name in enumerate(names, start=1)
    )
    return IncrementalValidity(float(alone.rsquared), float(both.rsquared), coefficients, len(rows), n_clusters)


def _why_not(rows: Floats, n_clusters: int, names: tuple[str, str]) -> str:
    if n_clusters < 3:
        return f"at least 3 questions are needed, there are {n_clusters}"
    for name, spread in zip(("the outcome", *names), np.ptp(rows, axis=0), strict=True):
        if spread < TINY:
            return f"{name} does not vary"
    if abs(np.corrcoef(rows[:, 1], rows[:, 2])[0, 1]) > 1 - TINY:
        return f"{names[0]} and {names[1]} are the same up to scale"
    return ""
