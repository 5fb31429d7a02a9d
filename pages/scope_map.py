"""Page Scope map: when does principled packing pay, by how much, and is it real."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from budgetrag.dashboard.findings_html import headline_html, path_html
from budgetrag.scope.evidence import Evidence
from budgetrag.scope.parts import PART_LABELS, part_rows
from budgetrag.scope.scope_map import slides
from pages import evidence, evidence_cards, frame


def controls() -> tuple[evidence.Choice, Evidence]:
    """Draw the choices and return them with the pooled runs."""
    return evidence.controls(with_metric=True)


def render(choice: evidence.Choice, pooled: Evidence) -> None:
    """Draw the page."""
    found = evidence.found_scope(pooled, evidence.fingerprints(choice), choice.view)
    if choice.is_presenting:
        evidence_cards.present(slides(found), "scope_map", bodies={"conditions": path_html(found)})
        return
    st.html(headline_html(found.headline, found.caption))
    st.html(path_html(found))
    is_split = any(each.name == "decomposition" and not each.table.empty for each in found.findings)
    extras = {"decomposition": partial(_parts, choice, pooled)} if is_split else {}
    picks = {"decomposition": "scope_map_part"} if is_split else {}
    evidence_cards.cards(found.findings, "scope_map", extras=extras, picks=picks)
    evidence_cards.report_button(choice, pooled)


def _parts(choice: evidence.Choice, pooled: Evidence) -> None:
    """Offer the questions behind a bar of the waterfall: a click on a bar, or the choice below it, opens them."""
    part = st.segmented_control(
        "Open the questions of (or click a bar)",
        list(PART_LABELS),
        key="scope_map_part",
        format_func=lambda name: PART_LABELS[name],
    )
    if part is None:
        return
    questions = part_rows(pooled, choice.view, part)
    chosen = st.dataframe(
        questions, hide_index=True, key=f"scope_map_questions_{part}", on_select="rerun", selection_mode="single-row",
        height=220,
    )  # fmt: skip
    if chosen["selection"]["rows"]:
        _open(questions.iloc[chosen["selection"]["rows"][0]], choice)


def _open(row: pd.Series, choice: evidence.Choice) -> None:
    frame.open_question(
        str(row["dataset"]), int(row["seed"]), str(row["question_id"]), policy=choice.view.first,
        budget_tokens=choice.view.budget_tokens, reader=choice.view.reader,
    )  # fmt: skip


if __name__ == "__main__":
    render(*controls())
