"""The scope map: headline, four conditions, and the findings of its charts, from the outcomes of pooled runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pandas as pd

from budgetrag.scope import commands
from budgetrag.scope.advantage import forest_finding, ladder_finding, sweep_finding, view_contrasts
from budgetrag.scope.conditions import Condition, binding, bottleneck, complementary, surfaced
from budgetrag.scope.contrasts import Contrast
from budgetrag.scope.evidence import Evidence
from budgetrag.scope.findings import Finding, View, counted_kinds, reader_note, where
from budgetrag.scope.frames import Versus, get_metric, read_by_all
from budgetrag.scope.parts import decomposition, factorial, headroom_finding, iso_finding, survival
from budgetrag.scope.readers import Rung, ladder
from budgetrag.scope.unlock import Unlock, unlock_finding, unlocks
from budgetrag.scope.wording import correction, counted, effect, interval, limit, listed, signed


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
    policies, versus = [view.first, *view.against], [Versus(view.first, other) for other in view.against]
    read = evidence.outcomes(policies, columns, kinds=view.kinds, dataset=view.dataset, reader=_reader(view))
    at_budget = evidence.outcomes(policies, columns, kinds=view.kinds, budget_tokens=view.budget_tokens)
    here = _where(read, budget_tokens=view.budget_tokens)
    sweep = view_contrasts(read, versus, view, "budget_tokens", evidence.budgets)
    shared = read_by_all(_where(at_budget, dataset=view.dataset), view.metric)
    rungs = ladder(evidence.manifests, {*shared["reader"]}) if get_metric(view.metric).needs_reader else ()
    by_reader = view_contrasts(shared, versus, view, "reader", [rung.reader for rung in rungs])
    forest = view_contrasts(_where(at_budget, reader=_reader(view)), versus, view, "dataset", evidence.datasets)
    main_sweep = [each for each in sweep if each.versus == versus[0]]
    main = next(each for each in main_sweep if each.group == view.budget_tokens)
    unlocked = unlocks(evidence, view)
    charts: tuple[Finding, ...] = (
        sweep_finding(evidence, view, sweep),
        ladder_finding(evidence, view, rungs, by_reader),
        forest_finding(evidence, view, forest),
        factorial(evidence, view),
        survival(evidence, view),
        decomposition(evidence, view, here, main),
        iso_finding(evidence, view, read),
        headroom_finding(evidence, view),
    )
    charts += (unlock_finding(evidence, view, unlocked),) if unlocked else ()
    return ScopeMap(
        view,
        *headline(evidence, view, main, sweep),
        main,
        conditions(evidence, view, here, main_sweep, list(zip(rungs, by_reader, strict=False)), unlocked),
        untested(evidence, view, unlocked),
        charts,
    )


def slides(found: ScopeMap) -> tuple[Finding, ...]:
    """Return the scope map as findings to present one at a time: headline, conditions, charts."""
    conditions_table = pd.DataFrame(
        {
            "condition": [f"{each.number} {each.title}" for each in found.conditions],
            "verdict": [each.label for each in found.conditions],
            "evidence": [each.finding for each in found.conditions],
            "rests on": [each.n for each in found.conditions],
            "threshold": [each.threshold for each in found.conditions],
            "would be tested by": [each.test for each in found.conditions],
        }
    )
    sweep = next(each for each in found.findings if each.name == "sweep")
    sentence = _verdicts_sentence(found.conditions)
    return (
        Finding("headline", "The finding", found.headline, found.caption, sweep.table, sweep.figure),
        Finding("conditions", "When does it pay?", sentence, found.caption,
                conditions_table),
        *found.findings,
    )  # fmt: skip


def _verdicts_sentence(found: Sequence[Condition]) -> str:
    parts = []
    for verdict, one, many in (("holds", "holds", "hold"), ("fails", "fails", "fail"),
                               ("not tested", "is not tested", "are not tested")):  # fmt: skip
        numbers = [str(each.number) for each in found if each.verdict == verdict]
        if numbers:
            parts.append(f"{listed(numbers)} {one if len(numbers) == 1 else many}")
    return f"Of the four conditions, {'; '.join(parts)}."


def conditions(
    evidence: Evidence,
    view: View,
    at_budget: pd.DataFrame,
    sweep: Sequence[Contrast],
    rungs: Sequence[tuple[Rung, Contrast]],
    unlocked: Sequence[Unlock] = (),
) -> tuple[Condition, ...]:
    """Judge the four conditions.

    Args:
        evidence: The runs.
        view: What is looked at.
        at_budget: Outcomes at the view's data set, reader and budget.
        sweep: The main contrast at every budget.
        rungs: The readers, each with the main contrast.
        unlocked: What more retrieval does for the view's first policy.
    """
    versus = Versus(view.first, view.against[0])
    all_gold = view_contrasts(
        at_budget, [versus], replace(view, metric="all_gold_in_context"), "budget_tokens", [view.budget_tokens]
    )[0]
    own = at_budget[at_budget["policy"] == view.first]["n_snippets"]
    snippets = float(own.mean()) if len(own) else None
    needs_reader = get_metric(view.metric).needs_reader
    return (
        complementary(evidence, kinds=view.kinds, dataset=view.dataset, all_gold=all_gold),
        surfaced(evidence, kinds=view.kinds, dataset=view.dataset, policy=view.first, unlocked=unlocked),
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
    elif main.has_enough and main.estimate.value is not None:
        sentence = f"{view.first} and {view.against[0]} cannot be told apart here"
        sentence += f" ({signed(main.estimate.value)} {get_metric(view.metric).label}, {interval(main.estimate)})."
    else:
        sentence = effect(main)
    shown = "" if main.is_significant else limit(main).removeprefix("; ")
    caption = (
        f"{place} · paired bootstrap by question, {counted(main.estimate)}, 95 % interval {interval(main.estimate)} · "
        f"{correction(family)} · {counted_kinds(evidence, view)}"
    )
    note = reader_note(evidence, view).rstrip(".") if get_metric(view.metric).needs_reader else ""
    return sentence, " · ".join(part for part in (caption, shown, note) if part)


def untested(evidence: Evidence, view: View, unlocked: Sequence[Unlock] = ()) -> tuple[tuple[str, str], ...]:
    """Return what no loaded run tests, each with the command that would test it."""
    found = []
    more = "" if unlocked else commands.more_retrieval(evidence, view.dataset, view.first)
    if more:
        found.append((f"more retrieval for {view.first}", more))
    families = {(rung.base_model or "").split("-")[0].rstrip("0123456789.") for rung in evidence.rungs} - {""}
    if len(families) < 2:
        found.append(("another family of readers", commands.larger_reader(evidence, view.dataset)))
    if len(evidence.datasets) < 3:
        found.append(("other data sets", commands.other_dataset(evidence)))
    if len(evidence.seeds) < 2:
        config = commands.config_of(view.dataset)
        found.append(("other samples", f"python -m precompute run {config} --seeds 42,13,7"))
    return tuple(found)


def _reader(view: View) -> str | None:
    return view.reader if get_metric(view.metric).needs_reader else None


def _where(outcomes: pd.DataFrame, **wanted: str | int | None) -> pd.DataFrame:
    chosen = outcomes
    for column, value in wanted.items():
        if value is not None:
            chosen = chosen[(chosen[column] == value).to_numpy()]
    return chosen
