"""Lists inside cells."""

import ast
import json
import random

import numpy as np
import pytest

from budgetrag.importing.cells import MAX_LITERAL_CHARACTERS, decoded

AWKWARD = ["it's", 'say "hi"', "a\\b", "line\nbreak", "[x]", "a' 'b", "", "naïve, 'quoted'", "tab\t", "nan", "100 - 3"]


def test_json_and_python_text_of_one_list_give_the_same_list():
    assert decoded(json.dumps(AWKWARD)) == decoded(repr(AWKWARD)) == AWKWARD


def test_python_literals_agree_with_the_interpreter_on_random_nested_values():
    rng = random.Random(7)

    def value(depth):
        kind = rng.randrange(6 if depth < 4 else 4)
        if kind == 4:
            return [value(depth + 1) for _ in range(rng.randrange(4))]
        if kind == 5:
            return {rng.choice(AWKWARD): value(depth + 1) for _ in range(rng.randrange(3))}
        return [rng.choice(AWKWARD), rng.randrange(-5, 5), round(rng.random(), 3), None][kind]

    for _ in range(300):
        made = [rng.choice(AWKWARD), value(0)]
        assert decoded(repr(made)) == ast.literal_eval(repr(made)) == made


def test_what_numpy_prints_without_commas_is_not_joined_into_one_text():
    texts = np.array(["it's here", 'say "hi"', "plain"], dtype=object)
    assert decoded(str(texts)) == decoded(repr(texts)) == list(texts)
    records = np.array([{"title": "a", "text": "b"}, {"title": "c", "text": None}], dtype=object)
    assert decoded(str(records)) == list(records)
    assert decoded(str(np.array([0, 12]))) == [0, 12]


def test_documents_as_langchain_prints_them_become_mappings():
    first = "Document(metadata={'title': 'Tern', 'score': nan}, page_content='A port.\\nOld.')"
    cell = f"[{first}, Document(page_content='b')]"
    assert decoded(cell) == [
        {"metadata": {"title": "Tern", "score": None}, "page_content": "A port.\nOld."},
        {"page_content": "b"},
    ]


@pytest.mark.parametrize(
    "text", ["[1] Aster et al. [2]", "(see above)", "{curly} text", "plain", "[__import__('os')]", ""]
)
def test_text_that_only_starts_with_a_bracket_stays_text(text):
    assert decoded(text) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("['a', 'b", "never closed"),
        ("['a', 'b'", "whole list"),
        ("['a', 9**9**9]", "whole list|plain values"),
        ("['a', __import__('os').system('true')]", "plain values"),
        ("['a', (lambda: 1)()]", "plain values"),
        ("['a', 1+1+1]", "arithmetic"),
        ("['a', --1]", "arithmetic"),
        ("[" * 200 + "'a'" + "]" * 200, "deep"),
        ("[" * 100_000, "deeply"),
        ("['a', b'bytes']", "plain values|whole list"),
        ("['" + "a" * MAX_LITERAL_CHARACTERS + "', ", "at most"),
    ],
)
def test_text_that_is_a_broken_or_dangerous_list_is_refused_with_the_reason(text, why):
    with pytest.raises(ValueError, match=why):
        decoded(text)


def test_values_that_are_no_text_are_left_alone():
    value = [{"a": 1}]
    assert decoded(value) is value
    assert decoded(None) is None
