"""Evidence retrieval against a walk written out in plain loops."""

from __future__ import annotations

import numpy as np
import pytest
from test_evidence import random_passages
from tiny import HashingEmbedder

from budgetrag.evidence import RetrievedNode, build_graph, retrieve_evidence
from budgetrag.retrieval import Corpus
from budgetrag.snippets import chunk_candidates
from budgetrag.types import Passage, Question

ASKED = ("Which lamp did Anna Bell light?", "Where did the Tern sink in 1921?", "oil", "zzz")


def questions(seed, n_passages=60):
    passages = tuple(random_passages(seed, n_passages))
    share = n_passages // len(ASKED)
    return [
        Question(f"q{i}", text, (), passages[i * share : (i + 1) * share] + passages[:3])
        for i, text in enumerate(ASKED)
    ]


def plain_walk(question, corpus, k, max_passages):
    """Return [(passage, [(rank, score, node)])]: every node scored, sorted and walked, one after the other."""
    graph = build_graph(corpus.passages)
    pool = corpus.pool_of(question)
    allowed = set(range(len(corpus.passages)) if pool is None else pool)
    leads = {}
    for claim in range(len(graph.claims)):
        leads[claim] = set(graph.claim_sources.of(claim).tolist()) & allowed
    for entity in range(len(graph.entities)):
        leads[len(graph.claims) + entity] = set(graph.entity_mentions.of(entity).tolist()) & allowed
    embed = HashingEmbedder().embed
    query = embed([question.text])[0].astype(np.float64)
    texts = [*graph.claims, *graph.entities]
    scores = {node: float(np.float32(embed([texts[node]])[0].astype(np.float64) @ query)) for node in leads}
    ranked = sorted((node for node in leads if leads[node]), key=lambda node: (-scores[node], node))[:k]
    ranks = {p: [r for r, node in enumerate(ranked) if p in leads[node]] for p in allowed}
    taken = []
    for node in ranked:
        new = [p for p in leads[node] if p not in taken]
        taken += sorted(new, key=lambda p: ([*ranks[p], float("inf")], p))
    return [(p, [(r, scores[ranked[r]], ranked[r]) for r in ranks[p]]) for p in taken[:max_passages]]


@pytest.mark.parametrize("pool", ["corpus", "question"])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("k", "max_passages"), [(48, 5), (1, 3), (7, 2), (200, 100)])
def test_retrieval_equals_the_walk_in_plain_loops(seed, pool, k, max_passages):
    asked = questions(seed)
    corpus = Corpus.from_questions(asked, pool=pool)
    graph = build_graph(corpus.passages)
    found = list(retrieve_evidence(asked, corpus, embedder=HashingEmbedder(), top_k_nodes=k, max_passages=max_passages))
    assert len(found) == len(asked)
    for question, items in zip(asked, found, strict=True):
        expected = plain_walk(question, corpus, k, max_passages)
        assert [item.retrieved.passage for item in items] == [corpus.passages[p] for p, _ in expected]
        assert [item.retrieved.rank for item in items] == list(range(len(items)))
        for item, (_, nodes) in zip(items, expected, strict=True):
            assert item.nodes == tuple(RetrievedNode(r, s, graph.kind(n), graph.text(n)) for r, s, n in nodes)
            assert item.retrieved.hits == tuple(node.text for node in item.nodes)
            assert item.retrieved.score == item.nodes[0].score


def lamp_corpus():
    first = Passage("", "oil lamp. sea", ("oil lamp.", "sea"))
    second = Passage("", "oil lamp! ship", ("oil lamp!", "ship"))
    third = Passage("", "ship", ("ship",))
    return [Question("q", "lamp ship oil", (), (first, second, third))]


def test_walk_by_hand():
    # "oil lamp" scores 0.816, "ship" 0.577, "sea" 0. The first claim leads to two passages; the second of them comes
    # first, since "ship" leads to it too.
    asked = lamp_corpus()
    (found,) = retrieve_evidence(asked, Corpus.from_questions(asked), embedder=HashingEmbedder(), top_k_nodes=2)
    assert [item.retrieved.passage.text for item in found] == ["oil lamp! ship", "oil lamp. sea", "ship"]
    assert [item.retrieved.hits for item in found] == [("oil lamp.", "ship"), ("oil lamp.",), ("ship",)]
    assert [round(item.retrieved.score, 3) for item in found] == [0.816, 0.816, 0.577]


def test_candidates_take_the_nodes_as_hits():
    asked = lamp_corpus()
    (found,) = retrieve_evidence(asked, Corpus.from_questions(asked), embedder=HashingEmbedder(), top_k_nodes=2)
    candidates = chunk_candidates(asked[0].text, [item.retrieved for item in found])
    # "oil lamp! ship": 1.15 for all three question words, 0.65 for all words of a hit, 0.05 for rank 0
    assert candidates[0].relevance == pytest.approx(1.15 + 0.65 + 0.05)


def test_a_pool_is_never_left():
    asked = questions(5)
    corpus = Corpus.from_questions(asked, pool="question")
    for question, items in zip(asked, retrieve_evidence(asked, corpus, embedder=HashingEmbedder()), strict=True):
        assert {item.retrieved.passage for item in items} <= set(question.passages)


def test_questions_without_passages_or_nodes_get_nothing():
    bare = [Question("q1", "lamp", (), ()), Question("q2", "lamp", (), (Passage("", "..."),))]
    for pool in ("corpus", "question"):
        told = []
        corpus = Corpus.from_questions(bare, pool=pool)
        assert list(retrieve_evidence(bare, corpus, embedder=HashingEmbedder(), advance=told.append)) == [(), ()]
        assert sum(told) == 3
    mixed = [*bare, Question("q3", "lamp", (), (Passage("", "lamp"),))]
    found = list(retrieve_evidence(mixed, Corpus.from_questions(mixed, pool="question"), embedder=HashingEmbedder()))
    assert [len(items) for items in found] == [0, 0, 1]


def test_nodes_are_embedded_once_in_their_order_and_progress_adds_up():
    asked = questions(6, 400)
    corpus = Corpus.from_questions(asked)
    embedder, told = HashingEmbedder(), []
    first = list(retrieve_evidence(asked, corpus, embedder=embedder, advance=told.append))
    graph = build_graph(corpus.passages)
    assert embedder.texts == [*graph.claims, *graph.entities, *ASKED]
    assert sum(told) == len(corpus.passages) + len(asked)
    assert min(told) >= 0
    assert first == list(retrieve_evidence(asked, corpus, embedder=HashingEmbedder()))


def test_bad_sizes_are_refused_at_once():
    with pytest.raises(ValueError, match="top_k_nodes must be >= 1, got 0"):
        retrieve_evidence([], Corpus(()), embedder=HashingEmbedder(), top_k_nodes=0)
    with pytest.raises(ValueError, match="max_passages must be >= 1, got -2"):
        retrieve_evidence([], Corpus(()), embedder=HashingEmbedder(), max_passages=-2)
