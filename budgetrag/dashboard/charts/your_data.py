"""Figures of page Your data."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from budgetrag.dashboard.charts import palette

MARKED_EVERY = 4


def survival_figure(curve: pd.DataFrame, *, unit: str, retrieved: float | None) -> go.Figure:
    """Draw the share of questions whose answer is still in the context, per policy over the budget.

    Args:
        curve: Columns ``policy``, ``budget_tokens``, ``alive``, ``n``.
        unit: What a budget counts: "words" or "tokens".
        retrieved: Share of the questions whose answer was retrieved at all, the most any packer can reach.
    """
    figure = go.Figure()
    marks = palette.marks(list(curve["policy"].unique()))
    for policy, own in curve.groupby("policy", sort=False):
        mark = marks[str(policy)]
        figure.add_scatter(
            x=own["budget_tokens"],
            y=own["alive"],
            name=str(policy),
            mode="lines+markers",
            line={"color": mark.color, "dash": mark.dash, "width": 2},
            marker={"symbol": mark.symbol, "size": 8, "maxdisplayed": len(own) // MARKED_EVERY},
            customdata=own["n"],
            hovertemplate=f"%{{x}} {unit}: %{{y:.1%}} of %{{customdata}} questions<extra>{policy}</extra>",
        )
    if retrieved is not None:
        figure.add_hline(
            y=retrieved,
            line={"color": palette.NOT_RETRIEVED, "dash": "dot", "width": 1.5},
            annotation_text=f"answer retrieved: {retrieved:.0%}",
            annotation_position="bottom right",
        )
    figure.update_xaxes(title_text=f"budget ({unit})")
    figure.update_yaxes(title_text="questions whose answer survives", tickformat=".0%", range=[0, 1.02])
    return palette.style(figure, height=380)
