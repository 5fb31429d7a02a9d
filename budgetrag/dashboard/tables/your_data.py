"""Frames of page Your data: the aggregate table, the curve, the questions, the preview."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from budgetrag.dashboard.untrusted import plain_text
from budgetrag.importing import Log, Table
from budgetrag.stats.survival import GRID, survival_curve

MEAN_COLUMNS = (
    "answer_in_context",
    "gold_coverage",
    "context_tokens",
    "tokens_saved",
    "redundancy",
    "n_kept",
    "n_dropped",
    "n_passages_kept",
    "gold_token_density",
    "distractor_passages",
    "all_gold_in_context",
)
REDUNDANCY = (
    "Mean cosine of the word counts of every two kept snippets: 0 where none share a word, 1 where all are the same."
)
SAVED = "Share of the tokens of all retrieved passages, shown whole, that the context does without."
_CELL_CHARACTERS = 300


def aggregate(outcomes: pd.DataFrame, policies: Sequence[str]) -> pd.DataFrame:
    """Return the mean of every number per policy and budget; columns that are undefined throughout are left out.

    Args:
        outcomes: ``Analysis.outcomes``.
        policies: Policies in the order of the rows.

    Returns:
        Columns ``policy``, ``budget_tokens`` and the means.
    """
    numbers = outcomes.astype(dict.fromkeys(MEAN_COLUMNS, float))
    grouped = numbers.groupby(["policy", "budget_tokens"], sort=False)
    means = grouped[list(MEAN_COLUMNS)].mean()
    table = means.dropna(axis="columns", how="all").reset_index()
    order = {policy: i for i, policy in enumerate(policies)}
    return table.sort_values(["policy", "budget_tokens"], key=lambda c: c.map(order) if c.name == "policy" else c,
                             ignore_index=True)  # fmt: skip


def curve(budgets: pd.DataFrame, grid: Sequence[int] = GRID) -> pd.DataFrame:
    """Return the share of questions alive per policy and grid budget.

    Args:
        budgets: ``Analysis.survival``.
        grid: Its grid of budgets.

    Returns:
        Columns ``policy``, ``budget_tokens``, ``alive`` (share in [0, 1]), ``n`` (questions with gold answers).
    """
    points = np.array(grid, dtype=np.int64)
    parts = [
        pd.DataFrame(
            {
                "policy": policy,
                "budget_tokens": points,
                "alive": survival_curve(own["survival_budget"].to_numpy(dtype=np.float64), points),
                "n": len(own),
            }
        )
        for policy, own in budgets.groupby("policy", sort=False)
    ]
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=["policy", "budget_tokens", "alive"])


def question_table(questions: pd.DataFrame, outcomes: pd.DataFrame, policy: str, budget_tokens: int) -> pd.DataFrame:
    """Return one row per question with what one policy made of it under one budget.

    Args:
        questions: ``Analysis.questions``.
        outcomes: ``Analysis.outcomes``.
        policy: The policy.
        budget_tokens: The budget.
    """
    own = outcomes[(outcomes["policy"] == policy) & (outcomes["budget_tokens"] == budget_tokens)]
    merged = questions.merge(own, on="question_id", how="left", validate="one_to_one")
    return merged.assign(fate=[fate(*pair) for pair in _fates(merged)])


def fate(retrieved: float | None, packed: float | None) -> str:
    """Return where a question's answer is: "in context", "lost in packing", "not retrieved" or "no gold answer".

    Args:
        retrieved: Whether the answer is in the retrieved passages; None without gold answers.
        packed: Whether it is in the context.
    """
    if retrieved is None or packed is None:
        return "no gold answer"
    if packed:
        return "✓ in context"
    return "✕ lost in packing" if retrieved else "– not retrieved"


def _fates(merged: pd.DataFrame) -> list[tuple[float | None, float | None]]:
    pairs = zip(merged["answer_in_retrieved"], merged["answer_in_context"], strict=True)
    return [(None if pd.isna(a) else float(a), None if pd.isna(b) else float(b)) for a, b in pairs]


def preview(table: Table, n_rows: int = 5) -> pd.DataFrame:
    """Return the first rows of a log file as text, long cells cut.

    Args:
        table: The file's rows.
        n_rows: How many.
    """
    rows = [{name: _short(row.cells.get(name)) for name in table.columns} for row in table.rows[:n_rows]]
    return pd.DataFrame(rows, columns=list(table.columns), index=[row.where for row in table.rows[:n_rows]])


def _short(cell: object) -> str:
    text = "" if cell is None else plain_text(str(cell))
    return text if len(text) <= _CELL_CHARACTERS else f"{text[:_CELL_CHARACTERS]}…"


def broken_rows(log: Log) -> pd.DataFrame:
    """Return the rows that were left out: where, column, why."""
    return pd.DataFrame(
        [(row.where, plain_text(row.column), plain_text(row.why)) for row in log.broken],
        columns=["where", "column", "why"],
    )


def system_scores(questions: pd.DataFrame) -> dict[str, float]:
    """Return how often, and how well, the system's own answers are right; {} where no answer can be judged.

    Args:
        questions: ``Analysis.questions``.

    Returns:
        ``n`` judged answers, mean ``exact_match`` and mean ``token_f1``.
    """
    judged = questions.dropna(subset=["token_f1"])
    if judged.empty:
        return {}
    return {
        "n": float(len(judged)),
        "exact_match": float(judged["exact_match"].astype(float).mean()),
        "token_f1": float(judged["token_f1"].astype(float).mean()),
    }


def curve_table(curve: pd.DataFrame) -> pd.DataFrame:
    """Return a curve as one row per budget and one column per policy."""
    order = list(curve["policy"].unique())
    return curve.pivot_table(index="budget_tokens", columns="policy", values="alive")[order].reset_index()


def everything(questions: pd.DataFrame, outcomes: pd.DataFrame) -> pd.DataFrame:
    """Return one row per question, policy and budget with what is known about the question beside it."""
    return questions.merge(outcomes, on="question_id", how="inner", validate="one_to_many")


def shown_questions(table: pd.DataFrame) -> pd.DataFrame:
    """Return the columns of :func:`question_table` that a page shows, columns without any value left out."""
    shown = pd.DataFrame(
        {
            "answer": table["fate"],
            "question": [plain_text(text) for text in table["question"]],
            "gold answers": [plain_text(text) for text in table["answers"]],
            "your system": [plain_text(text) if isinstance(text, str) else None for text in table["response"]],
            "its F1": table["token_f1"].astype(float).round(2),
            "coverage": table["gold_coverage"].astype(float).round(2),
            "passages": table["n_passages"],
            "kept": table["n_kept"],
            "saved": table["tokens_saved"].astype(float).map("{:.0%}".format),
        }
    )
    return shown.dropna(axis="columns", how="all")
