"""One question of a log, drawn as page Question draws one of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from budgetrag.dashboard import log_view
from budgetrag.dashboard.context_html import context_html, matching_text, numbers_of
from budgetrag.dashboard.tables import your_data as tables
from budgetrag.explain import token_unit
from budgetrag.importing import Analysis, Entry, Log, contexts_of
from pages import question_parts

FATES = ("✕ lost in packing", "✓ in context", "– not retrieved", "no gold answer")
POLICY_KEY, BUDGET_KEY = "your_data_policy", "your_data_budget"
ROW_PIXELS, MAX_TABLE_PIXELS = 35, 250


@dataclass(frozen=True, slots=True)
class Choice:
    """What packs the question that is looked at, and what else there is."""

    policy: str
    budget_tokens: int
    policies: Sequence[str]
    budgets: Sequence[int]
    counter: str


def render(log: Log, found: Analysis, policies: Sequence[str], budgets: Sequence[int], counter: str) -> None:
    """Draw the questions, and the one that is chosen under one packer and budget."""
    st.subheader("Question by question", divider="gray")
    left, right = st.columns([1.4, 1])
    _keep_possible(POLICY_KEY, policies, policies[0])
    _keep_possible(BUDGET_KEY, budgets, budgets[len(budgets) // 2])
    policy = left.selectbox("Packer", list(policies), key=POLICY_KEY)
    budget = right.segmented_control(f"Budget, {token_unit(counter)}", list(budgets), key=BUDGET_KEY, required=True)
    choice = Choice(str(policy), int(str(budget)), policies, budgets, counter)
    entry = _choose(log, found, choice)
    if entry is not None:
        _show(entry, choice)


def _keep_possible(key: str, options: Sequence[object], default: object) -> None:
    if st.session_state.get(key) not in options:
        st.session_state[key] = default


def _choose(log: Log, found: Analysis, choice: Choice) -> Entry | None:
    """Draw the table of questions and return the chosen one."""
    table = tables.question_table(found.questions, found.outcomes, choice.policy, choice.budget_tokens)
    counts = table["fate"].value_counts()
    present = [fate for fate in FATES if fate in counts]
    wanted = st.pills(
        "Show", present, selection_mode="multi", key="your_data_fates", label_visibility="collapsed",
        format_func=lambda fate: f"{fate} ({counts[fate]:,})",
    )  # fmt: skip
    shown = table[table["fate"].isin(wanted)] if wanted else table
    event = st.dataframe(
        tables.shown_questions(shown), hide_index=True, placeholder="–", on_select="rerun",
        selection_mode="single-row-required", key=f"your_data_questions_{'_'.join(wanted)}",
        height=min(ROW_PIXELS * (len(shown) + 1) + 3, MAX_TABLE_PIXELS),
    )  # fmt: skip
    if shown.empty:
        return None
    rows = event["selection"]["rows"]
    wanted_id = shown.iloc[rows[0] if rows and rows[0] < len(shown) else 0]["question_id"]
    return next(entry for entry in log.entries if entry.question.id == wanted_id)


def _show(entry: Entry, choice: Choice) -> None:
    view = log_view.view_of(entry, choice.policy, choice.budget_tokens, choice.counter)
    contexts = contexts_of(entry, budgets=choice.budgets, policies=choice.policies, counter=choice.counter)
    st.html(log_view.heading_html(entry))
    question_parts.verdict_banner(view, choice.policy, contexts, "")
    left, right = st.columns([1.15, 1])
    with left:
        question_parts.retrieved(view)
    with right:
        st.html(context_html(view, numbers_of(view), head="What a reader would see", matching=matching_text(view)))
        if entry.response is not None:
            st.html(log_view.response_html(entry, entry.response))
        if entry.question.answers:
            question_parts.survival(
                view, contexts, choice.policies, current=(choice.policy, choice.budget_tokens),
                keys=(POLICY_KEY, BUDGET_KEY), answer_is_retrieved={"chunk": bool(view.answer_ranks())},
            )  # fmt: skip
    with st.expander("Steps: the order in which snippets came in"):
        question_parts.steps(view)
