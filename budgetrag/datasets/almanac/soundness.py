"""What must hold for a question of the almanac to have exactly the answer it is given."""

from __future__ import annotations

from collections.abc import Sequence

from budgetrag.text import content_terms, normalise
from budgetrag.types import Passage, Question

MAX_CUE_TERMS = 1


def contains(text: str, answer: str) -> bool:
    """Say whether the normalised tokens of ``answer`` are a contiguous run of those of ``text``."""
    wanted, tokens = normalise(answer), normalise(text)
    n = len(wanted)
    return n > 0 and any(tokens[i : i + n] == wanted for i in range(len(tokens) - n + 1))


def is_sound(question: Question, values: Sequence[str]) -> bool:
    """Say whether no passage but the intended ones answers ``question``.

    For a span answer: no sentence of a passage that is not gold holds an answer, or stands under a title that does,
    together with more than one content term of the question; no gold passage but one holds an answer; and the
    question names neither the answer nor anything on the way to it.

    Args:
        question: The question.
        values: What its hops state, in order.
    """
    titles = {passage.title for passage in question.passages}
    if len(titles) < len(question.passages):
        return False
    if question.type == "comparison":
        return True
    if any(contains(question.text, value) for value in (*values, *question.answers)):
        return False
    foreign = (passage for passage in question.passages if passage.position not in question.gold)
    return _is_in_one_gold(question) and not any(_betrays(passage, question) for passage in foreign)


def _betrays(passage: Passage, question: Question) -> bool:
    titled = _holds(passage.title, question.answers)
    holders = [sentence for sentence in passage.sentences if titled or _holds(sentence, question.answers)]
    own = {term for answer in question.answers for term in content_terms(answer)}
    cue = set(content_terms(question.text)) - own if holders else set()
    return any(len(cue.intersection(content_terms(sentence))) > MAX_CUE_TERMS for sentence in holders)


def _is_in_one_gold(question: Question) -> bool:
    return sum(_holds(question.passages[i].text, question.answers) for i in question.gold) == 1


def _holds(text: str, answers: Sequence[str]) -> bool:
    """Say whether ``text`` contains one of ``answers``; the costly check only where the last word is there at all."""
    folded = text.casefold()
    return any(a.rsplit(maxsplit=1)[-1].casefold() in folded and contains(text, a) for a in answers)
