"""Findings about levels and parts: the factorial, survival curves, the decomposition, iso-quality and headroom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from budgetrag.config_policies import POLICIES
from budgetrag.published import DIAGNOSTIC, FACTORIAL
from budgetrag.scope.contrasts import Contrast
from budgetrag.scope.evidence import Evidence
from budgetrag.scope.figures import Bar, Curve, Curves, Waterfall
from budgetrag.scope.findings import Finding, View, counted_kinds, resampling, where
from budgetrag.scope.frames import INSTANCE, Versus, get_metric, metric_rows, pairs, units
from budgetrag.scope.wording import interval, listed, percent, plain, signed
from budgetrag.stats.bootstrap import Estimate, mean_intervals
from budgetrag.stats.decomposition import decompose
from budgetrag.stats.headroom import headroom
from budgetrag.stats.iso_quality import IsoQuality, iso_quality
from budgetrag.stats.resampling import Floats
from budgetrag.stats.survival import GRID, survival_areas, survival_curve

PART_LABELS = {
    "gained": "newly in context",
    "lost": "lost from context",
    "both": "in both",
    "neither": "in neither",
}
MISSING = "not in the loaded runs"
FACTORIAL_COLUMNS = ("token_f1", "exact_match", "answer_in_context", "gold_coverage")


def wide(outcomes: pd.DataFrame, metric: str, policies: Sequence[str]) -> pd.DataFrame:
    """Return instances x policies of one metric; outcomes must be of one reader and one budget."""
    columns = {
        policy: metric_rows(outcomes, policy, metric).set_index(INSTANCE)[metric].astype("float64")
        for policy in policies
    }
    return pd.DataFrame(columns)


def factorial(evidence: Evidence, view: View) -> Finding:
    """Return the factorial table: {chunk, ACE} x packers, what is missing shown as missing, then what else there is."""
    outcomes = _at(evidence, view, FACTORIAL_COLUMNS)
    policies = list(evidence.policies)
    names = list(dict.fromkeys([*POLICIES, *policies]))
    means = outcomes.groupby("policy", observed=True)[list(FACTORIAL_COLUMNS)].mean()
    counts = outcomes.groupby("policy", observed=True)["question_id"].size()
    is_beside = view.dataset == "hotpotqa"
    rows = [_factorial_row(name, means, counts, is_beside=is_beside) for name in names]
    table = pd.DataFrame(rows)
    scores = wide(outcomes, view.metric, [policy for policy in policies if policy in counts.index])
    best = scores.mean().idxmax() if len(scores.dropna()) else None
    label = get_metric(view.metric).label
    sentence = (
        f"Best mean {label}: {best}, {plain(float(scores.mean().max()))}; a difference in this table is no finding "
        "before its interval is looked at."
        if best is not None
        else f"No outcome has {label} here."
    )
    missing = [name for name, row in zip(names, rows, strict=True) if row["note"]]
    reader = "" if get_metric(view.metric).needs_reader or view.reader is None else f", reader {view.reader}"
    n = int(counts.max()) if len(counts) else 0
    caption = f"{where(view, evidence.unit)}{reader} · means over {n:,} instances · "
    caption += counted_kinds(evidence, view) + (f" · missing: {listed(missing)}" if missing else "")
    return Finding("factorial", "Factorial", sentence, caption, table)


def _factorial_row(name: str, means: pd.DataFrame, counts: pd.Series, *, is_beside: bool) -> dict[str, object]:
    row: dict[str, object] = {"policy": name}
    row |= {get_metric(metric).label: means[metric].get(name, np.nan) for metric in FACTORIAL_COLUMNS}
    if is_beside:
        row["published F1"], row["published EM"] = FACTORIAL.get(name, (np.nan, np.nan))
    return row | {"n": int(counts.get(name, 0)), "note": "" if name in counts.index else MISSING}


def survival(evidence: Evidence, view: View) -> Finding:
    """Return the survival curves, with the area between the main pair."""
    rows = evidence.survival(list(evidence.policies), kinds=view.kinds)
    rows = rows if view.dataset is None else rows[rows["dataset"] == view.dataset]
    grid = np.array(GRID)
    budgets = rows["survival_budget"].to_numpy(dtype=np.float64, na_value=np.nan)
    rows = rows.assign(area=survival_areas(budgets, grid), at=budgets)
    order = dict.fromkeys([view.first, *view.against, *evidence.policies])
    held = [policy for policy in order if (rows["policy"] == policy).any()]
    if not held:
        note = "These runs hold no survival budgets; runs made anew have them (precompute run … --fresh)."
        return Finding("survival", "Survival curves", note, "", pd.DataFrame())
    curves = {policy: survival_curve(rows["at"][rows["policy"] == policy].to_numpy(), grid) for policy in held}
    table = pd.DataFrame({"budget": GRID, **curves})
    figure = Curves(
        tuple(Curve(policy, GRID, tuple(curve.tolist())) for policy, curve in curves.items()),
        f"budget ({evidence.unit})",
        "questions whose answer stays in context",
    )
    sentence, n = _area_sentence(rows, view, evidence.unit)
    n = f"{n}, one test, uncorrected"
    caption = " · ".join([where(view, evidence.unit, without="budget_tokens").split(", reader")[0], n,
                          counted_kinds(evidence, replace(view, reader=None)), "reader-free"])  # fmt: skip
    return Finding("survival", "Survival curves", sentence, caption, table, figure)


def _area_sentence(rows: pd.DataFrame, view: View, unit: str) -> tuple[str, str]:
    sides = [rows[rows["policy"] == policy].set_index(INSTANCE)["area"] for policy in (view.first, view.against[0])]
    joined = pd.concat(sides, axis=1, keys=["first", "second"], join="inner").reset_index()
    if joined.empty:
        return f"{view.first} and {view.against[0]} share no question.", "n = 0"
    values = (joined["first"] - joined["second"]).to_numpy()[:, None]
    found = mean_intervals(values, units=units(joined), n_resamples=view.n_resamples, seed=view.seed)[0]
    span = f"between {GRID[0]} and {GRID[-1]} {unit}"
    size = f"{signed(100 * (found.value or 0), 1)} points of the questions on average {span}, 95 % interval "
    size += f"{signed(100 * (found.low or 0), 1)} to {signed(100 * (found.high or 0), 1)}"
    if found.low is None:
        return f"One question alone: {found.reason}.", "n = 1"
    if found.low > 0 or (found.high or 0) < 0:
        verb = "keeps more answers than" if found.low > 0 else "keeps fewer answers than"
        return f"{view.first} {verb} {view.against[0]}: {size}.", resampling(view, [found])
    return f"Neither {view.first} nor {view.against[0]} can be told to keep more answers: {size}.", resampling(
        view, [found]
    )


def decomposition(evidence: Evidence, view: View, at_budget: pd.DataFrame, main: Contrast) -> Finding:
    """Return where the main contrast comes from: answers that entered or left the context.

    Args:
        evidence: The runs.
        view: What is looked at.
        at_budget: Outcomes at the view's data set, reader and budget.
        main: The contrast that is split, corrected: whether there is anything to explain.
    """
    versus = Versus(view.first, view.against[0])
    rows = pairs(at_budget, versus, view.metric)
    found = decompose(*(rows[name].to_numpy() for name in ("first", "second", "first_has", "second_has")))
    label = get_metric(view.metric).label
    if found.contrast is None:
        return Finding("decomposition", "Where the difference comes from", f"No pair of {versus} has {label} here.",
                       "", pd.DataFrame())  # fmt: skip
    gained, lost = found.parts[0], found.parts[1]
    sentence = (
        f"Of {signed(found.contrast)} {label}, {signed(gained.contribution)} comes from {gained.n} questions whose "
        f"answer newly entered the context and {signed(lost.contribution)} from {lost.n} that lost it."
    )
    if not (main.is_significant and main.has_enough):
        sentence += f" The whole cannot be told from 0 ({interval(main.estimate)}), so there is no win to explain."
    elif found.contrast > 0:
        sentence += f" The first is {percent(gained.contribution / found.contrast)} of the whole."
    table = pd.DataFrame(
        {
            "part": [PART_LABELS[part.name] for part in found.parts] + ["whole"],
            "instances": [*(part.n for part in found.parts), found.n],
            "contribution": [*(part.contribution for part in found.parts), found.contrast],
            "mean difference": [*(part.mean_difference for part in found.parts), found.contrast],
        }
    )
    bars = tuple(Bar(part.name, PART_LABELS[part.name], part.contribution, part.n) for part in found.parts)
    caption = f"{where(view, evidence.unit)} · n = {found.n:,} instances · exact split, the parts are not tested; the "
    caption += f"whole: 95 % interval {interval(main.estimate)}, corrected over the budgets · "
    return Finding(
        "decomposition", "Where the difference comes from", sentence, caption + counted_kinds(evidence, view), table,
        Waterfall(bars, found.contrast, f"{label}, contribution"), DIAGNOSTIC["decomposition"],
    )  # fmt: skip


def iso_finding(evidence: Evidence, view: View, read: pd.DataFrame) -> Finding:
    """Return how cheaply the first policy reaches what each other one has at the budget looked at."""
    label = get_metric(view.metric).label
    sentences: list[str] = []
    rows: list[dict[str, object]] = []
    estimates: list[Estimate] = []
    for other in view.against:
        by_budget, reference, labels = _aligned(read, view, other, evidence.budgets)
        if not len(reference):
            continue
        found = iso_quality(
            by_budget, reference, view.budget_tokens, units=labels, n_resamples=view.n_resamples, seed=view.seed
        )
        rows += [
            {"compared": f"{view.first} at {budget} \N{MINUS SIGN} {other} at {view.budget_tokens}",
             "difference": each.value, "low": each.low, "high": each.high, "not worse": _not_worse(each, found.margin),
             "fewer": percent(max(0.0, 1 - budget / view.budget_tokens)), "questions": each.n_units}
            for budget, each in found.tried.items()
        ]  # fmt: skip
        estimates += found.tried.values()
        sentences.append(_iso_sentence(view, other, found, evidence.unit))
    sentence = " ".join(sentences) or f"No outcome has {label} here."
    caption = f"{where(view, evidence.unit, without='budget_tokens')} · not worse: the interval's lower end above "
    caption += f"−0.02 · {resampling(view, estimates)}, budgets tried one by one, uncorrected · "
    caption += counted_kinds(evidence, view)
    return Finding("iso_quality", "As good for fewer tokens", sentence, caption, pd.DataFrame(rows), None,
                   DIAGNOSTIC["iso_quality"])  # fmt: skip


def _not_worse(each: Estimate, margin: float) -> str:
    return "undefined" if each.low is None else "yes" if each.low > -margin else "cannot be told"


def _iso_sentence(view: View, other: str, found: IsoQuality, unit: str) -> str:
    label = get_metric(view.metric).label
    if found.difference is None or found.saved_share is None:
        return (
            f"At no budget tried can {view.first} be shown to be within {found.margin:g} {label} of {other} at "
            f"{view.budget_tokens} {unit}; that is not to say that it is worse."
        )
    size = f"{signed(found.difference.value)} {label}, 95 % interval {interval(found.difference)}"
    if found.saved_share <= 0:
        return (
            f"{view.first} takes {found.budget} {unit} to be shown as good as {other} at {view.budget_tokens} "
            f"({size}): nothing is saved."
        )
    return (
        f"{view.first} at {found.budget} {unit} is not worse than {other} at {view.budget_tokens} by more than "
        f"{found.margin:g} ({size}): {percent(found.saved_share)} fewer."
    )


def _aligned(
    read: pd.DataFrame, view: View, other: str, budgets: Sequence[int]
) -> tuple[dict[int, Floats], Floats, np.ndarray[tuple[int], np.dtype[np.int64]]]:
    """Return the first policy's values by budget and the other's at the view's budget, on the same instances."""
    own = metric_rows(read, view.first, view.metric)
    table = own.pivot_table(index=INSTANCE, columns="budget_tokens", values=view.metric, observed=True)
    theirs = metric_rows(read, other, view.metric)
    reference = theirs[theirs["budget_tokens"] == view.budget_tokens].set_index(INSTANCE)[view.metric].rename("second")
    joined = table.join(reference, how="inner").dropna(subset=["second"])
    held = [budget for budget in budgets if budget in joined]
    labels = units(joined.reset_index())
    return {budget: joined[budget].to_numpy(np.float64) for budget in held}, joined["second"].to_numpy(float), labels


