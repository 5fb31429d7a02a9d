"""Labels of figures: short lines of text that others wrote, escaped, the answer always in sight."""

import html

from hypothesis import given
from hypothesis import strategies as some

from budgetrag.dashboard.charts.labels import label_lines
from budgetrag.dashboard.tables.question_sentences import Span
from budgetrag.dashboard.untrusted import plain_text


@given(some.text(), some.integers(8, 60), some.integers(1, 4))
def test_lines_are_escaped_stretches_of_the_text(text: str, width: int, n_lines: int) -> None:
    text = " ".join(text.split())
    lines = label_lines(text, width=width, n_lines=n_lines)
    assert len(lines) <= n_lines
    assert "<" not in "".join(lines)
    joined = "".join(html.unescape(line) for line in lines).removesuffix(" …").replace(" ", "")
    whole = html.unescape(html.escape(plain_text(text))).replace(" ", "")
    assert whole.startswith(joined)


def test_a_label_begins_before_an_answer_that_would_be_cut_off() -> None:
    text = "one two three four five six seven eight nine ten Osterwick eleven twelve thirteen fourteen"
    start = text.index("Osterwick")
    lines = label_lines(text, [Span(start, start + 9)], width=20, n_lines=2)
    assert lines == ("… nine ten <b><u>Osterwick</u></b>", "eleven twelve …")
    assert label_lines(text, width=20, n_lines=2) == ("one two three four", "five six seven …")


@given(some.text("ab ", max_size=200), some.integers(16, 44), some.integers(2, 3))
def test_the_answer_is_always_in_the_label(before: str, width: int, n_lines: int) -> None:
    before = " ".join(before.split())
    text = f"{before} Tern {before}".strip()
    start = text.index("Tern")
    assert "<b><u>" in "".join(label_lines(text, [Span(start, start + 4)], width=width, n_lines=n_lines))


def test_wide_characters_take_two_places() -> None:
    assert label_lines("東京東京東京", width=6, n_lines=3) == ("東京東", "京東京")
