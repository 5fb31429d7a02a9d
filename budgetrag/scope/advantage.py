"""The advantage of one policy over others: by budget, by reader and by data set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from budgetrag.published import CONTRASTS, LADDER, SWEEP, PublishedContrast, published_contrasts
from budgetrag.scope.contrasts import Contrast, contrasts
from budgetrag.scope.evidence import Evidence
from budgetrag.scope.figures import Intervals, Series
from budgetrag.scope.findings import (
    Finding,
    View,
    contrast_point,
    contrast_table,
    counted_kinds,
    published_point,
    resampling,
    where,
)
from budgetrag.scope.frames import Versus, get_metric
from budgetrag.scope.readers import Rung
from budgetrag.scope.wording import correction, effect, listed, signed

AT = {"budget": "at", "reader": "with", "data set": "on"}


def sweep_finding(evidence: Evidence, view: View, family: Sequence[Contrast]) -> Finding:
    """Return the budget sweep: the difference at every budget."""
    groups = tuple(str(budget) for budget in evidence.budgets)
    series = [_series(family, other, evidence.budgets, groups) for other in view.against]
    overlay = published_contrasts(first=view.first, second=view.against[0], metric=view.metric, among=SWEEP)
    points = tuple(published_point(each, str(each.budget_tokens)) for each in overlay)
    points = tuple(point for point in points if point.place in groups) if view.dataset == "hotpotqa" else ()
    if points:
        series.append(Series("published (seed 42, 3B)", points, is_joined=True))
    main = [each for each in family if each.versus.second == view.against[0]]
    figure = Intervals(tuple(series), groups, f"budget ({evidence.unit})", _value_title(view))
    return Finding(
        "sweep", "Advantage by budget", _family_sentence(main, view, "budget"), _caption(evidence, view, family,
        "budget_tokens"), contrast_table(family, "budget"), figure,
        published_text(overlay, "budget_tokens") if points else "",
    )  # fmt: skip


def ladder_finding(evidence: Evidence, view: View, rungs: Sequence[Rung], family: Sequence[Contrast]) -> Finding:
    """Return the reader ladder; the precision control is drawn hollow."""
    names = [rung.reader for rung in rungs]
    titles = tuple(_distinct_titles(rungs))
    if not rungs:
        note = "The metric looked at does not depend on a reader."
        if not evidence.rungs:
            note = "No reader has read the runs."
        elif get_metric(view.metric).needs_reader:
            note = "No reader has read this, or no question of it was read by all."
        return Finding("ladder", "Advantage by reader", note, "", contrast_table((), "reader"))
    controls = {title for title, rung in zip(titles, rungs, strict=True) if rung.is_control}
    series = [_series(family, other, names, titles, controls) for other in view.against]
    overlay = published_contrasts(first=view.first, second=view.against[0], metric=view.metric, among=LADDER)
    groups = titles
    if overlay and view.dataset == "hotpotqa":
        points = tuple(published_point(each, each.reader) for each in overlay)
        series.append(Series("published (seeds 42 and 13)", points))
        groups = tuple(dict.fromkeys([*titles, *(point.place for point in points)]))
    main = [replace(each, group=titles[names.index(str(each.group))]) for each in family[: len(rungs)]]
    sentence = _family_sentence(main, view, "reader")
    small = [title for title, rung in zip(titles, rungs, strict=True) if rung.is_small]
    if small:
        sentence += (
            f" Small readers: {listed(small)}; they say little about larger ones." if len(small) > 1
            else f" {small[0]} is a small reader: it says little about larger ones."
        )  # fmt: skip
    sentence += "" if controls else " There is no precision control."
    figure = Intervals(tuple(series), groups, "reader (hollow diamond: precision control)", _value_title(view))
    table = contrast_table(family, "reader")
    caption = _caption(evidence, view, family, "reader")
    caption += " · questions that all of these readers read" if len(rungs) > 1 else ""
    return Finding("ladder", "Advantage by reader", sentence, caption, table, figure)


def forest_finding(evidence: Evidence, view: View, family: Sequence[Contrast]) -> Finding:
    """Return the forest plot: the difference on every data set."""
    groups = evidence.datasets
    series = [_series(family, other, groups, groups) for other in view.against]
    overlay = published_contrasts(first=view.first, second=view.against[0], metric=view.metric, among=CONTRASTS)
    points = tuple(published_point(each, each.dataset) for each in overlay)
    if points:
        series.append(Series("published (160 words, 3B)", points))
        groups = tuple(dict.fromkeys([*groups, *(point.place for point in points)]))
    main = [each for each in family if each.versus.second == view.against[0]]
    figure = Intervals(tuple(series), groups, "data set", _value_title(view), is_horizontal=True)
    return Finding(
        "forest", "Advantage by data set", _family_sentence(main, view, "data set"),
        _caption(evidence, replace(view, dataset=None), family, "dataset"), contrast_table(family, "data set"), figure,
        published_text(overlay, "dataset") if points else "",
    )  # fmt: skip


def view_contrasts(
    outcomes: pd.DataFrame, versus: Sequence[Versus], view: View, by: str, groups: Sequence[str | int]
) -> tuple[Contrast, ...]:
    """Return the contrasts of a view in every group; () without groups."""
    if not groups:
        return ()
    return contrasts(outcomes, versus, view.metric, by=by, groups=groups, n_resamples=view.n_resamples, seed=view.seed)


def _family_sentence(family: Sequence[Contrast], view: View, noun: str) -> str:
    known = [each for each in family if each.estimate.value is not None]
    if not known:
        return f"No {noun} has outcomes of both {view.first} and {view.against[0]}."
    if len(known) == 1:
        return f"One {noun}, {known[0].group}. {effect(known[0])}"
    states = [("pays", "pays"), ("reversed", "is reversed"), ("no gain", "gains nothing worth having"),
              ("undecided", "cannot be told")]  # fmt: skip
    parts = []
    for state, words in states:
        groups = [f"{each.group} ({signed(each.estimate.value)})" for each in known if each.state == state]
        if groups:
            parts.append(f"{words} {AT[noun]} {listed(groups)}")
    return f"{view.first} over {view.against[0]} {'; '.join(parts)}."


def _series(
    family: Sequence[Contrast],
    other: str,
    groups: Sequence[str | int],
    places: Sequence[str],
    controls: set[str] = frozenset(),  # type: ignore[assignment]
) -> Series:
    place = dict(zip(groups, places, strict=True))
    own = [each for each in family if each.versus.second == other]
    points = tuple(contrast_point(each, place[each.group], is_control=place[each.group] in controls) for each in own)
    is_joined = bool(groups) and isinstance(groups[0], int)
    return Series(f"against {other}", points, other, is_joined)


def _distinct_titles(rungs: Sequence[Rung]) -> list[str]:
    titles = [rung.title for rung in rungs]
    return [rung.reader if titles.count(title) > 1 else title for rung, title in zip(rungs, titles, strict=True)]


def _caption(evidence: Evidence, view: View, family: Sequence[Contrast], without: str) -> str:
    estimates = [each.estimate for each in family]
    return " · ".join(
        [where(view, evidence.unit, without=without), resampling(view, estimates), correction(family),
         counted_kinds(evidence, view)]
    )  # fmt: skip


def _value_title(view: View) -> str:
    return f"difference in {get_metric(view.metric).label}"


def published_text(shown: Sequence[PublishedContrast], by: str) -> str:
    """Return published contrasts as one line.

    Args:
        shown: The contrasts.
        by: What tells them apart: a field of theirs.
    """
    parts = []
    for each in shown:
        doubt = f" ({signed(each.low)} to {signed(each.high)})" if each.low is not None else ""
        doubt = doubt or (f" (p = {each.p:g})" if each.p is not None else "")
        parts.append(f"{getattr(each, by)} {signed(each.value)}{doubt}")
    return f"{shown[0].first} over {shown[0].second}: {', '.join(parts)}" if shown else ""
