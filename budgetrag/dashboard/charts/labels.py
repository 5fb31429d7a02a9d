"""Text that others wrote as labels of a figure: cut into short lines, answers underlined, nothing in it markup.

Figures take a few tags in their texts and decode entities afterwards, so text is escaped as it is in HTML.
"""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Sequence

from budgetrag.dashboard.tables.question_sentences import Span
from budgetrag.dashboard.untrusted import plain_text


def label_lines(
    text: str, answers: Sequence[Span] = (), *, width: int, n_lines: int, indent: int = 0
) -> tuple[str, ...]:
    """Return a text as at most ``n_lines`` lines of a figure's markup, answers bold and underlined.

    Where the first answer would be cut off, the lines begin shortly before it; what is left out is an ellipsis.

    >>> label_lines("a <b and so on", width=8, n_lines=2)
    ('a &lt;b and', 'so on')

    Args:
        text: The text, white space collapsed.
        answers: Where answers stand in it.
        width: Room of a line, in characters of a latin text; wide characters take two.
        n_lines: Most lines.
        indent: Room of the first line that is taken already.
    """
    stretches = _stretches(text, 0, width, n_lines, indent)
    first = answers[0] if answers else Span(0, 0)
    if stretches and stretches[-1].end < min(first.end, len(text)):
        stretches = _stretches(text, _shortly_before(text, first.start, width), width, n_lines, indent + 2)
    lines = [_marked(text, stretch, answers) for stretch in stretches]
    if lines and stretches[0].start:
        lines[0] = f"… {lines[0]}"
    if lines and stretches[-1].end < len(text):
        lines[-1] = f"{lines[-1]} …"
    return tuple(lines)


def _shortly_before(text: str, place: int, width: int) -> int:
    """Return where a word begins about half a line before ``place``; inside a word only where that is a long one."""
    wanted = max(place - width // 2, 0)
    start = text.rfind(" ", 0, wanted + 1) + 1
    return start if place - start <= width else wanted


def _stretches(text: str, start: int, width: int, n_lines: int, indent: int) -> list[Span]:
    """Return the lines as stretches of the text, broken at spaces where there are any."""
    found: list[Span] = []
    while start < len(text) and len(found) < n_lines:
        room = max(width - (0 if found else indent) - (2 if len(found) == n_lines - 1 else 0), 1)
        end = _fitting(text, start, room)
        if end < len(text) and text[end] != " ":
            space = text.rfind(" ", start, end)
            end = space if space > start else end
        found.append(Span(start, end))
        start = end + (text[end : end + 1] == " ")
    return found


def _fitting(text: str, start: int, room: int) -> int:
    """Return where a line from ``start`` ends at the latest: one character at least is in it."""
    end, used = start, 0
    while end < len(text):
        used += _width(text[end])
        if used > room and end > start:
            break
        end += 1
    return end


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else len(plain_text(character))


def _marked(text: str, stretch: Span, answers: Sequence[Span]) -> str:
    parts, end = [], stretch.start
    for span in answers:
        a, b = max(span.start, stretch.start), min(span.end, stretch.end)
        if a < b:
            parts += [_escaped(text[end:a]), f"<b><u>{_escaped(text[a:b])}</u></b>"]
            end = b
    return "".join([*parts, _escaped(text[end : stretch.end])])


def _escaped(text: str) -> str:
    return html.escape(plain_text(text))
