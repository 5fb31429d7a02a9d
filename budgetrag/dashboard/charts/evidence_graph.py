"""The node-link figure of page Question: claims and entities on the left, the passages they brought in on the right.

Heights are in pixels, y downwards, so that a label of two lines takes the room of two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

import plotly.graph_objects as go

from budgetrag.dashboard.charts.labels import label_lines
from budgetrag.dashboard.charts.palette import FAINT, KEPT, NODE_MARKS, style
from budgetrag.dashboard.tables.evidence_graph import EvidenceLinks, Link, LinkedPassage, Node, most_telling

WIDTH = 600  # pixels, which the labels' room is made for
NODE_X, PASSAGE_X = 0.47, 0.69  # of the width; labels take what is left and right of them
NODE_WIDTH, PASSAGE_WIDTH, HOVER_WIDTH, HOVER_LINES = 44, 26, 56, 24  # characters, lines
LINE, GAP, HEAD, LEGEND = 16, 12, 30, 64  # pixels
AGAIN = "leads there too"
BROUGHT_IN_BY = {"claim": "brought in by a claim", "entity": "brought in by an entity"}
_STEPS = 16  # points of one curve
_REACH = 0.012  # how far from a passage's middle a curve ends, so that an empty square stays empty


@dataclass(frozen=True, slots=True)
class _Label:
    """A label: its lines, and the height of its middle."""

    lines: tuple[str, ...]
    y: float


def evidence_figure(found: EvidenceLinks) -> go.Figure:
    """Return the nodes that lead to the passages taken, in rank order, each linked with its passages.

    The strong line is that of the node that brought the passage in; further ones are thin. What one figure cannot hold
    is counted below it.

    Args:
        found: All nodes, passages and links; at least one of each.
    """
    shown = most_telling(found)
    nodes = [_node_lines(node) for node in shown.nodes]
    passages = [_passage_lines(passage) for passage in shown.passages]
    height = max(_height(nodes), _height(passages))
    node_labels, passage_labels = _spread(nodes, height), _spread(passages, height)
    node_y = {node.rank: label.y for node, label in zip(shown.nodes, node_labels, strict=True)}
    passage_y = {each.rank: label.y for each, label in zip(shown.passages, passage_labels, strict=True)}
    figure = go.Figure()
    _add_links(figure, shown, node_y, passage_y)
    _add_nodes(figure, shown, node_y)
    _add_passages(figure, shown.passages, passage_y)
    for label in node_labels:
        _write(figure, label, NODE_X, is_left=True)
    for label in passage_labels:
        _write(figure, label, PASSAGE_X, is_left=False)
    _have_labels_hover(figure, [(node_y[node.rank], _node_hover(node)) for node in shown.nodes], 0.0, NODE_X)
    told = [(passage_y[passage.rank], _passage_hover(passage)) for passage in shown.passages]
    _have_labels_hover(figure, told, PASSAGE_X, 1.0)
    n_more = (len(found.nodes) - len(shown.nodes), len(found.passages) - len(shown.passages))
    _write_heads(figure, n_more, height)
    return _styled(figure, height, bottom=HEAD if any(n_more) else 0)


def _height(rows: Sequence[tuple[str, ...]]) -> float:
    return float(sum(len(lines) * LINE + GAP for lines in rows))


def _spread(rows: Sequence[tuple[str, ...]], height: float) -> list[_Label]:
    """Return the rows from top to bottom, as far apart as ``height`` lets them be."""
    rest = (height - _height(rows)) / max(len(rows), 1)
    edges = [0.0, *accumulate(len(lines) * LINE + GAP + rest for lines in rows)]
    return [_Label(lines, (top + end) / 2) for lines, (top, end) in zip(rows, pairwise(edges), strict=True)]


def _node_lines(node: Node) -> tuple[str, ...]:
    head = f"{node.rank + 1} {node.kind}: "
    first, *others = label_lines(node.text, node.answers, width=NODE_WIDTH, n_lines=2, indent=len(head)) or ("",)
    return (f"<b>{node.rank + 1}</b> {node.kind}: {first}", *others)


def _passage_lines(passage: LinkedPassage) -> tuple[str, ...]:
    head = f"{passage.rank + 1} "
    title = passage.title or "untitled"
    first, *others = label_lines(title, width=PASSAGE_WIDTH, n_lines=2, indent=len(head) + 2 * passage.is_gold)
    lines = [f"<b>{passage.rank + 1}</b> {first}", *others]
    lines[-1] += " ★" if passage.is_gold else ""
    return (*lines, _fate(passage) + (", <b><u>answer</u></b>" if passage.holds_answer else ""))


def _fate(passage: LinkedPassage) -> str:
    return f"✓ {passage.n_kept} of {passage.n_snippets} kept" if passage.n_kept else "· nothing kept"


def _node_hover(node: Node) -> str:
    lines = label_lines(node.text, node.answers, width=HOVER_WIDTH, n_lines=HOVER_LINES)
    return "<br>".join([f"<b>{node.kind}</b>, rank {node.rank + 1}, cosine {node.score:.3f}", *lines])


def _passage_hover(passage: LinkedPassage) -> str:
    title = label_lines(passage.title or "untitled", width=HOVER_WIDTH, n_lines=2)
    text = label_lines(passage.text, passage.answers, width=HOVER_WIDTH, n_lines=HOVER_LINES)
    gold = ", ★ gold" if passage.is_gold else ""
    told = f"<b>passage</b>, rank {passage.rank + 1}, cosine {passage.score:.3f}{gold}, {_fate(passage)}"
    return "<br>".join([told, *(f"<b>{line}</b>" for line in title), *text])


def _add_links(
    figure: go.Figure, shown: EvidenceLinks, node_y: Mapping[int, float], passage_y: Mapping[int, float]
) -> None:
    """Draw the thin lines, then the strong ones over them, each kind of node in its colour."""
    kinds = {node.rank: node.kind for node in shown.nodes}
    again = [link for link in shown.links if not link.is_first]
    _add_curves(figure, again, node_y, passage_y, AGAIN, {"color": FAINT, "width": 1})
    for kind, mark in NODE_MARKS.items():
        first = [link for link in shown.links if link.is_first and kinds[link.node_rank] == kind]
        line = {"color": mark.color, "width": 3}
        _add_curves(figure, first, node_y, passage_y, BROUGHT_IN_BY[kind], line)


def _add_curves(
    figure: go.Figure, links: Sequence[Link], node_y: Mapping[int, float], passage_y: Mapping[int, float], name: str,
    line: Mapping[str, object],
) -> None:  # fmt: skip
    x: list[float | None] = []
    y: list[float | None] = []
    for link in links:
        top, end = node_y[link.node_rank], passage_y[link.passage_rank]
        for step in range(_STEPS + 1):
            part = step / _STEPS
            x.append(NODE_X + part * (PASSAGE_X - _REACH - NODE_X))
            y.append(top + (end - top) * part * part * (3 - 2 * part))  # level where it leaves and where it arrives
        x.append(None)
        y.append(None)
    if links:
        figure.add_scatter(
            x=x, y=y, name=name, mode="lines", line=line, hoverinfo="skip", legendrank=1001 + (name == AGAIN)
        )


def _add_nodes(figure: go.Figure, shown: EvidenceLinks, node_y: Mapping[int, float]) -> None:
    for kind, mark in NODE_MARKS.items():
        nodes = [node for node in shown.nodes if node.kind == kind]
        if nodes:
            figure.add_scatter(
                x=[NODE_X] * len(nodes),
                y=[node_y[node.rank] for node in nodes],
                name=kind,
                mode="markers",
                marker={"symbol": mark.symbol, "color": mark.color, "size": 11},
                customdata=[_node_hover(node) for node in nodes],
                hovertemplate="%{customdata}<extra></extra>",
            )


def _add_passages(figure: go.Figure, passages: Sequence[LinkedPassage], passage_y: Mapping[int, float]) -> None:
    for name, symbol, color, is_kept in (
        ("passage in the context", "square", KEPT, True),
        ("passage left out", "square-open", FAINT, False),
    ):
        own = [passage for passage in passages if bool(passage.n_kept) == is_kept]
        if own:
            figure.add_scatter(
                x=[PASSAGE_X] * len(own),
                y=[passage_y[passage.rank] for passage in own],
                name=name,
                mode="markers",
                marker={"symbol": symbol, "color": color, "size": 14, "line": {"width": 2, "color": color}},
                customdata=[_passage_hover(passage) for passage in own],
                hovertemplate="%{customdata}<extra></extra>",
            )


def _have_labels_hover(figure: go.Figure, told: Sequence[tuple[float, str]], left: float, right: float) -> None:
    """Have labels answer to the pointer as their marks do: a row of unseen marks lies on each.

    Args:
        figure: Changed in place.
        told: Height of a label, and what its hover says.
        left: Where the labels begin.
        right: Where they end.
    """
    n = round((right - left) * WIDTH / LINE / 2)
    across = [left + (i + 0.5) * (right - left) / n for i in range(n)]
    figure.add_scatter(
        x=across * len(told),
        y=[y for y, _ in told for _ in across],
        mode="markers",
        marker={"size": 2 * LINE, "opacity": 0},
        customdata=[text for _, text in told for _ in across],
        hovertemplate="%{customdata}<extra></extra>",
        showlegend=False,
    )


def _write(figure: go.Figure, label: _Label, x: float, *, is_left: bool) -> None:
    figure.add_annotation(
        x=x,
        y=label.y,
        text="<br>".join(label.lines),
        showarrow=False,
        xanchor="right" if is_left else "left",
        xshift=-12 if is_left else 14,
        align="right" if is_left else "left",
        font={"size": 13},
    )


def _write_heads(figure: go.Figure, n_more: tuple[int, int], height: float) -> None:
    """Write what the columns are above them, and below how many more there are."""
    names = ("claims and entities, by rank", "passages, by rank")
    for name, x, n, is_left in zip(names, (NODE_X, PASSAGE_X), n_more, (True, False), strict=True):
        _write(figure, _Label((f"<b>{name}</b>",), -HEAD / 2), x, is_left=is_left)
        if n:
            _write(figure, _Label((f"and {n} more, in the table",), height + HEAD / 2), x, is_left=is_left)


def _styled(figure: go.Figure, height: float, *, bottom: int) -> go.Figure:
    style(figure, height=round(height) + HEAD + bottom + LEGEND)
    figure.update_layout(
        margin={"l": 0, "r": 0, "t": LEGEND, "b": 0}, dragmode=False, hovermode="closest", hoverdistance=16,
        hoverlabel={"align": "left", "namelength": -1},
    )  # fmt: skip
    figure.update_layout(legend={"itemclick": False, "itemdoubleclick": False})
    figure.update_xaxes(visible=False, range=[0, 1], fixedrange=True, automargin=False)
    figure.update_yaxes(visible=False, range=[height + bottom, -HEAD], fixedrange=True, automargin=False)
    return figure
