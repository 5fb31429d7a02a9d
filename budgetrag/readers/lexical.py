"""A reader without a model: the span of the context that the question's terms stand closest to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from budgetrag.readers.base import ReaderOptions
from budgetrag.readers.prompts import PromptDesign
from budgetrag.text import content_terms, words
from budgetrag.types import Answer, Prompt

_TOKEN = re.compile(r"(\W*)(\w+(?:[.,'’-]\w+)*)")
_YES_NO = frozenset("am are can could did do does had has have is may must should was were will would".split())
_NUMBER_CUES = ("when ", "how many", "how much", "what year", "which year", "in what year", "in which year", "how old")
_JOINERS = frozenset("of the de van von and for".split())
_MAX_SPAN_WORDS = 6
_SUPPORTED = 0.75  # share of the question's terms a context must hold for a yes


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    joined: bool  # only space stands between it and the token before


@dataclass(frozen=True, slots=True)
class _Span:
    text: str
    first: int  # index of its first token in its line
    last: int
    is_number: bool


class LexicalReader:
    """Answers without a model; deterministic; a floor to compare readers with, and a stand-in where none can run.

    A yes/no question is answered yes if the context holds enough of its terms. Any other gets a name or number of the
    context: runs of capitalised words and numbers (single words where a line has neither), each scored by
    ``sum over question terms of 1 / (1 + distance)`` within its line (distance in words, at least 1), plus 1 if it is a
    number where one is asked for or a name where not, plus 1 if it is new or, where the question offers a choice
    ("A or B"), part of the question. The first best one is the answer.
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
    offers_choice = "or" in asked
    scored = [
        (
            _score(span, tokens, terms)
            + (span.is_number == wants_number)
            + (terms.isdisjoint(words(span.text)) != offers_choice),
            span.text,
        )
        for line in context.splitlines()
        for tokens in [[_Token(match[2], not match[1].strip()) for match in _TOKEN.finditer(line)]]
        for span in _spans(tokens)
    ]
    return max(scored, key=lambda pair: pair[0])[1] if scored else ""


def _score(span: _Span, tokens: Sequence[_Token], terms: frozenset[str]) -> float:
    best: dict[str, float] = {}
    for place, token in enumerate(tokens):
        distance = max(span.first - place, place - span.last, 1)
        for term in terms.intersection(words(token.text)):
            best[term] = max(best.get(term, 0.0), 1.0 / (1.0 + distance))
    return sum(best.values())


def _spans(tokens: Sequence[_Token]) -> Iterator[_Span]:
    """Yield a line's names and numbers; its single words if it has neither."""
    named = list(_names_and_numbers(tokens))
    yield from named or [_Span(token.text, i, i, is_number=False) for i, token in enumerate(tokens)]


def _names_and_numbers(tokens: Sequence[_Token]) -> Iterator[_Span]:
    place = 0
    while place < len(tokens):
        end = place
        while end < len(tokens) and end - place < _MAX_SPAN_WORDS and _continues(tokens, place, end):
            end += 1
        while end > place and tokens[end - 1].text in _JOINERS:
            end -= 1
        if end > place:
            text = " ".join(token.text for token in tokens[place:end])
            yield _Span(text, place, end - 1, is_number=any(character.isdigit() for character in text))
        place = max(end, place + 1)


def _continues(tokens: Sequence[_Token], start: int, place: int) -> bool:
    token = tokens[place]
    if place > start and not token.joined:
        return False
    return token.text[0].isupper() or token.text[0].isdigit() or (place > start and token.text in _JOINERS)
