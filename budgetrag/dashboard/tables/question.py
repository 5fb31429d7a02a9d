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
    import pyarrow as pa

_QUESTIONS_SQL = """
    SELECT question_id, question, array_to_string(answers, ' | ') AS answers, question_type,
           coalesce(answer_kind, 'none') AS answer_kind, recall_at_5, {retrieved} AS answer_in_retrieved
    FROM questions WHERE dataset = ? AND seed = ? ORDER BY question_id
"""
# One pass over the contexts of the budget: the policy's own outcome, and whether the policies differ.
_OUTCOMES_SQL = """
    WITH here AS (
        SELECT question_id, max(answer_in_context) > min(answer_in_context) AS disagree,
               any_value(answer_in_context) FILTER (policy = $4) AS answer_in_context,
               any_value(context_hash) FILTER (policy = $4) AS context_hash
        FROM contexts WHERE dataset = $1 AND seed = $2 AND budget_tokens = $3 GROUP BY question_id
    )
    SELECT h.answer_in_context::DOUBLE AS answer_in_context, coalesce(h.disagree, false) AS disagree,
           a.exact_match::DOUBLE AS exact_match, a.token_f1
    FROM questions q
    LEFT JOIN here h ON h.question_id = q.question_id
    LEFT JOIN answers a ON a.context_hash = h.context_hash AND a.reader = $5
    WHERE q.dataset = $1 AND q.seed = $2 ORDER BY q.question_id
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


def load_questions(
    run: Run, dataset: str, seed: int, retrieved: Mapping[str, int | None] | None = None
) -> pd.DataFrame:
    """Return the questions of one data set and seed, ordered by id.

    Args:
        run: The run.
        dataset: Name of the data set.
        seed: Seed of the sample.
        retrieved: ``retrieved_answers`` of a run that does not store them; None where it does.

    Returns:
        question_id, question, answers (joined by " | "), question_type, answer_kind ("none" without gold answers),
        recall_at_5, answer_in_retrieved. Undefined numbers are NaN. The texts are as written; show them through
        ``shown_questions``.
    """
    column = "NULL::DOUBLE" if retrieved is not None else "answer_in_retrieved::DOUBLE"
    frame = run.query(_QUESTIONS_SQL.format(retrieved=column), [dataset, seed])
    if retrieved is not None:
        frame["answer_in_retrieved"] = frame["question_id"].map(retrieved).astype(float)
    return frame.astype({"recall_at_5": float})


def load_outcomes(run: Run, within: Slice, questions: pd.DataFrame) -> pd.DataFrame:
    """Return what became of each of ``questions`` (of ``load_questions``) in one slice, in their order.

    Returns:
        answer_in_context, disagree, exact_match, token_f1, fate (a key of ``FATES``). Undefined numbers are NaN.
    """
    frame = run.query(
        _OUTCOMES_SQL, [within.dataset, within.seed, within.budget_tokens, within.policy, within.reader or ""]
    )
    frame["fate"] = _fates(frame["answer_in_context"], questions["answer_in_retrieved"])
    return frame


def shown_questions(questions: pd.DataFrame) -> pa.Table:
    """Return the questions as a table shows them: the texts with invisible characters named."""
    import pyarrow as pa

    names = ("question", "answers", "question_type", "answer_kind")
    columns: dict[str, object] = {name: [plain_text(text) for text in questions[name]] for name in names}
    return pa.table({**columns, "recall_at_5": pa.Array.from_pandas(questions["recall_at_5"])})


def shown_outcomes(outcomes: pd.DataFrame) -> pa.Table:
    """Return outcomes as a table shows them: marks beside words, blank where undefined."""
    import pyarrow as pa

    return pa.table(
        {
            "fate": pa.Array.from_pandas(outcomes["fate"].map(FATES)),
            "exact_match": pa.Array.from_pandas(outcomes["exact_match"].map({1.0: "✓", 0.0: "✕"})),
            "token_f1": pa.Array.from_pandas(outcomes["token_f1"]),
        }
    )


def _fates(in_context: pd.Series, retrieved: pd.Series) -> pd.Series:
    import numpy as np
    import pandas as pd

    conditions = [in_context.isna(), in_context == 1, retrieved == 1]
    return pd.Series(np.select(conditions, ["unknown", "survives", "dropped"], "not_retrieved"), index=in_context.index)
