"""Page Overview: what a run is, and what was lost where."""

from __future__ import annotations

from collections.abc import Container
from functools import partial
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from budgetrag.dashboard import cached
from budgetrag.dashboard.charts.overview import bands_html, flow_html, metric_html
from budgetrag.dashboard.definitions import define
from budgetrag.dashboard.runs import limit_of
from budgetrag.dashboard.tables import overview as tables
from budgetrag.dashboard.tables.overview_facts import missing_parts, run_facts
from budgetrag.dashboard.untrusted import attribute_text, html_text, markdown_text
from budgetrag.explain import token_unit
from budgetrag.stats.ledger import Ledger
from pages import frame, kinds
from pages.linked import linked


def controls() -> frame.Selection:
    """Draw the sidebar and return what is chosen in it."""
    return frame.sidebar()


def render(selection: frame.Selection) -> None:
    """Draw the page."""
    opened = frame.opened(selection)
    manifest = opened.run.manifest
    groups = cached.groups(opened, opened.fingerprint, selection.dataset, selection.seed, selection.reader)
    if groups.empty:
        st.title("Overview")
        st.info("This run has no contexts of this data set and seed.")
        _facts(opened)
        return
    counted = kinds.chosen(groups)
    ledgers = tables.ledgers(groups, counted, selection.budget_tokens)
    unit = token_unit(manifest["config"]["packing"]["counter"])
    limit = limit_of(manifest, selection.reader)
    is_part = limit is not None and tables.n_questions(groups, "all") == limit
    _headline(selection, counted, ledgers, unit, f"the {limit:,} questions it read" if is_part else "")
    kinds.control(groups)
    if selection.policy in ledgers:
        _flow(selection, counted, ledgers, list(manifest["config"]["policies"]))
    _metrics(tables.aggregate(groups, counted), list(manifest["config"]["policies"]), counted, selection, unit)
    _facts(opened)


def _headline(
    selection: frame.Selection, counted: tables.Kinds, ledgers: dict[str, Ledger], unit: str, part: str
) -> None:
    """Draw the main sentence; ``part`` says which questions it is about, "" for all."""
    ledger = ledgers.get(selection.policy)
    if ledger is None or not ledger.n:
        st.title("Nothing to count here")
        st.info(
            f"This data set has no {kinds.NOUNS[counted]} with a gold answer under this packer; see the switch below."
        )
        return
    tags = [selection.dataset, selection.policy, f"{selection.budget_tokens} {unit}", selection.reader or "no reader"]
    tags += [part] if part else []
    shown = "".join(f'<span class="br-tag"><bdi>{html_text(tag)}</bdi></span>' for tag in tags)
    st.html(
        f'<div class="br"><div class="br-meta">{shown}</div><h1 class="br-lead">'
        f"{html_text(tables.headline(ledger, counted))}</h1>"
        f'<div class="br-soft">{html_text(tables.headline_note(ledger))}</div></div>'
    )


def _flow(selection: frame.Selection, counted: tables.Kinds, ledgers: dict[str, Ledger], policies: list[str]) -> None:
    is_read = selection.reader is not None
    rows = {name: tables.band_counts(ledgers[name], is_read=is_read) for name in policies if name in ledgers}
    query = partial(_query, selection, counted)
    link = lambda policy, band: f"question?{urlencode(query(policy, band))}"  # noqa: E731
    choose = lambda policy: f"?{urlencode({**query(policy, ''), 'kinds': counted})}"  # noqa: E731
    own = rows[selection.policy]
    with st.container(border=True, key="overview_flow"):
        st.html(
            '<div class="br"><div class="br-h">Where the answers went <span class="legend">every band opens its '
            "questions</span></div></div>"
        )
        flow = flow_html(selection.policy, own, link, nouns=kinds.NOUNS[counted])
        bands = bands_html(rows, link, selected=selection.policy, choose=choose)
        gone = linked(flow + bands, key="overview_bands", on_go=partial(_choose, rows))
        with st.container(horizontal=True, key="overview_links"):
            for name, n in own.items():
                band = tables.BANDS[name]
                st.page_link(
                    frame.QUESTION_PAGE, label=f"{band.glyph} {band.label} · {n:,}", help=band.text, disabled=not n,
                    query_params=query(selection.policy, name),
                )  # fmt: skip
    band, _, policy = (gone or "").partition(":")
    if band in rows.get(policy, {}):
        st.switch_page(frame.QUESTION_PAGE, query_params=_query(selection, counted, policy, band))


def _choose(policies: Container[str], gone: str) -> None:
    """Choose the policy whose name was clicked."""
    what, _, policy = gone.partition(":")
    if what == "policy" and policy in policies:
        st.session_state["frame_policy"] = policy


def _query(selection: frame.Selection, counted: tables.Kinds, policy: str, band: str) -> dict[str, str]:
    """Return the address of page Question with exactly one band's questions: every other filter is taken off."""
    own = selection.query() | {"policy": policy}
    if not band:
        return own
    shown = tables.band_filters(band, is_read=selection.reader is not None)
    return own | {"show": ",".join(shown), "kind": "span" if counted == "span" else "*", "type": "*", "search": "",
                  "question": ""}  # fmt: skip


def _metrics(
    means: pd.DataFrame, policies: list[str], counted: tables.Kinds, selection: frame.Selection, unit: str
) -> None:
    st.html(
        f'<div class="br br-soft">Policy by budget ({unit}), means over {html_text(kinds.NOUNS[counted])}; '
        "<b>▴ bold</b> is the best at its budget.</div>"
    )
    present = [name for name in policies if name in set(means["policy"])]
    cards = []
    for metric in tables.METRICS:
        budgets, rows = tables.metric_grid(means, present, metric)
        n = int(means[f"n_{metric}"].max()) if len(means) else 0
        note = f"n = {n:,}" + (f" · {selection.reader or 'no reader'}" if metric == "token_f1" else "")
        cards.append(metric_html(metric, budgets, rows, note=note))
    st.html(f'<div class="br-cards">{"".join(cards)}</div>')
    with st.expander("As one table"):
        number = st.column_config.NumberColumn
        st.dataframe(
            means, hide_index=True, key="overview_table", placeholder="",
            column_order=["policy", "budget_tokens", "n", *tables.METRICS],
            column_config={
                "policy": st.column_config.TextColumn("policy", pinned=True),
                "budget_tokens": number(f"budget ({unit})", help=define("budget_tokens").text, format="localized"),
                "n": number("n", help="Questions counted.", format="localized"),
                **{
                    name: number(
                        define(name).label, help=define(name).text,
                        format="%.1f" if name == "context_tokens" else "%.3f",
                    )
                    for name in tables.METRICS
                },
            },
        )  # fmt: skip


def _facts(opened: cached.OpenRun) -> None:
    """Draw what the run is, in words; a half-written one says what it lacks."""
    manifest = opened.run.manifest
    counts = cached.question_counts(opened, opened.fingerprint)
    lacking = missing_parts(manifest)
    if lacking:
        st.warning(markdown_text(lacking), icon=":material/pending:")
    rows = "".join(
        f'<dt>{fact.label}</dt><dd title="{attribute_text(fact.hover)}"><bdi>{html_text(fact.text)}</bdi></dd>'
        for fact in run_facts(manifest, counts)
    )
    st.html(
        f'<div class="br br-card"><div class="br-h">This run: <bdi>{html_text(opened.run.name)}</bdi></div>'
        f'<dl class="br-facts">{rows}</dl></div>'
    )


if __name__ == "__main__":
    render(controls())
