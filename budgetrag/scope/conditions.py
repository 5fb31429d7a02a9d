"""The four conditions under which principled packing pays: each with its evidence and a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from budgetrag.published import ALL_GOLD_AT_5
from budgetrag.scope import commands
from budgetrag.scope.contrasts import MIN_QUESTIONS, Contrast
from budgetrag.scope.evidence import Evidence
from budgetrag.scope.frames import units
from budgetrag.scope.readers import Rung
from budgetrag.scope.unlock import Unlock, unlock_brief
from budgetrag.scope.wording import interval, listed, more, percent, plain, signed
from budgetrag.stats.bootstrap import Estimate, mean_intervals
from budgetrag.stats.power import pairs_needed
from budgetrag.stats.resampling import N_RESAMPLES

Verdict = Literal["holds", "fails", "not tested"]

# Complementary structure is a property of most questions or it cannot move an average.
SHARE_MULTI_PASSAGE = 0.5
# Published: 2Wiki's all_gold@5 = 0.43 clears the bar and MuSiQue's 0.184 does not; half way between the two.
SURFACING_BAR = 0.31
_SURFACING_RULE = (
    f"all gold passages among the first five for more than {SURFACING_BAR:.2f} of the questions: half way between "
    f"published data sets that clear the bar (2Wiki, {ALL_GOLD_AT_5['2wikimultihopqa']}) and that do not "
    f"(MuSiQue, {ALL_GOLD_AT_5['musique']})"
)


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition and what the loaded runs say about it.

    Attributes:
        number: 1 to 4.
        title: Its name.
        verdict: What the loaded runs say.
        label: The verdict as shown, such as "holds at 160".
        finding: One sentence with the numbers.
        threshold: The threshold used, and why it is that.
        n: What it rests on.
        test: The command that would test it, or more of it; "" where there is nothing left to test.
    """

    number: int
    title: str
    verdict: Verdict
    label: str
    finding: str
    threshold: str
    n: str
    test: str = ""


def judged(estimate: Estimate, threshold: float) -> Verdict:
    """Return on which side of a threshold an interval lies: "not tested" if it includes it, or rests on too little.

    Args:
        estimate: A mean with its interval; no width counts as an interval.
        threshold: Above it the condition holds.
    """
    if estimate.low is None or estimate.high is None or estimate.n_units < MIN_QUESTIONS:
        return "not tested"
    if estimate.low > threshold:
        return "holds"
    return "fails" if estimate.high < threshold else "not tested"


def complementary(evidence: Evidence, *, kinds: str, dataset: str | None, all_gold: Contrast | None) -> Condition:
    """Judge condition 1: most questions need several passages, and the packer brings more of them together.

    Args:
        evidence: The runs.
        kinds: Questions counted.
        dataset: The data set; None takes all.
        all_gold: The contrast on ``all_gold_in_context`` at the budget looked at.
    """
    rows = evidence.instances(kinds=kinds, dataset=dataset)
    rows = rows[rows["n_gold"] > 0]
    several = np.asarray(rows["n_gold"] > 1, dtype=np.float64)
    share = mean_intervals(several[:, None], units=units(rows), n_resamples=N_RESAMPLES)[0] if len(rows) else None
    title, rule = (
        "Complementary structure",
        "more than half of the questions have two or more gold passages (an effect ",
    )
    rule += "on fewer could not carry an average), and the packer brings all of them into more contexts (one test, "
    rule += "uncorrected)"
    if share is None or share.value is None:
        finding = "No loaded question has gold passages, so what it needs cannot be told."
        return Condition(1, title, "not tested", "not tested", finding, rule, "n = 0", commands.other_dataset(evidence))
    finding = f"{percent(share.value)} of the questions need two or more passages."
    structure = judged(share, SHARE_MULTI_PASSAGE)
    state = all_gold.state if all_gold is not None else "undecided"
    if all_gold is not None and all_gold.estimate.value is not None:
        second = all_gold.versus.second
        finding += (
            f" The share of contexts that hold all of them is {signed(all_gold.estimate.value)} against {second} "
        )
        finding += f"({interval(all_gold.estimate)})."
    verdict: Verdict = "not tested"
    if structure == "fails" or (structure == "holds" and state in ("no gain", "reversed")):
        verdict = "fails"
    elif structure == "holds" and state == "pays":
        verdict = "holds"
    label: str = verdict
    test = ""
    if verdict == "not tested":
        needed, there = MIN_QUESTIONS, share.n_units
        if all_gold is not None and all_gold.needed:
            needed, there = more(all_gold), all_gold.estimate.n_units
        label = f"undecided: about {needed:,} more questions"
        test = commands.more_questions(dataset, needed + there)
    return Condition(1, title, verdict, label, finding, rule, f"n = {share.n_units:,} questions", test)


