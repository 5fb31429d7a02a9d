"""Finding questions: one row per question of a data set and seed, seen under one policy, budget and reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from budgetrag.dashboard.untrusted import plain_text
from budgetrag.store import Run

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

_QUESTIONS_SQL = """
    SELECT question_id, question, array_to_string(answers, ' | ') AS answers, question_type,
           coalesce(answer_kind, 'none') AS answer_kind
    FROM questions WHERE dataset = ? AND seed = ? ORDER BY question_id
"""
# One pass over the contexts of the budget: the policy's own outcome, and whether the policies differ. What was
# retrieved is its representation's.
_OUTCOMES_SQL = """
    WITH here AS (
        SELECT question_id, max(answer_in_context) > min(answer_in_context) AS disagree,
               any_value(answer_in_context) FILTER (policy = $4) AS answer_in_context,
               any_value(context_hash) FILTER (policy = $4) AS context_hash
        FROM contexts WHERE dataset = $1 AND seed = $2 AND budget_tokens = $3 GROUP BY question_id
    )
    SELECT h.answer_in_context::DOUBLE AS answer_in_context, coalesce(h.disagree, false) AS disagree,
           a.exact_match::DOUBLE AS exact_match, a.token_f1,
           t.recall_at_5, t.answer_in_retrieved::DOUBLE AS answer_in_retrieved
    FROM placed q
    LEFT JOIN here h ON h.question_id = q.question_id
    LEFT JOIN retrievals t ON t.dataset = $1 AND t.seed = $2 AND t.representation = $6
                          AND t.question_id = q.question_id
    LEFT JOIN reads r ON r.dataset = $1 AND r.budget_tokens = $3 AND r.reader = $5 AND q.place < r.n_first
    LEFT JOIN answers a ON a.context_hash = h.context_hash AND a.reader = r.reader
    WHERE q.dataset = $1 AND q.seed = $2 ORDER BY q.question_id
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


def load_questions(run: Run, dataset: str, seed: int) -> pd.DataFrame:
    """Return the questions of one data set and seed, ordered by id.

    Returns:
        question_id, question, answers (joined by " | "), question_type, answer_kind ("none" without gold answers). The
        texts are as written; show them through ``shown_questions``.
    """
    return run.query(_QUESTIONS_SQL, [dataset, seed])


def load_outcomes(run: Run, within: Slice) -> pd.DataFrame:
    """Return what became of each question in one slice, in the order of ``load_questions``.

    Returns:
        answer_in_context, disagree, exact_match, token_f1, recall_at_5 and answer_in_retrieved (of the policy's
        representation), fate (a key of ``FATES``). Undefined numbers are NaN.
    """
    representation = run.manifest["config"]["policies"].get(within.policy, {}).get("representation", "")
    values = [within.dataset, within.seed, within.budget_tokens, within.policy, within.reader or "", representation]
    frame = run.query(_OUTCOMES_SQL, values).astype({"recall_at_5": float})
    frame["fate"] = _fates(frame["answer_in_context"], frame["answer_in_retrieved"])
    return frame


def shown_questions(questions: pd.DataFrame) -> pa.Table:
    """Return the questions as a table shows them: the texts with invisible characters named."""
    import pyarrow as pa

    names = ("question", "answers", "question_type", "answer_kind")
    return pa.table({name: [plain_text(text) for text in questions[name]] for name in names})


def shown_outcomes(outcomes: pd.DataFrame) -> pa.Table:
    """Return outcomes as a table shows them: marks beside words, blank where undefined."""
    import pyarrow as pa

    return pa.table(
        {
            "fate": pa.Array.from_pandas(outcomes["fate"].map(FATES)),
            "exact_match": pa.Array.from_pandas(outcomes["exact_match"].map({1.0: "✓", 0.0: "✕"})),
            "token_f1": pa.Array.from_pandas(outcomes["token_f1"]),
            "recall_at_5": pa.Array.from_pandas(outcomes["recall_at_5"]),
        }
    )


def _fates(in_context: pd.Series, retrieved: pd.Series) -> pd.Series:
    import numpy as np
    import pandas as pd

    conditions = [in_context.isna(), in_context == 1, retrieved == 1]
    return pd.Series(np.select(conditions, ["unknown", "survives", "dropped"], "not_retrieved"), index=in_context.index)
