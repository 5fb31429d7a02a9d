"""The lower half of page Compare: one question, its sides next to each other."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import streamlit as st

from budgetrag.dashboard import cached
from budgetrag.dashboard.compare_html import head_html, sides, sides_html, snippets_html
from budgetrag.dashboard.repack import stored_packing
from budgetrag.dashboard.tables.compare import Arm, Snippet, align
from budgetrag.dashboard.tables.question_record import QuestionRecord
from budgetrag.dashboard.untrusted import markdown_text
from budgetrag.dashboard.wording import decision_text
from budgetrag.types import Decision
from pages import frame
from pages.compare_choice import Choice

_NOT_A_CANDIDATE = "not one of its candidates"


def one_question(
    opened: cached.OpenRun, selection: frame.Selection, record: QuestionRecord, choice: Choice, unit: str
) -> None:
    """Draw one question under the picked arms."""
    arms = [choice.arms[i] for i in choice.picked]
    names = [choice.names[i] for i in choice.picked]
    question = record.question
    kind = f"{question.dataset} · {question.question_type}" if question.question_type else question.dataset
    fixed = {
        "policies": [f"{selection.budget_tokens} {unit}", selection.reader or "no reader"],
        "budgets": [selection.policy, selection.reader or "no reader"],
        "readers": [selection.policy, f"{selection.budget_tokens} {unit}"],
    }
    st.html(head_html(record, [kind, *fixed[choice.mode]]))
    with st.container(horizontal=True, key="compare_links"):
        for arm, name in zip(arms, names, strict=True):
            st.page_link(
                frame.QUESTION_PAGE, label=f"open under {markdown_text(name)}", icon=":material/search:",
                query_params={**_under(selection, arm).query(), "question": question.question_id},
            )  # fmt: skip
    st.html(sides_html(sides(record, arms), choice.mode, question.answers))
    why = _Reasons(opened, record, choice, unit).why
    try:
        aligned = align(record, arms)
    except ValueError as error:
        st.error(f"The snippets cannot be shown: {markdown_text(str(error))}.")
        return
    st.html(snippets_html(aligned, names, question, why, unit=unit))


def _under(selection: frame.Selection, arm: Arm) -> frame.Selection:
    return replace(selection, policy=arm.policy, budget_tokens=arm.budget_tokens, reader=arm.reader)


class _Reasons:
    """Why a side does not keep a snippet; a side is packed again when it is first asked about."""

    def __init__(self, opened: cached.OpenRun, record: QuestionRecord, choice: Choice, unit: str) -> None:
        self._opened = opened
        self._record = record
        self._choice = choice
        self._unit = unit
        self._decisions = lru_cache(maxsize=None)(self._decided)

    def why(self, side: int, snippet: Snippet) -> str:
        """Return why a side does not keep a snippet, in words and numbers."""
        row = snippet.candidate
        try:
            decisions = self._decisions(side)
        except ValueError as error:
            return f"not in the context; why is unknown here: {error}"
        decision = decisions.get((row.passage_id, row.first_sentence, row.last_sentence, row.text))
        return decision_text(decision, self._unit) if decision else _NOT_A_CANDIDATE

    def _decided(self, side: int) -> dict[tuple[str, int, int, str], Decision]:
        arm = self._choice.arms[self._choice.picked[side]]
        context = self._record.context(arm.policy, arm.budget_tokens)
        if context is None:
            return {}
        q = self._record.question
        pool = cached.pool(
            self._opened, self._opened.fingerprint, q.dataset, q.seed, q.question_id, context.representation
        )
        packing = stored_packing(pool, context, self._opened.run.manifest["config"]).packing
        snippets = ((decision, decision.candidate.snippet) for decision in packing.decisions)
        return {(s.passage_id, s.first_sentence, s.last_sentence, s.text): decision for decision, s in snippets}
