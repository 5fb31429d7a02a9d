"""Findings on a page: cards with their tables, one finding a screen, and the report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st

from budgetrag.dashboard.charts.scope import draw
from budgetrag.dashboard.runs import run_path, runs_folder
from budgetrag.dashboard.untrusted import html_text, plain_text
from budgetrag.report import report_html
from budgetrag.scope.evidence import Evidence
from budgetrag.scope.findings import Finding, as_text
from pages import evidence

LONG_TABLE = 14


def cards(
    findings: Sequence[Finding],
    page: str,
    *,
    extras: Mapping[str, Callable[[], None]] | None = None,
    picks: Mapping[str, str] | None = None,
) -> None:
    """Draw findings in two columns, each where there is more room.

    Args:
        findings: The findings.
        page: Name of the page, for keys.
        extras: Finding -> what draws below its chart.
        picks: Finding -> key of the widget that takes the name of the bar clicked in its chart.
    """
    with st.container(key="evidence_cards"):
        columns, filled = st.columns(2), [0.0, 0.0]
    for finding in findings:
        place = filled.index(min(filled))
        filled[place] += 1.0 if finding.figure is not None else 0.3 + 0.05 * len(finding.table)
        with columns[place]:
            card(finding, page, extra=(extras or {}).get(finding.name), pick=(picks or {}).get(finding.name))


def card(
    finding: Finding,
    page: str,
    *,
    height: int = 320,
    extra: Callable[[], None] | None = None,
    pick: str | None = None,
) -> None:
    """Draw one finding: title, sentence, chart, caption, table, and the published figure.

    Args:
        finding: The finding.
        page: Name of the page, for keys.
        height: Of the chart, in pixels.
        extra: Draws what belongs below the chart.
        pick: Key of the widget that takes the name of the bar clicked; None where bars open nothing.
    """
    key = f"{page}_{finding.name}"
    with st.container(border=True):
        st.html(_words(finding))
        if finding.figure is not None:
            st.plotly_chart(
                draw(finding.figure, height=height), key=key, config={"displaylogo": False}, alt=finding.sentence,
                on_select="ignore" if pick is None else partial(_pick, key, pick), selection_mode="points",
            )  # fmt: skip
        elif not finding.table.empty:
            table(finding)
        if extra is not None:
            extra()
        st.html(_notes(finding))
        if finding.figure is not None and not finding.table.empty:
            with st.expander("Table"):
                table(finding)


def _pick(chart: str, widget: str) -> None:
    """Give a widget the name of the bar just clicked; a click beside the bars, or on the whole, changes nothing."""
    points = st.session_state[chart]["selection"]["points"]
    named = points[0].get("customdata") if points else None
    name = named[0] if isinstance(named, list) and named else named
    if name:
        st.session_state[widget] = name


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


def present(slides: Sequence[Finding], page: str, *, bodies: Mapping[str, str] | None = None) -> None:
    """Draw one finding a screen, in large type; the arrow keys go back and on.

    Args:
        slides: The findings, in order.
        page: Name of the page, for keys.
        bodies: Finding -> HTML that stands for its table.
    """
    key = f"{page}_slide"
    place = min(int(st.session_state.get(key, 0)), len(slides) - 1)
    back, on, where, _ = st.columns([2, 2, 2, 8], vertical_alignment="center")
    if back.button(
        "Back", width="stretch", key=f"{page}_back", icon=":material/arrow_back:", shortcut="Left", disabled=place == 0
    ):
        _go(key, place - 1)
    if on.button(
        "On",
        width="stretch",
        key=f"{page}_on",
        icon=":material/arrow_forward:",
        shortcut="Right",
        disabled=place == len(slides) - 1,
    ):
        _go(key, place + 1)
    where.caption(f"{place + 1} of {len(slides)}")
    finding = slides[place]
    st.html(f'<div class="ev-slide">{_words(finding)}</div>')
    if finding.figure is not None:
        st.plotly_chart(
            draw(finding.figure, height=460), key=f"{page}_slide_{finding.name}", config={"displayModeBar": False},
            alt=finding.sentence,
        )  # fmt: skip
    elif finding.name in (bodies or {}):
        st.html((bodies or {})[finding.name])
    elif not finding.table.empty:
        table(finding)
    st.html(f'<div class="ev-slide">{_notes(finding)}</div>')


def _go(key: str, place: int) -> None:
    st.session_state[key] = place
    st.rerun()


def _words(finding: Finding) -> str:
    return (
        f'<div class="br"><p class="ev-title">{html_text(finding.title)}</p>'
        f'<p class="ev-say">{html_text(finding.sentence)}</p></div>'
    )


def _notes(finding: Finding) -> str:
    published = f'<p class="ev-pub">Published: {html_text(finding.published)}</p>' if finding.published else ""
    return f'<div class="br"><p class="ev-cap">{html_text(finding.caption)}</p>{published}</div>'


def report_button(choice: evidence.Choice, pooled: Evidence) -> None:
    """Offer the report of what is looked at, made when it is asked for, and the one that was built with the run."""

    def made() -> str:
        key = evidence.fingerprints(choice)
        read = evidence.found_diagnostic(pooled, key, choice.view) if choice.view.reader is not None else ()
        return report_html(evidence.found_scope(pooled, key, choice.view), read, pooled.manifests)

    with st.container(horizontal=True):
        st.download_button(
            "Report of this view", made, f"report-{plain_text(choice.base.run)}.html", "text/html",
            key="evidence_report", icon=":material/description:", on_click="ignore",
        )  # fmt: skip
        built = run_path(runs_folder(), choice.base.run) / "report.html"
        if built.is_file():
            st.download_button(
                "Report built with the run", built.read_bytes(), f"{plain_text(choice.base.run)}.html", "text/html",
                key="evidence_built", icon=":material/description:", on_click="ignore",
            )  # fmt: skip