def headroom_finding(evidence: Evidence, view: View) -> Finding:
    """Return the oracle beside the best fixed policy: headroom, never a method."""
    read_by = view if get_metric(view.metric).needs_reader else replace(view, reader=None)
    scores = wide(_at(evidence, read_by, [view.metric]), view.metric, list(evidence.policies))
    found = headroom({str(policy): scores[policy].to_numpy(np.float64) for policy in scores})
    label = get_metric(view.metric).label
    if found.oracle is None:
        return Finding("headroom", "Headroom", f"No question has {label} under every policy here.", "", pd.DataFrame())
    tied = found.tied_best_share
    sentence = (
        f"A perfect choice of policy per question would reach {plain(found.oracle)} {label}; the best fixed one, "
        f"{found.best_policy}, has {plain(found.best_fixed)} and is (tied) best on "
        f"{percent(tied[found.best_policy or ''])} of questions. This is headroom, not a method."
    )
    table = pd.DataFrame(
        {"policy": list(tied), f"mean {label}": [float(scores[name].dropna().mean()) for name in tied],
         "tied best": list(tied.values())}
    )  # fmt: skip
    caption = f"{where(view, evidence.unit)} · n = {found.n:,} instances known for every policy · "
    return Finding("headroom", "Headroom", sentence, caption + counted_kinds(evidence, view), table, None,
                   DIAGNOSTIC["headroom"])  # fmt: skip


