"""Finding a question: filters with counts, search, a table of all that match, and stepping through them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st

from budgetrag.dashboard.definitions import define
from budgetrag.dashboard.tables import question_filters as filters
from budgetrag.dashboard.untrusted import markdown_text, plain_text
from pages import links


@dataclass(frozen=True, slots=True)
class Chosen:
    """The question to look at, and where it is among those that match.

    Attributes:
        question_id: Its id.
        place: Its 1-based place among them; None where it is not one of them.
        n_found: How many match.
        asked: What they match, in a few words; "" for everything.
    """

    question_id: str
    place: int | None
    n_found: int
    asked: str


def choose(finder: filters.Finder, *, has_reader: bool) -> Chosen | None:
    """Draw the finder and return the chosen question; None where there is none to choose."""
    if finder.ids.empty:
        st.info("This run has no questions of this data set and seed.")
        return None
    known = [name for name in filters.FILTERS if has_reader or name not in filters.READER_FILTERS]
    links.choices("question_show", "show", known)
    links.choices("question_types", "type", finder.questions.types)
    links.choices("question_kinds", "kind", finder.questions.kinds)
    links.text("question_search", "search")
    asked = filters.Chosen(
        tuple(st.session_state["question_show"]),
        tuple(st.session_state["question_types"]),
        tuple(st.session_state["question_kinds"]),
        st.session_state["question_search"],
    )
    found = filters.find(finder, asked)
    _filters(finder, found, known)
    places = np.flatnonzero(found.keeps)
    chosen = _current(finder, places, filters.describe(asked))
    _table(finder, places, chosen)
    links.publish(
        {
            "question": chosen.question_id,
            "show": asked.filters,
            "type": asked.types,
            "kind": asked.kinds,
            "search": asked.search,
        }
    )
    return chosen


def _filters(finder: filters.Finder, found: filters.Found, known: list[str]) -> None:
    st.pills(
        "Show questions where",
        known,
        selection_mode="multi",
        key="question_show",
        format_func=lambda name: f"{filters.FILTERS[name].label} · {found.filters[name]:,}",
        help="\n".join(f"- **{filters.FILTERS[name].label}**: {filters.FILTERS[name].text}" for name in known)
        + "\n\nA number is how many would be left. Filters combine.",
        on_change=_refiltered,
    )
    search, types, kinds = st.columns([2, 1, 1])
    search.text_input(
        "Search",
        key="question_search",
        placeholder="Search questions, answers, ids",
        label_visibility="collapsed",
        live=True,
        type="search",
        on_change=_refiltered,
    )
    types.multiselect(
        "Type",
        finder.questions.types,
        key="question_types",
        placeholder="All types",
        label_visibility="collapsed",
        format_func=lambda name: f"{plain_text(name) or 'no type'} · {found.types[name]:,}",
        on_change=_refiltered,
    )
    kinds.multiselect(
        "Kind of answer",
        finder.questions.kinds,
        key="question_kinds",
        placeholder="All kinds of answer",
        label_visibility="collapsed",
        format_func=lambda name: f"{name.replace('_', ' ')} · {found.kinds[name]:,}",
        on_change=_refiltered,
    )


def _refiltered() -> None:
    """Note that the filters have changed: the first match is shown unless the present question is one."""
    st.session_state["question_refiltered"] = True


def _current(finder: filters.Finder, places: np.ndarray, asked: str) -> Chosen:
    """Return the question to show: the link's, the one that was shown, else the first match."""
    ids = finder.ids
    links.text("question_id", "question")
    wanted = st.session_state["question_id"]
    at = np.flatnonzero((ids == wanted).to_numpy())
    refiltered = st.session_state.pop("question_refiltered", False)
    if wanted and not len(at):
        st.warning(f"The question {markdown_text(wanted)} is not in this data set and seed; this is the first one.")
    if not len(at) or (refiltered and len(places) and at[0] not in places):
        at = places[:1] if len(places) else np.array([0])
    st.session_state["question_id"] = str(ids.iloc[at[0]])
    place = int(np.searchsorted(places, at[0])) if at[0] in places else None
    return Chosen(st.session_state["question_id"], None if place is None else place + 1, len(places), asked)


def _table(finder: filters.Finder, places: np.ndarray, chosen: Chosen) -> None:
    label = f"{chosen.n_found:,} of {len(finder.ids):,} questions"
    with st.expander(label, expanded=True, key="question_table_box"):
        if not chosen.n_found:
            st.markdown("No question matches. Take a filter off to see more.")
            return
        ids = finder.ids.iloc[places].tolist()
        state = {"rows": [] if chosen.place is None else [chosen.place - 1], "columns": [], "cells": []}
        st.session_state["question_table"] = {"selection": state}
        st.dataframe(
            finder.shown.take(places),
            key="question_table",
            hide_index=True,
            height=min(38 + 35 * len(ids), 178),
            on_select=lambda: _selected(ids),
            selection_mode=["single-row", "single-cell"],
            placeholder="",
            column_config={
                "question": st.column_config.TextColumn("question", width=280),
                "answers": st.column_config.TextColumn("gold answers", width=130),
                "question_type": st.column_config.TextColumn("type", width=85),
                "answer_kind": st.column_config.TextColumn("kind", width=75),
                "fate": st.column_config.TextColumn("answer", help=define("answer_in_context").text, width=130),
                "exact_match": st.column_config.TextColumn(
                    "right", help=define("exact_match").text, width=60, alignment="center"
                ),
                "token_f1": st.column_config.NumberColumn("F1", help=define("token_f1").text, format="%.2f", width=60),
                "recall_at_5": st.column_config.NumberColumn(
                    "recall@5", help=define("recall_at_5").text, format="%.2f", width=80
                ),
            },
        )
    st.session_state["question_ids"] = ids


def _selected(ids: list[str]) -> None:
    selection = st.session_state["question_table"]["selection"]
    rows = [row for row, _ in selection["cells"]] or selection["rows"]
    if rows and rows[0] < len(ids):
        st.session_state["question_id"] = ids[rows[0]]


def stepper(chosen: Chosen) -> None:
    """Draw the buttons to the previous and the next match, with their keys."""
    place = chosen.place or 0
    back, forward = st.container(key="question_stepper").columns(2, wrap=False, gap="xsmall")
    back.button(
        "previous", key="question_previous", shortcut="P",
        disabled=place <= 1, on_click=_step, args=(place - 2,), width="stretch",
    )  # fmt: skip
    forward.button(
        "next", key="question_next", shortcut="N",
        disabled=place >= chosen.n_found, on_click=_step, args=(place,), width="stretch",
    )  # fmt: skip


def _step(index: int) -> None:
    ids = st.session_state.get("question_ids", [])
    if 0 <= index < len(ids):
        st.session_state["question_id"] = ids[index]
