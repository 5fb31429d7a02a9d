"""A question and what was retrieved for it, as rows of a run's tables."""

from __future__ import annotations

from collections.abc import Sequence

from budgetrag.metrics import all_gold_at_k, answer_in_context, answer_kind, recall_at_k
from budgetrag.rows import PassageRow, QuestionRow, RetrievedQuestion
from budgetrag.snippets import sentences_of
from budgetrag.text import render, render_line
from budgetrag.types import Question, RetrievedPassage

RECALL_K = 5


def retrieved_text(found: Sequence[RetrievedPassage], *, template: str) -> str:
    """Return all retrieved passages, rendered whole: the context without any packing."""
    return render([render_line(item.passage.title, item.passage.text, template) for item in found])


def retrieved_question(
    dataset: str, seed: int, question: Question, found: Sequence[RetrievedPassage], *, template: str
) -> RetrievedQuestion:
    """Return the rows of one question.

    Args:
        dataset: Name of its data set.
        seed: Seed of the sample it is in.
        question: The question.
        found: What was retrieved for it, in rank order.
        template: How a passage becomes a line, as a snippet does.
    """
    gold, ids = question.gold_ids, [item.passage.id for item in found]
    everything = retrieved_text(found, template=template)
    row = QuestionRow(
        dataset=dataset,
        seed=seed,
        question_id=question.id,
        question=question.text,
        answers=question.answers,
        question_type=question.type,
        answer_kind=answer_kind(question.answers),
        gold_passage_ids=gold,
        n_pool_passages=len(question.passages),
        recall_at_5=recall_at_k(ids, gold, k=RECALL_K),
        all_gold_at_5=all_gold_at_k(ids, gold, k=RECALL_K),
        answer_in_retrieved=answer_in_context(everything, question.answers),
    )
    return RetrievedQuestion(row, tuple(_passage_row(row, item) for item in found))


def _passage_row(question: QuestionRow, item: RetrievedPassage) -> PassageRow:
    passage, gold = item.passage, question.gold_passage_ids
    passage_id = passage.id
    return PassageRow(
        dataset=question.dataset,
        seed=question.seed,
        question_id=question.question_id,
        rank=item.rank,
        score=item.score,
        passage_id=passage_id,
        title=passage.title,
        text=passage.text,
        sentences=sentences_of(passage),
        is_gold=passage_id in gold if gold else None,
    )
