"""What a perfect choice of policy per question would reach: headroom, never a method."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetrag.stats.resampling import Floats

TIE = 1e-12


@dataclass(frozen=True, slots=True)
class Headroom:
    """The oracle beside the best fixed policy.

    Attributes:
        oracle: Mean over instances of the best policy's quality; None without instances.
        best_policy: The policy with the best mean (the first of equals).
        best_fixed: Its mean.
        tied_best_share: policy -> share of instances on which no other policy is better.
        n: Instances known for every policy.
    """

    oracle: float | None
    best_policy: str | None
    best_fixed: float | None
    tied_best_share: dict[str, float]
    n: int


def headroom(quality: dict[str, Floats]) -> Headroom:
    """Compare policies instance by instance.

    Args:
        quality: policy -> (n,) quality, the same instances in the same order; instances with a NaN are left out.
    """
    names = list(quality)
    table = np.column_stack([quality[name] for name in names]) if names else np.empty((0, 0))
    table = table[~np.isnan(table).any(axis=1)] if table.size else table
    if not table.size:
        return Headroom(None, None, None, {}, 0)
    best, means = table.max(axis=1), table.mean(axis=0)
    tied = (table >= best[:, None] - TIE).mean(axis=0)
    winner = int(means.argmax())
    shares = dict(zip(names, tied.tolist(), strict=True))
    return Headroom(float(best.mean()), names[winner], float(means[winner]), shares, len(table))
