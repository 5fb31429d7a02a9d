import random
import re
import string
from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from budgetrag.metrics import accuracy, answer_in_context, answer_kind, exact_match, token_f1

# Pieces that meet every rule: articles, closed answers, punctuation, repeats, blanks.
PIECES = [
    "yes",
    "no",
    "noanswer",
    "Yes!",
    "the",
    "a",
    "An",
    "lamp",
    "Lamp",
    "lamps",
    "glass",
    "1904",
    "-",
    "'",
    "o'er",
    "no.",
]
PHRASE = st.lists(st.sampled_from(PIECES), max_size=6).map(" ".join)
ASCII = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="."), max_size=25)


def reference_normalised(text):
    text = "".join(" " if c.isspace() else c for c in text.lower() if c not in set(string.punctuation))
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def reference_em(prediction, gold):
    return float(reference_normalised(prediction) == reference_normalised(gold))


def reference_f1(prediction, gold):
    """Token F1 as HotpotQA defines it, by precision and recall; two empty sides are equal, as in SQuAD 2.0."""
    left, right = reference_normalised(prediction), reference_normalised(gold)
    for side, other in ((left, right), (right, left)):
        if side in ("yes", "no", "noanswer") and side != other:
            return 0.0
    if not left and not right:
        return 1.0
    remaining, n_same = Counter(right.split()), 0
    for token in left.split():
        if remaining[token] > 0:
            remaining[token] -= 1
            n_same += 1
    if n_same == 0:
        return 0.0
    precision, recall = n_same / len(left.split()), n_same / len(right.split())
    return 2 * precision * recall / (precision + recall)


@given(st.one_of(PHRASE, ASCII), st.lists(st.one_of(PHRASE, ASCII), min_size=1, max_size=3))
@example("the", ["a"])
@example("yes it is", ["yes"])
@example("Lamp lamp", ["lamp"])
def test_em_and_f1_equal_the_official_definition(prediction, golds):
    assert exact_match(prediction, golds) == max(reference_em(prediction, gold) for gold in golds)
    assert token_f1(prediction, golds) == pytest.approx(
        max(reference_f1(prediction, gold) for gold in golds), abs=1e-12
    )


def test_em_and_f1_equal_the_official_definition_on_five_thousand_random_pairs():
    chance = random.Random(42)
    kinds = Counter()
    for _ in range(5000):
        prediction, gold = (" ".join(chance.choices(PIECES, k=chance.randrange(1, 6))) for _ in range(2))
        f1 = token_f1(prediction, [gold])
        assert exact_match(prediction, [gold]) == reference_em(prediction, gold)
        assert f1 == pytest.approx(reference_f1(prediction, gold), abs=1e-12)
        kinds["zero" if f1 == 0 else "one" if f1 == 1 else "between"] += 1
    assert min(kinds.values()) > 100


@pytest.mark.parametrize(
    ("prediction", "golds", "em", "f1"),
    [
        ("The Eiffel Tower.", ["Eiffel tower"], 1.0, 1.0),
        ("blue glass lamp", ["a glass lamp"], 0.0, 0.8),  # precision 2/3, recall 2/2
        ("lamp lamp lamp", ["lamp oil"], 0.0, 0.4),  # multiset: one in common of 3 and 2
        ("yes", ["yes it was"], 0.0, 0.0),
        ("no", ["No."], 1.0, 1.0),
        ("no answer", ["noanswer"], 0.0, 0.0),
        ("oil", ["lamp", "oil lamp", "glass"], 0.0, 2 / 3),
        ("３.5 km", ["3.5 km"], 1.0, 1.0),
        ("35 km", ["3.5 km"], 0.0, 0.5),
        ("東京都", ["東京"], 0.0, 0.8),
        ("", ["lamp"], 0.0, 0.0),
    ],
)
def test_em_and_f1_by_hand(prediction, golds, em, f1):
    assert exact_match(prediction, golds) == em
    assert token_f1(prediction, golds) == pytest.approx(f1)


@given(PHRASE, st.lists(PHRASE, min_size=1, max_size=3))
def test_an_exact_match_has_f1_one(prediction, golds):
    if exact_match(prediction, golds) == 1.0:
        assert token_f1(prediction, golds) == 1.0


@given(PHRASE, st.lists(PHRASE, min_size=1, max_size=3))
def test_accuracy_equals_a_search_over_all_runs(prediction, golds):
    tokens = reference_normalised(prediction).split()
    wanted = [run for gold in golds if (run := reference_normalised(gold).split())]
    found = any(tokens[i : i + len(run)] == run for run in wanted for i in range(len(tokens)))
    assert accuracy(prediction, golds) == (float(found) if wanted else None)


def test_accuracy_needs_whole_tokens_in_order():
    assert accuracy("It was made in Tern, in 1904.", ["tern in 1904"]) == 1.0
    assert accuracy("It was determined", ["term"]) == 0.0
    assert accuracy("oil lamp", ["lamp oil"]) == 0.0


@pytest.mark.parametrize("metric", [exact_match, token_f1, accuracy])
def test_without_gold_answers_a_metric_is_undefined(metric):
    assert metric("lamp", []) is None
    assert metric("lamp", ()) is None


@pytest.mark.parametrize("metric", [exact_match, token_f1, accuracy, answer_in_context])
@pytest.mark.parametrize("missing", [None, float("nan"), 3])
def test_what_a_table_has_for_no_text_is_refused(metric, missing):
    for golds in (missing, [missing], ["lamp", missing]):
        with pytest.raises(ValueError, match=r"gold answers must be strings, got .*; give \(\) where there are none"):
            metric("lamp", golds)
    with pytest.raises(ValueError, match="text must be a string, got"):
        metric(missing, ["lamp"])


@pytest.mark.parametrize("metric", [exact_match, token_f1, accuracy])
def test_a_bare_string_is_one_answer(metric):
    assert metric("oil lamp", "oil lamp") == metric("oil lamp", ["oil lamp"]) == 1.0
    assert metric("o", "oil") == 0.0


@pytest.mark.parametrize(
    ("golds", "kind"),
    [
        ([], None),
        (["yes"], "boolean"),
        (["Yes.", "no"], "boolean"),
        (["yes", "lamp"], "span"),
        (["lamp"], "span"),
        (["one two three four five six seven eight nine ten"], "span"),
        (["one two three four five six seven eight nine ten eleven"], "free_form"),
        (["the one two three four five six seven eight nine ten"], "span"),
        (["one two three four five six seven eight nine ten eleven", "lamp"], "span"),
    ],
)
def test_answer_kind_by_hand(golds, kind):
    assert answer_kind(golds) == kind
