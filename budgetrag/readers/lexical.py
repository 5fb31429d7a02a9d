"""A reader without a model: the span of the context that the question's terms stand closest to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from budgetrag.readers.base import ReaderOptions
from budgetrag.readers.prompts import PromptDesign
from budgetrag.text import content_terms, words
from budgetrag.types import Answer, Prompt

_TOKEN = re.compile(r"\w+(?:[.,'’-]\w+)*")
_YES_NO = frozenset("am are can could did do does had has have is may must should was were will would".split())
_NUMBER_CUES = ("when ", "how many", "how much", "what year", "which year", "in what year", "in which year", "how old")
_JOINERS = frozenset("of the de van von and for".split())
_MAX_SPAN_WORDS = 6
_SUPPORTED = 0.75  # share of the question's terms a context must hold for a yes


@dataclass(frozen=True, slots=True)
class _Span:
    text: str
    first: int  # index of its first token in its line
    last: int
    is_number: bool


class LexicalReader:
    """Answers without a model; deterministic; a floor to compare readers with, and a stand-in where none can run.

    A yes/no question is answered yes if the context holds enough of its terms. Any other gets a name or number of the
    context: runs of capitalised words and numbers (single words where a line has neither) are scored by
    ``sum over question terms of 1 / (1 + distance in words)`` within their line; the first best one is the answer.
    """

    def __init__(self, options: ReaderOptions) -> None:
        """Take the name; the other options do not apply."""
        self._name = options.name

    @property
    def name(self) -> str:
        """Its name, which always says that there is no model."""
        name = self._name or "lexical"
        return name if "no model" in name else f"{name} (no model)"

    @property
    def design(self) -> PromptDesign:
        """Context and question, one after the other."""
        return PromptDesign("none", "{context}\n\n{question}")

    def prompt(self, question: str, context: str) -> Prompt:
        """Return both, one after the other."""
        return self.design.prompt(question, context)

    def read(self, prompts: Sequence[Prompt]) -> list[Answer]:
        """Return the best-supported span of each prompt's context, in order; "" from an empty context."""
        return [Answer(_answer(prompt.question, prompt.context), None) for prompt in prompts]

    def fingerprint(self) -> str:
        """Return the version of its rules."""
        return "lexical:1"

    def close(self) -> None:
        """Do nothing: it holds nothing."""


def _answer(question: str, context: str) -> str:
    terms = frozenset(content_terms(question))
    if not context.strip():
        return ""
    if (asked := words(question)) and asked[0] in _YES_NO:
        held = len(terms.intersection(words(context)))
        return "yes" if held >= _SUPPORTED * len(terms) else "no"
    wants_number = any(cue in f"{' '.join(asked)} " for cue in _NUMBER_CUES)
    scored = [
        (_score(span, tokens, terms) + (1.0 if wants_number and span.is_number else 0.0), span.text)
        for tokens in (_TOKEN.findall(line) for line in context.splitlines())
        for span in _spans(tokens, terms)
    ]
    return max(scored, key=lambda pair: pair[0])[1] if scored else ""


def _score(span: _Span, tokens: Sequence[str], terms: frozenset[str]) -> float:
    best: dict[str, float] = {}
    for place, token in enumerate(tokens):
        distance = max(span.first - place, place - span.last, 0)
        for term in terms.intersection(words(token)):
            best[term] = max(best.get(term, 0.0), 1.0 / (1.0 + distance))
    return sum(best.values())


def _spans(tokens: Sequence[str], terms: frozenset[str]) -> Iterator[_Span]:
    """Yield a line's names and numbers that say something the question does not; its single words if it has neither."""
    named = list(_names_and_numbers(tokens))
    found = named or [_Span(token, i, i, is_number=False) for i, token in enumerate(tokens)]
    for span in found:
        if any(word not in terms for word in content_terms(span.text)) or span.is_number:
            yield span


def _names_and_numbers(tokens: Sequence[str]) -> Iterator[_Span]:
    place = 0
    while place < len(tokens):
        end = place
        while end < len(tokens) and end - place < _MAX_SPAN_WORDS and _continues(tokens, place, end):
            end += 1
        while end > place and tokens[end - 1] in _JOINERS:
            end -= 1
        if end > place:
            text = " ".join(tokens[place:end])
            yield _Span(text, place, end - 1, is_number=any(character.isdigit() for character in text))
        place = max(end, place + 1)


def _continues(tokens: Sequence[str], start: int, place: int) -> bool:
    token = tokens[place]
    return token[0].isupper() or token[0].isdigit() or (place > start and token in _JOINERS)
