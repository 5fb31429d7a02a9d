"""The report as one HTML document: no scripts, no network, readable in print."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import pandas as pd

from budgetrag.published import SETUP, SOURCE
from budgetrag.report.glossary import DEFINITIONS, LIMITS
from budgetrag.report.style import CSS
from budgetrag.report.svg import draw
from budgetrag.scope.conditions import Condition
from budgetrag.scope.findings import Finding, as_text
from budgetrag.scope.scope_map import ScopeMap

_VERDICTS = {"holds": ("ok", "✓"), "fails": ("no", "✕"), "not tested": ("na", "–")}


def report_html(found: ScopeMap, diagnostic: Sequence[Finding], manifests: Sequence[Mapping[str, Any]]) -> str:
    """Return the report.

    Args:
        found: The scope map.
        diagnostic: The diagnostic's findings; () where no reader has read.
        manifests: The runs' manifests.
    """
    names = ", ".join(str(manifest["config"]["name"]) for manifest in manifests)
    body = [
        f"<header><h1>{escape(found.headline)}</h1><p class=sub>{escape(found.caption)}</p></header>",
        f'<section class=path>{"".join(map(_condition, found.conditions))}{_untested(found.untested)}</section>',
        "<h2>Scope map</h2><div class=cards>", *map(_finding, found.findings), "</div>",
    ]  # fmt: skip
    if diagnostic:
        body += ["<h2>Diagnostic</h2><div class=cards>", *map(_finding, diagnostic), "</div>"]
    body += [_definitions(), _limits(), _manifests(manifests)]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>budgetrag report: {escape(names)}</title><style>{CSS}</style></head><body><main>"
        f"{''.join(body)}</main></body></html>"
    )


def _condition(condition: Condition) -> str:
    kind, glyph = _VERDICTS[condition.verdict]
    test = f"<p class=t>Would be tested by: <code>{escape(condition.test)}</code></p>" if condition.test else ""
    return (
        f"<div class=c><h3>{condition.number} {escape(condition.title)}</h3><span class='v {kind}'>{glyph} "
        f"{escape(condition.label)}</span><p>{escape(condition.finding)}</p><p class=t>{escape(condition.n)}. "
        f"Threshold: {escape(condition.threshold)}.</p>{test}</div>"
    )


def _untested(untested: Sequence[tuple[str, str]]) -> str:
    if not untested:
        return ""
    items = "".join(f"<p>{escape(what)}</p><p class=t><code>{escape(command)}</code></p>" for what, command in untested)
    return f"<div class=c><h3>Not tested by these runs</h3><span class='v na'>– not tested</span>{items}</div>"


def _finding(finding: Finding) -> str:
    chart = draw(finding.figure, finding.sentence) if finding.figure is not None else ""
    published = f"<p class=pub>Published: {escape(finding.published)}</p>" if finding.published else ""
    table = _table(finding.table)
    if chart and table:
        table = f"<details><summary>Table</summary>{table}</details>"
    return (
        f"<article class=card id='{escape(finding.name)}'><h3>{escape(finding.title)}</h3><p>{escape(finding.sentence)}"
        f"</p>{chart}<p class=cap>{escape(finding.caption)}</p>{published}{table}</article>"
    )


def _table(table: pd.DataFrame) -> str:
    if table.empty:
        return ""
    text = as_text(table)
    numbers = set(table.select_dtypes("number").columns)
    kinds = ["" if name in numbers else " class=l" for name in table.columns]
    head = "".join(f"<th{kind}>{escape(str(name))}</th>" for name, kind in zip(text.columns, kinds, strict=True))
    rows = "".join(
        f"<tr{' class=missing' if row.get('note') else ''}>"
        + "".join(f"<td{kind}>{escape(row[name])}</td>" for name, kind in zip(text.columns, kinds, strict=True))
        + "</tr>"
        for row in text.to_dict("records")
    )
    return f"<div class=scroll><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"


def _definitions() -> str:
    items = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in DEFINITIONS.items())
    return f"<h2>Definitions</h2><dl>{items}</dl>"


def _limits() -> str:
    items = "".join(f"<li>{escape(text)}</li>" for text in LIMITS)
    return f"<h2>Limits</h2><ul>{items}</ul><p class=cap>Published figures: {escape(SOURCE)}; {escape(SETUP)}.</p>"


def _manifests(manifests: Sequence[Mapping[str, Any]]) -> str:
    parts = [
        f"<details><summary>{escape(str(manifest['config']['name']))}</summary><pre>"
        f"{escape(json.dumps(manifest, indent=1, ensure_ascii=False))}</pre></details>"
        for manifest in manifests
    ]
    return f"<h2>Manifests</h2>{''.join(parts)}"