def _at(evidence: Evidence, view: View, columns: Sequence[str]) -> pd.DataFrame:
    """Return every policy's outcomes at the view's data set, budget and reader."""
    wanted = list(dict.fromkeys([*columns, "answer_in_context"]))
    rows = evidence.outcomes(
        list(evidence.policies), wanted, kinds=view.kinds, dataset=view.dataset, budget_tokens=view.budget_tokens,
        reader=view.reader,
    )  # fmt: skip
    return rows.drop_duplicates([*INSTANCE, "policy"])


def part_rows(evidence: Evidence, view: View, part: str) -> pd.DataFrame:
    """Return the questions behind one bar of the waterfall, the largest differences first.

    Args:
        evidence: The runs.
        view: What is looked at.
        part: One of ``PART_LABELS``.
    """
    versus = Versus(view.first, view.against[0])
    rows = evidence.outcomes(
        [view.first, view.against[0]], list(dict.fromkeys([view.metric, "answer_in_context"])), kinds=view.kinds,
        dataset=view.dataset, budget_tokens=view.budget_tokens,
        reader=view.reader if get_metric(view.metric).needs_reader else None,
    )  # fmt: skip
    found = pairs(rows, versus, view.metric).dropna(subset=["first_has", "second_has"])
    first, second = found["first_has"] == 1, found["second_has"] == 1
    masks = {"gained": first & ~second, "lost": ~first & second, "both": first & second, "neither": ~first & ~second}
    chosen = found[masks[part]].sort_values("difference", key=abs, ascending=False, kind="stable")
    return chosen[[*INSTANCE, "first", "second", "difference"]].reset_index(drop=True)
