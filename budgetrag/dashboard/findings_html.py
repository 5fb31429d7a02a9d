"""The four conditions as a decision path: HTML, everything escaped; verdicts have a glyph beside their colour."""

from __future__ import annotations

from budgetrag.dashboard.untrusted import attribute_text, html_text
from budgetrag.scope.conditions import Condition
from budgetrag.scope.scope_map import ScopeMap

MARKS = {"holds": ("ok", "✓"), "fails": ("no", "✕"), "not tested": ("na", "–")}


def path_html(found: ScopeMap) -> str:
    """Return the conditions and what is not tested, as cards in a row."""
    cards = [_card(condition) for condition in found.conditions]
    if found.untested:
        items = "".join(f"<p>{html_text(what)}</p>{command_html(command)}" for what, command in found.untested)
        cards.append(
            '<section class="ev-c"><h3>Not tested by these runs</h3><span class="ev-v na">– not tested</span>'
            f"{items}</section>"
        )
    return f'<div class="br ev-path">{"".join(cards)}</div>'


def headline_html(sentence: str, caption: str) -> str:
    """Return the main finding and what it rests on."""
    words = f'<h1 class="ev-find">{html_text(sentence)}</h1><p class="ev-sub">{html_text(caption)}</p>'
    return f'<div class="br">{words}</div>'


def command_html(command: str) -> str:
    """Return a command, folded away until asked for."""
    return (
        f"<details><summary>what would test it</summary><code>{html_text(command)}</code></details>" if command else ""
    )


def _card(condition: Condition) -> str:
    kind, glyph = MARKS[condition.verdict]
    return (
        f'<section class="ev-c"><h3>{condition.number} {html_text(condition.title)}</h3>'
        f'<span class="ev-v {kind}" title="{attribute_text(condition.threshold)}">{glyph} {html_text(condition.label)}'
        f'</span><p>{html_text(condition.finding)}</p><p class="ev-rule">{html_text(condition.n)}</p>'
        f"<details><summary>the threshold</summary>{html_text(condition.threshold)}.</details>"
        f"{command_html(condition.test)}</section>"
    )
