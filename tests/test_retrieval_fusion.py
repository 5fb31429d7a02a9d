"""Reciprocal rank fusion and the two-hop retriever, by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from budgetrag.retrieval import Corpus, HybridRetriever, TwoHopRetriever, fused, get_retriever, second_query
from budgetrag.types import Passage, Question, RetrievedPassage

A, B, C, D, E = (Passage("", letter) for letter in "ABCDE")


def ranking(*passages):
    return tuple(RetrievedPassage(passage, rank, 1.0 - rank) for rank, passage in enumerate(passages))


def order(hits):
    return "".join(hit.passage.text for hit in hits)


def test_fused_scores_by_hand():
    found = fused([ranking(A, B, C), ranking(C, D, A)])
    assert [(hit.passage, hit.rank, hit.score) for hit in found] == [
        (A, 0, 1 / 61 + 1 / 63),
        (C, 1, 1 / 63 + 1 / 61),
        (B, 2, 1 / 62),
        (D, 3, 1 / 62),
    ]


def test_equal_scores_keep_the_first_rankings_order_then_the_seconds():
    assert order(fused([ranking(A), ranking(B)])) == "AB"
    assert order(fused([ranking(B), ranking(A)])) == "BA"
    assert order(fused([(), ranking(B, A)])) == "BA"
    assert fused([]) == fused([(), ()]) == ()


@pytest.mark.parametrize("k", [0, 1, 60])
def test_fusion_equals_exact_fractions(k):
    first = (A, B, C, D)
    for second in permutations((A, C, D, E)):
        exact = {
            passage: sum(Fraction(1, k + r.index(passage) + 1) for r in (first, second) if passage in r)
            for passage in (A, B, C, D, E)
        }
        found = fused([ranking(*first), ranking(*second)], k=k)
        assert [hit.score for hit in found] == pytest.approx([float(exact[hit.passage]) for hit in found], rel=1e-12)
        assert [float(exact[hit.passage]) for hit in found] == sorted(map(float, exact.values()), reverse=True)


class Planted:
    """Fixed vectors: each text's in the plane by its angle in degrees, so that the nearest angle wins."""

    name = "planted"

    def __init__(self, angles):
        self.angles, self.asked = angles, []

    def fingerprint(self):
        return "planted"

    def embed(self, texts):
        self.asked += texts
        radians = np.radians([self.angles[text] for text in texts])
        return np.stack([np.cos(radians), np.sin(radians)], axis=1).astype(np.float32)


def test_hybrid_fuses_dense_and_bm25():
    """Dense ranks fish, lamp oil, tern oil; BM25 finds lamp oil (two words), then tern oil (one), and not fish."""
    question = Question("q", "Lamp oil?", (), tuple(Passage("", text) for text in ("fish", "tern oil", "lamp oil")))
    embedder = Planted({"Lamp oil?": 0, "fish": 1, "lamp oil": 2, "tern oil": 3})
    (hits,) = HybridRetriever().retrieve([question], Corpus.from_questions([question]), embedder=embedder)
    assert [(hit.passage.text, hit.score) for hit in hits] == [
        ("lamp oil", 1 / 62 + 1 / 61),
        ("tern oil", 1 / 63 + 1 / 62),
        ("fish", 1 / 61),
    ]


def test_hybrid_depth_cuts_both_rankings_but_never_below_top_k():
    passages = tuple(Passage("", text) for text in ("fish", "tern oil", "lamp oil"))
    question = Question("q", "oil", (), passages)
    embedder = Planted({"oil": 0, "fish": 1, "tern oil": 2, "lamp oil": 3})
    corpus = Corpus.from_questions([question])
    shallow = HybridRetriever(depth=1).retrieve([question], corpus, embedder=embedder, top_k=1)
    assert [(hit.passage.text, hit.score) for hit in next(shallow)] == [("fish", 1 / 61)]
    (two,) = HybridRetriever(depth=1).retrieve([question], corpus, embedder=embedder, top_k=2)
    assert [(hit.passage.text, hit.score) for hit in two] == [("tern oil", 1 / 62 + 1 / 61), ("fish", 1 / 61)]


def test_hybrid_settings_out_of_range_are_refused():
    with pytest.raises(ValueError, match="k must be >= 0, got -1"):
        HybridRetriever(k=-1)
    with pytest.raises(ValueError, match="depth must be >= 1, got 0"):
        HybridRetriever(depth=0)


QUESTION = "Where was the lamp of Tern lit?"
FIRST = "The lamp of Tern was lit by Ilse Marn near Quell."


def test_second_query_adds_the_names_that_the_question_lacks():
    assert second_query(QUESTION, FIRST) == "Where was the lamp of Tern lit? Ilse Marn Quell"
    assert second_query(QUESTION, "A text without any name.") == QUESTION
    assert second_query("Who was Ilse Marn?", "It was ILSE MARN, of course.") == "Who was Ilse Marn?"
    assert second_query("Who was Marn?", "It was Ilse Marn.") == "Who was Marn? Ilse Marn"


def two_hop(pool="corpus", **options):
    """First hop: FIRST, near, middle, far; the second query stands beside "far"."""
    passages = tuple(Passage("", text) for text in (FIRST, "near", "middle", "far"))
    question = Question("q", QUESTION, (), passages)
    second = second_query(QUESTION, FIRST)
    embedder = Planted({QUESTION: 0, FIRST: 1, "near": 10, "middle": 40, "far": 90, second: 85})
    corpus = Corpus.from_questions([question], pool=pool)
    (hits,) = TwoHopRetriever().retrieve([question], corpus, embedder=embedder, **options)
    return [(hit.passage.text, hit.score) for hit in hits], embedder


@pytest.mark.parametrize("pool", ["corpus", "question"])
def test_two_hop_alternates_between_the_rankings_without_repeats(pool):
    """First FIRST, near, middle, far; second far, middle, near, FIRST."""
    found, embedder = two_hop(pool)
    assert found == [(FIRST, 1 / 61), ("far", 1 / 61), ("near", 1 / 62), ("middle", 1 / 62)]
    assert len(embedder.asked) == 4 + 1 + 1
    assert [text for text, _ in two_hop(pool, top_k=2)[0]] == [FIRST, "far"]
    assert [text for text, _ in two_hop(pool, top_k=1)[0]] == [FIRST]


def test_two_hop_without_new_names_keeps_the_dense_order():
    passages = tuple(Passage("", text) for text in ("one", "two", "three"))
    question = Question("q", "which", (), passages)
    embedder = Planted({"which": 0, "one": 30, "two": 20, "three": 10})
    corpus = Corpus.from_questions([question])
    (dense,) = get_retriever("dense").retrieve([question], corpus, embedder=embedder)
    (hopped,) = get_retriever("two_hop").retrieve([question], corpus, embedder=embedder)
    assert order(hopped) == order(dense) == "threetwoone"
    assert [hit.score for hit in hopped] == [1 / 61, 1 / 62, 1 / 63]
