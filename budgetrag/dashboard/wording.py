"""Decisions and outcomes in words and numbers, short enough for a hover."""

from __future__ import annotations

from budgetrag.explain import reason_text, sentences_text
from budgetrag.types import Decision, DropReason

NOT_REPRODUCED = "reason unknown: packing again does not give the stored packing"


def snippet_text(decision: Decision, unit: str) -> str:
    """Return what a snippet is: its number, sentences, cost and relevance."""
    candidate = decision.candidate
    size = f"{decision.tokens} {unit}, relevance {candidate.relevance:.2f}"
    return f"snippet #{candidate.id}, {sentences_text(candidate)}, {size}"


def decision_text(decision: Decision, unit: str) -> str:
    """Return what became of a snippet, and why."""
    if not decision.kept:
        return f"dropped: {reason_text(decision.reason, unit)}" if decision.reason else f"dropped; {NOT_REPRODUCED}"
    if decision.gain is None or decision.gain_per_token is None:
        return f"kept at step {decision.step}"
    terms = ", ".join(f"{name.replace('_', ' ')} {value:.3g}" for name, value in decision.gain_by_term)
    return (
        f"kept at step {decision.step}: gain {decision.gain:.3g} ({terms}), {decision.gain_per_token:.2g} per "
        f"{unit.removesuffix('s')}, {decision.running_tokens} {unit} so far"
    )


def brief_reason(reason: DropReason | None, unit: str) -> str:
    """Return why a snippet was dropped as a clause whose subject is the snippet."""
    if reason is None:
        return f"was dropped ({NOT_REPRODUCED})"
    if reason.kind == "near_duplicate":
        return f"repeats {reason.overlap:.0%} of the words of kept snippet #{reason.duplicate_of}"
    if reason.kind == "snippet_cap":
        return f"came after the cap of {reason.after_step} snippets"
    if reason.kind == "lower_score":
        return "lost against one snippet that alone is worth more"
    if reason.kind == "zero_gain":
        return "added nothing to what was kept already"
    when = f"after step {reason.after_step}" if reason.after_step else "at the start"
    were = "was" if reason.left_tokens == 1 else "were"
    return f"needs {reason.needed_tokens} {unit}, and {reason.left_tokens} {were} left {when}"
