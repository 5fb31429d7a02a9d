"""The parts of page Question, each drawn from one view of one packing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from budgetrag.dashboard.charts.question import steps_figure
from budgetrag.dashboard.context_html import context_html, gold_titles_html, matching_text
from budgetrag.dashboard.definitions import define
from budgetrag.dashboard.highlight import retrieved_html
from budgetrag.dashboard.reader_html import reader_html
from budgetrag.dashboard.tables.question_map import GLYPHS, Cell, survival_map
from budgetrag.dashboard.tables.question_record import QuestionRecord
from budgetrag.dashboard.tables.question_steps import steps as steps_table
from budgetrag.dashboard.tables.question_steps import term_columns
from budgetrag.dashboard.untrusted import html_text, markdown_text, name_html
from budgetrag.dashboard.verdict import verdict
from budgetrag.dashboard.view import PackedView
from budgetrag.explain import token_unit
from budgetrag.rows import ContextRow
from pages import question_finder
from pages.frame import Selection


def head(record: QuestionRecord, row: ContextRow, selection: Selection, chosen: question_finder.Chosen) -> None:
    """Draw the question, its gold answers and passages, where it is among the matches, and the steps to others.

    Args:
        record: The question.
        row: What is looked at: the gold passages its representation retrieved are named.
        selection: What the sidebar says.
        chosen: Where the question is among those that match.
    """
    question, unit = record.question, token_unit(record.contexts[0].counter)
    where = (
        f"question {chosen.place:,} of {chosen.n_found:,}"
        if chosen.place
        else f"not one of the {chosen.n_found:,} questions that match"
    )
    asked = f" with <b>{html_text(chosen.asked)}</b>" if chosen.asked else ""
    kind = f"{question.dataset} · {question.question_type}" if question.question_type else question.dataset
    tags = [kind, selection.policy, f"{selection.budget_tokens} {unit}", selection.reader or "no reader"]
    shown = "".join(f'<span class="br-tag"><bdi>{html_text(tag)}</bdi></span>' for tag in tags)
    answers = " · ".join(f"<b><bdi>{html_text(answer)}</bdi></b>" for answer in question.answers) or "none known"
    titles = {each.passage_id: each.title for each in record.passages_of(row.representation)}
    golds = gold_titles_html(question.gold_passage_ids, titles)
    left, right = st.columns([2.2, 1], vertical_alignment="center")
    left.html(f'<div class="br"><div class="br-meta">{shown}<span>{where}{asked}</span></div></div>')
    with right:
        question_finder.stepper(chosen)
    st.html(
        f'<div class="br"><div class="br-q"><bdi>{html_text(question.question)}</bdi></div>'
        f'<div class="br-meta"><span>gold answer: {answers}</span><span>{golds}</span></div></div>'
    )


def verdict_banner(view: PackedView, policy: str, contexts: Sequence[ContextRow], difference: str) -> None:
    """Draw what became of the answer, in one sentence; a stored packing that was not reproduced says so first."""
    found = verdict(view, policy, contexts)
    others = f" <b>{html_text(found.others)}</b>" if found.others else ""
    if difference:
        st.html(
            '<div class="br"><div class="br-verdict warn"><b>⚠ not reproduced</b>'
            f"<div>{html_text(difference)}</div></div></div>"
        )
    st.html(
        f'<div class="br"><div class="br-verdict {found.role}"><b>{found.head}</b>'
        f"<div>{html_text(found.text)}{others}</div></div></div>"
    )


def retrieved(view: PackedView) -> None:
    """Draw the retrieved passages, sentence by sentence."""
    st.html(retrieved_html(view))


def context(view: PackedView, row: ContextRow) -> None:
    """Draw the context as the reader saw it, with its gauge and its numbers as stored."""
    numbers = {
        "answer_in_context": row.answer_in_context,
        "gold_coverage": row.gold_coverage,
        "all_gold_in_context": row.all_gold_in_context,
        "gold_token_density": row.gold_token_density,
        "distractor_passages": row.distractor_passages,
        "certificate": row.certificate,
    }
    st.html(context_html(view, numbers, matching=matching_text(view)))


def reader(
    manifest: Mapping[str, Any], record: QuestionRecord, row: ContextRow, view: PackedView, name: str | None
) -> None:
    """Draw what the reader made of the context, and the exact prompt on demand."""
    st.html(reader_html(manifest, record.reads.get(row.context_hash, ()), view, name))


def survival(
    view: PackedView,
    contexts: Sequence[ContextRow],
    policies: Sequence[str],
    *,
    current: tuple[str, int],
    keys: tuple[str, str],
    answer_is_retrieved: Mapping[str, bool],
) -> None:
    """Draw the survival map; a cell goes to its policy and budget.

    Args:
        view: The packing.
        contexts: What all policies made of the question under all budgets.
        policies: Policies in the order of the rows.
        current: The policy and the budget that are looked at.
        keys: Keys of the widgets that choose the policy and the budget.
        answer_is_retrieved: Representation -> whether a gold answer is in what its retrieval returned.
    """
    rows = survival_map(contexts, policies, answer_is_retrieved=answer_is_retrieved)
    with st.container(border=True, key="question_map"):
        st.html('<div class="br"><div class="br-h">Survival map: is the answer in context?</div></div>')
        widths = [2.2, *[1.0] * len(rows[0])]
        header = st.columns(widths, wrap=False, gap="xxsmall")
        for column, cell in zip(header[1:], rows[0], strict=True):
            column.html(f'<div class="br br-soft br-mid">{cell.budget_tokens}</div>')
        for i, row in enumerate(rows):
            line = st.columns(widths, wrap=False, gap="xxsmall", vertical_alignment="center")
            line[0].html(f'<div class="br br-soft br-name"><bdi>{name_html(row[0].policy)}</bdi></div>')
            for column, cell in zip(line[1:], row, strict=True):
                here = (cell.policy, cell.budget_tokens) == current
                column.button(
                    GLYPHS[cell.state], key=f"map_{cell.state}{'_current' if here else ''}_{i}_{cell.budget_tokens}",
                    help=markdown_text(cell.hover(view.unit)), on_click=_go, args=(cell, keys), width="stretch",
                )  # fmt: skip


def _go(cell: Cell, keys: tuple[str, str]) -> None:
    policy_key, budget_key = keys
    st.session_state[policy_key] = cell.policy
    st.session_state[budget_key] = cell.budget_tokens


def steps(view: PackedView) -> None:
    """Draw the order in which snippets came in, as a stacked bar and as a table."""
    table = steps_table(view.packing)
    if table.empty:
        st.info("No step was made: no snippet fits the budget.")
        return
    if view.packing.fallback:
        st.info("The greedy set was replaced: one snippet alone is worth more than all of it (Lin and Bilmes).")
    if term_columns(table):
        st.plotly_chart(steps_figure(table), key="question_steps", config={"displayModeBar": False})
    names = ("tokens", "running_tokens", "gain", "gain_per_token")
    labels = {"tokens": view.unit, "running_tokens": f"running {view.unit}"}
    st.dataframe(
        table,
        hide_index=True,
        placeholder="",
        column_config={
            **{
                name: st.column_config.NumberColumn(
                    labels.get(name, define(name).label), help=define(name).text,
                    format={"gain": "%.3f", "gain_per_token": "%.5f"}.get(name, "%d"),
                )
                for name in names
            },
            **{
                name: st.column_config.NumberColumn(
                    name.replace("_", " "), help="One term of the gain, in the packer's own objective.", format="%.3f"
                )
                for name in term_columns(table)
            },
        },
    )  # fmt: skip
