"""Page Compare: policies, budgets or readers against each other, over all questions and on one."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlencode

import numpy as np
import pyarrow as pa
import streamlit as st

from budgetrag.dashboard import cached
from budgetrag.dashboard.charts.compare import matrix_html
from budgetrag.dashboard.definitions import define
from budgetrag.dashboard.tables import compare as tables
from budgetrag.dashboard.untrusted import markdown_text, plain_text
from budgetrag.explain import token_unit
from pages import compare_parts, frame, kinds, links
from pages.compare_choice import Choice, choose, prefer
from pages.linked import linked


def controls() -> frame.Selection:
    """Draw the sidebar and return what is chosen in it."""
    return frame.sidebar()


def render(selection: frame.Selection) -> None:
    """Draw the page."""
    opened = frame.opened(selection)
    unit = token_unit(opened.run.manifest["config"]["packing"]["counter"])
    st.title("Compare")
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="medium", key="compare_controls")
    choice = choose(selection, opened.run.manifest, unit, row)
    if choice is None:
        return
    key = (opened, opened.fingerprint, selection.dataset, selection.seed)
    questions = cached.questions(*key)
    if questions.frame.empty:
        st.info("This run has no questions of this data set and seed.")
        return
    outcomes = cached.outcomes(*key, choice.arms)
    with row:
        counted = _counted(opened, selection)
        metric = _metric(choice, outcomes)
    mask = tables.counted_mask(questions.frame, counted)
    rows = tables.differing(outcomes.values[metric], choice.pair[0], choice.pair[1], mask)
    question_id = _question(outcomes.question_ids, rows)
    _over_all(selection, choice, outcomes, mask, metric, counted)
    _differing(choice, outcomes, questions.shown, metric, rows, question_id)
    links.publish({"question": question_id, "by": metric})
    record = cached.record(*key, question_id)
    compare_parts.one_question(opened, selection, record, choice, unit)


def _counted(opened: cached.OpenRun, selection: frame.Selection) -> kinds.Kinds:
    groups = cached.groups(opened, opened.fingerprint, selection.dataset, selection.seed, selection.reader)
    found = kinds.chosen(groups)
    kinds.control(groups)
    return found


def _metric(choice: Choice, outcomes: tables.Outcomes) -> str:
    """Draw the choice of what decides, of the metrics that any question has and in which the arms can differ."""
    fixed = () if choice.mode != "readers" else ("answer_in_context", "gold_coverage")
    options = [name for name in tables.METRICS if name not in fixed and not np.isnan(outcomes.values[name]).all()] or [
        "answer_in_context"
    ]
    links.choice("compare_by", "by", options, options[0])
    st.segmented_control(
        "Who does better, by", options, key="compare_by", required=True,
        format_func=lambda name: define(name).label, persist_state="session",
        help="\n".join(f"- **{define(name).label}**: {define(name).text}" for name in options),
    )  # fmt: skip
    return str(st.session_state["compare_by"])


def _question(ids: tuple[str, ...], rows: np.ndarray) -> str:
    """Return the question to show: the link's or the one shown before, else the first that differs, else the first."""
    links.text("question_id", "question")
    if st.session_state["question_id"] not in ids:
        st.session_state["question_id"] = ids[int(rows[0])] if len(rows) else ids[0]
    return str(st.session_state["question_id"])


def _over_all(
    selection: frame.Selection,
    choice: Choice,
    outcomes: tables.Outcomes,
    mask: np.ndarray,
    metric: str,
    counted: kinds.Kinds,
) -> None:
    """Draw who wins how often; a cell chooses its two."""
    counts = tables.win_tie_loss(outcomes.values[metric][mask])
    n_compared = int(counts.sum(axis=2)[~np.eye(len(counts), dtype=bool)].max(initial=0))
    own = selection.query() | {"mode": choice.mode, "by": metric, "kinds": counted}
    names = choice.names

    def link(a: int, b: int) -> str:
        return f"compare?{urlencode({**own, 'compare': ','.join(prefer(choice, a, b))})}"

    with st.container(border=True, key="compare_matrix_box"):
        st.html(
            f'<div class="br"><div class="br-h">Win / tie / loss by {define(metric).label} <span class="legend">'
            f"row against column · {n_compared:,} {kinds.NOUNS[counted]} · + more, = equal, − less"
            "</span></div></div>"
        )
        html = matrix_html(names, counts, link, pair=choice.pair, more=define(metric).label)
        linked(html, key="compare_matrix", on_go=partial(_choose_pair, choice))


def _choose_pair(choice: Choice, gone: str) -> None:
    a, _, b = gone.partition(":")
    k = len(choice.names)
    if a.isdecimal() and b.isdecimal() and int(a) < k and int(b) < k and a != b:
        st.session_state[choice.key] = prefer(choice, int(a), int(b))


def _differing(
    choice: Choice, outcomes: tables.Outcomes, questions: pa.Table, metric: str, rows: np.ndarray, question_id: str
) -> None:
    """Draw the questions where the chosen two differ, the largest difference first; a row opens its question."""
    a, b = choice.pair
    first, second = (plain_text(choice.names[i]) for i in choice.pair)
    by = define(metric).label
    n_first = int((outcomes.values[metric][rows, a] > outcomes.values[metric][rows, b]).sum())
    if not len(rows):
        both = f"{markdown_text(first)} and {markdown_text(second)}"
        st.info(f"{both} do not differ by {by} on any question that counts.")
        return
    label = (
        f"{len(rows):,} questions where {markdown_text(first)} and {markdown_text(second)} differ by {by}: "
        f"{markdown_text(first)} has more on {n_first:,}, {markdown_text(second)} on {len(rows) - n_first:,}"
    )
    with st.expander(label, expanded=True, key="compare_differing"):
        ids = [outcomes.question_ids[row] for row in rows]
        at = [ids.index(question_id)] if question_id in ids else []
        st.session_state["compare_table"] = {"selection": {"rows": at, "columns": [], "cells": []}}
        number = st.column_config.NumberColumn
        st.dataframe(
            tables.shown_differences(questions, outcomes.values[metric], a, b, rows),
            key="compare_table", hide_index=True, height=min(38 + 35 * len(rows), 213),
            selection_mode=["single-row", "single-cell"], on_select=partial(_selected, ids),
            placeholder="",
            column_config={
                "question": st.column_config.TextColumn("question", width="large"),
                "answers": st.column_config.TextColumn("gold answers", width="medium"),
                "difference": number("difference", help=f"{first} − {second}", format="%+.2f"),
                "first": number(first, help=define(metric).text, format="%.2f"),
                "second": number(second, help=define(metric).text, format="%.2f"),
            },
        )  # fmt: skip


def _selected(ids: list[str]) -> None:
    selection = st.session_state["compare_table"]["selection"]
    rows = [row for row, _ in selection["cells"]] or selection["rows"]
    if rows and rows[0] < len(ids):
        st.session_state["question_id"] = ids[rows[0]]


if __name__ == "__main__":
    render(controls())
