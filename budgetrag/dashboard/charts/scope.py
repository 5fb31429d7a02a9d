"""Findings drawn with plotly: intervals, survival curves, the waterfall, levels side by side."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

import plotly.graph_objects as go

from budgetrag.dashboard.charts import palette
from budgetrag.dashboard.charts.palette import Mark, hollow
from budgetrag.scope.figures import Curves, Figure, Intervals, Levels, Series, Waterfall
from budgetrag.scope.wording import signed

PUBLISHED = Mark("#8391a5", "x-thin-open", "dot")
GAIN, LOSS, REST = "#0b8a67", "#d1493a", "#8391a5"


def draw(figure: Figure, *, height: int = 320) -> go.Figure:
    """Return the chart of a figure.

    Args:
        figure: What it shows.
        height: In pixels.
    """
    if isinstance(figure, Intervals):
        return _intervals(figure, height)
    if isinstance(figure, Curves):
        return _curves(figure, height)
    if isinstance(figure, Waterfall):
        return _waterfall(figure, height)
    return _levels(figure, height)


def _marks(policies: Iterable[str]) -> dict[str, Mark]:
    return {**palette.marks([policy for policy in policies if policy]), "": PUBLISHED}


def _intervals(figure: Intervals, height: int) -> go.Figure:
    chart = go.Figure()
    place = {group: i for i, group in enumerate(figure.groups)}
    n, marks = len(figure.series), _marks(series.policy for series in figure.series)
    for i, series in enumerate(figure.series):
        shift = (i - (n - 1) / 2) * 0.14
        _add_series(chart, series, marks[series.policy], place, shift, horizontal=figure.is_horizontal)
    ticks = {"tickvals": list(range(len(figure.groups))), "ticktext": list(figure.groups)}
    values = {
        "title_text": figure.value_title,
        "tickformat": "+.3~f",
        "zeroline": True,
        "zerolinewidth": 1.5,
        "rangemode": "tozero",
    }
    span = [-0.5, len(figure.groups) - 0.5]
    palette.style(chart, height=max(height, 60 + 44 * len(figure.groups)) if figure.is_horizontal else height)
    if figure.is_horizontal:
        chart.update_xaxes(**values)
        chart.update_yaxes(**ticks, range=span[::-1], showgrid=False)
    else:
        chart.update_yaxes(**values)
        chart.update_xaxes(**ticks, title_text=figure.group_title, range=span, showgrid=False)
    return chart


def _add_series(
    chart: go.Figure, series: Series, mark: Mark, place: dict[str, int], shift: float, *, horizontal: bool
) -> None:
    points = [point for point in series.points if point.value is not None and point.place in place]
    at = [place[point.place] + shift for point in points]
    values = [point.value for point in points]
    reach = {
        "type": "data",
        "symmetric": False,
        "array": [(p.high - p.value) if p.high is not None and p.value is not None else 0 for p in points],
        "arrayminus": [(p.value - p.low) if p.low is not None and p.value is not None else 0 for p in points],
        "color": mark.color,
        "thickness": 1.6,
        "width": 0,
    }
    symbols = ["diamond-open" if p.is_control else mark.symbol if p.is_filled else hollow(mark) for p in points]
    chart.add_scatter(
        x=values if horizontal else at,
        y=at if horizontal else values,
        name=series.name,
        mode="lines+markers" if series.is_joined else "markers",
        line={"color": mark.color, "width": 1.6, "dash": mark.dash},
        marker={"symbol": symbols, "size": 11, "color": mark.color, "line": {"width": 2, "color": mark.color}},
        customdata=[point.note for point in points],
        hovertemplate="%{customdata}<extra></extra>",
        **({"error_x": reach} if horizontal else {"error_y": reach}),
    )


def _curves(figure: Curves, height: int) -> go.Figure:
    chart = go.Figure()
    marks = _marks(curve.name for curve in figure.curves)
    for i, curve in enumerate(figure.curves):
        mark = marks[curve.name]
        is_compared = i < 2
        chart.add_scatter(
            x=curve.x,
            y=curve.y,
            name=curve.name,
            mode="lines",
            line={"color": mark.color, "width": 2.6 if is_compared else 1.2, "dash": mark.dash},
            opacity=1.0 if is_compared else 0.7,
            fill="tonexty" if i == 1 else None,
            fillcolor=_faint(mark.color),
            hovertemplate=f"%{{x}}: %{{y:.1%}}<extra>{curve.name}</extra>",
        )
    palette.style(chart, height=height)
    chart.update_xaxes(title_text=figure.x_title)
    chart.update_yaxes(title_text=figure.y_title, tickformat=".0%", rangemode="tozero")
    return chart


def _faint(color: str) -> str:
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},0.16)"


def _waterfall(figure: Waterfall, height: int) -> go.Figure:
    labels = [f"{bar.label.replace(' ', '<br>', 1)}<br>{bar.n:,}" for bar in figure.bars]
    chart = go.Figure(
        go.Waterfall(
            x=[*labels, "whole"],
            y=[*(bar.value for bar in figure.bars), figure.total],
            measure=[*("relative" for _ in figure.bars), "total"],
            text=[signed(value) for value in (*(bar.value for bar in figure.bars), figure.total)],
            textposition="outside",
            cliponaxis=False,
            customdata=[*(bar.name for bar in figure.bars), ""],
            hovertemplate="%{x}: %{y:+.4f}<extra></extra>",
            increasing={"marker": {"color": GAIN}},
            decreasing={"marker": {"color": LOSS}},
            totals={"marker": {"color": REST}},
            connector={"line": {"color": REST, "width": 1, "dash": "dot"}},
        )
    )
    palette.style(chart, height=height)
    levels = [0.0, figure.total, *accumulate(bar.value for bar in figure.bars)]
    room = 0.12 * ((max(levels) - min(levels)) or 1.0)  # for the numbers above and below the bars
    span = [min(levels) - room, max(levels) + room]
    chart.update_yaxes(title_text=figure.value_title, tickformat="+.3~f", zeroline=True, range=span)
    chart.update_xaxes(tickangle=0)
    chart.update_layout(showlegend=False)
    return chart


def _levels(figure: Levels, height: int) -> go.Figure:
    chart = go.Figure()
    marks = _marks(series.policy for series in figure.series)
    for series in figure.series:
        mark = marks[series.policy]
        chart.add_bar(
            x=[point.place for point in series.points],
            y=[point.value for point in series.points],
            name=series.name,
            marker={"color": mark.color, "pattern": {"shape": "" if series is figure.series[0] else "/"}},
            error_y={
                "type": "data",
                "symmetric": False,
                "array": [(p.high or 0) - (p.value or 0) if p.high is not None else 0 for p in series.points],
                "arrayminus": [(p.value or 0) - (p.low or 0) if p.low is not None else 0 for p in series.points],
                "thickness": 1.6,
                "color": REST,
            },
            customdata=[point.note for point in series.points],
            hovertemplate="%{customdata}<extra></extra>",
        )
    palette.style(chart, height=height)
    chart.update_layout(barmode="group")
    chart.update_yaxes(title_text=figure.value_title, rangemode="tozero")
    return chart
