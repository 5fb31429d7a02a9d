"""What pages Diagnostic and Scope map share: the view, the pooled runs, cards, and the presentation mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from budgetrag.dashboard import cached
from budgetrag.dashboard.charts.scope import draw
from budgetrag.dashboard.runs import RunEntry, list_runs, runs_folder
from budgetrag.dashboard.untrusted import html_text, markdown_text, plain_text
from budgetrag.scope.diagnostic import diagnostic
from budgetrag.scope.evidence import Evidence, pool
from budgetrag.scope.findings import Finding, View, as_text
from budgetrag.scope.frames import METRICS
from budgetrag.scope.scope_map import ScopeMap, scope_map
from pages import frame, links

CSS = Path(__file__).with_name("evidence.css")
ALL_DATASETS = "all data sets"
KIND_LABELS = {"span": "span answers", "all": "all (published setting)"}
LONG_TABLE = 14
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
    head, *places = st.columns(4)
    with head:
        runs = _runs(base)
    evidence = _pooled(runs)
    view = _view(base, evidence, places, with_metric=with_metric)
    return Choice(base, runs, view, bool(st.session_state.get("evidence_present"))), evidence


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


def _view(base: frame.Selection, evidence: Evidence, places: Sequence[DeltaGenerator], *, with_metric: bool) -> View:
    policies = list(evidence.policies)
    if len(policies) < 2:
        st.info("This run has one policy; a contrast takes two.")
        st.stop()
    links.choice("evidence_first", "first", policies, next((p for p in PREFERRED if p in policies), policies[-1]))
    first = places[0].selectbox(
        "Policy", policies, key="evidence_first", format_func=plain_text, persist_state="session"
    )
    others = [policy for policy in policies if policy != first]
    links.choices("evidence_against", "against", others)
    if not st.session_state["evidence_against"]:
        st.session_state["evidence_against"] = [p for p in PREFERRED if p in others][:2] or others[:1]
    against = places[1].multiselect(
        "Against", others, key="evidence_against", format_func=plain_text, persist_state="session",
        help="The first is the main contrast; all that are shown are corrected together.",
    ) or others[:1]  # fmt: skip
    metric = _metric(base, places[2]) if with_metric else "token_f1"
    with st.container(horizontal=True, vertical_alignment="bottom"):
        kinds, dataset = _kinds(), _dataset(base, evidence)
        st.toggle(
            "Presentation", key="evidence_present", persist_state="session",
            help="One finding a screen, in large type; the arrow keys go back and on.",
        )  # fmt: skip
    links.publish({"first": first, "against": tuple(against)})
    return View(first, tuple(against), metric, dataset, base.budget_tokens, base.reader, kinds)


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


def cards(findings: Sequence[Finding], page: str, *, extras: Mapping[str, Callable[[], None]] | None = None) -> None:
    """Draw findings in two columns, each where there is more room.

    Args:
        findings: The findings.
        page: Name of the page, for keys.
        extras: Finding -> what draws below its chart.
    """
    columns, filled = st.columns(2), [0.0, 0.0]
    for finding in findings:
        place = filled.index(min(filled))
        filled[place] += 1.0 if finding.figure is not None else 0.3 + 0.05 * len(finding.table)
        with columns[place]:
            card(finding, page, extra=(extras or {}).get(finding.name))


def card(finding: Finding, page: str, *, height: int = 320, extra: Callable[[], None] | None = None) -> None:
    """Draw one finding: title, sentence, chart, caption, table, and the published figure.

    Args:
        finding: The finding.
        page: Name of the page, for keys.
        height: Of the chart, in pixels.
        extra: Draws what belongs below the chart.
    """
    with st.container(border=True):
        st.html(_words(finding, with_caption=False))
        if finding.figure is not None:
            st.plotly_chart(
                draw(finding.figure, height=height), key=f"{page}_{finding.name}", config={"displaylogo": False},
                alt=finding.sentence,
            )  # fmt: skip
        elif not finding.table.empty:
            table(finding)
        if extra is not None:
            extra()
        st.html(_notes(finding))
        if finding.figure is not None and not finding.table.empty:
            with st.expander("Table"):
                table(finding)


def table(finding: Finding) -> None:
    """Draw the table behind a finding; what is undefined is blank, what is missing is greyed, not hidden."""
    shown = as_text(finding.table)
    right = {
        name: st.column_config.TextColumn(alignment="right") for name in finding.table.select_dtypes("number").columns
    }
    if "note" in shown:
        grey = shown.style.apply(lambda row: ["color: #8391a5" if row["note"] else ""] * len(row), axis=1)
        st.dataframe(grey, hide_index=True, height="content", column_config=right)
        return
    height = "content" if len(shown) <= LONG_TABLE else "auto"
    st.dataframe(shown, hide_index=True, height=height, column_config=right)


def present(slides: Sequence[Finding], page: str) -> None:
    """Draw one finding a screen, in large type; the arrow keys go back and on.

    Args:
        slides: The findings, in order.
        page: Name of the page, for keys.
    """
    key = f"{page}_slide"
    place = min(int(st.session_state.get(key, 0)), len(slides) - 1)
    back, on, where, _ = st.columns([1, 1, 2, 6], vertical_alignment="center")
    if back.button("Back", key=f"{page}_back", icon=":material/arrow_back:", shortcut="Left", disabled=place == 0):
        _go(key, place - 1)
    if on.button(
        "On", key=f"{page}_on", icon=":material/arrow_forward:", shortcut="Right", disabled=place == len(slides) - 1
    ):
        _go(key, place + 1)
    where.caption(f"{place + 1} of {len(slides)}")
    finding = slides[place]
    st.html(f'<div class="ev-slide">{_words(finding, with_caption=False)}</div>')
    if finding.figure is not None:
        st.plotly_chart(
            draw(finding.figure, height=460), key=f"{page}_slide_{finding.name}", config={"displayModeBar": False},
            alt=finding.sentence,
        )  # fmt: skip
    elif not finding.table.empty:
        table(finding)
    st.html(f'<div class="ev-slide">{_notes(finding)}</div>')


def _go(key: str, place: int) -> None:
    st.session_state[key] = place
    st.rerun()


def _words(finding: Finding, *, with_caption: bool) -> str:
    caption = f'<p class="ev-cap">{html_text(finding.caption)}</p>' if with_caption else ""
    return (
        f'<div class="br"><p class="ev-title">{html_text(finding.title)}</p>'
        f'<p class="ev-say">{html_text(finding.sentence)}</p>{caption}</div>'
    )


def _notes(finding: Finding) -> str:
    published = f'<p class="ev-pub">Published: {html_text(finding.published)}</p>' if finding.published else ""
    return f'<div class="br"><p class="ev-cap">{html_text(finding.caption)}</p>{published}</div>'
