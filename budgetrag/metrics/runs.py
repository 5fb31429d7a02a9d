"""Runs of normalised tokens: what accuracy and the survival metrics have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from budgetrag.text import normalise

EDGE = "\x1f"  # white space to str.split, so never inside a token


def gold_answers(answers: Sequence[str] | str) -> tuple[str, ...]:
    """Return gold answers as a tuple; a bare string is one answer, not a sequence of characters.

    Raises:
        ValueError: If something in them is no string, such as None or NaN where a table has no answer.
    """
    golds = (answers,) if isinstance(answers, str) or not isinstance(answers, Iterable) else tuple(answers)
    for gold in golds:
        if not isinstance(gold, str):
            raise ValueError(f"gold answers must be strings, got {gold!r}; give () where there are none")
    return golds


def gold_runs(answers: Sequence[str] | str) -> tuple[tuple[str, ...], ...]:
    """Return the non-empty normalised token lists of ``answers``, in order."""
    return tuple(run for run in map(normalise, gold_answers(answers)) if run)


@lru_cache(maxsize=4096)
def edged(text: str) -> str:
    """Return the normalised tokens of ``text``, each between two edges.

    One token list is a contiguous run of another exactly if its edged form is part of the other's.
    """
    return EDGE + EDGE.join(normalise(text)) + EDGE


def contains_answer(text: str, answers: Sequence[str] | str) -> bool | None:
    """Return whether some answer's non-empty token list is a contiguous run of the tokens of ``text``.

    None if no answer has tokens.
    """
    golds = [edged(answer) for answer in gold_answers(answers) if normalise(answer)]
    if not golds:
        return None
    haystack = edged(text)
    return any(gold in haystack for gold in golds)
