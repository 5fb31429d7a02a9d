"""Association of a feature with quality: correlation, partial correlation, conditional means."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from budgetrag.stats.bootstrap import Estimate, mean_intervals
from budgetrag.stats.resampling import N_RESAMPLES, Floats, resampled_sums, sums_by_unit

Labels = npt.NDArray[np.generic]
TINY = 1e-12


def correlation(x: Floats, y: Floats, *, units: Labels, n_resamples: int = N_RESAMPLES, seed: int = 0) -> Estimate:
    """Return Pearson's r of two columns (n,) with a cluster-bootstrap percentile interval.

    Rows where either is NaN are left out. The p value is two-sided for r = 0, from the same resamples; resamples in
    which a column does not vary have no r and are left out.

    Args:
        x: Feature.
        y: Quality.
        units: (n,) cluster labels (question ids): rows of one cluster are drawn together.
        n_resamples: Resamples.
        seed: Seed of the resampling.
    """
    known = ~(np.isnan(x) | np.isnan(y))
    x, y, units = x[known], y[known], units[known]
    n = len(x)
    n_units = len(np.unique(units))
    blank = Estimate(None, None, None, None, n, n_units, n_resamples, seed)
    for name, column in (("the feature", x), ("the outcome", y)):
        if n < 3 or np.ptp(column) < TINY:
            return _because(blank, "fewer than three rows" if n < 3 else f"{name} does not vary")
    # Centring first keeps the sums of squares exact to rounding.
    x, y = x - x.mean(), y - y.mean()
    sums = sums_by_unit(np.column_stack([np.ones(n), x, y, x * x, y * y, x * y]), units)
    r = float(_pearson(sums.sum(axis=0)[None])[0])
    if n_units < 2:
        return Estimate(r, None, None, None, n, n_units, n_resamples, seed, "one cluster alone has no interval")
    draws = np.concatenate([_pearson(totals) for totals in resampled_sums(sums, n_resamples=n_resamples, seed=seed)])
    draws = draws[~np.isnan(draws)]
    low, high = np.quantile(draws, [0.025, 0.975])
    p = min(1.0, 2 * float(min((draws <= 0).mean(), (draws >= 0).mean())))
    return Estimate(r, float(low), float(high), p, n, n_units, n_resamples, seed)


def _because(blank: Estimate, reason: str) -> Estimate:
    return Estimate(None, None, None, None, blank.n, blank.n_units, blank.n_resamples, blank.seed, reason)


def _pearson(totals: Floats) -> Floats:
    """Return r for every row of totals (b, 6): n, sum x, y, xx, yy, xy; NaN where a column does not vary."""
    n, x, y, xx, yy, xy = totals.T
    spread_x, spread_y = xx - x * x / n, yy - y * y / n
    product = spread_x * spread_y
    varies = (spread_x > TINY) & (spread_y > TINY)
    safe = np.where(varies, product, 1.0)
    return np.where(varies, (xy - x * y / n) / np.sqrt(safe), np.nan)


def partial_correlation(x: Floats, y: Floats, control: Floats) -> float | None:
    """Return the correlation of ``x`` and ``y`` given ``control``, all (n,); None where it is undefined.

    ``(r_xy - r_xz r_yz) / sqrt((1 - r_xz^2) (1 - r_yz^2))`` over the rows known in all three.
    """
    rows = np.column_stack([x, y, control])
    rows = rows[~np.isnan(rows).any(axis=1)]
    if len(rows) < 3 or (np.ptp(rows, axis=0) < TINY).any():
        return None
    r = np.asarray(np.corrcoef(rows, rowvar=False))
    left = (1 - r[0, 2] ** 2) * (1 - r[1, 2] ** 2)
    return float((r[0, 1] - r[0, 2] * r[1, 2]) / np.sqrt(left)) if left > TINY else None


@dataclass(frozen=True, slots=True)
class Conditional:
    """Mean quality with and without a condition, and their difference.

    Attributes:
        present: Mean over rows where the condition is 1.
        absent: Mean over rows where it is 0.
        share_present: Share of rows where it is 1; None without rows.
    """

    present: Estimate
    absent: Estimate
    share_present: float | None


def conditional_means(
    condition: Floats, quality: Floats, *, units: Labels, n_resamples: int = N_RESAMPLES, seed: int = 0
) -> Conditional:
    """Return mean quality (n,) where the condition (n,) is 1 and where it is 0, with cluster-bootstrap intervals.

    Rows where either is NaN are left out.
    """
    known = ~(np.isnan(condition) | np.isnan(quality))
    condition, quality, units = condition[known], quality[known], units[known]
    sides = [
        mean_intervals(quality[side][:, None], units=units[side], n_resamples=n_resamples, seed=seed)[0]
        for side in (condition == 1, condition == 0)
    ]
    return Conditional(sides[0], sides[1], float((condition == 1).mean()) if len(condition) else None)
