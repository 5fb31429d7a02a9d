"""Association of a feature with quality: correlation, partial correlation, what it adds, conditional means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from budgetrag.stats.bootstrap import Estimate, blank, mean_intervals, summary
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
    names = ("the feature", "the outcome")
    return _of_correlations([x, y], names, lambda r: r[:, 0, 1], units, n_resamples, seed)


def partial_correlation(
    x: Floats, y: Floats, control: Floats, *, units: Labels, n_resamples: int = N_RESAMPLES, seed: int = 0
) -> Estimate:
    """Return the correlation of ``x`` and ``y`` given ``control``, all (n,), with a cluster-bootstrap interval.

    ``(r_xy - r_xz r_yz) / sqrt((1 - r_xz^2) (1 - r_yz^2))`` over the rows known in all three. See ``correlation``.
    """
    names = ("the feature", "the outcome", "the control")
    return _of_correlations([x, y, control], names, _partial, units, n_resamples, seed)


def correlation_difference(
    first: Floats, second: Floats, outcome: Floats, *, units: Labels, n_resamples: int = N_RESAMPLES, seed: int = 0
) -> Estimate:
    """Return how much more ``first`` correlates with ``outcome`` than ``second`` does, all (n,), with its interval.

    ``r_1y - r_2y`` over the rows known in all three, both from the same resamples: the two share the outcome, so that
    whether their own intervals overlap is no test of it. See ``correlation``.
    """
    names = ("the first feature", "the second feature", "the outcome")
    columns = [first, second, outcome]
    return _of_correlations(columns, names, lambda r: r[:, 0, 2] - r[:, 1, 2], units, n_resamples, seed)


def added_r2(
    first: Floats, second: Floats, outcome: Floats, *, units: Labels, n_resamples: int = N_RESAMPLES, seed: int = 0
) -> Estimate:
    """Return what ``second`` adds to ``first`` in R squared of ``outcome``, all (n,), with its interval.

    ``(r_y2 - r_y1 r_12)^2 / (1 - r_12^2)``: the squared semi-partial correlation (Cohen 1988). Its p value is None: it
    cannot be negative, so an interval that starts above 0 is no test of it; use the coefficient's.
    """
    names = ("the first predictor", "the second predictor", "the outcome")
    found = _of_correlations([first, second, outcome], names, _semipartial_squared, units, n_resamples, seed)
    return replace(found, p=None)


def _of_correlations(
    columns: list[Floats],
    names: tuple[str, ...],
    statistic: Callable[[Floats], Floats],
    units: Labels,
    n_resamples: int,
    seed: int,
) -> Estimate:
    """Return a statistic of the correlation matrix (b, k, k) of ``columns``, with its cluster-bootstrap interval."""
    rows = np.column_stack(columns)
    known = ~np.isnan(rows).any(axis=1)
    rows, units = rows[known], units[known]
    n, n_units = len(rows), len(np.unique(units))
    why = _why_not(rows, names)
    if why:
        return blank(n, n_units, n_resamples, seed, why)
    # Centring and scaling first keep the sums of squares exact to rounding.
    rows = (rows - rows.mean(axis=0)) / rows.std(axis=0)
    products = [rows[:, i] * rows[:, j] for i in range(rows.shape[1]) for j in range(i, rows.shape[1])]
    sums = sums_by_unit(np.column_stack([np.ones(n), rows, *products]), units)
    k = rows.shape[1]
    value = float(statistic(_correlations(sums.sum(axis=0)[None], k))[0])
    if np.isnan(value):
        return blank(n, n_units, n_resamples, seed, "two of the columns are the same up to scale")
    if n_units < 2:
        return replace(blank(n, n_units, n_resamples, seed, "one question alone has no interval"), value=value)
    blocks = resampled_sums(sums, n_resamples=n_resamples, seed=seed)
    draws = np.concatenate([statistic(_correlations(totals, k)) for totals in blocks])
    draws = draws[~np.isnan(draws)]
    if not len(draws):
        return replace(blank(n, n_units, n_resamples, seed, "no resample varies: too few questions"), value=value)
    low, high, p = summary(draws[:, None])
    return Estimate(value, float(low[0]), float(high[0]), float(p[0]), n, n_units, n_resamples, seed)


def _why_not(rows: Floats, names: tuple[str, ...]) -> str:
    if len(rows) < 3:
        return f"at least 3 rows are needed, there are {len(rows)}"
    for name, spread in zip(names, np.ptp(rows, axis=0), strict=True):
        if spread < TINY:
            return f"{name} does not vary"
    return ""


def _correlations(totals: Floats, k: int) -> Floats:
    """Return the (b, k, k) correlations of every row of totals: n, k sums, sums of products i <= j; NaN if constant."""
    n, sums = totals[:, 0], totals[:, 1 : k + 1]
    upper = np.triu_indices(k)
    cross = np.zeros((len(totals), k, k))
    cross[:, upper[0], upper[1]] = totals[:, k + 1 :] - sums[:, upper[0]] * sums[:, upper[1]] / n[:, None]
    spread = cross[:, range(k), range(k)]
    scale = np.sqrt(np.where(spread > TINY * n[:, None], spread, np.nan))
    r: Floats = np.clip(cross / (scale[:, :, None] * scale[:, None, :]), -1.0, 1.0)
    lower = np.tril_indices(k, -1)
    r[:, lower[0], lower[1]] = r[:, lower[1], lower[0]]
    return r


def _partial(r: Floats) -> Floats:
    left = (1 - r[:, 0, 2] ** 2) * (1 - r[:, 1, 2] ** 2)
    scale = np.sqrt(np.where(left > TINY, left, np.nan))
    return np.asarray(np.clip((r[:, 0, 1] - r[:, 0, 2] * r[:, 1, 2]) / scale, -1.0, 1.0))


def _semipartial_squared(r: Floats) -> Floats:
    left = 1 - r[:, 0, 1] ** 2
    return np.asarray((r[:, 1, 2] - r[:, 0, 2] * r[:, 0, 1]) ** 2 / np.where(left > TINY, left, np.nan))


@dataclass(frozen=True, slots=True)
class Conditional:
    """Mean quality with and without a condition, and their difference.

    Attributes:
        present: Mean over rows where the condition is 1.
        absent: Mean over rows where it is 0.
        gap: ``present - absent``.
        share_present: Share of rows where it is 1; None without rows.
    """

    present: Estimate
    absent: Estimate
    gap: Estimate
    share_present: float | None


def conditional_means(
    condition: Floats, quality: Floats, *, units: Labels, n_resamples: int = N_RESAMPLES, seed: int = 0
) -> Conditional:
    """Return mean quality (n,) where the condition (n,) is 1 and where it is 0, with cluster-bootstrap intervals.

    Rows where either is NaN are left out. The gap is resampled by cluster over both sides together.
    """
    known = ~(np.isnan(condition) | np.isnan(quality))
    condition, quality, units = condition[known], quality[known], units[known]
    sides = [
        mean_intervals(quality[side][:, None], units=units[side], n_resamples=n_resamples, seed=seed)[0]
        for side in (condition == 1, condition == 0)
    ]
    gap = _gap(condition, quality, units, n_resamples, seed)
    return Conditional(sides[0], sides[1], gap, float((condition == 1).mean()) if len(condition) else None)


def _gap(condition: Floats, quality: Floats, units: Labels, n_resamples: int, seed: int) -> Estimate:
    n, n_units = len(condition), len(np.unique(units))
    here = (condition == 1).astype(np.float64)
    if not 0 < here.sum() < n:
        return blank(n, n_units, n_resamples, seed, "one of the two sides has no rows")
    value = float(quality[here == 1].mean() - quality[here == 0].mean())
    if n_units < 2:
        return replace(blank(n, n_units, n_resamples, seed, "one question alone has no interval"), value=value)
    sums = sums_by_unit(np.column_stack([here * quality, here, (1 - here) * quality, 1 - here]), units)
    totals = np.concatenate(list(resampled_sums(sums, n_resamples=n_resamples, seed=seed)))
    totals = totals[(totals[:, 1] > 0) & (totals[:, 3] > 0)]
    draws = totals[:, 0] / totals[:, 1] - totals[:, 2] / totals[:, 3]
    low, high, p = summary(draws[:, None])
    return Estimate(value, float(low[0]), float(high[0]), float(p[0]), n, n_units, n_resamples, seed)
