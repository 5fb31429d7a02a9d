"""A question and what was retrieved for it, as rows of a run's tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from budgetrag.metrics import all_gold_at_k, answer_in_context, answer_kind, recall_at_k
from budgetrag.rows import QuestionRow, RetrievedQuestion
from budgetrag.rows_retrieved import HitRow, PassageRow, RetrievalRow
from budgetrag.snippets import sentences_of
from budgetrag.text import render, render_line
from budgetrag.types import Question, RetrievedPassage

RECALL_K = 5


class Node(Protocol):
    """A node of an evidence graph that was hit: its rank, its score, its kind ("claim" or "entity") and its text."""

    @property
    def rank(self) -> int:
        """0-based rank among the nodes searched."""

    @property
    def score(self) -> float:
        """Cosine to the question."""

    @property
    def kind(self) -> str:
        """What it is."""

    @property
    def text(self) -> str:
        """Its text."""


@dataclass(frozen=True, slots=True)
class Found:
    """A retrieved passage and the nodes that brought it in; () where passages themselves were searched."""

    retrieved: RetrievedPassage
    nodes: tuple[Node, ...] = ()


def retrieved_text(found: Sequence[RetrievedPassage], *, template: str) -> str:
    """Return all retrieved passages, rendered whole: the context without any packing."""
    return render([render_line(item.passage.title, item.passage.text, template) for item in found])


def retrieved_question(
    dataset: str, seed: int, question: Question, found: Mapping[str, Sequence[Found]], *, template: str
) -> RetrievedQuestion:
    """Return the rows of one question.

    Args:
        dataset: Name of its data set.
        seed: Seed of the sample it is in.
        question: The question.
        found: Representation -> what was retrieved for it, in rank order.
        template: How a passage becomes a line, as a snippet does.
    """
    row = QuestionRow(
        dataset=dataset,
        seed=seed,
        question_id=question.id,
        question=question.text,
        answers=question.answers,
        question_type=question.type,
        answer_kind=answer_kind(question.answers),
        gold_passage_ids=question.gold_ids,
        n_pool_passages=len(question.passages),
    )
    return RetrievedQuestion(
        row,
        tuple(_passage_row(row, name, item.retrieved) for name, items in found.items() for item in items),
        tuple(hit for name, items in found.items() for item in items for hit in _hit_rows(row, name, item)),
        tuple(_retrieval_row(row, name, [item.retrieved for item in items], template) for name, items in found.items()),
    )


def _retrieval_row(
    question: QuestionRow, representation: str, found: Sequence[RetrievedPassage], template: str
) -> RetrievalRow:
    gold, ids = question.gold_passage_ids, [item.passage.id for item in found]
    return RetrievalRow(
        dataset=question.dataset,
        seed=question.seed,
        question_id=question.question_id,
        representation=representation,
        n_passages=len(found),
        recall_at_5=recall_at_k(ids, gold, k=RECALL_K),
        all_gold_at_5=all_gold_at_k(ids, gold, k=RECALL_K),
        answer_in_retrieved=answer_in_context(retrieved_text(found, template=template), question.answers),
    )


def _passage_row(question: QuestionRow, representation: str, item: RetrievedPassage) -> PassageRow:
    passage, gold = item.passage, question.gold_passage_ids
    passage_id = passage.id
    return PassageRow(
        dataset=question.dataset,
        seed=question.seed,
        question_id=question.question_id,
        representation=representation,
        rank=item.rank,
        score=item.score,
        passage_id=passage_id,
        title=passage.title,
        text=passage.text,
        sentences=sentences_of(passage),
        is_gold=passage_id in gold if gold else None,
    )


def _hit_rows(question: QuestionRow, representation: str, item: Found) -> list[HitRow]:
    return [
        HitRow(
            dataset=question.dataset,
            seed=question.seed,
            question_id=question.question_id,
            representation=representation,
            passage_rank=item.retrieved.rank,
            node_rank=node.rank,
            score=node.score,
            kind=node.kind,
            text=node.text,
        )
        for node in item.nodes
    ]
