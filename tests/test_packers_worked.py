"""Packers on pools small enough to work out by hand."""

from __future__ import annotations

import pytest
from instances import both, counter
from small_pools import candidate, pack, pool_of

from budgetrag.packers import PACKERS, get_packer
from budgetrag.types import Candidate, Passage, RetrievedPassage, Snippet


def test_zero_gain_is_said_of_what_adds_nothing():
    pool = pool_of("lamp oil?", candidate(0, "Lamp oil.", 0.9), candidate(1, "Oil of a lamp.", 0.8))
    weights = {"relevance": 0, "representativeness": 0, "diversity": 0}
    packing = pack("submodular", pool, 50, {"weights": weights})
    assert [c.id for c in packing.kept] == [0]
    assert packing.decisions[1].reason.kind == "zero_gain"
    assert packing.decisions[1].reason.after_step == 1


def test_best_single_snippet_replaces_a_worse_greedy_set():
    long_text = "lamp " + " ".join(f"w{i}" for i in range(19))
    pool = pool_of("lamp?", candidate(0, long_text, 0.9), candidate(1, "x", 0.05, passage="r"))
    packing = pack("submodular", pool, 20)  # "x" has the larger gain per word, and then the long one does not fit
    assert packing.fallback
    assert [c.id for c in packing.kept] == [0]
    assert packing.decisions[1].reason.kind == "does_not_fit"
    assert pack("submodular", pool, 21).fallback is False


def test_snippet_beside_the_best_single_one_is_said_to_be_lower():
    long_text = "lamp " + " ".join(f"w{i}" for i in range(17))
    short = [candidate(1, "x", 0.06, passage="r"), candidate(2, "y z", 0.05, passage="t")]
    packing = pack("submodular", pool_of("lamp?", candidate(0, long_text, 0.9), *short), 20)
    assert packing.fallback
    assert [c.id for c in packing.kept] == [0]
    assert {d.reason.kind for d in packing.decisions[1:]} == {"lower_score"}


def test_focused_skips_above_four_fifths_and_not_at_four_fifths():
    kept = candidate(0, "one two three four five", 0.9)
    at = candidate(1, "one two three four six", 0.8)
    above = candidate(2, "one two three four five six", 0.7)
    packing = pack("focused", pool_of("zzz?", kept, at, above), 100)
    assert [c.id for c in packing.kept] == [0, 1]
    assert packing.decisions[2].reason.duplicate_of == 0
    assert packing.decisions[2].reason.overlap == 1.0


def test_focused_overlap_is_the_share_of_the_chosen_one():
    long_one = candidate(0, "one two three four five six seven eight nine ten", 0.9)
    short = candidate(1, "one two", 0.8)  # wholly contained, yet repeats only a fifth of the chosen one
    assert [c.id for c in pack("focused", pool_of("zzz?", long_one, short), 100).kept] == [0, 1]


def test_ties_go_to_the_higher_ranked():
    same = [candidate(i, f"word{i} other{i}", 0.5, passage=f"p{i}") for i in range(4)]
    for name in sorted(PACKERS):
        assert [c.id for c in pack(name, pool_of("zzz?", *same), 4).kept] == [0, 1]


def test_rounding_noise_does_not_decide_a_tie():
    assert 0.55 + 0.15 > 0.7  # what the third scores in floating point, against the second's 0.7
    pool = pool_of(
        "zzz?", candidate(0, "a1", 0.9), candidate(1, "b1", 0.7), candidate(2, "c1", 0.55, passage="another")
    )
    assert [c.id for c in pack("focused", pool, 2).kept] == [0, 1]


def bridge_order(titles, texts, scores, text_of, relevance=(0.5, 0.5, 0.5)):
    passages = [Passage(t, x) for t, x in zip(titles, texts, strict=True)]
    hits = tuple(RetrievedPassage(p, rank, s) for rank, (p, s) in enumerate(zip(passages, scores, strict=True)))
    candidates = tuple(
        Candidate(i, Snippet(p.id, i, p.title, text_of[i], i, i), relevance[i]) for i, p in enumerate(passages)
    )
    pool, plain = both("zzz?", candidates, hits, counter("words"))
    assert get_packer("bridge").links(pool) == pytest.approx(plain.links())
    return get_packer("bridge").links(pool).tolist()


def test_bridge_links_worked_by_hand():
    titles = ["Ilse Vorrun", "Tern (river)", "Oru"]
    texts = ["She lived by the TERN near Oru.", "A river.", "Ilse vorrun slept."]
    shown = ["She lived by the Tern.", "A river.", "Nothing."]
    links = bridge_order(titles, texts, [0.8, 0.6, 0.4], shown)
    # passage 1 is mentioned by passage 0 (score 0.8 / 0.8); passage 0 by passage 2 (0.4 / 0.8); "Oru" is too short.
    assert links == pytest.approx([0.8 * 0.5 + 0.4 + 0.1, 0.8, 0.0])


def test_bridge_is_zero_without_positive_scores_and_a_negative_score_counts_nothing():
    titles, texts = ["Abcd", "Efgh", "Ijkl"], ["Efgh.", "Ijkl.", "Abcd."]
    shown = ["x", "y", "z"]
    assert bridge_order(titles, texts, [0.0, -0.1, -0.2], shown) == pytest.approx([0.1, 0, 0])
    assert bridge_order(titles, texts, [0.5, -0.1, -0.2], shown) == pytest.approx([0.1, 0.8, 0])
