"""Bootstrap resampling of units (instances or clusters) through their sums, all statistics at once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

N_RESAMPLES = 10_000
BLOCK_CELLS = 4_000_000  # resample counts held at once, which bounds memory to some 64 MB


def resampled_sums(unit_sums: Floats, *, n_resamples: int, seed: int) -> Iterator[Floats]:
    """Yield blocks of resampled totals: units drawn with replacement, as many as there are.

    Args:
        unit_sums: (u, k) sums of k quantities within each of u units.
        n_resamples: How many resamples in all.
        seed: Seed of the draw; the same seed and u give the same units, whatever is summed.

    Yields:
        (b, k) totals of b resamples.
    """
    n_units = len(unit_sums)
    rng = np.random.default_rng(seed)
    block = max(1, BLOCK_CELLS // max(n_units, 1))
    for start in range(0, n_resamples, block):
        size = min(block, n_resamples - start)
        drawn = rng.integers(0, n_units, size=(size, n_units), dtype=np.int32)
        drawn += (np.arange(size, dtype=np.int32) * n_units)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=size * n_units).reshape(size, n_units)
        yield counts.astype(np.float64) @ unit_sums


def sums_by_unit(values: Floats, units: npt.NDArray[np.generic]) -> Floats:
    """Return the (u, k) sums of the rows of ``values`` (n, k) that share a unit label (n,), by sorted label."""
    _, index = np.unique(units, return_inverse=True)
    if not len(index):
        return np.zeros((0, values.shape[1]))
    return np.column_stack([np.bincount(index, weights=column) for column in values.T])
