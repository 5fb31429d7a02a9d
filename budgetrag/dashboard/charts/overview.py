"""Figures of page Overview: where the questions went, as bands that are links; and one metric as a small table.

They are HTML and SVG of our own: every band is a real link, so it can be clicked, reached by keyboard and opened in
another tab, and it follows the theme.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from budgetrag.dashboard.definitions import define
from budgetrag.dashboard.tables.overview import BANDS
from budgetrag.dashboard.untrusted import attribute_text, html_text

Link = Callable[[str, str], str]
STAGES = (0.0, 25.0, 50.0, 77.0)
NODE, GAP, LEAST = 0.9, 5.0, 0.8
NONE_HAS_IT = "Blank here because no question that counts has it."


@dataclass(frozen=True, slots=True)
class Stream:
    """One band of the flow, in per cent of the figure.

    Attributes:
        name: Its band.
        points: (stage, top) from its first stage to its last.
        height: How thick it is.
    """

    name: str
    points: tuple[tuple[int, float], ...]
    height: float


def streams(counts: Mapping[str, int]) -> tuple[Stream, ...]:
    """Lay out the flow: what is lost at a stage leaves downwards there, the rest flows on.

    Args:
        counts: ``band_counts``.

    Returns:
        The streams with any questions, top down; heights are in proportion to their counts.
    """
    total = sum(counts.values())
    if not total:
        return ()
    names = [name for name, n in counts.items() if n]
    room = 100.0 - GAP * (len(names) - 1)
    heights = {name: max(room * counts[name] / total, LEAST) for name in names}
    order = [name for name in BANDS if name in heights and name != "right_without_context"]
    # Above what packing lost and below what the reader had: it is right, but not from this context.
    if "right_without_context" in heights:
        after = sum(name in ("right", "unread", "lost_by_reader") for name in order)
        order.insert(after, "right_without_context")
    found, top = [], 0.0
    for i, name in enumerate(order):
        found.append(Stream(name, _points(order, i, top), heights[name]))
        top += heights[name]
    return tuple(found)


def flow_html(policy: str, counts: Mapping[str, int], link: Link, *, nouns: str) -> str:
    """Return one policy's flow from all questions to what came through.

    Args:
        policy: The policy.
        counts: ``band_counts``.
        link: (policy, band) -> address of page Question with that filter on.
        nouns: What is counted, such as "span questions".
    """
    total, parts = sum(counts.values()), streams(counts)
    heads = [f"{total:,} {nouns}", "after retrieval", "after packing", "after reading"]
    shown = "".join(f'<span style="left:{x}%">{html_text(head)}</span>' for x, head in zip(STAGES, heads, strict=True))
    paths = "".join(_path(policy, part, counts[part.name], total, link) for part in parts)
    labels = "".join(_label(policy, part, counts[part.name], total, link) for part in parts)
    return (
        f'<div class="flow"><div class="heads">{shown}</div><div class="river">'
        f'<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">{paths}</svg>{labels}</div></div>'
    )


def bands_html(
    rows: Mapping[str, Mapping[str, int]], link: Link, *, selected: str, choose: Callable[[str], str]
) -> str:
    """Return every policy's bands side by side, each as wide as its share of the questions.

    Args:
        rows: Policy -> ``band_counts``.
        link: (policy, band) -> address of page Question with that filter on.
        selected: The policy whose flow is shown.
        choose: Policy -> address of this page with that policy chosen.
    """
    return f'<div class="bands">{"".join(_row(p, c, link, p == selected, choose(p)) for p, c in rows.items())}</div>'


def metric_html(metric: str, budgets: Sequence[int], rows: Mapping[str, Sequence[float]], *, note: str) -> str:
    """Return one metric as a table, policies by budgets, the best of each budget in bold with a mark.

    Args:
        metric: Its name.
        budgets: The columns.
        rows: Policy -> values; NaN where undefined.
        note: What is counted; shown beside the name.
    """
    definition = define(metric)
    has_best = metric != "context_tokens"  # a size is neither good nor bad
    best = [_best([row[i] for row in rows.values()]) if has_best else None for i in range(len(budgets))]
    head = "".join(f'<th scope="col">{budget:,}</th>' for budget in budgets)
    body = "".join(
        f'<tr><th scope="row"><bdi>{html_text(policy)}</bdi></th>'
        + "".join(_cell(metric, value, value == top) for value, top in zip(row, best, strict=True))
        + "</tr>"
        for policy, row in rows.items()
    )
    return (
        f'<div class="br br-card"><div class="br-h" title="{attribute_text(definition.text)}" style="cursor:help">'
        f'{definition.label} <span class="legend">{html_text(note)}</span></div><div class="br-scroll">'
        f'<table class="br-grid"><thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table></div></div>'
    )


def _points(order: Sequence[str], i: int, top: float) -> tuple[tuple[int, float], ...]:
    """Return where a stream runs: one gap lower, at each stage, for every stream above it that has parted from it."""
    end = _last_stage(order[i])
    return tuple((stage, top + GAP * _n_parted(order[: i + 1], stage)) for stage in range(end + 1))


def _n_parted(above: Sequence[str], stage: int) -> int:
    """Return how many borders between neighbouring streams have opened by a stage."""
    return sum(_parts_at(upper, lower) <= stage for upper, lower in pairwise(above))


def _parts_at(upper: str, lower: str) -> int:
    """Return the stage at which two neighbouring streams part."""
    return min(_leaves_at(upper), _leaves_at(lower))


def _leaves_at(name: str) -> int:
    return {"lost_in_retrieval": 1, "lost_in_packing": 2, "right_without_context": 2}.get(name, 3)


def _last_stage(name: str) -> int:
    return {"lost_in_retrieval": 1, "lost_in_packing": 2, "unread": 2}.get(name, 3)


def _path(policy: str, stream: Stream, n: int, total: int, link: Link) -> str:
    upper = [(STAGES[stage], top) for stage, top in stream.points]
    upper.append((upper[-1][0] + NODE, upper[-1][1]))
    lower = [(x, top + stream.height) for x, top in reversed(upper)]
    shape = f"M{_curve(upper)}L{_curve(lower)}Z"
    hover = attribute_text(_hover(stream.name, n, total))
    return (
        f"<a {_target(policy, stream.name, link)} "
        f'tabindex="-1"><path class="b {stream.name}" d="{shape}"><title>{hover}</title></path></a>'
    )


def _curve(points: Sequence[tuple[float, float]]) -> str:
    """Return a smooth line through points, level at each."""
    parts = [f"{points[0][0]:.2f} {points[0][1]:.2f}"]
    for (x0, y0), (x1, y1) in pairwise(points):
        middle = (x0 + x1) / 2
        parts.append(f"C{middle:.2f} {y0:.2f} {middle:.2f} {y1:.2f} {x1:.2f} {y1:.2f}")
    return "".join(parts)


def _label(policy: str, stream: Stream, n: int, total: int, link: Link) -> str:
    stage, top = stream.points[-1]
    band = BANDS[stream.name]
    return (
        f'<a class="label {stream.name}" {_target(policy, stream.name, link)} '
        f'title="{attribute_text(_hover(stream.name, n, total))}" '
        f'style="left:{STAGES[stage] + NODE + 0.8:.2f}%;top:{top + stream.height / 2:.2f}%">'
        f"<b>{band.glyph} {n:,}</b> {band.label}</a>"
    )


def _row(policy: str, counts: Mapping[str, int], link: Link, is_selected: bool, choose: str) -> str:
    total = sum(counts.values())
    cells = "".join(_segment(policy, name, n, total, link) for name, n in counts.items() if n)
    mark = ' class="on" aria-current="true"' if is_selected else ""
    return (
        f'<a{mark} href="{attribute_text(choose)}" data-go="{attribute_text(f"policy:{policy}")}" '
        f'title="show this policy\'s flow"><bdi>{html_text(policy)}</bdi></a><div class="bar">{cells}</div>'
    )


def _segment(policy: str, name: str, n: int, total: int, link: Link) -> str:
    hover = attribute_text(f"{policy}: {_hover(name, n, total)}")
    return (
        f'<a class="b {name}" {_target(policy, name, link)} style="flex:{n} 1 0" title="{hover}" '
        f'aria-label="{hover}"><i>{BANDS[name].glyph}</i> {n:,}</a>'
    )


def _target(policy: str, band: str, link: Link) -> str:
    return f'href="{attribute_text(link(policy, band))}" data-go="{attribute_text(f"{band}:{policy}")}"'


def _hover(name: str, n: int, total: int) -> str:
    return f"{n:,} of {total:,} ({n / total:.0%}) {BANDS[name].label}. {BANDS[name].text} Click to see them."


def _best(values: Sequence[float]) -> float | None:
    return max((value for value in values if not math.isnan(value)), default=None)


def _cell(metric: str, value: float, is_best: bool) -> str:
    definition = define(metric)
    shown = definition.shown(value)
    if not shown:
        return f'<td title="{attribute_text(f"{definition.text} {NONE_HAS_IT}")}"></td>'
    hover = attribute_text(definition.text + (" The best at this budget." if is_best else ""))
    return f'<td title="{hover}"{" class=best" if is_best else ""}>{shown}</td>'
