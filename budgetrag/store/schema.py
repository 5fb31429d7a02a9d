"""The tables of a run: their columns, how they are written, and the outcomes that join them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import pyarrow as pa

from budgetrag.rows import Row

SCHEMA_VERSION = 2
ROWS_PER_GROUP = 8192
_STRINGS = pa.list_(pa.string())
_KEYS = (("dataset", pa.string()), ("seed", pa.int64()), ("question_id", pa.string()))

SCHEMAS: Mapping[str, pa.Schema] = MappingProxyType(
    {
        "questions": pa.schema(
            [
                *_KEYS,
                ("question", pa.string()),
                ("answers", _STRINGS),
                ("question_type", pa.string()),
                ("answer_kind", pa.string()),
                ("gold_passage_ids", _STRINGS),
                ("n_pool_passages", pa.int32()),
            ]
        ),
        "retrievals": pa.schema(
            [
                *_KEYS,
                ("representation", pa.string()),
                ("n_passages", pa.int32()),
                ("recall_at_5", pa.float64()),
                ("all_gold_at_5", pa.int8()),
                ("answer_in_retrieved", pa.int8()),
            ]
        ),
        "passages": pa.schema(
            [
                *_KEYS,
                ("representation", pa.string()),
                ("rank", pa.int32()),
                ("score", pa.float64()),
                ("passage_id", pa.string()),
                ("title", pa.string()),
                ("text", pa.string()),
                ("sentences", _STRINGS),
                ("is_gold", pa.bool_()),
            ]
        ),
        "hits": pa.schema(
            [
                *_KEYS,
                ("representation", pa.string()),
                ("passage_rank", pa.int32()),
                ("node_rank", pa.int32()),
                ("score", pa.float64()),
                ("kind", pa.string()),
                ("text", pa.string()),
            ]
        ),
        "candidates": pa.schema(
            [
                *_KEYS,
                ("representation", pa.string()),
                ("candidate_id", pa.int32()),
                ("passage_rank", pa.int32()),
                ("passage_id", pa.string()),
                ("title", pa.string()),
                ("text", pa.string()),
                ("first_sentence", pa.int32()),
                ("last_sentence", pa.int32()),
                ("clipped", pa.bool_()),
                ("relevance", pa.float64()),
                ("tokens", pa.int32()),
            ]
        ),
        "contexts": pa.schema(
            [
                *_KEYS,
                ("policy", pa.string()),
                ("representation", pa.string()),
                ("packer", pa.string()),
                ("budget_tokens", pa.int32()),
                ("counter", pa.string()),
                ("candidate_ids", pa.list_(pa.int32())),
                ("answer_in_context", pa.int8()),
                ("answer_in_context_soft", pa.float64()),
                ("gold_coverage", pa.float64()),
                ("all_gold_in_context", pa.int8()),
                ("gold_token_density", pa.float64()),
                ("distractor_passages", pa.int32()),
                ("context_tokens", pa.int32()),
                ("n_snippets", pa.int32()),
                ("certificate", pa.float64()),
                ("context_hash", pa.string()),
            ]
        ),
        "survival": pa.schema(
            [
                *_KEYS,
                ("policy", pa.string()),
                ("survival_budget", pa.int32()),
                ("n_alive", pa.int8()),
            ]
        ),
        "answers": pa.schema(
            [
                ("reader", pa.string()),
                ("context_hash", pa.string()),
                ("prompt_hash", pa.string()),
                ("answer", pa.string()),
                ("prompt_tokens", pa.int32()),
                ("exact_match", pa.int8()),
                ("token_f1", pa.float64()),
                ("accuracy", pa.int8()),
                ("finish", pa.string()),
            ]
        ),
    }
)
TABLES = tuple(SCHEMAS)

# One row per question x policy x budget x reader. The order of the columns is that of exports.
OUTCOME_COLUMNS: Mapping[str, str] = MappingProxyType(
    {
        "dataset": "c",
        "seed": "c",
        "question_id": "c",
        "question_type": "q",
        "answer_kind": "q",
        "policy": "c",
        "representation": "c",
        "packer": "c",
        "budget_tokens": "c",
        "counter": "c",
        "reader": "a",
        "answer": "a",
        "exact_match": "a",
        "token_f1": "a",
        "accuracy": "a",
        "answer_in_context": "c",
        "answer_in_context_soft": "c",
        "gold_coverage": "c",
        "all_gold_in_context": "c",
        "gold_token_density": "c",
        "distractor_passages": "c",
        "context_tokens": "c",
        "n_snippets": "c",
        "prompt_tokens": "a",
        "recall_at_5": "t",
        "all_gold_at_5": "t",
        "certificate": "c",
    }
)
EXPORT_COLUMNS = tuple(OUTCOME_COLUMNS)
TEXT_COLUMNS = ("dataset", "question_id", "question_type", "answer_kind", "policy", "representation", "packer",
                "counter", "reader", "answer")  # fmt: skip

# ``reads`` lists which budgets and data sets each finished reader read, and how many questions of every sample
# (``place`` is where a question stands in its sample): a context that was read is no outcome where its reader was not
# asked to read it, though it may be the same one.
OUTCOMES_SQL = f"""
    SELECT {", ".join(f"{side}.{column}" for column, side in OUTCOME_COLUMNS.items())}
    FROM contexts c
    JOIN placed q USING (dataset, seed, question_id)
    JOIN retrievals t USING (dataset, seed, question_id, representation)
    LEFT JOIN reads r ON r.dataset = c.dataset AND r.budget_tokens = c.budget_tokens AND q.place < r.n_first
    LEFT JOIN answers a ON a.context_hash = c.context_hash AND a.reader = r.reader
"""


def to_table(name: str, rows: Sequence[Row]) -> pa.Table:
    """Return ``rows`` as an Arrow table with the columns of table ``name``."""
    schema = SCHEMAS[name]
    arrays = [pa.array([getattr(row, field.name) for row in rows], type=field.type) for field in schema]
    return pa.Table.from_arrays(arrays, schema=schema)
