"""What so many questions could have shown."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from budgetrag.stats.resampling import Floats


def smallest_detectable_difference(differences: Floats, *, power: float = 0.8, alpha: float = 0.05) -> float | None:
    """Return the smallest true mean difference that so many pairs would show with the given power.

    ``(z_{1 - alpha/2} + z_power) sd / sqrt(n)``, two-sided, normal approximation, sd of the paired differences (n,).
    None for fewer than two pairs.

    Source: Cohen 1988, the paired case.

    Raises:
        ValueError: If ``power`` or ``alpha`` is not between 0 and 1.
    """
    known = differences[~np.isnan(differences)]
    if len(known) < 2:
        return None
    return _z(power, alpha) * float(known.std(ddof=1)) / math.sqrt(len(known))


def pairs_needed(differences: Floats, target: float, *, power: float = 0.8, alpha: float = 0.05) -> int | None:
    """Return how many pairs would show a true mean difference of ``target``, given the spread seen in (n,) pairs.

    None for fewer than two pairs or a target of 0.
    """
    known = differences[~np.isnan(differences)]
    if len(known) < 2 or target == 0:
        return None
    return max(2, math.ceil((_z(power, alpha) * float(known.std(ddof=1)) / target) ** 2))


def _z(power: float, alpha: float) -> float:
    for name, value in (("power", power), ("alpha", alpha)):
        if not 0 < value < 1:
            raise ValueError(f"{name} must be between 0 and 1, got {value}")
    return NormalDist().inv_cdf(1 - alpha / 2) + NormalDist().inv_cdf(power)
