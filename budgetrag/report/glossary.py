"""Definitions and limits that the report prints."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

DEFINITIONS: Mapping[str, str] = MappingProxyType(
    {
        "policy": "How snippets are cut, which packer chooses among them, and its options.",
        "budget": "The most tokens the rendered context may have, in the run's counter, titles included.",
        "F1": "Token F1 of the reader's answer against the closest gold answer, after the SQuAD normalisation.",
        "EM": "Exact match: the reader's answer equals a gold answer after that normalisation.",
        "answer in context": "A gold answer's normalised tokens stand, in one run, in the context as rendered.",
        "gold coverage": "Share of a question's gold passages with at least one snippet in the context.",
        "all gold in context": "Every gold passage has at least one snippet in the context.",
        "recall@5, all gold@5": "Share of the gold passages among the first five retrieved; whether all are.",
        "survival curve": "Share of questions whose answer is in the context at a budget and every larger one tried.",
        "difference": "Mean over pairs of the first policy's value minus the second's, same question, seed, reader and "
        "budget.",
        "95 % interval": "Percentile bootstrap, questions drawn with replacement; a question that several seeds drew "
        "is drawn whole.",
        "p": "min(1, 2 min(P(d <= 0), P(d >= 0))) over the same resamples; a 0 in the workbook: none crossed.",
        "corrected": "Benjamini-Hochberg over everything displayed in one chart or table.",
        "holds / fails / not tested": "An interval wholly beyond its threshold, wholly short of it, or neither; fewer "
        "than 30 questions are never a verdict.",
        "no gain": "The interval leaves no room for a difference of 0.02, about the published win.",
        "precision control": "The same model at another precision: a difference from it is precision, not scale.",
        "oracle": "The best policy per question, chosen with hindsight: headroom, never a method.",
    }
)
LIMITS = (
    "What is shown holds for the loaded runs: their questions, retriever, readers and budgets.",
    "A correlation is not a cause; the interventional reading is the only block that moves something.",
    "Answer in context counts word-for-word survival: paraphrased and free-form answers are not seen by it.",
    "Small readers answer poorly whatever the context; what they show says little about larger ones.",
    "Published figures come from another set-up (embedder, reader, questions) and are no target for these runs.",
    "Percentile intervals are a little narrow for few questions, which is why 30 are asked for before any verdict.",
)
