"""What readers made of one context, as HTML, with the exact prompt on demand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from budgetrag.dashboard.definitions import NOT_READ, define
from budgetrag.dashboard.prompts import rebuild_prompt
from budgetrag.dashboard.tables.question_record import Read
from budgetrag.dashboard.untrusted import attribute_text, html_text
from budgetrag.dashboard.view import PackedView


def reader_html(manifest: Mapping[str, Any], reads: Sequence[Read], view: PackedView, name: str | None) -> str:
    """Return a card with the reader's answer, its scores and its prompt, then what other readers said.

    Args:
        manifest: The run's manifest.
        reads: What each reader said about the context.
        view: The packing.
        name: The reader to show; None for none.
    """
    own = next((read for read in reads if read.reader == name), None)
    others = [read for read in reads if read.reader != name]
    head = f"Reader: <bdi>{html_text(name)}</bdi>" if name else "Reader"
    body = _own(manifest, own, view) if own else f'<span class="br-soft">{NOT_READ}</span>'
    rest = "".join(
        f"<li><bdi>{html_text(read.reader)}</bdi>: <b>“<bdi>{html_text(read.answer)}</bdi>”</b> {_scores(read)}</li>"
        for read in others
    )
    more = f'<ul class="br-others">{rest}</ul>' if rest else ""
    return f'<div class="br br-card"><div class="br-h">{head}</div>{body}{more}</div>'


def _own(manifest: Mapping[str, Any], read: Read, view: PackedView) -> str:
    said = f"<b>“<bdi>{html_text(read.answer)}</bdi>”</b>" if read.answer else '<b class="br-soft">said nothing</b>'
    prompt = rebuild_prompt(
        manifest,
        read.reader,
        question=view.question,
        context=view.packing.context,
        prompt_hash=read.prompt_hash,
    )
    if not prompt.text:
        shown = '<span class="br-soft">The run does not hold this reader\'s prompt.</span>'
    else:
        exact = (
            f"the exact prompt ({prompt.style})"
            if prompt.is_exact
            else "not the prompt that was read: its hash differs"
        )
        shown = (
            f'<details class="more"><summary>show prompt: {exact}</summary>'
            f'<div class="br-prompt" tabindex="0">{html_text(prompt.text)}</div></details>'
        )
    return f"<div>{said} {_scores(read)}</div>{shown}"


def _scores(read: Read) -> str:
    values = {
        "exact_match": read.exact_match,
        "token_f1": read.token_f1,
        "accuracy": read.accuracy,
        "prompt_tokens": read.prompt_tokens,
    }
    parts = [
        f'<span title="{attribute_text(define(name).hover(value))}">{define(name).label} '
        f"{define(name).shown(value)}</span>"
        for name, value in values.items()
        if value is not None
    ]
    if read.token_f1 is None:
        parts.insert(0, f'<span title="{attribute_text(define("token_f1").hover(None))}">not scored</span>')
    return f'<span class="br-soft">· {" · ".join(parts)}</span>'
