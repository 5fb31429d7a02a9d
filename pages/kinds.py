"""The switch of which questions count: those whose answer is a span (the default), or all."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from budgetrag.dashboard.tables.overview import Kinds, n_questions
from pages import links

NOUNS: dict[Kinds, str] = {"span": "span questions", "all": "questions"}
_OPTIONS: tuple[Kinds, ...] = ("span", "all")
_HELP = (
    "A span answer is a short stretch of text, so whether it stands in a context says something. Yes/no answers stand "
    "anywhere, and free-form ones nowhere word for word; published figures count all."
)


def chosen(groups: pd.DataFrame) -> Kinds:
    """Return which questions count: the link's choice, else span questions where there are any.

    Args:
        groups: ``load_groups``.
    """
    links.choice("kinds", "kinds", _OPTIONS, "span" if n_questions(groups, "span") else "all")
    found: Kinds = st.session_state["kinds"]
    links.publish({"kinds": found})
    return found


def control(groups: pd.DataFrame) -> None:
    """Draw the switch, each choice with its number of questions."""
    counts = {kind: n_questions(groups, kind) for kind in _OPTIONS}
    st.segmented_control(
        "Count",
        _OPTIONS,
        key="kinds",
        required=True,
        format_func=lambda kind: f"{NOUNS[kind] if kind == 'span' else 'all questions'} · {counts[kind]:,}",
        help=_HELP,
        label_visibility="collapsed",
        persist_state="session",
    )
