"""Packing again at once: another budget, another packer, other options, and what changes against what was stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from budgetrag.dashboard.context_html import context_html, numbers_of
from budgetrag.dashboard.live_html import changes_html, compared_html
from budgetrag.dashboard.repack import changes, option_fields, policy_options, repack, whole_tokens
from budgetrag.dashboard.untrusted import markdown_text
from budgetrag.dashboard.view import PackedView
from budgetrag.packers import PACKERS, Pool


@st.fragment
def live(pool: Pool, view: PackedView, config: Mapping[str, Any], policy: str) -> None:
    """Draw the controls and what they make of the question; nothing is stored.

    Args:
        pool: The question's candidates.
        view: Its stored packing.
        config: ``config`` of the run's manifest.
        policy: The policy that made the stored packing; its options are where the controls start.
    """
    controls, shown = st.columns([1, 1.6], gap="medium")
    with controls:
        packer, budget = _packer_and_budget(pool, view, config, policy)
        options = _options(packer, config, policy)
    try:
        packing = repack(pool, packer, options, budget)
    except ValueError as error:
        st.error(markdown_text(str(error)))
        return
    again = replace(view, packing=packing)
    with shown:
        st.html(changes_html(view, again, changes(view.packing, packing)))
        st.html(compared_html(numbers_of(view), numbers_of(again)))
        with st.expander("The context it would make"):
            st.html(context_html(again, {}, head="Re-packed"))


def _packer_and_budget(pool: Pool, view: PackedView, config: Mapping[str, Any], policy: str) -> tuple[str, int]:
    stored = config["policies"][policy]["packer"]
    names = sorted(PACKERS)
    packer = st.selectbox("Packer", names, index=names.index(stored), key=f"live_packer_{policy}")
    budget = view.packing.budget_tokens
    most = max(whole_tokens(pool), 2 * max(config["budgets"]), budget, 1)
    chosen = st.slider(
        f"Budget, {view.unit}", 0, most, budget, key=f"live_budget_{policy}_{budget}",
        help="Every value from nothing to all candidates.",
    )  # fmt: skip
    return str(packer), int(chosen)


def _options(packer: str, config: Mapping[str, Any], policy: str) -> dict[str, object]:
    """Draw one control per option of the packer, set as the policy has it."""
    start = policy_options(config, policy) if config["policies"][policy]["packer"] == packer else {}
    options: dict[str, object] = {}
    weights: dict[str, float] = {}
    for option in option_fields(packer, start):
        key = f"live_{policy}_{packer}_{option.group}_{option.name}"
        label = markdown_text(option.name.replace("_", " "))
        value: float
        if option.is_whole:
            value = st.slider(label, 1, max(20, int(option.value)), int(option.value), key=key, help=option.text)
        else:
            value = st.slider(label, 0.0, max(option.most, option.value), option.value, 0.05, key=key, help=option.text)
        (weights if option.group else options)[option.name] = value
    return {**options, "weights": weights} if weights else options
