"""Text that others wrote."""

import html
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetrag.dashboard.untrusted import attribute_text, html_text, markdown_text, name_html, plain_text

INVISIBLE = ["\u200b", "\u200d", "\u202e", "\u2066", "\ufeff", "\x00", "\x07", "\x7f", "\u00ad", "\u2028", "\ud800"]


def text_of(shown: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", shown))


@given(st.text())
def test_html_shows_exactly_the_text(text: str) -> None:
    assert text_of(html_text(text)).replace("\x00", "") == html.unescape(html.escape(text)).replace("\x00", "")


@given(st.text())
def test_html_holds_no_tags_but_our_own(text: str) -> None:
    shown = html_text(text)
    ours = re.sub(
        r'<span class="br-ctl" data-code="U\+[0-9A-F]{4,6}" title="[^"<>]*">[^<>]?(?:&[a-z]+;)?</span>', "", shown
    )
    assert "<" not in ours
    assert ">" not in ours


@pytest.mark.parametrize("character", INVISIBLE)
def test_invisible_characters_are_named_everywhere(character: str) -> None:
    code = f"U+{ord(character):04X}"
    assert f'data-code="{code}"' in html_text(f"a{character}b")
    assert plain_text(f"a{character}b") == f"a⟨{code}⟩b"
    assert character not in attribute_text(f"a{character}b")


def test_every_format_control_of_unicode_is_named_or_part_of_writing() -> None:
    needed = {0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
    hidden = [c for c in map(chr, range(0x110000)) if unicodedata.category(c) == "Cf" and plain_text(c) == c]
    assert {ord(c) for c in hidden} - needed == {
        ord(c)
        for c in hidden
        if 0x13430 <= ord(c) <= 0x1343F or 0x1BCA0 <= ord(c) <= 0x1BCA3 or 0x1D173 <= ord(c) <= 0x1D17A
    }  # marks of Arabic and Kaithi numbers, hieroglyphs, shorthand and music belong to the text


def test_a_name_breaks_after_underscores_and_is_text_still() -> None:
    assert name_html("<b>_c") == "&lt;b&gt;_<wbr>c"


def test_an_attribute_cannot_be_left() -> None:
    assert attribute_text('" onmouseover="x\n<') == "&quot; onmouseover=&quot;x&#10;&lt;"


@pytest.mark.parametrize(
    "text", ["*a*", "_a_", "`a`", "[a](b)", "<b>", "$x$", ":red[a]", "# a", "~~a~~", "a | b", "&amp;"]
)
def test_markdown_has_no_character_that_means_something(text: str) -> None:
    shown = markdown_text(text)
    assert re.sub(r"\\(.)", r"\1", shown) == text
    assert not re.search(r"(?<!\\)[*_`\[\]<>$:#~|&]", re.sub(r"\\\\", "", shown))


def test_ordinary_text_stays_as_it_is() -> None:
    assert html_text("Zürich, 東京, ایران 👩🏽") == "Zürich, 東京, ایران 👩🏽"
    assert plain_text("Zürich, 東京, ایران") == "Zürich, 東京, ایران"
