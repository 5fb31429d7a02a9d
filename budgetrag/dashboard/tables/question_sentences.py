"""Retrieved passages sentence by sentence: what of each is in the context, and which snippets it is in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from budgetrag.counters import get_counter
from budgetrag.dashboard.view import PackedView
from budgetrag.metrics import answer_spans
from budgetrag.snippets import sentences_of
from budgetrag.types import Decision, RetrievedPassage

State = Literal["kept", "clipped", "dropped"]
_PIECE = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text, in characters, ``end`` exclusive."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ShownSentence:
    """One sentence of a retrieved passage.

    Attributes:
        text: The sentence.
        tokens: Its own tokens, in the packing counter.
        state: Whether it is in the context, in part (its window was clipped), or not.
        n_kept_characters: How much of it, from its start, is in the context.
        n_kept: Number of kept snippets that show it, at least in part.
        decisions: Those on all snippets that show it, the most relevant first.
        answers: Where gold answers stand in it.
    """

    text: str
    tokens: int
    state: State
    n_kept_characters: int
    n_kept: int
    decisions: tuple[Decision, ...]
    answers: tuple[Span, ...]


def shown_sentences(view: PackedView, item: RetrievedPassage) -> tuple[ShownSentence, ...]:
    """Return the sentences of one retrieved passage; answers are found across their borders too."""
    sentences = sentences_of(item.passage)
    own = sorted(
        (d for d in view.packing.decisions if d.candidate.snippet.passage_rank == item.rank),
        key=lambda decision: decision.candidate.id,
    )
    marks = _answers(sentences, view.answers)
    counter = get_counter(view.packing.counter)
    found = []
    for i, text in enumerate(sentences):
        here = tuple(d for d in own if d.candidate.snippet.first_sentence <= i <= d.candidate.snippet.last_sentence)
        kept = [d for d in here if d.kept]
        n_characters = max((_kept_characters(d, sentences, i) for d in kept), default=0)
        state: State = "dropped" if not n_characters else "kept" if n_characters >= len(text) else "clipped"
        found.append(ShownSentence(text, counter.count(text), state, n_characters, len(kept), here, marks[i]))
    return tuple(found)


def _kept_characters(decision: Decision, sentences: tuple[str, ...], i: int) -> int:
    """Return how many characters of sentence ``i`` a kept snippet shows."""
    snippet = decision.candidate.snippet
    if not snippet.clipped or i < snippet.last_sentence:
        return len(sentences[i])
    before = sum(len(sentence.split()) for sentence in sentences[snippet.first_sentence : i])
    left = len(snippet.text.split()) - before
    pieces = [match.end() for match in _PIECE.finditer(sentences[i])]
    if left >= len(pieces):
        return len(sentences[i])
    return pieces[left - 1] if left > 0 else 0


def _answers(sentences: tuple[str, ...], answers: tuple[str, ...]) -> list[tuple[Span, ...]]:
    """Return where answers stand in each sentence, found in the sentences joined by one space."""
    spans = answer_spans(" ".join(sentences), answers) if answers else ()
    found, start = [], 0
    for sentence in sentences:
        end = start + len(sentence)
        found.append(tuple(Span(max(a, start) - start, min(b, end) - start) for a, b in spans if a < end and b > start))
        start = end + 1
    return found
