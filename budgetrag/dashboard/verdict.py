"""What became of the answer, in one sentence: found or not, kept or not, why, and who does better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from budgetrag.dashboard.view import PackedView
from budgetrag.dashboard.wording import brief_reason
from budgetrag.metrics import answer_in_context, answer_kind
from budgetrag.rows import ContextRow
from budgetrag.types import Decision

Role = Literal["alive", "lost", "warn", "plain"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A banner.

    Attributes:
        role: How it is coloured.
        head: What happened, in two or three words, its glyph first.
        text: What happened, in a sentence.
        others: What other policies or budgets do, in a sentence; "" if nothing is known.
    """

    role: Role
    head: str
    text: str
    others: str = ""


def verdict(view: PackedView, policy: str = "", contexts: Sequence[ContextRow] = ()) -> Verdict:
    """Return the verdict on one packing.

    Args:
        view: The packing.
        policy: Its policy.
        contexts: What all policies made of the question under all budgets.
    """
    kind, n_passages = answer_kind(view.answers), len(view.retrieved)
    if kind is None:
        return Verdict("plain", "no gold answer", f"What survived cannot be judged; {_size(view)}.")
    if kind == "boolean":
        text = f"Whether “yes” or “no” stands in the context says little, so look at the gold passages: {_gold(view)}."
        return Verdict("plain", "yes/no question", text)
    ranks = view.answer_ranks()
    if answer_in_context(view.packing.context, view.answers):
        return Verdict("alive", "✓ answer survives", _survives(view), _others_when_alive(view, policy, contexts))
    if kind == "free_form":
        text = f"So long an answer hardly ever stands word for word in a passage: {_gold(view)}."
        return Verdict("plain", "free-form answer", text)
    if not ranks:
        text = f"None of the {n_passages} retrieved passages holds the answer, so no packer can keep it: {_gold(view)}."
        kept_by_others = any(row.answer_in_context == 1 for row in contexts)  # of another representation
        return Verdict(
            "warn", "– not retrieved", text, _others_when_lost(view, policy, contexts) if kept_by_others else ""
        )
    where = f"Retrieval found the answer (rank {ranks[0] + 1})"
    if not view.packing.kept:
        text = f"{where}, but the context is empty: {_why(view)}."
    else:
        text = f"{where}, but this packer left it out: {_why(view)}."
    return Verdict("lost", "✕ lost in packing", text, _others_when_lost(view, policy, contexts))


def survival_budgets(contexts: Sequence[ContextRow]) -> dict[str, int]:
    """Return, per policy, the smallest stored budget from which on the answer is in every context; none is left out."""
    alive: dict[str, dict[int, bool]] = {}
    for row in contexts:
        alive.setdefault(row.policy, {})[row.budget_tokens] = row.answer_in_context == 1
    found = {policy: _first_lasting(budgets) for policy, budgets in alive.items()}
    return {policy: budget for policy, budget in found.items() if budget is not None}


def _first_lasting(alive: Mapping[int, bool]) -> int | None:
    first = None
    for budget in sorted(alive, reverse=True):
        if not alive[budget]:
            break
        first = budget
    return first


def _size(view: PackedView) -> str:
    packing = view.packing
    return f"{len(packing.kept)} of {len(packing.decisions)} snippets are kept"


def _gold(view: PackedView) -> str:
    if not view.gold_ids:
        return "which passages are gold is not known"
    retrieved = sum(view.is_gold(item.passage.id) for item in view.retrieved)
    kept = len({c.snippet.passage_id for c in view.packing.kept} & set(view.gold_ids))
    return f"{retrieved} of {len(view.gold_ids)} gold passages were retrieved, {kept} are in the context"


def _survives(view: PackedView) -> str:
    kept = [d for d in view.holders() if d.kept and d.step is not None]
    if not kept:
        return "The answer is in the context, across two snippets."
    first = min(kept, key=lambda decision: decision.step or 0)
    rank = first.candidate.snippet.passage_rank + 1
    again = f" {len(kept)} kept snippets hold it." if len(kept) > 1 else ""
    return (
        f"The answer is in the context: snippet #{first.candidate.id}, from the passage at rank {rank}, came in at "
        f"step {first.step}.{again}"
    )


def _why(view: PackedView) -> str:
    holders = view.holders()
    if not holders:
        return "no snippet holds it whole"
    if len(holders) == 1:
        return f"the one snippet that holds it {brief_reason(holders[0].reason, view.unit)}"
    many = "both snippets that hold it need" if len(holders) == 2 else f"all {len(holders)} snippets that hold it need"
    if all(d.reason is not None and d.reason.kind == "does_not_fit" for d in holders):
        closest = min(holders, key=_missing)
        return f"{many} more {view.unit} than were left; the closest {brief_reason(closest.reason, view.unit)}"
    most = brief_reason(holders[0].reason, view.unit)
    return f"of the {len(holders)} snippets that hold it, the most relevant one {most}"


def _missing(decision: Decision) -> int:
    reason = decision.reason
    return (reason.needed_tokens or 0) - (reason.left_tokens or 0) if reason else 0


def _others_when_lost(view: PackedView, policy: str, contexts: Sequence[ContextRow]) -> str:
    if not contexts:
        return ""
    budget, lasting = view.packing.budget_tokens, survival_budgets(contexts)
    alive = [row for row in contexts if row.answer_in_context == 1]
    here = [row.policy for row in alive if row.budget_tokens == budget and row.policy != policy]
    if here:
        best = min(here, key=lambda name: lasting.get(name, budget + 1))
        since = f"from {lasting[best]}" if lasting.get(best, budget + 1) <= budget else f"at {budget}"
        more = f", and so {'do' if len(here) > 2 else 'does'} {len(here) - 1} more at {budget}" if len(here) > 1 else ""
        return f"{best} keeps it {since} {view.unit}{more}."
    if not alive:
        return f"No packer here keeps it at {_budgets(contexts)} {view.unit}."
    if lasting:
        best = min(lasting, key=lambda name: (lasting[name], name != policy))
        return f"No packer here keeps it at {budget} {view.unit}; {_named(best, policy)} does from {lasting[best]}."
    first = min(alive, key=lambda row: row.budget_tokens)
    where = f"{_named(first.policy, policy)} does at {first.budget_tokens}, but not at every larger budget"
    return f"No packer here keeps it at {budget} {view.unit}; {where}."


def _budgets(contexts: Sequence[ContextRow]) -> str:
    """Return the budgets that were tried: one, or how many and from which to which."""
    tried = sorted({row.budget_tokens for row in contexts})
    return str(tried[0]) if len(tried) == 1 else f"any of {len(tried)} budgets from {tried[0]} to {tried[-1]}"


def _named(policy: str, own: str) -> str:
    return "this packer" if policy == own else policy


def _others_when_alive(view: PackedView, policy: str, contexts: Sequence[ContextRow]) -> str:
    budget = view.packing.budget_tokens
    others = [row for row in contexts if row.budget_tokens == budget and row.policy != policy]
    if not others:
        return ""
    kept, first = sum(row.answer_in_context == 1 for row in others), survival_budgets(contexts).get(policy)
    own = f"This packer keeps it from {first} {view.unit}; " if first is not None else ""
    rest = f"at {budget}, {kept} of the {len(others)} other policies keep it too."
    return own + rest if own else rest[0].upper() + rest[1:]
