"""Finding questions: one row per question of a data set and seed, seen under one policy, budget and reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from budgetrag.dashboard.untrusted import plain_text
from budgetrag.metrics import answer_in_context
from budgetrag.store import Run
from budgetrag.text import render, render_line

if TYPE_CHECKING:
    import pandas as pd

# One pass over the contexts of the budget: the policy's own outcome, and whether the policies differ.
_SQL = """
    WITH here AS (
        SELECT question_id, policy, answer_in_context, context_hash FROM contexts
        WHERE dataset = $1 AND seed = $2 AND budget_tokens = $3
    ), spread AS (
        SELECT question_id, max(answer_in_context) > min(answer_in_context) AS disagree FROM here GROUP BY question_id
    )
    SELECT q.question_id, q.question, array_to_string(q.answers, ' | ') AS answers, q.question_type,
           coalesce(q.answer_kind, 'none') AS answer_kind, q.recall_at_5, {retrieved} AS answer_in_retrieved,
           h.answer_in_context, coalesce(s.disagree, false) AS disagree, a.exact_match, a.token_f1
    FROM questions q
    LEFT JOIN here h ON h.question_id = q.question_id AND h.policy = $4
    LEFT JOIN spread s ON s.question_id = q.question_id
    LEFT JOIN answers a ON a.context_hash = h.context_hash AND a.reader = $5
    WHERE q.dataset = $1 AND q.seed = $2
    ORDER BY q.question_id
"""
_PASSAGES_SQL = """
    SELECT p.question_id, p.title, p.text, q.answers FROM passages p
    JOIN questions q ON q.dataset = p.dataset AND q.seed = p.seed AND q.question_id = p.question_id
    WHERE p.dataset = ? AND p.seed = ? ORDER BY p.question_id, p.rank
"""
FATES = {
    "survives": "✓ survives",
    "dropped": "✕ lost in packing",
    "not_retrieved": "– not retrieved",
    "unknown": "no gold answer",
}


@dataclass(frozen=True, slots=True)
class Slice:
    """What the questions are seen under.

    Attributes:
        dataset: Name of the data set.
        seed: Seed of the sample.
        policy: The policy.
        budget_tokens: The budget.
        reader: The reader; None for none.
    """

    dataset: str
    seed: int
    policy: str
    budget_tokens: int
    reader: str | None


def has_retrieved_column(run: Run) -> bool:
    """Return whether the run stores, per question, whether the answer is in the retrieved passages."""
    return "answer_in_retrieved" in set(run.query("SELECT column_name FROM (DESCRIBE questions)")["column_name"])


def retrieved_answers(run: Run, dataset: str, seed: int) -> dict[str, int | None]:
    """Return, per question id, whether a gold answer is in its retrieved passages rendered whole.

    For runs that do not store it. Streaming; about a millisecond per question.
    """
    template = str(run.manifest["config"]["packing"]["template"])
    rows = (row for batch in run.batches(_PASSAGES_SQL, [dataset, seed]) for row in batch.to_pylist())
    found: dict[str, int | None] = {}
    for question_id, group in groupby(rows, key=lambda row: str(row["question_id"])):
        passages = list(group)
        everything = render([render_line(row["title"], row["text"], template) for row in passages])
        found[question_id] = answer_in_context(everything, passages[0]["answers"])
    return found


def find_questions(run: Run, within: Slice, retrieved: Mapping[str, int | None] | None = None) -> pd.DataFrame:
    """Return one row per question, ordered by id, in one query.

    Args:
        run: The run.
        within: What the questions are seen under.
        retrieved: ``retrieved_answers`` of a run that does not store them; None where it does.

    Returns:
        question_id, question, answers (joined by " | "), question_type, answer_kind ("none" without gold answers),
        recall_at_5, answer_in_retrieved, answer_in_context, disagree, exact_match, token_f1, fate. Undefined numbers
        are NaN. The texts are as written; show them through ``shown_questions``.
    """
    column = "NULL::DOUBLE" if retrieved is not None else "q.answer_in_retrieved::DOUBLE"
    frame = run.query(
        _SQL.format(retrieved=column),
        [within.dataset, within.seed, within.budget_tokens, within.policy, within.reader or ""],
    )
    if retrieved is not None:
        frame["answer_in_retrieved"] = frame["question_id"].map(retrieved).astype(float)
    for column in ("answer_in_context", "exact_match", "token_f1", "recall_at_5"):
        frame[column] = frame[column].astype(float)
    frame["fate"] = _fates(frame)
    return frame


def shown_questions(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows as a table shows them: invisible characters named, marks beside numbers, blank if undefined."""
    shown = frame[["question", "answers", "fate", "token_f1", "recall_at_5", "question_type", "answer_kind"]].copy()
    for column in ("question", "answers", "question_type"):
        shown[column] = [plain_text(text) for text in shown[column]]
    shown["fate"] = shown["fate"].map(FATES)
    shown.insert(3, "exact_match", frame["exact_match"].map({1.0: "✓", 0.0: "✕"}))
    return shown


def _fates(frame: pd.DataFrame) -> pd.Series:
    import numpy as np
    import pandas as pd

    in_context, retrieved = frame["answer_in_context"], frame["answer_in_retrieved"]
    conditions = [in_context.isna(), in_context == 1, retrieved == 1]
    return pd.Series(np.select(conditions, ["unknown", "survives", "dropped"], "not_retrieved"), index=frame.index)
