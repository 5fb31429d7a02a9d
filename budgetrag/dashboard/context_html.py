"""The context as the reader saw it, its gauge and its numbers, as HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from budgetrag.dashboard.definitions import define
from budgetrag.dashboard.highlight import STAR, marked_html
from budgetrag.dashboard.untrusted import attribute_text, html_text
from budgetrag.dashboard.view import PackedView
from budgetrag.dashboard.wording import decision_text, snippet_text
from budgetrag.metrics import (
    all_gold_in_context,
    answer_in_context,
    answer_spans,
    distractor_passages,
    gold_coverage,
    gold_token_density,
)


def numbers_of(view: PackedView) -> dict[str, float | None]:
    """Return the survival metrics of a packing, by name; None where undefined."""
    kept = [candidate.snippet.passage_id for candidate in view.packing.kept]
    tokens = [decision.tokens for decision in view.packing.decisions if decision.kept]
    gold = view.gold_ids
    return {
        "answer_in_context": answer_in_context(view.packing.context, view.answers),
        "gold_coverage": gold_coverage(kept, gold),
        "all_gold_in_context": all_gold_in_context(kept, gold),
        "gold_token_density": gold_token_density(tokens, [view.is_gold(p) for p in kept]) if gold else None,
        "distractor_passages": distractor_passages(kept, gold),
        "certificate": view.packing.certificate,
    }


def context_html(
    view: PackedView, numbers: Mapping[str, float | None], *, head: str = "What the reader saw", matching: str = ""
) -> str:
    """Return the context verbatim, with the budget gauge and numbers under it.

    Args:
        view: The packing.
        numbers: By name; {} for none.
        head: What the card is called.
        matching: The stretch of the context that matches a gold answer, shown beside answer_in_context.
    """
    packing = view.packing
    return (
        f'<div class="br br-card"><div class="br-h">{html_text(head)}: {packing.context_tokens:,} of '
        f"{packing.budget_tokens:,} {view.unit}</div>{gauge_html(view)}{_lines_html(view)}"
        f"{numbers_html(numbers, matching=matching)}</div>"
    )


def gauge_html(view: PackedView) -> str:
    """Return the budget as a bar: one segment per passage, in order of entry, gold ones blue and starred."""
    tokens: dict[int, int] = {}
    for decision in view.packing.decisions:
        if decision.kept:
            rank = decision.candidate.snippet.passage_rank
            tokens[rank] = tokens.get(rank, 0) + decision.tokens
    by_rank = {item.rank: item.passage for item in view.retrieved}
    scale = max(view.packing.budget_tokens, view.packing.context_tokens, 1)
    parts = []
    for rank, n in tokens.items():
        gold = rank in by_rank and view.is_gold(by_rank[rank].id)
        title = by_rank[rank].title if rank in by_rank else ""
        name = title or f"passage {rank + 1}"
        hover = attribute_text(f"{name}{', gold' if gold else ''}: {n} {view.unit}")
        parts.append(
            f'<i class="{"gold" if gold else ""}" style="width:{100 * n / scale:.2f}%" title="{hover}">'
            f"<bdi>{html_text(name)}</bdi>{' ★' if gold else ''} {n}</i>"
        )
    left = view.packing.budget_tokens - view.packing.context_tokens
    hover = f"{view.packing.context_tokens} of {view.packing.budget_tokens} {view.unit} used, {left} left"
    return f'<div class="br-gauge" role="img" aria-label="{hover}" title="{hover}">{"".join(parts)}</div>'


def numbers_html(numbers: Mapping[str, float | None], *, matching: str = "") -> str:
    """Return numbers under their labels, each with its definition on hover; an undefined one is blank."""
    cells = []
    found = f": “<bdi>{html_text(matching)}</bdi>”" if matching else ""
    for name, value in numbers.items():
        definition = define(name)
        shown = flag_html(value) if name == "answer_in_context" else definition.shown(value)
        cells.append(
            f'<div title="{attribute_text(definition.hover(value))}"><b>{shown}</b>'
            f"<span>{definition.label}{found if name == 'answer_in_context' else ''}</span></div>"
        )
    return f'<div class="br-nums">{"".join(cells)}</div>'


def flag_html(value: float | None) -> str:
    """Return a yes or no with its glyph; "" for undefined."""
    if value is None:
        return ""
    return '<span class="yes">✓ yes</span>' if value else '<span class="no">✕ no</span>'


def _lines_html(view: PackedView) -> str:
    """Return the context line by line; each line says on hover which snippet it is."""
    if not view.packing.context:
        return '<div class="br-ctx"><span class="br-soft">empty: no snippet fits the budget</span></div>'
    kept = [decision for decision in view.packing.decisions if decision.kept]
    lines = view.packing.context.split("\n")
    hovers = [f"{snippet_text(d, view.unit)}: {decision_text(d, view.unit)}" for d in kept]
    hovers += [""] * (len(lines) - len(hovers))
    shown = [
        f'<span class="line" title="{attribute_text(hover)}"><bdi>{marked_html(line, view.answers)}</bdi></span>'
        for line, hover in zip(lines, hovers, strict=False)
    ]
    return f'<div class="br-ctx" tabindex="0">{"".join(shown)}</div>'


def matching_text(view: PackedView) -> str:
    """Return the first stretch of the context that is a gold answer, as written there; "" if there is none."""
    spans = answer_spans(view.packing.context, view.answers) if view.answers else ()
    return view.packing.context[spans[0][0] : spans[0][1]] if spans else ""


def gold_titles_html(gold_ids: Sequence[str], titles: Mapping[str, str]) -> str:
    """Return the titles of the gold passages, starred; those that were not retrieved say so.

    Args:
        gold_ids: Identities of the gold passages; () where unknown.
        titles: Passage id -> title, as far as known.
    """
    if not gold_ids:
        return "gold passages: not known"
    shown = [f"<bdi>{html_text(titles[each]) or 'untitled'}</bdi> {STAR}" for each in gold_ids if each in titles]
    n_missing = len(gold_ids) - len(shown)
    shown += [f"{n_missing} not retrieved"] if n_missing else []
    return f"gold passages: {', '.join(shown)}"
