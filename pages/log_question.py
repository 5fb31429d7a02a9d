"""One question of a log, drawn as page Question draws one of a run."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from budgetrag import pack
from budgetrag.config import POLICIES
from budgetrag.dashboard import log_view
from budgetrag.dashboard.tables import your_data as tables
from budgetrag.dashboard.untrusted import html_text
from budgetrag.explain import token_unit
from budgetrag.importing import Analysis, Entry, Log

FATES = ("✕ lost in packing", "✓ in context", "– not retrieved", "no gold answer")
# The rows of a sentence are grids, as on page Question, where they can be opened.
_CSS = """<style>.br-line{display:grid;grid-template-columns:22px 1fr auto;gap:0 6px;padding:3px 8px 3px 6px}</style>"""


def render(log: Log, found: Analysis, policies: Sequence[str], budgets: Sequence[int], counter: str) -> None:
    """Draw the questions, and the one that is chosen under one packer and budget."""
    st.subheader("Question by question", divider="gray")
    left, right = st.columns([1.4, 1])
    policy = str(left.selectbox("Packer", list(policies), key="your_data_policy"))
    middle = budgets[len(budgets) // 2]
    chosen = right.segmented_control(
        f"Budget, {token_unit(counter)}", list(budgets), default=middle, required=True,
        key=f"your_data_budget_{'_'.join(map(str, budgets))}",
    )  # fmt: skip
    budget = int(chosen or middle)
    entry = _choose(log, found, policy, budget)
    if entry is not None:
        _show(entry, policy, budget, counter)


def _choose(log: Log, found: Analysis, policy: str, budget: int) -> Entry | None:
    """Draw the table of questions and return the chosen one, else the first shown."""
    table = tables.question_table(found.questions, found.outcomes, policy, budget)
    counts = table["fate"].value_counts()
    present = [fate for fate in FATES if fate in counts]
    wanted = st.pills(
        "Show", present, selection_mode="multi", key="your_data_fates", label_visibility="collapsed",
        format_func=lambda fate: f"{fate} ({counts[fate]:,})",
    )  # fmt: skip
    shown = table[table["fate"].isin(wanted)] if wanted else table
    event = st.dataframe(
        tables.shown_questions(shown),
        hide_index=True, placeholder="–", on_select="rerun", selection_mode="single-row-required",
        height=min(38 + 35 * max(len(shown), 1), 250),
        key=f"your_data_questions_{'_'.join(wanted)}_{len(shown)}",
    )  # fmt: skip
    rows = event["selection"]["rows"]
    place = rows[0] if rows and rows[0] < len(shown) else 0
    if shown.empty:
        return None
    wanted_id = shown.iloc[place]["question_id"]
    return next(entry for entry in log.entries if entry.question.id == wanted_id)


def _show(entry: Entry, policy: str, budget: int, counter: str) -> None:
    packing = pack(
        entry.question.text,
        [
            {
                "title": item.passage.title,
                "text": item.passage.text,
                "sentences": list(item.passage.sentences) or None,
                "score": item.score,
            }
            for item in entry.retrieved
        ],
        budget_tokens=budget,
        packer=POLICIES[policy].packer,
        counter=counter,
        options=POLICIES[policy].options,
    )
    view = log_view.View(entry, packing)
    st.html(_CSS + _head(entry) + log_view.verdict_html(view))
    left, right = st.columns([1.15, 1])
    left.html(log_view.retrieved_html(view))
    right.html(log_view.context_html(view))
    if entry.response is not None:
        right.html(log_view.response_html(entry, entry.response))


def _head(entry: Entry) -> str:
    answers = " · ".join(html_text(answer) for answer in entry.question.answers)
    gold = f"gold answer: <b>{answers}</b>" if answers else "no gold answer in the log"
    return (
        f'<div class="br"><div class="br-meta"><span class="br-tag">{html_text(entry.where)}</span>'
        f'<span class="br-tag">id {html_text(entry.question.id)}</span></div>'
        f'<div class="br-q">{html_text(entry.question.text)}</div><div class="br-meta">{gold}</div></div>'
    )
