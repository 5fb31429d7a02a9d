"""One question and one packing of it: what the marked text, the verdict and the numbers are made from."""

from __future__ import annotations

from dataclasses import dataclass

from budgetrag.explain import token_unit
from budgetrag.metrics import answer_in_context
from budgetrag.text import DEFAULT_TEMPLATE, render_line
from budgetrag.types import Decision, Packing, RetrievedPassage


@dataclass(frozen=True, slots=True)
class PackedView:
    """One question and one packing of it: all that is needed to draw it, from a run or from anywhere else.

    Attributes:
        question: The question's text.
        answers: Gold answers; () where unknown.
        gold_ids: Identities of the gold passages; () where unknown.
        retrieved: The retrieved passages in rank order, their sentences those that candidates count.
        packing: The packing.
        template: How snippets are rendered as lines.
        score_name: What the retrieved passages' scores are; "" shows none.
        source: The representation whose retrieval found them; "" where there is no other.
    """

    question: str
    answers: tuple[str, ...]
    gold_ids: tuple[str, ...]
    retrieved: tuple[RetrievedPassage, ...]
    packing: Packing
    template: str = DEFAULT_TEMPLATE
    score_name: str = "cosine"
    source: str = ""

    @property
    def unit(self) -> str:
        """What the counter counts, "words" or "tokens"."""
        return token_unit(self.packing.counter)

    def is_gold(self, passage_id: str) -> bool:
        """Return whether a passage is known to be gold."""
        return passage_id in self.gold_ids

    def line(self, decision: Decision) -> str:
        """Return a candidate's snippet as it is, or would be, rendered in the context."""
        snippet = decision.candidate.snippet
        return render_line(snippet.title, snippet.text, self.template)

    def holders(self) -> tuple[Decision, ...]:
        """Return the decisions on the snippets that hold a gold answer, the most relevant first."""
        held = (d for d in self.packing.decisions if answer_in_context(self.line(d), self.answers) == 1)
        return tuple(sorted(held, key=lambda decision: decision.candidate.id))

    def answer_ranks(self) -> tuple[int, ...]:
        """Return the 0-based ranks of the retrieved passages that hold a gold answer, rendered whole."""
        return tuple(
            item.rank
            for item in self.retrieved
            if answer_in_context(render_line(item.passage.title, item.passage.text, self.template), self.answers) == 1
        )
