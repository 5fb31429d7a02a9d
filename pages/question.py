"""Page Question: what survived packing for one question, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from budgetrag.dashboard import cached
from budgetrag.dashboard.repack import stored_packing
from budgetrag.dashboard.representations import score_name
from budgetrag.dashboard.tables.question import Slice
from budgetrag.dashboard.tables.question_record import QuestionRecord
from budgetrag.dashboard.untrusted import markdown_text
from budgetrag.dashboard.view import PackedView
from budgetrag.packers import Pool
from budgetrag.types import Packing
from pages import frame, question_evidence, question_finder, question_live, question_parts


def controls() -> frame.Selection:
    """Draw the sidebar and return what is chosen in it."""
    return frame.sidebar()


def render(selection: frame.Selection) -> None:
    """Draw the page."""
    opened = frame.opened(selection)
    within = Slice(selection.dataset, selection.seed, selection.policy, selection.budget_tokens, selection.reader)
    chosen = question_finder.choose(
        cached.finder(opened, opened.fingerprint, within), has_reader=bool(selection.reader)
    )
    if chosen is None:
        return
    _show(opened, selection, chosen)


def _show(opened: cached.OpenRun, selection: frame.Selection, chosen: question_finder.Chosen) -> None:
    """Draw one question under the selected policy, budget and reader."""
    key = (selection.dataset, selection.seed, chosen.question_id)
    record = cached.record(opened, opened.fingerprint, *key)
    row = record.context(selection.policy, selection.budget_tokens)
    if row is None:
        st.warning("This run has no packing of this question under this packer and budget.")
        return
    config = opened.run.manifest["config"]
    try:
        pool = cached.pool(opened, opened.fingerprint, *key, row.representation)
        stored = stored_packing(pool, row, config)
    except ValueError as error:
        st.error(f"This packing cannot be shown: {markdown_text(str(error))}.")
        return
    view = _view(record, pool, stored.packing, config, row.representation)
    question_parts.head(record, row, selection, chosen)
    question_parts.verdict_banner(view, selection.policy, record.contexts, stored.difference)
    left, right = st.columns([1.15, 1], gap="medium")
    with left:
        question_parts.retrieved(view)
    with right:
        question_parts.context(view, row)
        question_parts.reader(opened.run.manifest, record, row, view, selection.reader)
        question_parts.survival(
            view, record.contexts, list(config["policies"]), current=(selection.policy, selection.budget_tokens),
            keys=("frame_policy", "frame_budget"), answer_is_retrieved=record.answer_is_retrieved,
        )  # fmt: skip
    steps, live, evidence = st.tabs(["Steps", "Re-pack live", "Evidence"])
    with steps:
        question_parts.steps(view)
    with live:
        question_live.live(pool, view, config, selection.policy)
    with evidence:
        question_evidence.evidence(view, record.hits_of(row.representation), config, selection.policy)


def _view(
    record: QuestionRecord, pool: Pool, packing: Packing, config: Mapping[str, Any], representation: str
) -> PackedView:
    return PackedView(
        question=record.question.question,
        answers=record.question.answers,
        gold_ids=record.question.gold_passage_ids,
        retrieved=pool.retrieved,
        packing=packing,
        template=config["packing"]["template"],
        score_name=score_name(config["representations"][representation]),
        source=representation if len(config["representations"]) > 1 else "",
    )


if __name__ == "__main__":
    render(controls())
