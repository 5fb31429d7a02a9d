"""Would more retrieval have helped? One packer over a larger, or another, retrieval against itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from budgetrag.scope.contrasts import Contrast, contrasts, correct, paired_contrast
from budgetrag.scope.evidence import Evidence
from budgetrag.scope.figures import Intervals, Series
from budgetrag.scope.findings import Finding, View, contrast_point, contrast_table, counted_kinds, resampling, where
from budgetrag.scope.frames import INSTANCE, Versus, get_metric
from budgetrag.scope.wording import correction, interval, signed

TITLE = "Would more retrieval have helped?"
ALL_GOLD = "all gold retrieved"
BRIEF = 2
_SIZES = ("top_k", "top_k_nodes", "max_passages")
_STATES = {"pays": "helps", "reversed": "harms", "no gain": "no gain worth having", "undecided": "cannot be told"}


@dataclass(frozen=True, slots=True)
class Unlock:
    """What more, or another, retrieval changes for one packer.

    Attributes:
        versus: The policies: the one with more retrieval minus the other.
        change: What is different between their representations, in words.
        quality: The difference in F1 where a reader has read, else in answer in context.
        gold: The difference in how often all gold passages are among all that were retrieved.
    """

    versus: Versus
    change: str
    quality: Contrast
    gold: Contrast


def has_more(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Return whether one representation retrieves more than another of its kind.

    It does if no size is smaller and either a size is larger or the retriever is another one.

    Args:
        first: Its settings.
        second: The other's.
    """
    if first["kind"] != second["kind"]:
        return False
    sizes = [(first.get(key) or 0, second.get(key) or 0) for key in _SIZES]
    is_other = first.get("retriever") != second.get("retriever")
    return all(a >= b for a, b in sizes) and (is_other or any(a > b for a, b in sizes))


def unlock_pairs(evidence: Evidence, policy: str) -> tuple[Versus, ...]:
    """Return the contrasts of ``policy`` with the same packer over more retrieval; over less, where there is no more.

    Args:
        evidence: The runs.
        policy: The policy in question.
    """
    known, own = evidence.representations, evidence.policies[policy]
    same = [
        (name, known[each["representation"]])
        for name, each in evidence.policies.items()
        if (each["packer"], each["options"]) == (own["packer"], own["options"])
    ]
    settings = known[own["representation"]]
    more = tuple(Versus(name, policy) for name, each in same if has_more(each, settings))
    return more or tuple(Versus(policy, name) for name, each in same if has_more(settings, each))


def unlocks(evidence: Evidence, view: View) -> tuple[Unlock, ...]:
    """Return what more retrieval does for the view's first policy, all contrasts corrected together.

    Args:
        evidence: The runs.
        view: What is looked at: its data set, budget, reader and kinds of questions.
    """
    found = unlock_pairs(evidence, view.first)
    if not found:
        return ()
    metric = "answer_in_context" if view.reader is None else "token_f1"
    names = list(dict.fromkeys(name for each in found for name in (each.first, each.second)))
    outcomes = evidence.outcomes(
        names, list(dict.fromkeys([metric, "answer_in_context"])), kinds=view.kinds, dataset=view.dataset,
        budget_tokens=view.budget_tokens, reader=view.reader,
    )  # fmt: skip
    label = get_metric(metric).label
    quality = contrasts(
        outcomes, found, metric, by="budget_tokens", groups=[view.budget_tokens], n_resamples=view.n_resamples,
        seed=view.seed,
    )  # fmt: skip
    gold = [_gold_contrast(evidence, view, each) for each in found]
    family = correct([*(replace(each, group=label) for each in quality), *gold])
    pairs = zip(found, family[: len(found)], family[len(found) :], strict=True)
    return tuple(Unlock(each, _change(evidence, each), first, second) for each, first, second in pairs)


def _gold_contrast(evidence: Evidence, view: View, versus: Versus) -> Contrast:
    sides = []
    for name in (versus.first, versus.second):
        representation = evidence.policies[name]["representation"]
        rows = evidence.retrieved(representation, kinds=view.kinds, dataset=view.dataset)
        sides.append(rows.dropna(subset=["all_gold_retrieved"]).set_index(INSTANCE)["all_gold_retrieved"])
    paired = pd.concat(sides, axis=1, keys=["first", "second"], join="inner").reset_index()
    paired["difference"] = paired["first"].to_numpy(np.float64) - paired["second"].to_numpy(np.float64)
    return paired_contrast(paired, versus, "all_gold_retrieved", ALL_GOLD, n_resamples=view.n_resamples, seed=view.seed)


def _change(evidence: Evidence, versus: Versus) -> str:
    first, second = (
        evidence.representations[evidence.policies[name]["representation"]] for name in (versus.first, versus.second)
    )
    keys = [key for key in (*_SIZES, "retriever") if first.get(key) != second.get(key)]
    return ", ".join(f"{key} {first[key]} for {second[key]}" for key in keys)


def unlock_sentence(found: Sequence[Unlock]) -> str:
    """Return what more retrieval does, one sentence per contrast; "" for none."""
    parts = []
    for each in found:
        if each.quality.estimate.value is None:
            parts.append(f"{each.versus} ({each.change}): no common outcome.")
            continue
        parts.append(
            f"{each.versus} ({each.change}): {signed(each.quality.estimate.value)} {each.quality.group} "
            f"({interval(each.quality.estimate)}), {_STATES[each.quality.state]}; {ALL_GOLD} "
            f"{signed(each.gold.estimate.value) or 'unknown'} ({interval(each.gold.estimate)})."
        )
    return " ".join(parts)


def unlock_brief(found: Sequence[Unlock]) -> str:
    """Return ``unlock_sentence`` of two contrasts at most, what can be told first, and how many more there are."""
    shown = sorted(found, key=lambda each: each.quality.state == "undecided")[:BRIEF]
    more = len(found) - len(shown)
    return unlock_sentence(shown) + (
        f" {more} more {'stands' if more == 1 else 'stand'} under “{TITLE}”" if more else ""
    )


def unlock_finding(evidence: Evidence, view: View, found: Sequence[Unlock]) -> Finding:
    """Return the contrasts as a finding; there must be one.

    Args:
        evidence: The runs.
        view: What is looked at.
        found: ``unlocks`` of the view.
    """
    family = [contrast for each in found for contrast in (each.quality, each.gold)]
    label = str(found[0].quality.group)
    series = tuple(
        Series(
            f"{each.versus.first} against {each.versus.second}",
            tuple(contrast_point(contrast, str(contrast.group)) for contrast in (each.quality, each.gold)),
            each.versus.first,
        )
        for each in found
    )
    read = view if view.reader is not None else replace(view, metric="answer_in_context")
    caption = " · ".join(
        [where(read, evidence.unit), resampling(view, [each.estimate for each in family]), correction(family),
         counted_kinds(evidence, view)]
    )  # fmt: skip
    return Finding(
        "unlock", TITLE, unlock_sentence(found), caption,
        contrast_table(family, "measure"), Intervals(series, (label, ALL_GOLD), "measure", "difference"),
    )  # fmt: skip
