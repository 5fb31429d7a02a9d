"""What pages Diagnostic and Scope map share: the view, the pooled runs, cards, and the presentation mode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from budgetrag.dashboard import cached
from budgetrag.dashboard.runs import RunEntry, list_runs, runs_folder
from budgetrag.dashboard.untrusted import markdown_text, plain_text
from budgetrag.scope.diagnostic import diagnostic
from budgetrag.scope.evidence import Evidence, pool
from budgetrag.scope.findings import Finding, View
from budgetrag.scope.frames import METRICS
from budgetrag.scope.scope_map import ScopeMap, scope_map
from pages import frame, links

CSS = Path(__file__).with_name("evidence.css")
ALL_DATASETS = "all data sets"
KIND_LABELS = {"span": "span answers", "all": "all (published setting)"}
PREFERRED = ("chunk_submodular", "chunk_focused", "chunk_naive")


@dataclass(frozen=True, slots=True)
class Choice:
    """What both pages look at.

    Attributes:
        base: The sidebar's selection.
        runs: Names of the pooled runs, the sidebar's first.
        view: The view.
        is_presenting: Whether one finding fills the screen.
    """

    base: frame.Selection
    runs: tuple[str, ...]
    view: View
    is_presenting: bool


def controls(*, with_metric: bool) -> tuple[Choice, Evidence]:
    """Draw the sidebar and the page's own choices; return them with the pooled runs.

    A pool that is refused, or a run with one policy only, ends the page, saying why.

    Args:
        with_metric: Whether a metric can be chosen.
    """
    base = frame.sidebar()
    st.html(CSS)
    is_presenting = bool(st.session_state.get("evidence_present"))
    with st.container(horizontal=True):
        if is_presenting:
            _switch("Leave presentation", ":material/close:", is_presenting=False)
        body = st.popover("What is compared") if is_presenting else st.container(key="evidence_controls")
    with body:
        places, below = st.columns(4), st.columns([5, 6, 4, 2], vertical_alignment="bottom")
        with below[0]:
            runs = _runs(base)
        evidence = _pooled(runs)
        view = _view(base, evidence, places, below, with_metric=with_metric)
        if not is_presenting:
            with below[3]:
                _switch("Present", ":material/slideshow:", is_presenting=True)
    return Choice(base, runs, view, is_presenting), evidence


def _switch(label: str, icon: str, *, is_presenting: bool) -> None:
    """Draw the button that turns the presentation on or off; a button, for a switch would keep the arrow keys."""
    note = "One finding a screen, in large type; the arrow keys go back and on."
    if st.button(label, icon=icon, key=f"evidence_{'on' if is_presenting else 'off'}", help=note):
        st.session_state["evidence_present"] = is_presenting
        st.rerun()


def _runs(base: frame.Selection) -> tuple[str, ...]:
    others = [entry.name for entry in list_runs(runs_folder()) if entry.name != base.run and entry.can_open]
    links.choices("evidence_runs", "pool", others)
    more = st.multiselect(
        "Pooled with", others, key="evidence_runs", format_func=plain_text, persist_state="session",
        help="Runs that differ only in seeds, data sets, budgets, policies and readers; others are refused.",
        placeholder="no other run",
    )  # fmt: skip
    links.publish({"pool": tuple(more)})
    return (base.run, *more)


def entries(runs: Sequence[str]) -> tuple[RunEntry, ...]:
    """Return the runs' entries; one that has gone is left out."""
    by_name = {entry.name: entry for entry in list_runs(runs_folder())}
    return tuple(by_name[name] for name in runs if name in by_name)


def _pooled(runs: Sequence[str]) -> Evidence:
    try:
        return _evidence(str(runs_folder()), entries(runs))
    except (ValueError, OSError) as error:
        st.error(markdown_text(str(error)), icon=":material/block:")
        st.stop()


@st.cache_resource(max_entries=4, show_spinner=False)
def _evidence(folder: str, chosen: tuple[RunEntry, ...]) -> Evidence:
    return pool([cached.open_run(Path(folder), entry).run for entry in chosen])


