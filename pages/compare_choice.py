"""What page Compare compares: policies, budgets or readers, and which of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from budgetrag.dashboard.tables.compare import MOST_ARMS, Arm, Mode
from budgetrag.dashboard.untrusted import markdown_text, plain_text
from budgetrag.store.reads import readers_of
from pages import links
from pages.frame import Selection

MODES: dict[Mode, str] = {"policies": "policies", "budgets": "budgets", "readers": "readers"}
_HELP = (
    "- **policies**: at the sidebar's budget and reader\n- **budgets**: of the sidebar's packer and reader\n"
    "- **readers**: on one and the same context, that of the sidebar's packer and budget"
)


@dataclass(frozen=True, slots=True)
class Choice:
    """What is compared.

    Attributes:
        mode: What tells the arms apart.
        arms: All the run has, in its order.
        names: Their names.
        picked: Two to four of the arms, by place, that are shown side by side; the first two are the pair.
        key: Key of the widget that picks them.
    """

    mode: Mode
    arms: tuple[Arm, ...]
    names: tuple[str, ...]
    picked: tuple[int, ...]
    key: str

    @property
    def pair(self) -> tuple[int, int]:
        """The two arms that are set against each other."""
        return self.picked[0], self.picked[1]


def choose(selection: Selection, manifest: Mapping[str, Any], unit: str, row: DeltaGenerator) -> Choice | None:
    """Draw the choice; None, having said why, where there is nothing to compare.

    Args:
        selection: What the sidebar says.
        manifest: The run's manifest.
        unit: What a budget counts.
        row: Where the mode is chosen.
    """
    modes = list(MODES)
    links.choice("compare_mode", "mode", modes, modes[0])
    row.segmented_control("Compare", modes, key="compare_mode", required=True, help=_HELP, persist_state="session")
    mode: Mode = st.session_state["compare_mode"]
    arms = _arms(mode, selection, manifest)
    names = tuple(arm.name(mode) for arm in arms)
    links.publish({"mode": mode})
    if len(arms) < 2:
        links.publish({"compare": ""})
        has = f"only one, {markdown_text(names[0])}" if names else "none"
        st.info(f"There are no two {mode} to compare: this run has {has}. {_remedy(mode)}")
        return None
    key = f"compare_{mode}"
    _take_link(key, names, _first(mode, names, selection))
    st.multiselect(
        f"Side by side: two to four; the first two are set against each other{_unit(mode, unit)}", names, key=key,
        max_selections=MOST_ARMS, format_func=plain_text, persist_state="session",
    )  # fmt: skip
    picked = tuple(names.index(name) for name in st.session_state[key])
    links.publish({"compare": list(st.session_state[key])})
    if len(picked) < 2:
        st.info(f"Choose at least two {mode} above.")
        return None
    return Choice(mode, arms, names, picked, key)


def prefer(choice: Choice, a: int, b: int) -> list[str]:
    """Return the names to show so that two arms are the first ones and the others stay, as far as there is room."""
    others = [i for i in choice.picked if i not in (a, b)]
    keep = len(choice.picked) - 2
    return [choice.names[i] for i in [a, b, *others[:keep]]]


def _take_link(key: str, names: Sequence[str], first: Sequence[str]) -> None:
    """Make the widget show the link's names, in the link's order; else those it has, else the first ones."""
    links.text("compare_link", "compare")
    asked = st.session_state["compare_link"]
    st.session_state["compare_link"] = ""
    wanted = [name for name in dict.fromkeys(asked.split(",")) if name in names][:MOST_ARMS]
    if asked and len(wanted) > 1:
        st.session_state[key] = wanted
    elif key not in st.session_state or any(name not in names for name in st.session_state[key]):
        st.session_state[key] = list(first)
    unknown = [name for name in asked.split(",") if name and name not in names]
    if unknown:
        st.warning(f"Here is no {markdown_text(unknown[0])}; the link asked for it.")


def _arms(mode: Mode, selection: Selection, manifest: Mapping[str, Any]) -> tuple[Arm, ...]:
    config, budget, reader = manifest["config"], selection.budget_tokens, selection.reader
    if mode == "policies":
        return tuple(Arm(policy, budget, reader) for policy in config["policies"])
    if mode == "budgets":
        return tuple(Arm(selection.policy, each, reader) for each in sorted(config["budgets"]))
    return tuple(Arm(selection.policy, budget, label) for label in readers_of(manifest, selection.dataset, budget))


def _first(mode: Mode, names: Sequence[str], selection: Selection) -> list[str]:
    """Return what is compared before anything is chosen: what the sidebar has, and what is next to it."""
    own = {"policies": selection.policy, "budgets": str(selection.budget_tokens), "readers": selection.reader or ""}
    at = names.index(own[mode]) if own[mode] in names else 0
    others = [*names[at + 1 :], *reversed(names[:at])]
    return [names[at], *others[: 2 if mode == "policies" else 1]]


def _remedy(mode: Mode) -> str:
    if mode == "readers":
        return "Another reader can read the stored contexts: `python -m precompute run CONFIG --readers NAME,NAME`."
    return f"More {mode} can be named in its configuration."


def _unit(mode: Mode, unit: str) -> str:
    return f" ({unit})" if mode == "budgets" else ""
