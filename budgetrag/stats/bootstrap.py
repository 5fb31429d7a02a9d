"""Paired bootstrap: is a mean difference real?"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from budgetrag.stats.resampling import N_RESAMPLES, Floats, resampled_sums, sums_by_unit

ZERO = 1e-12  # a mean this close to 0 is an exact tie that rounding has disturbed


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its bootstrap interval; ``reason`` says why what is None could not be had.

    Attributes:
        value: The mean.
        low: Lower end of the 95 % percentile interval.
        high: Upper end.
        p: Two-sided p = min(1, 2 min(P(d <= 0), P(d >= 0))) over the resamples.
        n: Rows it was computed from (missing ones left out).
        n_units: Resampled units: as many as rows, or the clusters.
        n_resamples: Resamples.
        seed: Seed of the resampling.
        reason: Why something is None; "" otherwise.
    """

    value: float | None
    low: float | None
    high: float | None
    p: float | None
    n: int
    n_units: int
    n_resamples: int
    seed: int
    reason: str = ""


def blank(n: int, n_units: int, n_resamples: int, seed: int, reason: str) -> Estimate:
    """Return an estimate that could not be had, with its reason."""
    return Estimate(None, None, None, None, n, n_units, n_resamples, seed, reason)


def summary(draws: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the 2.5 % and 97.5 % points and the two-sided p value of every column of draws (b, k), each (k,)."""
    low, high = np.quantile(draws, [0.025, 0.975], axis=0)
    tails = np.minimum((draws <= 0).mean(axis=0), (draws >= 0).mean(axis=0))
    return low, high, np.minimum(1.0, 2 * tails)


def mean_intervals(
    values: Floats,
    *,
    units: npt.NDArray[np.generic] | None = None,
    n_resamples: int = N_RESAMPLES,
    seed: int = 0,
) -> list[Estimate]:
    """Return the mean of every column with its bootstrap interval, the columns resampled together.

    For a paired contrast the values are the differences of the pairs. Rows with a NaN are left out, column by column.

    Source: Efron and Tibshirani 1993 (percentile interval); DESIGN section 4 (p value).

    Args:
        values: (n, k) values, or differences.
        units: (n,) cluster labels: rows of one cluster are drawn together (cluster bootstrap). None draws rows.
        n_resamples: Resamples.
        seed: Seed of the resampling.

    Returns:
        k estimates.

    Raises:
        ValueError: If the shapes do not fit or ``n_resamples`` is below 1.
    """
    if values.ndim != 2 or (units is not None and len(units) != len(values)):
        n_labels = 0 if units is None else len(units)
        raise ValueError(f"values must be (n, k) with n unit labels, got {values.shape} and {n_labels} labels")
    if n_resamples < 1:
        raise ValueError(f"n_resamples must be >= 1, got {n_resamples}")
    known = ~np.isnan(values)
    labels = np.arange(len(values)) if units is None else units
    if not len(values):
        return [blank(0, 0, n_resamples, seed, "no rows with a value")] * values.shape[1]
    estimates: dict[int, Estimate] = {}
    # Columns that are known on the same rows are resampled together: same units, one pass.
    for pattern in np.unique(known, axis=1).T:
        columns = np.flatnonzero((known == pattern[:, None]).all(axis=0))
        chosen = values[np.ix_(pattern, columns)]
        for column, estimate in zip(
            columns, _intervals(chosen, labels[pattern], n_resamples=n_resamples, seed=seed), strict=True
        ):
            estimates[int(column)] = estimate
    return [estimates[i] for i in range(values.shape[1])]


def paired_difference(
    first: Floats,
    second: Floats,
    *,
    units: npt.NDArray[np.generic] | None = None,
    n_resamples: int = N_RESAMPLES,
    seed: int = 0,
) -> Estimate:
    """Return the mean of ``first - second`` over pairs (n,) with its interval; see :func:`mean_intervals`."""
    differences = (first - second)[:, None]
    return mean_intervals(differences, units=units, n_resamples=n_resamples, seed=seed)[0]


def _intervals(values: Floats, units: npt.NDArray[np.generic], *, n_resamples: int, seed: int) -> list[Estimate]:
    n, k = values.shape
    if n == 0:
        return [blank(0, 0, n_resamples, seed, "no rows with a value")] * k
    observed = _clean(values.mean(axis=0))
    sums = sums_by_unit(np.column_stack([values, np.ones(n)]), units)
    if len(sums) < 2:
        alone = blank(n, 1, n_resamples, seed, "one question alone has no interval")
        return [replace(alone, value=float(mean)) for mean in observed]
    blocks = [totals[:, :k] / totals[:, k:] for totals in resampled_sums(sums, n_resamples=n_resamples, seed=seed)]
    low, high, p = summary(_clean(np.concatenate(blocks)))
    return [
        Estimate(float(observed[j]), float(low[j]), float(high[j]), float(p[j]), n, len(sums), n_resamples, seed)
        for j in range(k)
    ]


def _clean(means: Floats) -> Floats:
    """Return means with exact ties that rounding has disturbed set back to 0."""
    return np.where(np.abs(means) < ZERO, 0.0, means)
