"""Text that others wrote, made safe to show: nothing in it runs, nothing in it hides.

Invisible characters (zero-width ones, bidirectional controls, other controls) are shown as written: each keeps its
place and gets a visible name, so that two texts that differ look different.
"""

from __future__ import annotations

import html
import re
import unicodedata

# Tab and line feed are layout, not tricks; U+FE0F only chooses an emoji's look.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff\ud800-\udfff]"
)
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:^=&@/\"'])")


def html_text(text: str) -> str:
    """Return ``text`` as HTML that shows it exactly as written.

    Markup is escaped; an invisible character stays in the text, in an element of its own that shows its code.

    >>> html_text("x <b y")
    'x &lt;b y'
    """
    parts, end = [], 0
    for match in _INVISIBLE.finditer(text):
        parts += [html.escape(text[end : match.start()]), _visible_html(match[0])]
        end = match.end()
    return "".join([*parts, html.escape(text[end:])])


def name_html(name: str) -> str:
    """Return a name as ``html_text``; it may go on in a new line after an underscore, where there is little room.

    >>> name_html("chunk_bridge")
    'chunk_<wbr>bridge'
    """
    return html_text(name).replace("_", "_<wbr>")


def attribute_text(text: str) -> str:
    """Return ``text`` for an HTML attribute in double quotes, such as a tooltip; line feeds are kept.

    >>> attribute_text('say "hi"')
    'say &quot;hi&quot;'
    """
    return html.escape(plain_text(text)).replace("\n", "&#10;")


def plain_text(text: str) -> str:
    r"""Return ``text`` for places that take no markup (table cells, options of a list, file names).

    >>> plain_text("a\u202eb")
    'a⟨U+202E⟩b'
    """
    if text.isascii() and text.isprintable():
        return text
    return _INVISIBLE.sub(lambda match: f"⟨{code_of(match[0])}⟩", text)


def markdown_text(text: str) -> str:
    r"""Return ``text`` for widget labels and other Markdown: every character that could mean something is escaped.

    >>> markdown_text("*x* $y$")
    '\\*x\\* \\$y\\$'
    """
    return _MARKDOWN.sub(r"\\\1", " ".join(plain_text(text).split()))


def code_of(character: str) -> str:
    """Return a character's code point as ``U+200B``."""
    return f"U+{ord(character):04X}"


def _visible_html(character: str) -> str:
    code = code_of(character)
    name = unicodedata.name(character, "control character").lower()
    shown = "" if "\ud800" <= character <= "\udfff" or character == "\x00" else html.escape(character)
    return f'<span class="br-ctl" data-code="{code}" title="{code} {name}">{shown}</span>'
