"""Page Question: the claims and entities that brought the passages in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from budgetrag.dashboard.charts.evidence_graph import WIDTH, evidence_figure
from budgetrag.dashboard.representations import evidence_policy
from budgetrag.dashboard.tables.evidence_graph import evidence_links, evidence_sentence, evidence_table
from budgetrag.dashboard.untrusted import markdown_text
from budgetrag.dashboard.view import PackedView
from budgetrag.rows_retrieved import HitRow

_COLUMNS: Mapping[str, tuple[str, str, int]] = {  # label, help, width in pixels
    "node": ("node", "Rank among the claims and entities closest to the question, from 1.", 50),
    "kind": ("kind", "A claim is a sentence of a passage; an entity is a name that passages mention.", 60),
    "passage": ("passage", "Rank of the passage it leads to, from 1.", 68),
    "brings_in": ("brings in", "first: no better node leads to the passage, so this one brought it in.", 74),
    "text": ("text", "The claim or the entity.", 240),
    "answer": ("answer", "Whether a gold answer stands in it.", 62),
    "cosine": ("cosine", "Its cosine to the question.", 62),
    "title": ("title", "The passage's heading.", 140),
    "gold": ("gold", "Whether the passage is a gold one.", 50),
    "kept_snippets": ("kept", "Snippets of the passage in the context, of those that were candidates.", 64),
}
_LONG_TABLE = 24  # rows


def evidence(view: PackedView, hits: Sequence[HitRow], config: Mapping[str, Any], policy: str) -> None:
    """Draw how the passages were found: the figure, and the table behind it.

    Args:
        view: The packing.
        hits: What brought the passages of the policy's representation in.
        config: ``config`` of the run's manifest.
        policy: The policy.
    """
    representation = config["policies"][policy]["representation"]
    if config["representations"][representation]["kind"] != "ace":
        _found_directly(config, policy)
        return
    found = evidence_links(view, hits)
    if not found.links:
        st.info("No claim and no entity leads to a passage, so nothing was retrieved.")
        return
    told = evidence_sentence(found)
    with st.container(horizontal=True, gap="medium"):
        st.plotly_chart(
            evidence_figure(found), key="question_evidence", width=WIDTH, config={"displayModeBar": False}, alt=told,
        )  # fmt: skip
        behind = st.container(key="question_evidence_table")
    with behind:
        st.caption(told)
        st.dataframe(
            evidence_table(found), hide_index=True, height="content" if len(found.links) <= _LONG_TABLE else 700,
            column_config={name: _column(name, *each) for name, each in _COLUMNS.items()},
        )  # fmt: skip


def _column(name: str, label: str, text: str, width: int) -> ColumnConfig:
    if name == "cosine":
        return st.column_config.NumberColumn(label, help=text, width=width, format="%.3f")
    return st.column_config.Column(label, help=text, width=width)


def _found_directly(config: Mapping[str, Any], policy: str) -> None:
    """Say that no graph was searched, and offer a policy of the run that searches one."""
    st.info(f"The passages of {markdown_text(policy)} were retrieved directly: no claim or entity led to them.")
    other = evidence_policy(config, policy)
    if other is not None:
        st.button(
            f"Look at {markdown_text(other)}", key="question_evidence_go", on_click=_go, args=(other,),
            help="It finds its passages by way of claims and entities.",
        )  # fmt: skip


def _go(policy: str) -> None:
    st.session_state["frame_policy"] = policy
