"""Contrasts: how much better one policy is than another, per budget, reader or data set, corrected as a family."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pandas as pd

from budgetrag.scope.frames import Versus, matrix, pairs, unit_means
from budgetrag.stats.bootstrap import Estimate, mean_intervals
from budgetrag.stats.multiple import benjamini_hochberg
from budgetrag.stats.power import pairs_needed, smallest_detectable_difference
from budgetrag.stats.resampling import N_RESAMPLES, Floats

LEVEL = 0.05
# The published win is 0.022 F1: a gain smaller than two points is not worth a change of packer.
WORTHWHILE = 0.02
# Below this many questions a percentile interval is too narrow to be believed.
MIN_QUESTIONS = 30


@dataclass(frozen=True, slots=True)
class Contrast:
    """One contrast of a family.

    Attributes:
        versus: The two policies.
        metric: The metric compared.
        group: Its place in the family: a budget, a reader or a data set.
        first_mean: Mean of the first policy over the pairs.
        second_mean: Mean of the second.
        estimate: Mean difference, with interval and p.
        adjusted_p: p after Benjamini-Hochberg over the family; None where p is.
        detectable: Smallest true difference so many questions would show four times in five.
        needed: Questions that would show a difference of ``WORTHWHILE`` (of half of it, if so many are there) four
            times in five; None where the spread is unknown or the questions suffice.
    """

    versus: Versus
    metric: str
    group: str | int
    first_mean: float | None
    second_mean: float | None
    estimate: Estimate
    adjusted_p: float | None = None
    detectable: float | None = None
    needed: int | None = None

    @property
    def is_significant(self) -> bool:
        """Whether the corrected p is below 0.05 and the interval leaves out 0."""
        low, high = self.estimate.low, self.estimate.high
        if self.adjusted_p is None or low is None or high is None:
            return False
        return self.adjusted_p < LEVEL and (low > 0 or high < 0)

    @property
    def has_enough(self) -> bool:
        """Whether there are enough questions for a verdict."""
        return self.estimate.n_units >= MIN_QUESTIONS

    @property
    def state(self) -> str:
        """Return "pays", "reversed", "no gain" (less than ``WORTHWHILE`` at best) or "undecided"."""
        if not self.has_enough or self.estimate.high is None:
            return "undecided"
        if self.is_significant:
            return "pays" if (self.estimate.value or 0) > 0 else "reversed"
        return "no gain" if self.estimate.high < WORTHWHILE else "undecided"


def contrasts(
    outcomes: pd.DataFrame,
    versus: Sequence[Versus],
    metric: str,
    *,
    by: str,
    groups: Sequence[str | int],
    n_resamples: int = N_RESAMPLES,
    seed: int = 0,
) -> tuple[Contrast, ...]:
    """Return every contrast in every group, corrected together.

    Resampled by question (see ``frames.units``), all columns that have the same questions at once.
    Differs from the published analysis, which draws (seed, question) instances: the same where no question recurs.

    Args:
        outcomes: One row per question x policy x budget x reader, of one reader unless ``by`` is "reader", of one
            budget unless it is "budget_tokens".
        versus: Pairs of policies.
        metric: One of ``frames.METRICS``.
        by: The column whose values are the groups.
        groups: Its values, in the order wanted.
        n_resamples: Resamples.
        seed: Seed of the resampling.
    """
    places = {group: i for i, group in enumerate(groups)}
    frames = []
    for i, each in enumerate(versus):
        paired = pairs(outcomes, each, metric)
        place = paired[by].map(places).astype("float64").fillna(-1).to_numpy().astype(np.int64)
        frames.append(paired.assign(column=place + i * len(groups))[place >= 0])
    whole = pd.concat(frames, ignore_index=True)
    n_columns = len(versus) * len(groups)
    column = whole["column"].to_numpy(dtype=np.int64)
    values, labels = matrix(whole, column, n_columns)
    estimates = mean_intervals(values, units=labels, n_resamples=n_resamples, seed=seed)
    means = whole.groupby("column")[["first", "second"]].mean().reindex(range(n_columns)).to_numpy(np.float64)
    return correct(
        [
            _contrast(versus[i // len(groups)], metric, groups[i % len(groups)], means[i], each, values[:, i], labels)
            for i, each in enumerate(estimates)
        ]
    )


def paired_contrast(
    paired: pd.DataFrame,
    versus: Versus,
    metric: str,
    group: str | int,
    *,
    n_resamples: int = N_RESAMPLES,
    seed: int = 0,
) -> Contrast:
    """Return the contrast of pairs that are at hand already, not corrected.

    Args:
        paired: One row per question instance: ``first``, ``second``, ``difference``.
        versus: What is compared.
        metric: Name of what it is compared by.
        group: Its place in the family that it will be corrected in.
        n_resamples: Resamples.
        seed: Seed of the resampling.
    """
    values, labels = matrix(paired, np.zeros(len(paired), dtype=np.int64), 1)
    estimate = mean_intervals(values, units=labels, n_resamples=n_resamples, seed=seed)[0]
    means = paired[["first", "second"]].mean().to_numpy(np.float64)
    return _contrast(versus, metric, group, means, estimate, values[:, 0], labels)


def correct(family: Sequence[Contrast]) -> tuple[Contrast, ...]:
    """Return the contrasts with p values adjusted over all of them (Benjamini-Hochberg)."""
    adjusted = benjamini_hochberg([each.estimate.p for each in family])
    return tuple(replace(each, adjusted_p=p) for each, p in zip(family, adjusted, strict=True))


def _contrast(
    versus: Versus,
    metric: str,
    group: str | int,
    means: Floats,
    estimate: Estimate,
    differences: Floats,
    labels: npt.NDArray[np.int64],
) -> Contrast:
    spread = unit_means(differences, labels)
    return Contrast(
        versus,
        metric,
        group,
        float(means[0]) if estimate.n else None,
        float(means[1]) if estimate.n else None,
        estimate,
        detectable=smallest_detectable_difference(spread),
        needed=questions_needed(spread),
    )


def questions_needed(differences: Floats) -> int | None:
    """Return how many questions would show a worthwhile difference, given the spread over (u,) questions."""
    for target in (WORTHWHILE, WORTHWHILE / 2):
        needed = pairs_needed(differences, target)
        if needed is not None and needed > len(differences):
            return needed
    return None