def surfaced(
    evidence: Evidence, *, kinds: str, dataset: str | None, policy: str, unlocked: Sequence[Unlock] = ()
) -> Condition:
    """Judge condition 2: retrieval brings all gold passages into the top five often enough.

    Args:
        evidence: The runs.
        kinds: Questions counted.
        dataset: The data set; None takes all.
        policy: The policy in question: its representation's retrieval is judged.
        unlocked: What more retrieval does for it; () where no loaded run has more.
    """
    representation = evidence.policies[policy]["representation"]
    title, rule = "Retrieval surfaces it", _SURFACING_RULE
    found = {name: _surfacing(evidence, representation, kinds, name) for name in evidence.datasets}
    shown = found[dataset] if dataset is not None else _surfacing(evidence, representation, kinds, None)
    if shown.value is None:
        finding = f"Cannot be told: {shown.reason or 'no question has gold passages'}."
        return Condition(2, title, "not tested", "not tested", finding, rule, "n = 0", commands.other_dataset(evidence))
    verdict = judged(shown, SURFACING_BAR)
    by = f" of {representation}" if len(evidence.representations) > 1 else ""
    finding = f"All gold in the top five{by}: {plain(shown.value, 2)} ({interval(shown, sign=False)})."
    others = [
        f"{name} {plain(each.value, 2)}, {judged(each, SURFACING_BAR)}"
        for name, each in found.items()
        if name != dataset and each.value is not None
    ]
    finding += f" Elsewhere: {'; '.join(others)}." if others and dataset is not None else ""
    finding += f" More retrieval: {unlock_brief(unlocked)}" if unlocked else ""
    test = "" if unlocked else commands.more_retrieval(evidence, dataset, policy)
    n_text = f"n = {shown.n_units:,} questions"
    if verdict == "not tested":
        needed = _needed(shown, SURFACING_BAR)
        return Condition(
            2, title, verdict, f"undecided: about {needed:,} more questions", finding, rule, n_text,
            commands.more_questions(dataset, needed + shown.n_units),
        )  # fmt: skip
    return Condition(2, title, verdict, verdict, finding, rule, n_text, test)


def _surfacing(evidence: Evidence, representation: str, kinds: str, dataset: str | None) -> Estimate:
    rows = evidence.retrieved(representation, kinds=kinds, dataset=dataset)
    rows = rows[rows["all_gold_at_5"].notna()]
    values = rows["all_gold_at_5"].to_numpy(dtype=np.float64)[:, None]
    return mean_intervals(values, units=units(rows) if len(rows) else None, n_resamples=N_RESAMPLES)[0]


def _needed(share: Estimate, threshold: float) -> int:
    """Return how many more questions would tell a share from its threshold four times in five."""
    value = share.value or 0.0
    if value == threshold:
        return share.n_units
    spread = np.array([0.0, 1.0]) if value in (0.0, 1.0) else _binary(value, share.n_units)
    needed = pairs_needed(spread, value - threshold) or share.n_units
    return max(needed - share.n_units, MIN_QUESTIONS - share.n_units, 1)


