"""What each number means: the label it is shown under, its one-sentence definition, and how it is written."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

NO_GOLD_ANSWER = "the question has no gold answer"
NO_GOLD_PASSAGES = "the question's gold passages are not known"
NOT_READ = "no reader read this context"


@dataclass(frozen=True, slots=True)
class Definition:
    """One number.

    Attributes:
        label: What it is called on a page.
        text: Its definition, one sentence.
        form: Format of its value.
        undefined: Why it is blank, where it is.
    """

    label: str
    text: str
    form: str = "{:.2f}"
    undefined: str = "it is undefined"

    def shown(self, value: float | None) -> str:
        """Return the value as it is written; "" for an undefined one."""
        return "" if value is None or math.isnan(value) else self.form.format(value)

    def hover(self, value: float | None) -> str:
        """Return the hover text: the definition, and the reason where the value is undefined."""
        return self.text if self.shown(value) else f"{self.text} Blank here because {self.undefined}."


DEFINITIONS: Mapping[str, Definition] = MappingProxyType(
    {
        "answer_in_context": Definition(
            "answer in context",
            "Whether a gold answer's normalised tokens stand, in one run, in the context as rendered (1 or 0; an "
            "average is the share of questions).",
            undefined=NO_GOLD_ANSWER,
        ),
        "answer_in_context_soft": Definition(
            "answer in context, soft",
            "Largest share of a gold answer's distinct tokens inside one short window of the context "
            "(twice the answer's length, at least five tokens).",
            undefined=NO_GOLD_ANSWER,
        ),
        "answer_in_retrieved": Definition(
            "answer retrieved",
            "Whether a gold answer stands in the retrieved passages, rendered whole, before any packing.",
            undefined=NO_GOLD_ANSWER,
        ),
        "gold_coverage": Definition(
            "gold coverage",
            "Share of the question's gold passages with at least one kept snippet.",
            undefined=NO_GOLD_PASSAGES,
        ),
        "all_gold_in_context": Definition(
            "all gold in context",
            "Whether every gold passage has at least one kept snippet (1 or 0).",
            form="{:.0f}",
            undefined=NO_GOLD_PASSAGES,
        ),
        "gold_token_density": Definition(
            "gold density",
            "Share of the context's tokens that come from gold passages.",
            undefined=f"{NO_GOLD_PASSAGES}, or the context is empty",
        ),
        "distractor_passages": Definition(
            "distractors",
            "Number of passages in the context that are not gold.",
            form="{:.0f}",
            undefined=NO_GOLD_PASSAGES,
        ),
        "certificate": Definition(
            "of best objective",
            "Proven lower bound on how much of the best possible submodular objective under this budget the packing "
            "reaches.",
            form="≥ {:.2f}",
            undefined="no snippet fits the budget",
        ),
        "context_tokens": Definition(
            "context size",
            "Tokens of the rendered context, titles and separators included, in the run's counter; never over the "
            "budget.",
            form="{:,.0f}",
        ),
        "budget_tokens": Definition(
            "budget", "The most tokens the rendered context may have, in the run's counter.", form="{:,.0f}"
        ),
        "n_snippets": Definition("snippets", "Number of snippets in the context.", form="{:.0f}"),
        "prompt_tokens": Definition(
            "prompt tokens",
            "The reader's own count of its whole prompt: instructions, context and question.",
            form="{:,.0f}",
            undefined="the reader has no tokenizer",
        ),
        "exact_match": Definition(
            "exact match",
            "Whether the reader's answer equals a gold answer after normalisation (1 or 0; an average is a share).",
            form="{:.0f}",
            undefined=NO_GOLD_ANSWER,
        ),
        "token_f1": Definition(
            "F1",
            "Token F1 of the reader's answer against the closest gold answer: the harmonic mean of the share of its "
            "tokens that are right and the share of the gold answer's tokens that it has.",
            undefined=NO_GOLD_ANSWER,
        ),
        "accuracy": Definition(
            "accuracy",
            "Whether some gold answer stands, as a run of tokens, in the reader's answer (1 or 0).",
            form="{:.0f}",
            undefined=NO_GOLD_ANSWER,
        ),
        "recall_at_5": Definition(
            "recall@5",
            "Share of the question's gold passages among the five best retrieved ones.",
            undefined=NO_GOLD_PASSAGES,
        ),
        "all_gold_at_5": Definition(
            "all gold@5",
            "Whether all of the question's gold passages are among the five best retrieved ones (1 or 0).",
            form="{:.0f}",
            undefined=NO_GOLD_PASSAGES,
        ),
        "relevance": Definition(
            "relevance",
            "How well a snippet's words match the question, its passage's hits and title, plus a little for its "
            "passage's rank; candidates are ordered by it.",
        ),
        "tokens": Definition(
            "tokens", "Tokens of the snippet's rendered line alone, title included, in the run's counter.", "{:,.0f}"
        ),
        "gain": Definition(
            "gain", "How much the packer's own objective rose when the snippet was added.", form="{:.3f}"
        ),
        "gain_per_token": Definition(
            "gain per token", "The gain divided by the tokens of the snippet's line.", form="{:.5f}"
        ),
        "running_tokens": Definition(
            "running tokens", "Tokens of the rendered context after this step.", form="{:,.0f}"
        ),
        "score": Definition(
            "retrieval score",
            "The retriever's score of the passage: a cosine to the question where it compares embeddings (of the "
            "passage, or of the claim or entity that led to it), BM25, or reciprocal ranks where it merges rankings.",
        ),
        "survival_budget": Definition(
            "survival budget",
            "The smallest budget at which the answer is in the context and stays there at every larger budget tried.",
            form="{:,.0f}",
            undefined="the answer is lost at the largest budget",
        ),
    }
)


def define(name: str) -> Definition:
    """Return the definition of the number called ``name``.

    Raises:
        ValueError: If it has none.
    """
    if name not in DEFINITIONS:
        raise ValueError(f"number must be one of {sorted(DEFINITIONS)}, got {name!r}")
    return DEFINITIONS[name]
