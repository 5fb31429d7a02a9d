"""The evidence graph of odd texts: whole words found as by looking for every one, no worse than linear in the text."""

from __future__ import annotations

import random
import time
import unicodedata

import pytest

from budgetrag.entities import entities
from budgetrag.evidence import build_graph
from budgetrag.evidence.build import named
from budgetrag.types import Passage

LETTERS = "aBß1_ .$“”-'ñn\u0303ア東東京é\u200b²"


def glued(left: str, right: str) -> bool:
    return left.isalnum() and right.isalnum() and "Lo" not in map(unicodedata.category, (left, right))


def stands_in(text: str, key: str) -> bool:
    """Whether ``key`` is in ``text`` as whole words, at any place."""
    padded = f"\n{text}\n"
    places = [at for at in range(1, len(padded) - len(key)) if padded.startswith(key, at)]
    return any(not glued(padded[at - 1], key[0]) and not glued(key[-1], padded[at + len(key)]) for at in places)


@pytest.mark.parametrize("seed", range(5))
def test_a_claim_names_what_a_search_for_every_entity_finds(seed):
    draw = random.Random(seed)
    n_named = 0
    for _ in range(400):
        sentence = " ".join("".join(draw.choices(LETTERS, k=draw.randint(1, 24))).split())
        folded = unicodedata.normalize("NFC", sentence).casefold()
        cuts = [sorted(draw.choices(range(len(folded) + 1), k=2)) for _ in range(8)]
        keys = [*(folded[a:b].strip() for a, b in cuts), "東京", "n", "1", "$"]
        numbered = dict(enumerate(key for key in keys if key))
        found = named(numbered, sentence)
        assert found == [number for number, key in numbered.items() if stands_in(folded, key)], (sentence, numbered)
        n_named += len(found)
    assert n_named > 400


def seconds(act, *values) -> float:
    start = time.process_time()
    act(*values)
    return time.process_time() - start


def test_many_names_in_many_sentences_of_one_passage_take_time_in_step_with_their_number():
    def passage(n):
        return [Passage("T", " ".join(f"Name{i} met Other{i} here." for i in range(n)), ())]

    build_graph(passage(50))  # what is loaded at first use is loaded
    few, many = (min(seconds(build_graph, passage(n)) for _ in range(2)) for n in (400, 3200))
    assert many < 24 * few  # 8 times the text; looking for every name in every sentence took 64 times as long


def test_a_long_run_of_katakana_is_gone_through_once():
    few, many = (min(seconds(entities, "ア" * n) for _ in range(2)) for n in (4000, 32000))
    assert many < 24 * max(few, 0.001)
