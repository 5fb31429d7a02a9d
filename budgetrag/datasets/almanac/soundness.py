"""What must hold for a question of the almanac to have exactly the answer it is given."""

from __future__ import annotations

from collections.abc import Sequence

from budgetrag.text import content_terms, normalise
from budgetrag.types import Question

MAX_CUE_TERMS = 1


def contains(text: str, answer: str) -> bool:
    """Say whether the normalised tokens of ``answer`` are a contiguous run of those of ``text``."""
    wanted, tokens = normalise(answer), normalise(text)
    n = len(wanted)
    return n > 0 and any(tokens[i : i + n] == wanted for i in range(len(tokens) - n + 1))


def is_sound(question: Question, values: Sequence[str]) -> bool:
    """Say whether no passage but the intended ones answers ``question``.

    For a span answer: no sentence of a passage that is not gold holds an answer together with more than one content
    term of the question, no gold passage but the last one holds an answer, and the question names neither the answer
    nor anything between (``values``, what the hops state in order). For a comparison: the titles are those compared
    and no other passage is about them.
    """
    titles = [passage.title for passage in question.passages]
    if len(set(titles)) < len(titles):
        return False
    if question.type == "comparison":
        return True
    if any(contains(question.text, value) for value in (*values, *question.answers)):
        return False
    return not any(_betrays(sentence, question) for sentence in _foreign_sentences(question)) and _is_last_only(
        question
    )


def _foreign_sentences(question: Question) -> list[str]:
    gold = set(question.gold)
    return [s for passage in question.passages if passage.position not in gold for s in passage.sentences]


def _betrays(sentence: str, question: Question) -> bool:
    held = [answer for answer in question.answers if _may_hold(sentence, answer) and contains(sentence, answer)]
    if not held:
        return False
    own = {term for answer in question.answers for term in content_terms(answer)}
    cue = set(content_terms(question.text)) - own
    return len(cue.intersection(content_terms(sentence))) > MAX_CUE_TERMS


def _is_last_only(question: Question) -> bool:
    holders = [
        i
        for i in question.gold
        if any(
            _may_hold(question.passages[i].text, a) and contains(question.passages[i].text, a) for a in question.answers
        )
    ]
    return len(holders) == 1


def _may_hold(text: str, answer: str) -> bool:
    return answer.rsplit(maxsplit=1)[-1].casefold() in text.casefold()
