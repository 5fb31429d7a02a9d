import re
import string
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from budgetrag import text as t

# Characters that meet every rule: blanks, punctuation of several kinds, articles, digits, marks, unspaced scripts,
# a final sigma, Hangul letters that compose, one-to-many compatibility forms, joined emoji.
PLAIN = " \t\n\x1f.,-_'\"aAntheTHE0123٣é½İΣς"
RARE = "ß…“«、。々東京กำ\u0301\u0308\u200d\u3099\uff9e\u1100\u1161\u11a8가ﷺ㎏️👩🏽"
AWKWARD = st.text(st.one_of(st.characters(), st.sampled_from(PLAIN), st.sampled_from(RARE)), max_size=40)
UNSPACED_BLOCKS = [
    *((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF)),  # Thai and Lao, Myanmar, Khmer
    *((0x3041, 0x30FF), (0x3105, 0x312F), (0x31F0, 0x31FF)),  # Hiragana and Katakana, Bopomofo, Katakana extensions
    *((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF)),  # Han
]


def squad_normalised(answer):
    """The official steps, written independently: lower, no ASCII punctuation, no articles, single spaces."""
    lowered = "".join(c for c in answer.lower() if c not in string.punctuation)
    return re.sub(r"\b(?:a|an|the)\b", " ", lowered).split()


def plain_normalised(answer):
    """The documented definition, step by step, without any of the module's shortcuts."""
    folded = unicodedata.normalize("NFKC", answer).lower()
    kept = ""
    for i, c in enumerate(folded):
        is_decimal_point = c == "." and folded[:i][-1:].isdecimal() and folded[i + 1 : i + 2].isdecimal()
        if is_decimal_point or (c not in string.punctuation and not unicodedata.category(c).startswith("P")):
            kept += c
    spaced = ""
    for c in re.sub(r"\b(?:a|an|the)\b", " ", kept):
        is_unspaced = any(first <= ord(c) <= last for first, last in UNSPACED_BLOCKS)
        spaced += f" {c} " if is_unspaced else c
    return tuple(spaced.split())


def test_words_are_the_word_runs_after_folding():
    assert t.words("Ilse's ２nd CAFE\u0301") == ["ilse", "s", "2nd", "café"]
    assert t.words("") == []


def test_content_terms_drop_short_words_and_stop_words_and_keep_repeats():
    assert t.content_terms("Who was the lamp-maker of Tern, the lamp by US?") == ["lamp", "maker", "tern", "lamp"]


@given(st.lists(st.sampled_from("abcd")), st.lists(st.sampled_from("abcd")))
def test_overlap_is_the_share_of_distinct_words_found(a, b):
    distinct = sorted(set(b))
    expected = sum(word in a for word in distinct) / len(distinct) if distinct else 0.0
    assert t.overlap(a, b) == expected


@given(st.text(st.sampled_from(" \t\naAnNtThHeE019-_'\"!?()$€"), max_size=30))
def test_normalise_equals_the_official_script_on_text_without_decimals(answer):
    ascii_only = answer.replace("€", "")
    assert list(t.normalise(ascii_only)) == squad_normalised(ascii_only)


@given(AWKWARD)
@example("3.5.1. a.5 5.a ...5")
@example("a€ an_ the\u0301")
def test_normalise_equals_its_definition(answer):
    assert t.normalise(answer) == plain_normalised(answer)


@pytest.mark.parametrize(
    ("answer", "tokens"),
    [
        ("The 3.5-metre Eel!", ("3.5metre", "eel")),
        ("“An” «Eel»…", ("eel",)),
        ("東京タワー", ("東", "京", "タ", "ワ", "ー")),
        ("ｆｕｌｌ　ｗｉｄｔｈ", ("full", "width")),
        ("\u202bشارع التحلية؟", ("\u202bشارع", "التحلية")),
        ("ΟΔΟΣ", ("οδος",)),
        ("서울 타워", ("서울", "타워")),  # Hangul has spaces
        ("theme an a1", ("theme", "a1")),
        ("the", ()),
        ("", ()),
    ],
)
def test_normalise_by_hand(answer, tokens):
    assert t.normalise(answer) == tokens


@given(AWKWARD)
@example("İİ a ΟΔΟΣ")
@example("\u1100\u1161\u11a8 가")
@example("ｶ\uff9e")
@example("\u09c7\u09be")
def test_spans_carry_the_tokens_of_normalise(answer):
    spans = t.normalise_with_spans(answer)
    assert tuple(span.token for span in spans) == t.normalise(answer)
    assert all(0 <= span.start < span.end <= len(answer) for span in spans)
    assert [span.start for span in spans] == sorted(span.start for span in spans)
    assert [span.end for span in spans] == sorted(span.end for span in spans)


@given(st.text(st.sampled_from("bc1 .,-Éé東京—"), max_size=30))
def test_a_span_is_the_shortest_text_of_its_token(answer):
    for span in t.normalise_with_spans(answer):
        held = answer[span.start : span.end]
        assert t.normalise(held) == (span.token,)
        assert (held[0].lower(), held[-1].lower()) == (span.token[0], span.token[-1])


def test_no_cluster_starts_with_a_character_that_composes_backwards():
    composing = set()
    for code in range(0x110000):
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            first, second = (chr(int(part, 16)) for part in parts)
            if unicodedata.normalize("NFC", first + second) == chr(code):
                composing.add(second)
    assert len(composing) > 50
    composing.update(map(chr, [*range(0x1161, 0x1176), *range(0x11A8, 0x11C3)]))  # Hangul composes by arithmetic
    for code in range(0x110000):
        if t._starts_cluster(chr(code)):
            first = unicodedata.normalize("NFKD", chr(code))[0]
            assert first not in composing
            assert unicodedata.combining(first) == 0


def test_render_line_drops_a_missing_title_and_keeps_one_line():
    assert t.render_line("Tern", "A lamp.\nBlue.") == "Tern: A lamp. Blue."
    assert t.render_line("", "A lamp.") == "A lamp."
    assert t.render_line("Tern", "A {title}.", "{text}") == "A {title}."
    assert t.render(["a", "b"]) == "a\nb"
