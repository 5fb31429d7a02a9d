"""Figures of page Question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import plotly.graph_objects as go

from budgetrag.dashboard.charts.palette import style, term_color
from budgetrag.dashboard.tables.question_steps import term_columns

if TYPE_CHECKING:
    import pandas as pd

PATTERNS = ("", "/", ".", "x", "-")


def steps_figure(frame: pd.DataFrame) -> go.Figure:
    """Return the gain of every step as a stacked bar, split by term; a term has a hatching beside its colour.

    Args:
        frame: ``steps`` of a packing.
    """
    labels = [
        f"{step} · {snippet.split(',')[0]}" for step, snippet in zip(frame["step"], frame["snippet"], strict=True)
    ]
    bars = [
        go.Bar(
            y=labels,
            x=frame[term],
            name=term.replace("_", " "),
            orientation="h",
            marker={"color": term_color(term), "pattern": {"shape": PATTERNS[i % len(PATTERNS)], "size": 5}},
            hovertemplate="step %{y}<br>" + term.replace("_", " ") + " %{x:.3f}<extra></extra>",
        )
        for i, term in enumerate(term_columns(frame))
    ]
    figure = go.Figure(bars)
    style(figure, height=96 + 30 * max(len(frame), 1))
    figure.update_layout(barmode="relative")
    figure.update_xaxes(title="gain, in the packer's own objective")
    figure.update_yaxes(title="step · snippet", autorange="reversed", type="category")
    return figure