def _view(
    base: frame.Selection,
    evidence: Evidence,
    places: Sequence[DeltaGenerator],
    below: Sequence[DeltaGenerator],
    *,
    with_metric: bool,
) -> View:
    policies = list(evidence.policies)
    if len(policies) < 2:
        st.info("This run has one policy; a contrast takes two.")
        st.stop()
    first = _policy("Policy", "first", policies, places[0])
    others = [policy for policy in policies if policy != first]
    second = _policy("Against", "against", others, places[1])
    rest = [policy for policy in others if policy != second]
    st.session_state.setdefault("evidence_also", [policy for policy in PREFERRED if policy in rest][:1])
    links.choices("evidence_also", "also", rest)
    also = places[2].multiselect(
        "Shown beside it", rest, key="evidence_also", format_func=plain_text, persist_state="session",
        placeholder="no other policy", help="All contrasts that are shown are corrected together.",
    )  # fmt: skip
    links.publish({"also": tuple(also)})
    metric = _metric(base, places[3]) if with_metric else "token_f1"
    with below[1]:
        kinds = _kinds()
    with below[2]:
        dataset = _dataset(base, evidence)
    return View(first, (second, *also), metric, dataset, base.budget_tokens, base.reader, kinds)


def _policy(label: str, name: str, options: Sequence[str], place: DeltaGenerator) -> str:
    links.choice(f"evidence_{name}", name, options, next((p for p in PREFERRED if p in options), options[0]))
    chosen = place.selectbox(label, options, key=f"evidence_{name}", format_func=plain_text, persist_state="session")
    links.publish({name: chosen})
    return str(chosen)


def _metric(base: frame.Selection, place: DeltaGenerator) -> str:
    names = [name for name, metric in METRICS.items() if base.reader is not None or not metric.needs_reader]
    links.choice("evidence_metric", "metric", names, names[0])
    metric = place.selectbox(
        "Metric", names, key="evidence_metric", format_func=lambda name: METRICS[name].label, persist_state="session"
    )
    links.publish({"metric": metric})
    return str(metric)


def _kinds() -> str:
    links.choice("evidence_kinds", "kinds", list(KIND_LABELS), "span")
    kinds = st.segmented_control(
        "Questions counted", list(KIND_LABELS), key="evidence_kinds", format_func=lambda kind: KIND_LABELS[kind],
        required=True, persist_state="session",
        help="Yes/no answers stand in hardly any context and free-form ones never do word for word; the published "
        "figures count them.",
    )  # fmt: skip
    links.publish({"kinds": kinds})
    return str(kinds or "span")


def _dataset(base: frame.Selection, evidence: Evidence) -> str | None:
    if len(evidence.datasets) == 1:
        return base.dataset
    options = ["one", "all"]
    links.choice("evidence_datasets", "datasets", options, "one")
    chosen = st.segmented_control(
        "Data sets", options, key="evidence_datasets", required=True, persist_state="session",
        format_func=lambda each: base.dataset if each == "one" else ALL_DATASETS,
    )  # fmt: skip
    links.publish({"datasets": chosen})
    return None if chosen == "all" else base.dataset


@st.cache_resource(max_entries=16, show_spinner="Resampling …")
def found_scope(_evidence: Evidence, key: tuple[str, ...], view: View) -> ScopeMap:  # noqa: ARG001
    """Return the scope map of a view; ``key`` is the fingerprints of the runs."""
    return scope_map(_evidence, view)


@st.cache_resource(max_entries=16, show_spinner="Resampling …")
def found_diagnostic(_evidence: Evidence, key: tuple[str, ...], view: View) -> tuple[Finding, ...]:  # noqa: ARG001
    """Return the diagnostic's findings of a view; ``key`` is the fingerprints of the runs."""
    return diagnostic(_evidence, view)


def fingerprints(choice: Choice) -> tuple[str, ...]:
    """Return the fingerprints of the pooled runs, which caches are keyed by."""
    return tuple(entry.fingerprint for entry in entries(choice.runs))
