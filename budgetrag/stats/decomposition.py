"""Where a contrast comes from: the questions whose answer entered or left the context."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetrag.stats.resampling import Floats

PARTS = ("gained", "lost", "both", "neither")


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a contrast.

    Attributes:
        name: "gained" (answer in the first context only), "lost" (in the second only), "both" or "neither".
        n: Instances.
        contribution: Their share of the contrast: sum of their differences / all instances.
        mean_difference: Mean difference within the part; None if it is empty.
    """

    name: str
    n: int
    contribution: float
    mean_difference: float | None


@dataclass(frozen=True, slots=True)
class Decomposition:
    """A contrast split into four parts whose contributions sum to it exactly (up to rounding).

    Attributes:
        contrast: Mean difference over all instances; None without instances.
        n: Instances.
        parts: The four parts, in the order of ``PARTS``.
    """

    contrast: float | None
    n: int
    parts: tuple[Part, ...]


def decompose(
    first_quality: Floats, second_quality: Floats, first_has_answer: Floats, second_has_answer: Floats
) -> Decomposition:
    """Split the mean of ``first - second`` by whether the answer is in either context.

    Instances (n,) with a NaN in any column are left out: the split is exact on the rest.
    """
    rows = np.column_stack([first_quality, second_quality, first_has_answer, second_has_answer])
    rows = rows[~np.isnan(rows).any(axis=1)]
    n = len(rows)
    difference = rows[:, 0] - rows[:, 1]
    has_first, has_second = rows[:, 2] == 1, rows[:, 3] == 1
    masks = (has_first & ~has_second, ~has_first & has_second, has_first & has_second, ~has_first & ~has_second)
    parts = tuple(
        Part(
            name,
            int(mask.sum()),
            float(difference[mask].sum() / n) if n else 0.0,
            float(difference[mask].mean()) if mask.any() else None,
        )
        for name, mask in zip(PARTS, masks, strict=True)
    )
    return Decomposition(float(difference.mean()) if n else None, n, parts)
