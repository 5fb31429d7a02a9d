"""The claims and entities that brought a question's passages in: nodes, passages, the links between them, a frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from budgetrag.dashboard.tables.question_sentences import Span
from budgetrag.dashboard.untrusted import plain_text
from budgetrag.dashboard.view import PackedView
from budgetrag.metrics import answer_spans
from budgetrag.rows_retrieved import HitRow
from budgetrag.types import RetrievedPassage

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("node", "kind", "passage", "brings_in", "text", "answer", "cosine", "title", "gold", "kept_snippets")


@dataclass(frozen=True, slots=True)
class Node:
    """A claim or an entity that leads to a retrieved passage.

    Attributes:
        rank: 0-based rank among the nodes searched.
        score: Its cosine to the question.
        kind: "claim" or "entity".
        text: Its text as written, white space collapsed.
        answers: Where gold answers stand in the text.
    """

    rank: int
    score: float
    kind: str
    text: str
    answers: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class LinkedPassage:
    """A retrieved passage, and what the packing took of it.

    Attributes:
        rank: 0-based retrieval rank.
        score: The cosine of the node that brought it in first.
        title: Its heading as written, white space collapsed; "" where it has none.
        text: Its whole text, likewise.
        answers: Where gold answers stand in the text.
        holds_answer: Whether a gold answer is in it, rendered whole.
        is_gold: Whether it is known to be a gold passage.
        n_kept: Snippets of it that are in the context.
        n_snippets: Snippets of it among the candidates.
    """

    rank: int
    score: float
    title: str
    text: str
    answers: tuple[Span, ...]
    holds_answer: bool
    is_gold: bool
    n_kept: int
    n_snippets: int


@dataclass(frozen=True, slots=True)
class Link:
    """A node leads to a passage; ``is_first`` where no better one does, which is how the passage came in."""

    node_rank: int
    passage_rank: int
    is_first: bool


@dataclass(frozen=True, slots=True)
class EvidenceLinks:
    """How one question's passages were found.

    Attributes:
        nodes: In rank order.
        passages: In rank order.
        links: By passage, then by the node's rank.
    """

    nodes: tuple[Node, ...]
    passages: tuple[LinkedPassage, ...]
    links: tuple[Link, ...]


def evidence_links(view: PackedView, hits: Sequence[HitRow]) -> EvidenceLinks:
    """Return the nodes that lead to the passages of a view, and where to.

    Args:
        view: The packing; its passages are those that ``hits`` lead to.
        hits: One question's, of one representation.
    """
    ordered = sorted(hits, key=lambda hit: (hit.passage_rank, hit.node_rank))
    firsts: dict[int, int] = {}
    for hit in ordered:
        firsts.setdefault(hit.passage_rank, hit.node_rank)
    by_rank = {hit.node_rank: hit for hit in ordered}
    holders = view.answer_ranks()
    return EvidenceLinks(
        nodes=tuple(_node(by_rank[rank], view.answers) for rank in sorted(by_rank)),
        passages=tuple(_passage(view, item, holds_answer=item.rank in holders) for item in view.retrieved),
        links=tuple(
            Link(hit.node_rank, hit.passage_rank, is_first=firsts[hit.passage_rank] == hit.node_rank) for hit in ordered
        ),
    )


def most_telling(found: EvidenceLinks, *, max_nodes: int = 24, max_passages: int = 12) -> EvidenceLinks:
    """Return as much as one figure can hold: the best passages, the nodes that brought them in, then the best others.

    Args:
        found: All of it.
        max_nodes: Most nodes; at least ``max_passages``, so that every passage keeps its first one.
        max_passages: Most passages.

    Raises:
        ValueError: If ``max_nodes`` is below ``max_passages``.
    """
    if max_nodes < max_passages:
        raise ValueError(f"max_nodes must be >= max_passages, got {max_nodes} and {max_passages}")
    passages = found.passages[:max_passages]
    shown = {passage.rank for passage in passages}
    links = [link for link in found.links if link.passage_rank in shown]
    by_use = sorted({link.node_rank for link in links if link.is_first})
    by_use += sorted({link.node_rank for link in links} - set(by_use))
    chosen = set(by_use[:max_nodes])
    return EvidenceLinks(
        nodes=tuple(node for node in found.nodes if node.rank in chosen),
        passages=passages,
        links=tuple(link for link in links if link.node_rank in chosen),
    )


def evidence_table(found: EvidenceLinks) -> pd.DataFrame:
    """Return one row per link, by the node's rank, then the passage's.

    Returns:
        node and passage (ranks from 1), kind, brings_in ("first" for the node that brought the passage in, "too" for
        the others), text (invisible characters named, as in title), answer ("✓" where one stands in the
        text), cosine (the node's), title, gold ("★"), kept_snippets ("1 of 4").
    """
    import pandas as pd

    nodes = {node.rank: node for node in found.nodes}
    passages = {passage.rank: passage for passage in found.passages}
    ordered = sorted(found.links, key=lambda link: (link.node_rank, link.passage_rank))
    rows = [_row(nodes[link.node_rank], passages[link.passage_rank], link) for link in ordered]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def evidence_sentence(found: EvidenceLinks) -> str:
    """Return in one sentence what was found by way of what."""
    kinds = [node.kind for node in found.nodes]
    claims, entities = _counted(kinds.count("claim"), "claim"), _counted(kinds.count("entity"), "entity", "entities")
    n, with_answer = len(found.passages), sum(bool(node.answers) for node in found.nodes)
    told = f"{_counted(n, 'passage')} found by way of {claims} and {entities}"
    return f"{told}, {with_answer or 'none'} of which {'hold' if with_answer > 1 else 'holds'} a gold answer."


def _counted(n: int, one: str, many: str = "") -> str:
    return f"{n} {one if n == 1 else many or one + 's'}"


def _row(node: Node, passage: LinkedPassage, link: Link) -> dict[str, object]:
    return {
        "node": node.rank + 1,
        "kind": node.kind,
        "passage": passage.rank + 1,
        "brings_in": "first" if link.is_first else "too",
        "text": plain_text(node.text),
        "answer": "✓" if node.answers else "",
        "cosine": node.score,
        "title": plain_text(passage.title) or "untitled",
        "gold": "★" if passage.is_gold else "",
        "kept_snippets": f"{passage.n_kept} of {passage.n_snippets}",
    }


def _node(hit: HitRow, answers: tuple[str, ...]) -> Node:
    text = _collapsed(hit.text)
    return Node(hit.node_rank, hit.score, hit.kind, text, _answers(text, answers))


def _passage(view: PackedView, item: RetrievedPassage, *, holds_answer: bool) -> LinkedPassage:
    own = [d for d in view.packing.decisions if d.candidate.snippet.passage_rank == item.rank]
    text = _collapsed(item.passage.text)
    return LinkedPassage(
        rank=item.rank,
        score=item.score,
        title=_collapsed(item.passage.title),
        text=text,
        answers=_answers(text, view.answers),
        holds_answer=holds_answer,
        is_gold=view.is_gold(item.passage.id),
        n_kept=sum(decision.kept for decision in own),
        n_snippets=len(own),
    )


def _answers(text: str, answers: tuple[str, ...]) -> tuple[Span, ...]:
    return tuple(Span(a, b) for a, b in answer_spans(text, answers)) if answers else ()


def _collapsed(text: str) -> str:
    return " ".join(text.split())
