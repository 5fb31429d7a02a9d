import random
import time
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from budgetrag.metrics import answer_in_context, answer_in_context_soft, answer_spans
from budgetrag.text import normalise

LETTERS = st.text(st.sampled_from("aab bct.,-the 東京é\n"), max_size=25)
RARE = " .aAtheİΣς½\u0301\u1100\u1161\u11a8가ﷺｶ\uff9e東京กำ👩🏽\u200d\x1f\x00"
AWKWARD = st.text(st.one_of(st.characters(), st.sampled_from(RARE)), max_size=30)
CONTEXT_AND_ANSWER = st.one_of(
    st.tuples(LETTERS, LETTERS),
    st.tuples(AWKWARD, AWKWARD),
    # An answer cut out of its context is often there, often not on token boundaries.
    st.one_of(LETTERS, AWKWARD).flatmap(
        lambda text: st.tuples(st.just(text), st.integers(0, len(text)), st.integers(0, 8)).map(
            lambda cut: (cut[0], cut[0][cut[1] : cut[1] + cut[2]])
        )
    ),
)


def brute_in_context(context, answers):
    tokens = normalise(context)
    wanted = [run for answer in answers if (run := normalise(answer))]
    if not wanted:
        return None
    return int(any(tokens[i : i + len(run)] == run for run in wanted for i in range(len(tokens))))


def brute_soft(context, answers):
    tokens = normalise(context)
    shares = []
    for run in (normalise(answer) for answer in answers):
        if run:
            width = max(2 * len(run), 5)
            windows = [tokens[i : i + width] for i in range(max(1, len(tokens) - width + 1))]
            shares.append(max(len(set(run) & set(window)) for window in windows) / len(set(run)))
    return max(shares, default=None)


@given(CONTEXT_AND_ANSWER, LETTERS)
@example(("a the", "a"), "the")
def test_answer_in_context_equals_a_search_over_all_runs(pair, other):
    context, answer = pair
    assert answer_in_context(context, [answer, other]) == brute_in_context(context, [answer, other])


@given(CONTEXT_AND_ANSWER, LETTERS)
def test_soft_variant_equals_a_search_over_all_windows(pair, other):
    context, answer = pair
    assert answer_in_context_soft(context, [answer, other]) == brute_soft(context, [answer, other])


def test_soft_variant_equals_a_search_over_all_windows_on_long_random_contexts():
    chance = random.Random(7)
    shares = set()
    for _ in range(300):
        context = " ".join(chance.choices("bcdfgh", weights=[1, 1, 1, 1, 9, 9], k=40))
        answers = [" ".join(chance.choices("bcdf", k=chance.randrange(1, 7))) for _ in range(2)]
        shares.add(answer_in_context_soft(context, answers))
        assert answer_in_context_soft(context, answers) == brute_soft(context, answers)
    assert len(shares) > 3


@given(CONTEXT_AND_ANSWER)
@example(("\u1100\u1161\u11a8 x", "각"))
@example(("ΟΔΟΣ", "οδος"))
@example(("ｶ\uff9eス", "ガス"))
@example(("½ mile", "1⁄2"))
def test_spans_exist_exactly_if_the_answer_is_in_context(pair):
    context, answer = pair
    spans = answer_spans(context, [answer])
    assert bool(spans) == (answer_in_context(context, [answer]) == 1)
    assert all(0 <= start < end <= len(context) for start, end in spans)
    assert all(left[1] <= right[0] for left, right in pairwise(spans))


@given(st.text(st.sampled_from("aab bct.,- \né"), max_size=25), st.text(st.sampled_from("abct "), max_size=4))
def test_every_span_holds_the_answer(context, answer):
    for start, end in answer_spans(context, [answer]):
        assert answer_in_context(context[start:end], [answer]) == 1


@pytest.mark.parametrize(
    ("context", "answers", "expected"),
    [
        ("They determine it.", ["MI", "term"], 0),
        ("The ship Eel sailed in 1904.", ["eel"], 1),
        ("The ship Eel sailed in 1904.", ["Tern", "Eel sailed"], 1),
        ("made of blue glass", ["blue, the glass"], 1),
        ("made of blue\nglass", ["blue glass"], 1),
        ("glass blue", ["blue glass"], 0),
        ("3.5 km", ["35 km"], 0),
        ("彼は東京に住む", ["東京"], 1),
        ("", ["Tern"], 0),
        ("Tern", [], None),
        ("the", ["the"], None),
        ("the Eel", ["the", "Eel"], 1),
    ],
)
def test_answer_in_context_by_hand(context, answers, expected):
    assert answer_in_context(context, answers) == expected


def test_soft_variant_by_hand():
    assert answer_in_context_soft("blue lamp with one two three glass", ["blue glass"]) == 0.5  # window of five
    assert answer_in_context_soft("blue lamp with one glass", ["blue glass"]) == 1.0
    assert answer_in_context_soft("nothing here", ["blue glass"]) == 0.0
    assert answer_in_context_soft("", ["blue glass"]) == 0.0
    assert answer_in_context_soft("blue", []) is None
    assert answer_in_context_soft("the", ["the"]) is None


def test_spans_by_hand():
    context = "Tern: the blue, glass lamp of TERN"
    assert answer_spans(context, ["Tern"]) == ((0, 4), (30, 34))
    assert [context[a:b] for a, b in answer_spans(context, ["blue glass", "glass lamp"])] == ["blue, glass lamp"]
    assert answer_spans(context, ["glass", "blue glass lamp", "lamp"]) == ((10, 26),)
    assert answer_spans("彼は東京に住む", ["東京"]) == ((2, 4),)
    assert answer_spans("東東京", ["東", "京"]) == ((0, 1), (1, 2), (2, 3))  # neighbours are not merged
    assert answer_spans("e\u0301tude", ["étude"]) == ((0, 6),)
    assert answer_spans(context, []) == ()


@pytest.mark.parametrize("metric", [answer_in_context, answer_in_context_soft, answer_spans])
def test_a_bare_string_is_one_answer(metric):
    assert metric("oil lamp", "oil lamp") == metric("oil lamp", ["oil lamp"])
    assert not metric("o", "oil")


def test_answer_in_context_is_fast_on_a_hundred_thousand_characters():
    context = "the blue lamp of Tern, " * 5000
    start = time.perf_counter()
    assert answer_in_context(context, ["lamp oil"]) == 0
    assert answer_in_context_soft(context, ["lamp oil"]) == 0.5
    assert len(answer_spans(context, ["blue lamp"])) == 5000
    assert time.perf_counter() - start < 10
