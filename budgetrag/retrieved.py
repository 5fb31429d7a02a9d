"""A question and what was retrieved for it, as rows of a run's tables."""

from __future__ import annotations

from collections.abc import Sequence

from budgetrag.metrics import all_gold_at_k, answer_kind, recall_at_k
from budgetrag.rows import PassageRow, QuestionRow, RetrievedQuestion
from budgetrag.snippets import sentences_of
from budgetrag.types import Question, RetrievedPassage

RECALL_K = 5


def retrieved_question(
    dataset: str, seed: int, question: Question, found: Sequence[RetrievedPassage]
) -> RetrievedQuestion:
    """Return the rows of one question.

    Args:
        dataset: Name of its data set.
        seed: Seed of the sample it is in.
        question: The question.
        found: What was retrieved for it, in rank order.
    """
    gold, ids = question.gold_ids, [item.passage.id for item in found]
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
    )
    passages = tuple(
        PassageRow(
            dataset=dataset,
            seed=seed,
            question_id=question.id,
            rank=item.rank,
            score=item.score,
            passage_id=passage_id,
            title=item.passage.title,
            text=item.passage.text,
            sentences=sentences_of(item.passage),
            is_gold=passage_id in gold if gold else None,
        )
        for item, passage_id in zip(found, ids, strict=True)
    )
    return RetrievedQuestion(row, passages)
