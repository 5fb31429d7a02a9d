"""What a re-pack changes against the stored packing, as HTML."""

from __future__ import annotations

from collections.abc import Mapping

from budgetrag.dashboard.context_html import flag_html, gauge_html
from budgetrag.dashboard.definitions import define
from budgetrag.dashboard.highlight import marked_html
from budgetrag.dashboard.repack import Changes
from budgetrag.dashboard.untrusted import attribute_text, html_text
from budgetrag.dashboard.view import PackedView
from budgetrag.dashboard.wording import decision_text
from budgetrag.explain import sentences_text
from budgetrag.types import Candidate


def changes_html(before: PackedView, after: PackedView, changed: Changes) -> str:
    """Return the re-packed budget gauge and every snippet that came in or went out."""
    packing, n_changed = after.packing, len(changed.added) + len(changed.removed)
    what = f"{n_changed} snippet{'s' * (n_changed != 1)} changed" if n_changed else "the same snippets as stored"
    rows = [_row(after, candidate, "in", "+", "came in") for candidate in changed.added]
    rows += [_row(after, candidate, "out", "−", "went out") for candidate in changed.removed]
    order = ""
    if not n_changed and packing.context != before.packing.context:
        order = '<p class="br-soft">in another order</p>'
    return (
        f'<div class="br br-card"><div class="br-h">Re-packed: {packing.context_tokens:,} of {packing.budget_tokens:,} '
        f"{after.unit} · {what}, {changed.n_same} kept by both</div>{gauge_html(after)}"
        f'<div class="br-diff">{"".join(rows)}</div>{order}</div>'
    )


def compared_html(before: Mapping[str, float | None], after: Mapping[str, float | None]) -> str:
    """Return each number as stored and as re-packed."""
    cells = []
    for name, new in after.items():
        definition, old = define(name), before[name]
        shown = flag_html if name == "answer_in_context" else definition.shown
        was = f'<small class="br-soft">was {shown(old) or "undefined"}</small>' if shown(old) != shown(new) else ""
        cells.append(
            f'<div title="{attribute_text(definition.hover(new))}"><b>{shown(new)} {was}</b>'
            f"<span>{definition.label}</span></div>"
        )
    return f'<div class="br"><div class="br-nums">{"".join(cells)}</div></div>'


def _row(after: PackedView, candidate: Candidate, role: str, glyph: str, said: str) -> str:
    decision = next(d for d in after.packing.decisions if d.candidate.id == candidate.id)
    title = candidate.snippet.title or f"passage {candidate.snippet.passage_rank + 1}"
    return (
        f'<b class="{role}" role="img" aria-label="{said}">{glyph}</b>'
        f'<span title="{attribute_text(decision_text(decision, after.unit))}"><b><bdi>{html_text(title)}</bdi></b> '
        f'<span class="br-soft">#{candidate.id}, {sentences_text(candidate)}</span><br>'
        f"<bdi>{marked_html(candidate.snippet.text, after.answers)}</bdi></span>"
        f'<span class="br-soft">{decision.tokens}</span>'
    )
