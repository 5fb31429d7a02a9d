"""Decisions in words and numbers."""

from __future__ import annotations

from budgetrag.types import Candidate, Decision, DropReason, Packing


def token_unit(counter: str) -> str:
    """Return what the counter counts: "words" or "tokens"."""
    return "words" if counter == "words" else "tokens"


def reason_text(reason: DropReason, unit: str = "tokens") -> str:
    """Return why a candidate was dropped, as one phrase.

    >>> reason_text(DropReason("does_not_fit", needed_tokens=43, left_tokens=23, after_step=3), "words")
    'does not fit: needs 43 words, 23 left after step 3'
    """
    if reason.kind == "near_duplicate":
        return f"near-duplicate of kept snippet #{reason.duplicate_of} (repeats {reason.overlap:.0%} of its words)"
    if reason.kind == "lower_score":
        return "lower score: one snippet alone is worth more than the set it was compared with"
    if reason.kind == "zero_gain":
        return "zero gain: adds nothing to what is kept"
    if reason.kind == "snippet_cap":
        return f"snippet cap: {reason.after_step} are kept already{_beaten(reason)}"
    where = f"after step {reason.after_step}" if reason.after_step else "at the start"
    return f"does not fit: needs {reason.needed_tokens} {unit}, {reason.left_tokens} left {where}{_beaten(reason)}"


def _beaten(reason: DropReason) -> str:
    if reason.score is None or reason.chosen_score is None:
        return ""
    return f" (score {reason.score:.4g} against {reason.chosen_score:.4g} of the one chosen there)"


def explain(packing: Packing) -> str:
    """Return a packing's decisions as plain text: what was kept, step by step, and why the rest was dropped.

    Args:
        packing: What ``pack`` returned.
    """
    unit = token_unit(packing.counter)
    n = len(packing.decisions)
    head = (
        f"{packing.packer} kept {len(packing.kept)} of {n} snippets: "
        f"{packing.context_tokens} of {packing.budget_tokens} {unit}"
    )
    sure = "" if packing.certificate is None else f", at least {packing.certificate:.0%} of the best objective"
    lines = [_line(decision, unit) for decision in packing.decisions]
    note = ["  one snippet alone beat the greedy set and replaced it"] if packing.fallback else []
    return "\n".join([head + sure, *note, *lines])


def _line(decision: Decision, unit: str) -> str:
    where = _place(decision.candidate)
    if decision.reason is not None:
        return f"  dropped #{decision.candidate.id} {where}: {reason_text(decision.reason, unit)}"
    terms = ", ".join(f"{name} {value:.3g}" for name, value in decision.gain_by_term)
    return (
        f"  step {decision.step}: #{decision.candidate.id} {where}, {decision.tokens} {unit}, "
        f"gain {decision.gain:.3g} ({terms}), {decision.running_tokens} {unit} so far"
    )


def sentences_text(candidate: Candidate) -> str:
    """Return which sentences of its passage a snippet shows, counted from 1.

    >>> from budgetrag.types import Candidate, Snippet
    >>> sentences_text(Candidate(0, Snippet("p", 0, "", "", 0, 2), 1.0))
    'sentences 1-3'
    """
    first, last = candidate.snippet.first_sentence + 1, candidate.snippet.last_sentence + 1
    span = f"sentence {first}" if first == last else f"sentences {first}-{last}"
    return f"{span}, clipped" if candidate.snippet.clipped else span


def _place(candidate: Candidate) -> str:
    snippet = candidate.snippet
    return f"{snippet.title or f'passage {snippet.passage_rank + 1}'} [{sentences_text(candidate)}]"
