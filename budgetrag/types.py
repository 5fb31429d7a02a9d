"""The records that travel through the pipeline: frozen, slotted, tuples inside."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal

AnswerKind = Literal["boolean", "span", "free_form"]
Finish = Literal["stop", "length", "refusal", "content_filter"]
DropKind = Literal["does_not_fit", "snippet_cap", "near_duplicate", "lower_score", "zero_gain"]


def content_hash(*parts: str) -> str:
    """Return a 16-digit hexadecimal BLAKE2b digest of ``parts`` (order and boundaries count)."""
    digest = hashlib.blake2b(digest_size=8)
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "little"))
        digest.update(encoded)
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Passage:
    """One retrievable text.

    Attributes:
        title: Heading, "" where the source has none.
        text: The whole text, its sentences joined.
        sentences: The data set's own sentences, stripped, none empty; () where it has none.
        position: 0-based position in its source (a question's own pool).
    """

    title: str
    text: str
    sentences: tuple[str, ...] = ()
    position: int = 0

    @property
    def id(self) -> str:
        """Identity by (title, text): equal texts under one title are one passage, equal titles alone are not."""
        return content_hash(self.title, self.text)


@dataclass(frozen=True, slots=True)
class Question:
    """One question with its pool of passages.

    Attributes:
        id: Unique within its data set.
        text: The question as asked.
        answers: Gold answers and aliases; () where unknown (answer metrics are then null).
        type: The data set's own type ("bridge", "comparison", "2hop", …), "" where it has none.
        passages: The question's own pool, in source order.
        gold: Positions in ``passages`` of the gold passages; () where unknown (gold metrics are then null).
    """

    id: str
    text: str
    answers: tuple[str, ...]
    passages: tuple[Passage, ...]
    gold: tuple[int, ...] = ()
    type: str = ""

    @property
    def gold_ids(self) -> tuple[str, ...]:
        """Identities of the distinct gold passages, in source order."""
        return tuple(dict.fromkeys(self.passages[i].id for i in self.gold))


@dataclass(frozen=True, slots=True)
class RetrievedPassage:
    """A passage that retrieval returned.

    Attributes:
        passage: The passage.
        rank: 0-based retrieval rank.
        score: The retriever's score (cosine for the dense retriever), higher is better.
        hits: Texts of the hits that brought the passage in; () means the passage's own text (chunk retrieval).
    """

    passage: Passage
    rank: int
    score: float
    hits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Snippet:
    """A window of consecutive sentences of one retrieved passage.

    Attributes:
        passage_id: Identity of its passage.
        passage_rank: Retrieval rank of its passage, from 0.
        title: Title of its passage.
        text: The sentences joined by one space, clipped.
        first_sentence: 0-based index of its first sentence in the passage.
        last_sentence: 0-based index of its last sentence of which something is left after clipping (inclusive).
        clipped: Whether clipping removed something.
    """

    passage_id: str
    passage_rank: int
    title: str
    text: str
    first_sentence: int
    last_sentence: int
    clipped: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A snippet with its relevance to one question; ``id`` is its 0-based place in relevance order."""

    id: int
    snippet: Snippet
    relevance: float


@dataclass(frozen=True, slots=True)
class DropReason:
    """Why a candidate was left out, in numbers; what does not apply is None.

    Attributes:
        kind: The reason.
        needed_tokens: Tokens the context would have grown by (``does_not_fit``).
        left_tokens: Tokens that were left (``does_not_fit``).
        after_step: Steps made when it stopped fitting; 0 means that it never fitted (``does_not_fit``).
        duplicate_of: Candidate id of the kept snippet that it repeats (``near_duplicate``).
        overlap: Share of that snippet's distinct words that it repeats (``near_duplicate``).
        score: Its score at the last step at which it was still eligible.
        chosen_score: The score that won that step.
    """

    kind: DropKind
    needed_tokens: int | None = None
    left_tokens: int | None = None
    after_step: int | None = None
    duplicate_of: int | None = None
    overlap: float | None = None
    score: float | None = None
    chosen_score: float | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """What a packer did with one candidate.

    Attributes:
        candidate: The candidate.
        kept: Whether it is in the context.
        tokens: Cost of its rendered line alone, in the packing counter's tokens.
        step: 1-based step at which it was chosen; None if dropped.
        gain: Total gain at that step, in the packer's own objective; None if dropped.
        gain_by_term: The gain split by term, as (term, value) pairs that sum to ``gain``.
        gain_per_token: ``gain`` / max(tokens, 1); None if dropped.
        running_tokens: Tokens of the rendered context after that step; None if dropped.
        reason: Why it was dropped; None if kept.
    """

    candidate: Candidate
    kept: bool
    tokens: int
    step: int | None = None
    gain: float | None = None
    gain_by_term: tuple[tuple[str, float], ...] = ()
    gain_per_token: float | None = None
    running_tokens: int | None = None
    reason: DropReason | None = None


@dataclass(frozen=True, slots=True)
class Packing:
    """What one packer made of one question's candidates under one budget.

    Attributes:
        context: The rendered context, never over budget.
        kept: Candidates in the context, in selection order.
        dropped: The other candidates, in relevance order.
        decisions: One per candidate: the kept ones in selection order, then the dropped ones.
        certificate: Provable lower bound on F(S) / best F under this budget, in [0, 1]; None if nothing fits.
        context_tokens: Tokens of ``context``.
        budget_tokens: The budget.
        counter: Name of the token counter.
        packer: Name of the packer.
        fallback: Whether the best single snippet replaced the greedy set (Lin-Bilmes).
    """

    context: str
    kept: tuple[Candidate, ...]
    dropped: tuple[Candidate, ...]
    decisions: tuple[Decision, ...]
    certificate: float | None
    context_tokens: int
    budget_tokens: int
    counter: str
    packer: str
    fallback: bool = False


@dataclass(frozen=True, slots=True)
class Prompt:
    """One thing to read: the exact text shown to the reader, and what it was made from."""

    question: str
    context: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a reader said: first line, stripped.

    Attributes:
        text: The answer, "" if the reader said nothing.
        prompt_tokens: The reader's own count of the prompt; None for a reader without a tokenizer.
        finish: Why it ended: "stop" at the end of its first line or of all it said, "length" cut before either,
            "refusal" the model declined, "content_filter" the server withheld it; None where that is not known.
    """

    text: str
    prompt_tokens: int | None
    finish: Finish | None = None
