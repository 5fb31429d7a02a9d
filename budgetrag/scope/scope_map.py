"""The scope map: headline, four conditions, and the findings of its charts, from the outcomes of pooled runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pandas as pd

from budgetrag.published import CONTRASTS, LADDER, SWEEP, published_contrasts
from budgetrag.scope import commands
from budgetrag.scope.conditions import Condition, binding, bottleneck, complementary, surfaced
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
from budgetrag.scope.parts import decomposition, factorial, headroom_finding, iso_finding, survival
from budgetrag.scope.readers import Rung
from budgetrag.scope.wording import correction, counted, effect, interval, listed, signed


@dataclass(frozen=True, slots=True, eq=False)
class ScopeMap:
    """Everything page Scope map and the report show.

    Attributes:
        view: What it is about.
        headline: The main finding, one sentence.
        caption: What it rests on.
        main: The main contrast, corrected within the sweep.
        conditions: The four conditions.
        untested: What no loaded run tests, each with the command that would.
        findings: The charts, in the order shown.
    """

    view: View
    headline: str
    caption: str
    main: Contrast
    conditions: tuple[Condition, ...]
    untested: tuple[tuple[str, str], ...]
    findings: tuple[Finding, ...]


def scope_map(evidence: Evidence, view: View) -> ScopeMap:
    """Work out the scope map of pooled runs.

    Args:
        evidence: The runs.
        view: What to look at.
    """
    columns = list(dict.fromkeys([view.metric, "answer_in_context", "all_gold_in_context", "n_snippets"]))
    outcomes = evidence.outcomes([view.first, *view.against], columns, kinds=view.kinds)
    versus = [Versus(view.first, other) for other in view.against]
    of_dataset = _where(outcomes, dataset=view.dataset)
    read = _where(of_dataset, reader=_reader(view))
    at_budget = _where(read, budget_tokens=view.budget_tokens)
    sweep = _contrasts(read, versus, view, "budget_tokens", evidence.budgets)
    rungs = evidence.rungs if get_metric(view.metric).needs_reader else ()
    ladder = _contrasts(
        _where(of_dataset, budget_tokens=view.budget_tokens), versus, view, "reader", [rung.reader for rung in rungs]
    )
    forest = _contrasts(
        _where(_where(outcomes, reader=_reader(view)), budget_tokens=view.budget_tokens),
        versus, view, "dataset", evidence.datasets,
    )  # fmt: skip
    main_sweep = [each for each in sweep if each.versus == versus[0]]
    main = next(each for each in main_sweep if each.group == view.budget_tokens)
    charts = (
        sweep_finding(evidence, view, sweep),
        ladder_finding(evidence, view, rungs, ladder),
        forest_finding(evidence, view, forest),
        factorial(evidence, view),
        survival(evidence, view),
        decomposition(evidence, view, at_budget),
        iso_finding(evidence, view, read),
        headroom_finding(evidence, view),
    )
    return ScopeMap(
        view,
        *headline(evidence, view, main, sweep),
        main,
        conditions(evidence, view, at_budget, main_sweep, list(zip(rungs, ladder, strict=False))),
        untested(evidence, view),
        charts,
    )


def conditions(
    evidence: Evidence,
    view: View,
    at_budget: pd.DataFrame,
    sweep: Sequence[Contrast],
    rungs: Sequence[tuple[Rung, Contrast]],
) -> tuple[Condition, ...]:
    """Judge the four conditions.

    Args:
        evidence: The runs.
        view: What is looked at.
        at_budget: Outcomes at the view's data set, reader and budget.
        sweep: The main contrast at every budget.
        rungs: The readers, each with the main contrast.
    """
    versus = Versus(view.first, view.against[0])
    all_gold = _contrasts(
        at_budget, [versus], replace(view, metric="all_gold_in_context"), "budget_tokens", [view.budget_tokens]
    )[0]
    own = at_budget[at_budget["policy"] == view.first]["n_snippets"]
    snippets = float(own.mean()) if len(own) else None
    needs_reader = get_metric(view.metric).needs_reader
    return (
        complementary(evidence, kinds=view.kinds, dataset=view.dataset, all_gold=all_gold),
        surfaced(evidence, kinds=view.kinds, dataset=view.dataset),
        binding(evidence, sweep, budget_tokens=view.budget_tokens, dataset=view.dataset, snippets=snippets),
        bottleneck(evidence, rungs, dataset=view.dataset, needs_reader=needs_reader),
    )


def headline(evidence: Evidence, view: View, main: Contrast, family: Sequence[Contrast]) -> tuple[str, str]:
    """Return the main finding and what it rests on.

    Args:
        evidence: The runs.
        view: What is looked at.
        main: The main contrast.
        family: The contrasts it was corrected with.
    """
    place = where(view, evidence.unit)
    if main.is_significant and main.has_enough:
        verb = "beats" if (main.estimate.value or 0) > 0 else "loses to"
        label = get_metric(view.metric).label
        sentence = f"{view.first} {verb} {view.against[0]} here: {signed(main.estimate.value)} {label} ({place})."
    else:
        sentence = effect(main)
    caption = (
        f"{place} · paired bootstrap by question, {counted(main.estimate)}, 95 % interval {interval(main.estimate)} · "
        f"{correction(family)} · {counted_kinds(evidence, view)}"
    )
    return sentence, caption


def untested(evidence: Evidence, view: View) -> tuple[tuple[str, str], ...]:
    """Return what no loaded run tests, each with the command that would test it."""
    found = []
    families = {(rung.base_model or "").split("-")[0].rstrip("0123456789.") for rung in evidence.rungs} - {""}
    if len(families) < 2:
        found.append(("another family of readers", commands.larger_reader(evidence, view.dataset)))
    if len(evidence.datasets) < 3:
        found.append(("other data sets", commands.other_dataset(evidence)))
    if len(evidence.seeds) < 2:
        config = commands.config_of(view.dataset)
        found.append(("other samples", f"python -m precompute run {config} --seeds 42,13,7"))
    return tuple(found)


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
        "budget_tokens"), contrast_table(family, "budget"), figure, "Filled: significant after correction." if points
        else "",
    )  # fmt: skip


def ladder_finding(evidence: Evidence, view: View, rungs: Sequence[Rung], family: Sequence[Contrast]) -> Finding:
    """Return the reader ladder; the precision control is drawn hollow."""
    names = [rung.reader for rung in rungs]
    titles = tuple(_distinct_titles(rungs))
    if not rungs:
        note = "The metric looked at does not depend on a reader." if evidence.rungs else "No reader has read the runs."
        return Finding("ladder", "Advantage by reader", note, "", contrast_table((), "reader"))
    controls = {title for title, rung in zip(titles, rungs, strict=True) if rung.is_control}
    series = [_series(family, other, names, titles, controls) for other in view.against]
    overlay = published_contrasts(first=view.first, second=view.against[0], metric=view.metric, among=LADDER)
    groups = titles
    if overlay and view.dataset == "hotpotqa":
        points = tuple(published_point(each, f"{each.reader}, published") for each in overlay)
        series.append(Series("published (seeds 42 and 13)", points))
        groups = (*titles, *(point.place for point in points))
    main = [replace(each, group=titles[names.index(str(each.group))]) for each in family[: len(rungs)]]
    sentence = _family_sentence(main, view, "reader")
    small = [title for title, rung in zip(titles, rungs, strict=True) if rung.is_small]
    sentence += f" Small readers: {listed(small)}; they say little about larger ones." if small else ""
    sentence += "" if controls else " There is no precision control."
    figure = Intervals(tuple(series), groups, "reader (hollow diamond: precision control)", _value_title(view))
    table = contrast_table(family, "reader")
    return Finding("ladder", "Advantage by reader", sentence, _caption(evidence, view, family, "reader"), table, figure)


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
        "Data sets with only a published point are not in the loaded runs." if points else "",
    )  # fmt: skip


def _family_sentence(family: Sequence[Contrast], view: View, noun: str) -> str:
    known = [each for each in family if each.estimate.value is not None]
    if not known:
        return f"No {noun} has outcomes of both {view.first} and {view.against[0]}."
    if len(known) == 1:
        return f"One {noun}, {known[0].group}: {effect(known[0])}"
    states = [("pays", "pays"), ("reversed", "is reversed"), ("no gain", "gains nothing worth having"),
              ("undecided", "cannot be told")]  # fmt: skip
    parts = []
    for state, words in states:
        groups = [f"{each.group} ({signed(each.estimate.value)})" for each in known if each.state == state]
        if groups:
            parts.append(f"{words} at {listed(groups)}")
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


def _contrasts(
    outcomes: pd.DataFrame, versus: Sequence[Versus], view: View, by: str, groups: Sequence[str | int]
) -> tuple[Contrast, ...]:
    if not groups:
        return ()
    return contrasts(outcomes, versus, view.metric, by=by, groups=groups, n_resamples=view.n_resamples, seed=view.seed)


def _value_title(view: View) -> str:
    return f"difference in {get_metric(view.metric).label}"


def _reader(view: View) -> str | None:
    return view.reader if get_metric(view.metric).needs_reader else None


def _where(outcomes: pd.DataFrame, **wanted: str | int | None) -> pd.DataFrame:
    chosen = outcomes
    for column, value in wanted.items():
        if value is not None:
            chosen = chosen[(chosen[column] == value).to_numpy()]
    return chosen
