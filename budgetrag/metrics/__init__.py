"""Metrics of retrieval, packing and answers; each is None where it is undefined, never 0."""

from budgetrag.metrics.answers import accuracy, exact_match, token_f1
from budgetrag.metrics.gold import all_gold_in_context, distractor_passages, gold_coverage, gold_token_density
from budgetrag.metrics.retrieval import all_gold_at_k, recall_at_k
from budgetrag.metrics.survival import answer_in_context, answer_in_context_soft, answer_kind, answer_spans

__all__ = [
    "accuracy",
    "all_gold_at_k",
    "all_gold_in_context",
    "answer_in_context",
    "answer_in_context_soft",
    "answer_kind",
    "answer_spans",
    "distractor_passages",
    "exact_match",
    "gold_coverage",
    "gold_token_density",
    "recall_at_k",
    "token_f1",
]
