"""Correction for many tests at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def benjamini_hochberg(p_values: Sequence[float | None]) -> list[float | None]:
    """Return p values adjusted to control the false discovery rate within the family given.

    A missing p value stays missing and does not count as a test.

    Source: Benjamini and Hochberg 1995 (step-up).

    Raises:
        ValueError: If a p value is outside [0, 1].
    """
    known = [i for i, p in enumerate(p_values) if p is not None]
    given = np.array([p_values[i] for i in known], dtype=np.float64)
    if len(given) and not ((given >= 0) & (given <= 1)).all():
        raise ValueError(f"p values must be in [0, 1], got {given[(given < 0) | (given > 1) | np.isnan(given)][0]}")
    adjusted: list[float | None] = [None] * len(p_values)
    order = np.argsort(given, kind="stable")
    stepped = given[order] * len(given) / np.arange(1, len(given) + 1)
    for i, q in zip(order, np.minimum.accumulate(stepped[::-1])[::-1], strict=True):
        adjusted[known[i]] = float(min(1.0, q))
    return adjusted