def _binary(share: float, n: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    ones = round(share * n)
    return np.concatenate([np.ones(ones), np.zeros(max(n - ones, 0))])


def binding(
    evidence: Evidence, sweep: Sequence[Contrast], *, budget_tokens: int, dataset: str | None, snippets: float | None
) -> Condition:
    """Judge condition 3: the budget binds but is not extreme, so that the packer pays at it.

    Args:
        evidence: The runs.
        sweep: The main contrast at every budget, corrected together.
        budget_tokens: The budget looked at.
        dataset: The data set.
        snippets: Mean number of snippets in the first policy's contexts at that budget.
    """
    title = "The budget binds, not extremely"
    rule = "the difference at this budget is above 0 after correction over the sweep; it fails where the interval "
    rule += "leaves no room for a gain of 0.02, about the published win"
    here = next((each for each in sweep if each.group == budget_tokens), None)
    if here is None or here.estimate.value is None:
        finding = f"There is no pair of outcomes at {budget_tokens} {evidence.unit}."
        return Condition(
            3, title, "not tested", "not tested", finding, rule, "n = 0", commands.other_budgets(evidence, dataset)
        )
    sweep = [each for each in sweep if each.estimate.value is not None]  # a reader need not read every budget
    states = {each.group: each.state for each in sweep}
    parts = [
        f"{word} at {listed([str(group) for group, state in states.items() if state in wanted])}"
        for word, wanted in (("Pays", ("pays",)), ("no gain", ("no gain",)), ("reversed", ("reversed",)),
                             ("undecided", ("undecided",)))
        if any(state in wanted for state in states.values())
    ]  # fmt: skip
    finding = "; ".join(parts).capitalize() + f" {evidence.unit}."
    if snippets is not None:
        finding += f" {snippets:.1f} snippets fit at {budget_tokens}."
    n = f"n = {here.estimate.n_units:,} questions at {budget_tokens}"
    if here.state in ("no gain", "reversed"):
        return Condition(3, title, "fails", f"fails at {budget_tokens}", finding, rule, n)
    if here.state == "undecided":
        return Condition(
            3, title, "not tested", undecided(here), finding, rule, n,
            commands.more_questions(dataset, here.estimate.n_units + more(here)),
        )  # fmt: skip
    if len(sweep) < 3:
        finding += " With fewer than three budgets, where it stops paying is not tested."
        return Condition(
            3, title, "not tested", "only one side tested", finding, rule, n, commands.other_budgets(evidence, dataset)
        )
    return Condition(3, title, "holds", f"holds at {budget_tokens}", finding, rule, n)


def bottleneck(
    evidence: Evidence, rungs: Sequence[tuple[Rung, Contrast]], *, dataset: str | None, needs_reader: bool
) -> Condition:
    """Judge condition 4: the reader is the bottleneck, so that the gain is there for it and not for a larger one.

    Args:
        evidence: The runs.
        rungs: Readers with a model, smallest first, each with the main contrast, corrected together.
        dataset: The data set.
        needs_reader: Whether the metric depends on a reader at all.
    """
    title = "The reader is the bottleneck"
    rule = "the gain is above 0 after correction over the readers; it fails from the first larger reader whose "
    rule += "interval leaves no room for a gain of 0.02"
    test = commands.larger_reader(evidence, dataset)
    if not needs_reader:
        finding = "The metric looked at does not depend on a reader."
        return Condition(4, title, "not tested", "not tested", finding, rule, "n = 0", test)
    scaled = [(rung, contrast) for rung, contrast in rungs if rung.base_model is not None and not rung.is_control]
    n = f"{len(scaled)} reader{'' if len(scaled) == 1 else 's'} with a model"
    if not scaled:
        finding = "No reader with a model has read these runs."
        return Condition(4, title, "not tested", "not tested", finding, rule, n, test)
    finding = " ".join(_rung_sentence(rung, each) for rung, each in scaled)
    if len(scaled) == 1 and scaled[0][0].is_small:
        finding += " One reader, and a small one: larger ones are untested."
    verdict, label = _ladder_verdict(scaled)
    if label.startswith("undecided"):
        unsure = next(each for _, each in scaled if each.state == "undecided")
        test = commands.more_questions(dataset, unsure.estimate.n_units + more(unsure))
    return Condition(4, title, verdict, label, finding, rule, n, test if verdict == "not tested" else "")


def _ladder_verdict(scaled: Sequence[tuple[Rung, Contrast]]) -> tuple[Verdict, str]:
    lost = [rung.title for rung, each in scaled if each.state in ("no gain", "reversed")]
    if lost and scaled[0][1].state == "pays":
        return "fails", f"fails from {lost[0]}"
    if len(scaled) == 1:
        return "not tested", "not tested: one reader"
    if lost:
        return "fails", f"fails at {listed(lost)}"
    if all(each.state == "pays" for _, each in scaled):
        return "holds", f"holds up to {scaled[-1][0].title}"
    return "not tested", undecided(next(each for _, each in scaled if each.state == "undecided"))


def _rung_sentence(rung: Rung, contrast: Contrast) -> str:
    return f"{rung.title}: {contrast.state}, {signed(contrast.estimate.value)} ({interval(contrast.estimate)})."


def undecided(contrast: Contrast) -> str:
    """Return the label of a verdict that takes more questions."""
    if not contrast.has_enough and contrast.needed is None:
        return f"undecided: at least {MIN_QUESTIONS} questions are needed"
    return f"undecided: about {more(contrast):,} more questions"
