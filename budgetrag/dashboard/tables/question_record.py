"""Everything a run holds about one question, loaded once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from budgetrag.rows import CandidateRow, ContextRow, QuestionRow, to_candidate, to_retrieved
from budgetrag.rows_retrieved import HitRow, PassageRow, RetrievalRow
from budgetrag.store import Run
from budgetrag.types import Candidate, RetrievedPassage


@dataclass(frozen=True, slots=True)
class Read:
    """What one reader said about one context.

    Attributes:
        reader: The reader's name in the run.
        answer: What it said.
        prompt_hash: Hash of the prompt it read.
        prompt_tokens: Its own count of the prompt; None without a tokenizer.
        exact_match: 1 / 0, None without gold answers, as are the two below.
        token_f1: Token F1.
        accuracy: Whether (1 / 0) a gold answer is in what it said.
    """

    reader: str
    answer: str
    prompt_hash: str
    prompt_tokens: int | None
    exact_match: int | None
    token_f1: float | None
    accuracy: int | None


@dataclass(frozen=True, slots=True)
class QuestionRecord:
    """One question of a run: what was retrieved, the candidates, every packing and every answer.

    Attributes:
        question: The question.
        retrievals: How well each representation's retrieval served it.
        passages: What was retrieved, all representations, each in rank order.
        hits: The nodes that brought passages in, all representations.
        candidates: Its candidates, all representations.
        contexts: One per policy and budget.
        reads: Context hash -> what each reader said about it, () for nothing; looked up when first asked for.
    """

    question: QuestionRow
    retrievals: tuple[RetrievalRow, ...]
    passages: tuple[PassageRow, ...]
    hits: tuple[HitRow, ...]
    candidates: tuple[CandidateRow, ...]
    contexts: tuple[ContextRow, ...]
    reads: Mapping[str, tuple[Read, ...]]

    def context(self, policy: str, budget_tokens: int) -> ContextRow | None:
        """Return what ``policy`` made of the question under a budget; None where the run has no such packing."""
        found = (c for c in self.contexts if c.policy == policy and c.budget_tokens == budget_tokens)
        return next(found, None)

    @property
    def answer_is_retrieved(self) -> dict[str, bool]:
        """Representation -> whether a gold answer is in what its retrieval returned."""
        return {row.representation: row.answer_in_retrieved == 1 for row in self.retrievals}

    def passages_of(self, representation: str) -> tuple[PassageRow, ...]:
        """Return what one representation's retrieval returned, in rank order."""
        return tuple(row for row in self.passages if row.representation == representation)

    def hits_of(self, representation: str) -> tuple[HitRow, ...]:
        """Return the nodes that brought one representation's passages in."""
        return tuple(row for row in self.hits if row.representation == representation)

    def retrieved(self, representation: str) -> tuple[RetrievedPassage, ...]:
        """Return what one representation's retrieval returned as packing takes it."""
        hits = self.hits_of(representation)
        return tuple(to_retrieved(row, hits) for row in self.passages_of(representation))

    def candidates_of(self, representation: str) -> tuple[Candidate, ...]:
        """Return the candidates of one representation as packing takes them."""
        return tuple(to_candidate(row) for row in self.candidates if row.representation == representation)


def load_record(run: Run, dataset: str, seed: int, question_id: str) -> QuestionRecord:
    """Return everything ``run`` holds about one question.

    Raises:
        KeyError: If the run has no such question.
    """
    key = (dataset, seed, question_id)
    contexts = run.contexts(*key)
    return QuestionRecord(
        question=run.question(*key),
        retrievals=run.retrieval_rows(*key),
        passages=run.passage_rows(*key, representation=None),
        hits=run.hit_rows(*key, representation=None),
        candidates=run.candidate_rows(*key, representation=None),
        contexts=contexts,
        reads=_Reads(run, frozenset(context.context_hash for context in contexts)),
    )


class _Reads(Mapping[str, tuple[Read, ...]]):
    """What readers said, one context at a time: answers lie ordered by hash, so one is found without reading all."""

    def __init__(self, run: Run, hashes: frozenset[str]) -> None:
        self._run = run
        self._hashes = hashes
        self._found: dict[str, tuple[Read, ...]] = {}

    def __getitem__(self, context_hash: str) -> tuple[Read, ...]:
        if context_hash not in self._hashes:
            raise KeyError(context_hash)
        if context_hash not in self._found:
            self._found[context_hash] = tuple(map(_read, self._run.answers(context_hash).to_dict("records")))
        return self._found[context_hash]

    def __iter__(self) -> Iterator[str]:
        return iter(self._hashes)

    def __len__(self) -> int:
        return len(self._hashes)


def _read(row: Mapping[Any, Any]) -> Read:
    return Read(
        reader=str(row["reader"]),
        answer=str(row["answer"]),
        prompt_hash=str(row["prompt_hash"]),
        prompt_tokens=_whole(row["prompt_tokens"]),
        exact_match=_whole(row["exact_match"]),
        token_f1=None if _is_missing(row["token_f1"]) else float(row["token_f1"]),
        accuracy=_whole(row["accuracy"]),
    )


def _is_missing(value: Any) -> bool:
    import pandas as pd

    return bool(pd.isna(value))


def _whole(value: Any) -> int | None:
    return None if _is_missing(value) else int(value)
