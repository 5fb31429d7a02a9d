"""From values to places on a chart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear scale.

    Attributes:
        low: Value at ``start``.
        high: Value at ``end``.
        start: Place of ``low``.
        end: Place of ``high``.
        ticks: Values to mark.
    """

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...]

    @property
    def digits(self) -> int:
        """How many decimals tell the ticks apart, at least two."""
        step = min((b - a for a, b in pairwise(self.ticks)), default=1.0)
        return max(2, -math.floor(math.log10(step) + 1e-9))

    def at(self, value: float) -> float:
        """Return the place of a value."""
        if self.high == self.low:
            return self.start
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def nice_scale(values: Sequence[float], start: float, end: float) -> Scale:
    """Return a scale over the values whose ticks are round numbers, 0 among them if it is in range.

    >>> nice_scale([-0.02, 0.07], 0, 100).ticks
    (-0.02, 0.0, 0.02, 0.04, 0.06, 0.08)
    """
    low, high = min(values), max(values)
    span = high - low or 1.0
    rough = span / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = tuple(round(i * step, 10) + 0.0 for i in range(first, last + 1))
    return Scale(ticks[0], ticks[-1], start, end, ticks)
