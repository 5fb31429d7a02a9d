"""Numbers and sentences as the findings write them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from budgetrag.scope.contrasts import LEVEL, MIN_QUESTIONS, WORTHWHILE, Contrast
from budgetrag.scope.frames import get_metric
from budgetrag.stats.bootstrap import Estimate

MINUS = "\N{MINUS SIGN}"


def signed(value: float | None, digits: int = 3) -> str:
    """Return a difference with its sign, such as +0.022; "" where undefined."""
    if value is None or math.isnan(value):
        return ""
    text = f"{abs(value):.{digits}f}"
    return text if float(text) == 0 else ("+" if value > 0 else MINUS) + text


def plain(value: float | None, digits: int = 3) -> str:
    """Return a level such as 0.451; "" where undefined."""
    if value is None or math.isnan(value):
        return ""
    return f"{value:.{digits}f}".replace("-", MINUS)


def percent(value: float | None) -> str:
    """Return a share such as "81 %"; "" where undefined."""
    return "" if value is None or math.isnan(value) else f"{100 * value:.0f} %"


def interval(estimate: Estimate, *, sign: bool = True) -> str:
    """Return the interval as "+0.002 to +0.041"; the reason where there is none."""
    if estimate.low is None or estimate.high is None:
        return estimate.reason or "no interval"
    write = signed if sign else plain
    return f"{write(estimate.low)} to {write(estimate.high)}"


def p_value(p: float | None, *, n_resamples: int) -> str:
    """Return a p value as written: never 0, since finitely many resamples cannot show that."""
    if p is None:
        return ""
    smallest = max(1 / n_resamples, 0.001)
    return f"< {smallest:g}" if p < smallest else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def counted(estimate: Estimate) -> str:
    """Return how many pairs and questions an estimate rests on."""
    n, units = estimate.n, estimate.n_units
    if n == units:
        return f"n = {n:,} questions"
    return f"n = {n:,} pairs of {units:,} questions"


def effect(contrast: Contrast) -> str:
    """Return one sentence on a contrast, hedged unless it is significant after correction."""
    label, found = get_metric(contrast.metric).label, contrast.estimate
    first, second = contrast.versus.first, contrast.versus.second
    if found.value is None:
        return f"{first} and {second} cannot be compared on {label}: {found.reason}."
    size = f"{signed(found.value)} {label}, 95 % interval {interval(found)}"
    if not contrast.has_enough:
        return (
            f"Too few questions to compare {first} with {second} ({size}): {found.n_units} of the {MIN_QUESTIONS} "
            "that any verdict takes."
        )
    if contrast.is_significant:
        verb = "beats" if found.value > 0 else "is worse than"
        return f"{first} {verb} {second}: {size}."
    excludes_none = found.low is not None and found.high is not None and not found.low <= 0 <= found.high
    hedge = " after correction" if excludes_none else ""
    return f"No difference between {first} and {second} can be told{hedge}: {size}{limit(contrast)}."


def limit(contrast: Contrast) -> str:
    """Return what so many questions could not have shown, as the end of a sentence."""
    parts = []
    if contrast.detectable is not None:
        parts.append(f"so many questions would only show a difference of {plain(contrast.detectable)} or more")
    if contrast.state == "undecided" and contrast.needed is not None:
        parts.append(f"about {more(contrast):,} more would show {WORTHWHILE:g}")
    return "; " + ", ".join(parts) if parts else ""


def more(contrast: Contrast) -> int:
    """Return how many more questions would decide, to two figures."""
    missing = max((contrast.needed or 0) - contrast.estimate.n_units, 1)
    digits = max(len(str(missing)) - 2, 0)
    return math.ceil(missing / int(10**digits)) * int(10**digits)


def correction(family: Sequence[Contrast]) -> str:
    """Return how the p values of a family were corrected."""
    n = sum(each.estimate.p is not None for each in family)
    return "one test, uncorrected" if n == 1 else f"Benjamini-Hochberg over {n} contrasts, level {LEVEL:g}"


def listed(names: Sequence[str], word: str = "and") -> str:
    """Return names as "a, b and c"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {word} {names[-1]}" if names else ""
