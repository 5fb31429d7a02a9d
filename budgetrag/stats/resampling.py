"""Bootstrap resampling of units (instances or clusters) through their sums, all statistics at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

N_RESAMPLES = 10_000
KEPT_CELLS = 64_000_000  # resample counts kept for the next statistic, a byte each
BLOCK_CELLS = 500_000  # resample counts multiplied at once
DRAWN_CELLS = 100_000  # drawn at once: small enough for the cache


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
    if n_units * n_resamples <= KEPT_CELLS:
        counts = _kept_counts(n_units, n_resamples, seed)
        block = max(1, BLOCK_CELLS // max(n_units, 1))
        yield from (counts[i : i + block].astype(np.float64) @ unit_sums for i in range(0, n_resamples, block))
        return
    for drawn in _counts(n_units, n_resamples, seed):
        yield drawn.astype(np.float64) @ unit_sums


def _counts(n_units: int, n_resamples: int, seed: int) -> Iterator[npt.NDArray[np.int64]]:
    """Yield (b, u) how often each unit is drawn, in blocks."""
    rng = np.random.default_rng(seed)
    block = max(1, DRAWN_CELLS // max(n_units, 1))
    for start in range(0, n_resamples, block):
        size = min(block, n_resamples - start)
        drawn = rng.integers(0, n_units, size=(size, n_units), dtype=np.int32)
        drawn += (np.arange(size, dtype=np.int32) * n_units)[:, None]
        yield np.bincount(drawn.ravel(), minlength=size * n_units).reshape(size, n_units)


@lru_cache(maxsize=3)
def _kept_counts(n_units: int, n_resamples: int, seed: int) -> npt.NDArray[np.uint8]:
    """Return all counts at once, kept: many statistics of the same questions draw the same ones.

    A byte holds a count: that one unit is drawn more than 255 times happens less than once in 10^400 resamples.
    """
    blocks = [block.astype(np.uint8) for block in _counts(n_units, n_resamples, seed)]
    kept = np.concatenate(blocks) if blocks else np.zeros((0, n_units), np.uint8)
    kept.flags.writeable = False
    return kept


def sums_by_unit(values: Floats, units: npt.NDArray[np.generic]) -> Floats:
    """Return the (u, k) sums of the rows of ``values`` (n, k) that share a unit label (n,), by sorted label."""
    _, index = np.unique(units, return_inverse=True)
    if not len(index):
        return np.zeros((0, values.shape[1]))
    return np.column_stack([np.bincount(index, weights=column) for column in values.T])
