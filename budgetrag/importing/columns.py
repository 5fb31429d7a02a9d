"""Which column is what: well-known layouts, guesses by name, and the mapping the user gives."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from budgetrag.importing.cells import decoded
from budgetrag.importing.table import Table

ROLES = ("question", "passages", "answers", "gold", "response", "id")
REQUIRED_ROLES = ("question", "passages")
_GUESSED_ROWS = 20

# Best name first. "answer" is placed by _place_answer: it is a gold answer in data sets and a response in logs.
NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "question": ("question", "user_input", "query", "user_question", "question_text", "input", "prompt"),
        "passages": ("retrieved_contexts", "contexts", "passages", "retrieved_passages", "retrieved_documents",
                     "documents", "docs", "chunks", "retrieved_chunks", "source_documents", "retrieval_context",
                     "context", "ctxs", "paragraphs", "retrieved", "snippets", "search_results", "sources",
                     "evidence"),
        "answers": ("reference", "ground_truth", "ground_truths", "gold_answers", "gold_answer", "answers",
                    "expected_output", "expected_answer", "reference_answer", "reference_answers", "correct_answer",
                    "gold", "label", "target"),
        "gold": ("gold_passages", "reference_contexts", "reference_context_ids", "supporting_facts",
                 "relevant_passages", "gold_contexts", "gold_ids", "gold_titles", "gold_indices",
                 "positive_passages", "supporting_passages"),
        "response": ("response", "prediction", "predicted_answer", "generated_answer", "model_answer",
                     "actual_output", "system_answer", "completion", "output", "generation"),
        "id": ("id", "_id", "question_id", "qid", "uid", "sample_id", "example_id"),
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Columns:
    """A column for each role; only the first two are needed.

    Attributes:
        question: The question.
        passages: What was retrieved, best first.
        answers: The gold answer or answers.
        gold: The gold passages.
        response: What the system answered.
        id: The question's identity; rows are numbered without it.
    """

    question: str
    passages: str
    answers: str | None = None
    gold: str | None = None
    response: str | None = None
    id: str | None = None


def check_columns(mapping: Mapping[str, str], available: Sequence[str]) -> Columns:
    """Return a mapping of roles to columns as a record.

    Args:
        mapping: Role -> column.
        available: The table's columns.

    Raises:
        ValueError: If a role is unknown or missing, a column is not there, or one column has two roles.
    """
    for role, column in mapping.items():
        if role not in ROLES:
            raise ValueError(f"mapping must be of {', '.join(ROLES)}, got {role!r}")
        if column not in available:
            raise ValueError(f"column for {role} must be one of {', '.join(available)}, got {column!r}")
    for role in REQUIRED_ROLES:
        if role not in mapping:
            raise ValueError(f"a column for {role} must be given, as {role}=COLUMN; there are {', '.join(available)}")
    repeated = [column for column in mapping.values() if list(mapping.values()).count(column) > 1]
    if repeated:
        raise ValueError(f"a column must have one role, got {repeated[0]!r} for two")
    return Columns(**mapping)


def layout_of(table: Table) -> str:
    """Return the name of the well-known layout a table has, "" if none.

    Data set layouts (their loaders know all of their rules): ``hotpotqa`` (also 2WikiMultiHopQA), ``musique``,
    ``ragbench``. ``ragas`` and ``ragas-0.1`` are recognised by their columns.
    """
    names = set(table.columns)
    if {"question", "context", "supporting_facts"} <= names and {"_id", "id"} & names:
        return "hotpotqa"
    if {"question", "paragraphs", "id"} <= names:
        return "musique"
    if {"question", "documents", "documents_sentences", "id"} <= names:
        return "ragbench"
    if {"user_input", "retrieved_contexts"} <= names:
        return "ragas"
    return "ragas-0.1" if {"question", "contexts"} <= names else ""


def guess_columns(table: Table) -> dict[str, str]:
    """Return the likely column of each role, by its name and, for the passages, by what its cells hold."""
    by_name: dict[str, str] = {}
    for column in reversed(table.columns):
        by_name[re.sub(r"\W+", "_", column.strip().lower())] = column
    guessed: dict[str, str] = {}
    for role in ROLES:
        taken = set(guessed.values())
        for column in (by_name[name] for name in NAMES[role] if name in by_name):
            if column not in taken:
                guessed.setdefault(role, column)
    _place_answer(guessed, by_name)
    if "passages" not in guessed:
        _guess_passages(guessed, table)
    return {role: guessed[role] for role in ROLES if role in guessed}


def _place_answer(guessed: dict[str, str], by_name: Mapping[str, str]) -> None:
    """Give a column ``answer`` the role that is left: a log with contexts means its response, a data set the gold."""
    column = by_name.get("answer")
    if column is None:
        return
    means_response = "answers" in guessed or guessed.get("passages") == by_name.get("contexts")
    role = "response" if means_response and "response" not in guessed else "answers"
    guessed.setdefault(role, column)


def _guess_passages(guessed: dict[str, str], table: Table) -> None:
    for column in table.columns:
        cells = [row.cells.get(column) for row in table.rows[:_GUESSED_ROWS]]
        filled = [cell for cell in cells if cell is not None]
        if column not in guessed.values() and filled and all(_is_list(cell) for cell in filled):
            guessed["passages"] = column
            return


def _is_list(cell: object) -> bool:
    try:
        return isinstance(decoded(cell), list)
    except ValueError:
        return False
