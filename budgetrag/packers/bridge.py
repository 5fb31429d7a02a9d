"""Bridge packing (ours, not published): submodular packing that follows the hop from one passage to the next."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from budgetrag.packers.objective import Weights
from budgetrag.packers.options import check_at_least, check_count
from budgetrag.packers.pool import Floats, Pool
from budgetrag.packers.selection import OneBudget, Selection
from budgetrag.packers.submodular import Submodular, cost_scaled_greedy
from budgetrag.types import RetrievedPassage, Snippet

MIN_TITLE_CHARACTERS = 4
_SEPARATOR = "\x00"  # replaced wherever text enters (budgetrag.text.clean)
_TRAILING_PARENTHETICAL = re.compile(r"\([^()]*\)\s*$")


@dataclass(frozen=True, slots=True)
class Bridge(OneBudget):
    """Submodular packing on ``relevance + link``, at ``cost_exponent`` 0.5.

    link = ``passage_weight`` bridge(p) + ``mention_weight`` [the snippet mentions another retrieved passage]
    + ``opening_weight`` [the snippet's window starts its passage]. bridge(p) is the largest score_i / score_1 over the
    other retrieved passages i that mention p (0 where score_1 <= 0; a negative score counts 0).

    Source: DESIGN section 3; constants chosen on 300 HotpotQA training questions.

    Attributes:
        passage_weight: Weight of bridge(p).
        mention_weight: Weight of mentioning another retrieved passage.
        opening_weight: Weight of a window that starts its passage.
        cost_exponent: As in Submodular.
        weights: Weights of the objective.
        max_snippets: The most snippets it keeps.
    """

    passage_weight: float = 0.8
    mention_weight: float = 0.4
    opening_weight: float = 0.1
    cost_exponent: float = 0.5
    weights: Weights = field(default_factory=Weights)
    max_snippets: int = 8

    def __post_init__(self) -> None:
        for name in ("passage_weight", "mention_weight", "opening_weight", "cost_exponent"):
            check_at_least(name, getattr(self, name), 0)
        check_count("max_snippets", self.max_snippets)

    def sweep(self, pool: Pool, budgets: Sequence[int]) -> list[Selection]:
        """Choose candidates under every budget by the submodular greedy on relevance plus link."""
        packer = Submodular(self.cost_exponent, self.weights, self.max_snippets)
        return cost_scaled_greedy(pool, budgets, packer, pool.relevance + self.links(pool))

    def links(self, pool: Pool) -> Floats:
        """Return the (n,) link bonus of every candidate."""
        bridges = bridge_scores(pool.retrieved)
        snippets = [candidate.snippet for candidate in pool.candidates]
        return np.asarray(
            self.passage_weight * np.array([bridges.get(snippet.passage_id, 0.0) for snippet in snippets])
            + self.mention_weight * _mentions_another(snippets, pool.retrieved)
            + self.opening_weight * np.array([snippet.first_sentence == 0 for snippet in snippets], dtype=np.float64)
        )


def mention_name(title: str) -> str:
    """Return the case-folded name by which a text mentions the passage titled ``title``; "" if it has none.

    >>> mention_name("Tern (river)")
    'tern'
    """
    name = _TRAILING_PARENTHETICAL.sub("", title).strip().casefold()
    return name if len(name) >= MIN_TITLE_CHARACTERS else ""


def bridge_scores(retrieved: Sequence[RetrievedPassage]) -> dict[str, float]:
    """Return bridge(p) in [0, 1] for every retrieved passage, by passage id."""
    top = retrieved[0].score if retrieved else 0.0
    texts = [item.passage.text.casefold() for item in retrieved]
    names = [mention_name(item.passage.title) for item in retrieved]
    return {
        target.passage.id: max(
            (
                max(source.score, 0.0) / top
                for i, source in enumerate(retrieved)
                if top > 0 and i != j and names[j] and names[j] in texts[i]
            ),
            default=0.0,
        )
        for j, target in enumerate(retrieved)
    }


def _mentions_another(snippets: Sequence[Snippet], retrieved: Sequence[RetrievedPassage]) -> Floats:
    """Return (n,) 1 where a snippet's text mentions a retrieved passage other than its own, else 0.

    All texts are searched as one, a separator between them that no title holds: one scan per title.
    """
    folded = [snippet.text.casefold() + _SEPARATOR for snippet in snippets]
    ends = np.cumsum([len(text) for text in folded]).tolist()
    everything = "".join(folded)
    mentions = np.zeros(len(snippets))
    for item in retrieved:
        name, passage_id = mention_name(item.passage.title), item.passage.id
        at = everything.find(name) if name and _SEPARATOR not in name else -1
        while at >= 0:
            i = bisect_right(ends, at)
            if snippets[i].passage_id != passage_id:
                mentions[i] = 1.0
            at = everything.find(name, ends[i])
    return mentions
