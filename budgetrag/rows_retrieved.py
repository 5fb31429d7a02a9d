"""The rows of what was retrieved, as records: their fields are the tables' columns, in order."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RetrievalRow:
    """Table ``retrievals``: how well one representation's retrieval served one question.

    Attributes:
        dataset: Name of the data set.
        seed: Seed of the sample.
        question_id: The question.
        representation: Name of the representation.
        n_passages: Passages retrieved.
        recall_at_5: Share of the gold passages among the first five retrieved; None without gold passages.
        all_gold_at_5: Whether (1 / 0) all of them are; None without gold passages.
        answer_in_retrieved: Whether (1 / 0) a gold answer is in the retrieved passages, each rendered whole, before any
            packing; None without gold answers.
    """

    dataset: str
    seed: int
    question_id: str
    representation: str
    n_passages: int
    recall_at_5: float | None
    all_gold_at_5: int | None
    answer_in_retrieved: int | None


@dataclass(frozen=True, slots=True)
class PassageRow:
    """Table ``passages``: one passage that one representation's retrieval returned for one question.

    Attributes:
        dataset: Name of the data set.
        seed: Seed of the sample.
        question_id: The question it was retrieved for.
        representation: Name of the representation.
        rank: 0-based retrieval rank.
        score: The retriever's score.
        passage_id: Its identity, from title and text.
        title: Its heading, "" where it has none.
        text: The whole text.
        sentences: Its sentences, which the candidates' indices count.
        is_gold: Whether it is a gold passage of the question; None without gold passages.
    """

    dataset: str
    seed: int
    question_id: str
    representation: str
    rank: int
    score: float
    passage_id: str
    title: str
    text: str
    sentences: tuple[str, ...]
    is_gold: bool | None


@dataclass(frozen=True, slots=True)
class HitRow:
    """Table ``hits``: one node of the evidence graph that brought one passage of one question in (ACE only).

    Attributes:
        dataset: Name of the data set.
        seed: Seed of the sample.
        question_id: The question.
        representation: Name of the representation.
        passage_rank: Retrieval rank of the passage.
        node_rank: 0-based rank of the node among those searched.
        score: The node's cosine to the question.
        kind: "claim" or "entity".
        text: The node's text.
    """

    dataset: str
    seed: int
    question_id: str
    representation: str
    passage_rank: int
    node_rank: int
    score: float
    kind: str
    text: str
