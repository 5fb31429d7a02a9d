"""Findings drawn as small SVG: readable in print, in both themes, and as files of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from xml.sax.saxutils import quoteattr

from budgetrag.config_policies import name_parts
from budgetrag.report.scale import Scale, nice_scale
from budgetrag.scope.figures import Curves, Figure, Intervals, Levels, Point, Series, Waterfall
from budgetrag.scope.wording import percent, plain, signed

WIDTH, HEIGHT, ROW = 560, 300, 44
LEFT, RIGHT, TOP, BOTTOM = 70, 16, 34, 48
_COLORS = {
    "naive": "#6f7c8f",
    "focused": "#2f7fd0",
    "mmr": "#b4508c",
    "submodular": "#c8560a",
    "submodular_half": "#a67c00",
    "bridge": "#0b8a67",
}
_DASHES = {"naive": "2 3", "focused": "6 3", "mmr": "6 3 2 3", "submodular_half": "9 4"}
_ACE_DASH = "9 2 2 2"
_OTHERS = ("#7a62c9", "#2b8f9e", "#a05a3c", "#5d7f2a", "#c2487a")
PUBLISHED, GAIN, LOSS = "#8391a5", "#0b8a67", "#d1493a"
STYLE = (
    "text{font:12px system-ui,sans-serif;fill:currentColor}.s{fill-opacity:.68}.g{stroke:currentColor;"
    "stroke-opacity:.14}.z{stroke:currentColor;stroke-opacity:.5}.f{fill:var(--panel,#fff)}"
)


def draw(figure: Figure, title: str) -> str:
    """Return the chart of a figure as one ``<svg>`` element; it takes its ink from the text around it.

    Args:
        figure: What it shows.
        title: What it is, for readers of the screen.
    """
    if isinstance(figure, Intervals):
        return _horizontal(figure, title) if figure.is_horizontal else _vertical(figure, title)
    if isinstance(figure, Curves):
        return _curves(figure, title)
    return _waterfall(figure, title) if isinstance(figure, Waterfall) else _levels(figure, title)


def standalone(svg: str) -> str:
    """Return the chart as a file of its own: dark ink on white."""
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return head + svg.replace("<svg ", '<svg style="color:#1d2430;background:#fff" ', 1)


@dataclass(frozen=True, slots=True)
class _Mark:
    color: str
    dash: str


def _marks(policies: Iterable[str]) -> dict[str, _Mark]:
    """Return the mark of each policy; one over a representation of one's own has the representation's colour."""
    found, own = {"": _Mark(PUBLISHED, "")}, dict[str, str]()
    for policy in policies:
        representation, packer = name_parts(policy)
        if packer in _COLORS and representation in ("", "chunk", "ace"):
            dash = _ACE_DASH if representation == "ace" else _DASHES.get(packer, "")
            found.setdefault(policy, _Mark(_COLORS[packer], dash))
        elif policy:
            color = own.setdefault(representation or policy, _OTHERS[len(own) % len(_OTHERS)])
            found.setdefault(policy, _Mark(color, _DASHES.get(packer, "")))
    return found


def _frame(parts: Sequence[str], title: str, height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label={quoteattr(title)}><style>{STYLE}</style>{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, words: str, *, anchor: str = "middle", soft: bool = True) -> str:
    kind = ' class="s"' if soft else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{kind}>{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, *, kind: str = "g", color: str = "", width: float = 1) -> str:
    ink = f'stroke="{color}" stroke-width="{width}"' if color else f'class="{kind}"'
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {ink}/>'


def _legend(names: Sequence[tuple[str, _Mark]], *, y: float = 14.0) -> Iterator[str]:
    """Yield one entry per name, row by row, the first row at ``y``."""
    for (name, mark), (x, row) in zip(names, _legend_places([name for name, _ in names]), strict=True):
        at = y + 15 * row
        ink = f'stroke="{mark.color}" stroke-width="2.5"' + (f' stroke-dasharray="{mark.dash}"' if mark.dash else "")
        yield f'<line x1="{x}" x2="{x + 18}" y1="{at - 4}" y2="{at - 4}" {ink}/>'
        yield _text(x + 23, at, name, anchor="start")


def _legend_places(names: Sequence[str]) -> list[tuple[float, int]]:
    """Return where each entry of a legend begins: from the left, and in which row."""
    places, x, row = [], float(LEFT), 0
    for name in names:
        width = 34 + 7.0 * len(name)
        if x + width > WIDTH and x > LEFT:
            x, row = float(LEFT), row + 1
        places.append((x, row))
        x += width
    return places


def _legend_rows(names: Sequence[str]) -> int:
    return _legend_places(names)[-1][1] + 1 if names else 0


def _ends(series: Sequence[Series]) -> list[float]:
    points = [point for each in series for point in each.points]
    return [value for p in points for value in (p.low, p.value, p.high) if value is not None]


def _dot(x: float, y: float, point: Point, mark: _Mark) -> str:
    note = f"<title>{escape(point.note.replace('<br>', ', '))}</title>"
    hollow = f'fill="none" class="f" style="fill:var(--panel,#fff)" stroke="{mark.color}" stroke-width="2"'
    if point.is_control:
        shape = f'<rect x="{x - 5:.1f}" y="{y - 5:.1f}" width="10" height="10" transform="rotate(45 {x:.1f} {y:.1f})" '
        return f"{shape}{hollow}>{note}</rect>"
    ink = f'fill="{mark.color}"' if point.is_filled else hollow
    if mark.color == PUBLISHED:
        arms = f"M{x - 5:.1f} {y - 5:.1f}l10 10m0 -10l-10 10"
        return f'<path d="{arms}" stroke="{PUBLISHED}" stroke-width="2" fill="none">{note}</path>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" {ink}>{note}</circle>'


def _vertical(figure: Intervals, title: str) -> str:
    scale = nice_scale([0.0, *_ends(figure.series)], HEIGHT - BOTTOM, TOP)
    step = (WIDTH - LEFT - RIGHT) / max(len(figure.groups), 1)
    place = {group: LEFT + step * (i + 0.5) for i, group in enumerate(figure.groups)}
    marks = _marks(series.policy for series in figure.series)
    parts = [*_value_axis(scale, figure.value_title), *_legend([(s.name, marks[s.policy]) for s in figure.series])]
    parts += [_text(x, HEIGHT - BOTTOM + 18, group) for group, x in place.items()]
    parts.append(_text((LEFT + WIDTH) / 2, HEIGHT - 8, figure.group_title))
    for i, series in enumerate(figure.series):
        mark = marks[series.policy]
        shift = (i - (len(figure.series) - 1) / 2) * 12
        shown = [(place[p.place] + shift, scale.at(p.value), p) for p in series.points
                 if p.value is not None and p.place in place]  # fmt: skip
        if series.is_joined:
            track = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in shown)
            parts.append(f'<polyline points="{track}" fill="none" stroke="{mark.color}" stroke-width="1.6" '
                         f'stroke-dasharray="{mark.dash or "none"}"/>')  # fmt: skip
        for x, y, point in shown:
            if point.low is not None and point.high is not None:
                parts.append(_line(x, scale.at(point.low), x, scale.at(point.high), color=mark.color, width=1.6))
            parts.append(_dot(x, y, point, mark))
    return _frame(parts, title, HEIGHT)


def _horizontal(figure: Intervals, title: str) -> str:
    height = TOP + BOTTOM + ROW * len(figure.groups)
    left = 40 + 6.6 * max((len(group) for group in figure.groups), default=0)
    scale = nice_scale([0.0, *_ends(figure.series)], left, WIDTH - RIGHT - 10)
    marks = _marks(series.policy for series in figure.series)
    parts = list(_legend([(s.name, marks[s.policy]) for s in figure.series]))
    for tick in scale.ticks:
        x, kind = scale.at(tick), "z" if tick == 0 else "g"
        parts += [
            _line(x, TOP, x, height - BOTTOM, kind=kind),
            _text(x, height - BOTTOM + 16, signed(tick, scale.digits)),
        ]
    parts.append(_text((left + WIDTH) / 2, height - 10, figure.value_title))
    for i, group in enumerate(figure.groups):
        y = TOP + ROW * (i + 0.5)
        parts.append(_text(left - 22, y + 4, group, anchor="end"))
        for j, series in enumerate(figure.series):
            mark = marks[series.policy]
            level = y + (j - (len(figure.series) - 1) / 2) * 11
            for point in series.points:
                if point.place != group or point.value is None:
                    continue
                if point.low is not None and point.high is not None:
                    parts.append(_line(scale.at(point.low), level, scale.at(point.high), level, color=mark.color,
                                       width=1.6))  # fmt: skip
                parts.append(_dot(scale.at(point.value), level, point, mark))
    return _frame(parts, title, height)


def _value_axis(scale: Scale, title: str, *, sign: bool = True, share: bool = False) -> Iterator[str]:
    for tick in scale.ticks:
        y = scale.at(tick)
        yield _line(LEFT, y, WIDTH - RIGHT, y, kind="z" if tick == 0 else "g")
        words = percent(tick) if share else signed(tick, scale.digits) if sign else plain(tick, scale.digits)
        yield _text(LEFT - 8, y + 4, words, anchor="end")
    yield (
        f'<text transform="translate(14 {(TOP + HEIGHT - BOTTOM) / 2:.0f}) rotate(-90)" text-anchor="middle" '
        f'class="s">{escape(title)}</text>'
    )


def _curves(figure: Curves, title: str) -> str:
    scale = nice_scale([0.0, *(value for curve in figure.curves for value in curve.y)], HEIGHT - BOTTOM, TOP + 14)
    ends = [value for curve in figure.curves for value in curve.x]
    across = Scale(min(ends), max(ends), LEFT, WIDTH - RIGHT, ())
    marks = _marks(curve.name for curve in figure.curves)
    parts = [*_value_axis(scale, "answers kept", share=True)]
    tracks = [[(across.at(x), scale.at(y)) for x, y in zip(curve.x, curve.y, strict=True)] for curve in figure.curves]
    if len(tracks) > 1:
        ring = " ".join(f"{x:.1f},{y:.1f}" for x, y in [*tracks[0], *reversed(tracks[1])])
        parts.append(f'<polygon points="{ring}" fill="{marks[figure.curves[0].name].color}" opacity=".16"/>')
    for i, (curve, track) in enumerate(zip(figure.curves, tracks, strict=True)):
        mark = marks[curve.name]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in track)
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{mark.color}" stroke-width="{2.6 if i < 2 else 1.2}" '
            f'stroke-dasharray="{mark.dash or "none"}"><title>{escape(curve.name)}</title></polyline>'
        )
    parts += [_text(across.at(x), HEIGHT - BOTTOM + 18, f"{x:g}") for x in _sparse(figure.curves[0].x)]
    parts.append(_text((LEFT + WIDTH) / 2, HEIGHT - 8, figure.x_title))
    legend = list(_legend([(curve.name, marks[curve.name]) for curve in figure.curves], y=HEIGHT + 12))
    return _frame([*parts, *legend], title, HEIGHT + 15 * _legend_rows([curve.name for curve in figure.curves]) + 6)


def _sparse(values: Sequence[float]) -> list[float]:
    return list(values[:: max(1, len(values) // 6)])


def _waterfall(figure: Waterfall, title: str) -> str:
    levels = [0.0]
    for bar in figure.bars:
        levels.append(levels[-1] + bar.value)
    scale = nice_scale([*levels, figure.total], HEIGHT - BOTTOM - 12, TOP)
    step = (WIDTH - LEFT - RIGHT) / (len(figure.bars) + 1)
    parts = list(_value_axis(scale, figure.value_title))
    spans = [(bar.label, f"n = {bar.n:,}", start, start + bar.value) for bar, start in
             zip(figure.bars, levels[:-1], strict=True)]  # fmt: skip
    for i, (label, note, start, end) in enumerate([*spans, ("whole", "", 0.0, figure.total)]):
        x, top, bottom = LEFT + step * i + step * 0.18, scale.at(max(start, end)), scale.at(min(start, end))
        color = PUBLISHED if label == "whole" else GAIN if end >= start else LOSS
        parts.append(f'<rect x="{x:.1f}" y="{top:.1f}" width="{step * 0.64:.1f}" height="{max(bottom - top, 1):.1f}" '
                     f'fill="{color}"/>')  # fmt: skip
        parts.append(_text(x + step * 0.32, top - 5, signed(end - start), soft=False))
        lines = [*label.split(" ", 1), note]
        parts += [_text(x + step * 0.32, HEIGHT - BOTTOM + 13 + 14 * k, words) for k, words in enumerate(lines)]
    return _frame(parts, title, HEIGHT)


def _levels(figure: Levels, title: str) -> str:
    scale = nice_scale([0.0, *_ends(figure.series)], HEIGHT - BOTTOM, TOP)
    step = (WIDTH - LEFT - RIGHT) / max(len(figure.groups), 1)
    wide = step * 0.6 / max(len(figure.series), 1)
    marks = _marks(series.policy for series in figure.series)
    parts = [*_value_axis(scale, figure.value_title, sign=False),
             *_legend([(s.name, marks[s.policy]) for s in figure.series])]  # fmt: skip
    for i, group in enumerate(figure.groups):
        parts.append(_text(LEFT + step * (i + 0.5), HEIGHT - BOTTOM + 18, group))
        for j, series in enumerate(figure.series):
            x = LEFT + step * (i + 0.2) + wide * j
            for point in series.points:
                if point.place != group or point.value is None:
                    continue
                top, color = scale.at(point.value), marks[series.policy].color
                parts.append(f'<rect x="{x:.1f}" y="{top:.1f}" width="{wide * 0.86:.1f}" '
                             f'height="{max(scale.at(0.0) - top, 1):.1f}" fill="{color}"/>')  # fmt: skip
                if point.low is not None and point.high is not None:
                    middle = x + wide * 0.43
                    parts.append(_line(middle, scale.at(point.low), middle, scale.at(point.high), kind="z"))
                parts.append(_text(x + wide * 0.43, scale.at(point.high or point.value) - 5, plain(point.value, 2),
                                   soft=False))  # fmt: skip
    return _frame(parts, title, HEIGHT)
