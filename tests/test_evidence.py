"""The evidence graph against a plain build of dictionaries and sets, and the merging of claims."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace

import numpy as np
import pytest

from budgetrag.entities import entities
from budgetrag.evidence import Adjacency, build_graph
from budgetrag.evidence.claims import MAX_COMPARED, MergedClaims, marked_words, nearly_equal
from budgetrag.text import words
from budgetrag.types import Passage

TERN = Passage(
    "Tern (ship)", "The Tern sank near Skye. It carried lamps.", ("The Tern sank near Skye.", "It carried lamps.")
)
SKYE = Passage(
    "Skye", "Skye is an island. the tern sank, near Skye!", ("Skye is an island.", "the tern sank, near Skye!")
)
LOWER = "the old lamp in the small tower by the sea was lit long ago every night before the ships came home {} fish"


def passage(*sentences, title=""):
    return Passage(title, " ".join(sentences), sentences)


def random_passages(seed, n_passages):
    """Passages of repeated, nearly repeated and new sentences over few names."""
    rng = random.Random(seed)
    names = ["Anna Bell", "Tern", "Skye", "the Isle of Mull", "1921", "5 km", "Ann", "O'Brien", "U.S."]
    fillers = "lamp oil ship tower sea night harbour fish light keeper stone wall boat storm rope sail".split()

    def sentence():
        if rng.random() < 0.4:
            return LOWER.format(rng.choice(("with", "among", "with much", "With", "in 1921 with")))
        parts = [rng.choice(names if rng.random() < 0.4 else fillers) for _ in range(rng.randint(0, 5))]
        return " ".join([*parts, rng.choice(".!?")])

    return [
        passage(*(sentence() for _ in range(rng.randint(0, 4))), title=rng.choice([*names, "", "Skye (isle)"]))
        for _ in range(n_passages)
    ]


def plain_graph(passages):
    """Build the same graph with dictionaries and sets, comparing every sentence with every claim."""
    claims, known, entity_texts = [], {}, {}
    sources, names, mentions = {}, {}, {}
    for place, item in enumerate(passages):
        found = entities(item.text, title=item.title)
        for entity in found:
            entity_texts.setdefault(entity.casefold(), entity)
            mentions.setdefault(entity.casefold(), set()).add(place)
        for sentence in item.sentences:
            key = tuple(words(sentence))
            if not key:
                continue
            if key not in known:
                known[key] = next((i for i, text in enumerate(claims) if plain_near(text, sentence)), len(claims))
                claims += [sentence] * (known[key] == len(claims))
            sources.setdefault(known[key], set()).add(place)
            names.setdefault(known[key], set()).update(
                entity.casefold()
                for entity in found
                if re.search(rf"(?<!\w){re.escape(entity.casefold())}(?!\w)", sentence.casefold())
            )
    return SimpleNamespace(claims=claims, entities=entity_texts, sources=sources, names=names, mentions=mentions)


def plain_near(a, b):
    marked = [{w.lower() for w in re.findall(r"\w+", text) if re.search(r"[A-Z0-9]", w)} for text in (a, b)]
    longest = [sorted(re.findall(r"\w+", text), key=len, reverse=True)[0] for text in (a, b)]
    same_block = marked[0] == marked[1] and (marked[0] or longest[0] == longest[1])
    shared, every = set(words(a)) & set(words(b)), set(words(a)) | set(words(b))
    return bool(same_block) and 10 * len(shared) >= 9 * len(every)


@pytest.mark.parametrize("seed", range(12))
def test_graph_equals_a_plain_build_of_dictionaries_and_sets(seed):
    passages = random_passages(seed, 40)
    graph, plain = build_graph(passages), plain_graph(passages)
    assert list(graph.claims) == plain.claims
    assert list(graph.entities) == list(plain.entities.values())
    keys = list(plain.entities)
    for claim in range(len(graph.claims)):
        assert graph.claim_sources.of(claim).tolist() == sorted(plain.sources[claim])
        assert {keys[i] for i in graph.claim_entities.of(claim)} == plain.names[claim]
    for number, key in enumerate(keys):
        assert graph.entity_mentions.of(number).tolist() == sorted(plain.mentions[key])


@pytest.mark.parametrize("seed", range(3))
def test_every_node_has_a_passage_and_edges_are_int32_arrays(seed):
    graph = build_graph(random_passages(seed, 60))
    assert (np.diff(graph.claim_sources.offsets) >= 1).all()
    assert (np.diff(graph.entity_mentions.offsets) >= 1).all()
    for edges in (graph.claim_sources, graph.claim_entities, graph.entity_mentions, graph.node_passages):
        assert edges.offsets.dtype == edges.columns.dtype == np.int32
        assert edges.offsets[0] == 0
        assert edges.offsets[-1] == len(edges.columns)


def test_small_graph_by_hand():
    graph = build_graph([TERN, SKYE])
    assert graph.claims == ("The Tern sank near Skye.", "It carried lamps.", "Skye is an island.")
    assert graph.entities == ("Tern (ship)", "Tern", "Skye")
    assert [graph.claim_sources.of(i).tolist() for i in range(3)] == [[0, 1], [0], [1]]
    assert [graph.claim_entities.of(i).tolist() for i in range(3)] == [[1, 2], [], [2]]
    assert [graph.entity_mentions.of(i).tolist() for i in range(3)] == [[0], [0], [0, 1]]
    assert [(graph.kind(i), graph.text(i)) for i in (2, 3)] == [
        ("claim", "Skye is an island."),
        ("entity", "Tern (ship)"),
    ]
    assert [graph.node_passages.of(i).tolist() for i in range(6)] == [[0, 1], [0], [1], [0], [0], [0, 1]]
    assert [graph.node_passages.transposed(2).of(i).tolist() for i in (0, 1)] == [[0, 1, 3, 4, 5], [0, 2, 5]]


def test_graph_of_nothing_and_of_a_passage_without_a_word_has_no_nodes():
    assert build_graph([]).n_nodes == 0
    empty = build_graph([passage("...", "?!"), passage()])
    assert (empty.n_nodes, len(empty.passages)) == (0, 2)
    assert empty.node_passages.offsets.tolist() == [0]


def test_sentences_are_split_where_the_passage_brings_none():
    assert build_graph([Passage("", "The Tern sank. It burned.")]).claims == ("The Tern sank.", "It burned.")


def test_a_claim_names_whole_words_only_and_letters_without_case_have_none():
    graph = build_graph(
        [passage("Later Annabel sang with Ann.", "Annabel slept."), passage("東京は大きい。", title="東京")]
    )
    linked = [[graph.entities[i] for i in graph.claim_entities.of(claim)] for claim in range(3)]
    assert linked == [["Annabel", "Ann"], ["Annabel"], ["東京"]]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The Tern sank in 1921.", "the TERN sank — in 1921"),
        (LOWER.format("with"), LOWER.format("among")),
        (f"In 1921 {LOWER.format('with')}", f"In 1921 {LOWER.format('with much')}"),
    ],
)
def test_repeated_and_nearly_repeated_claims_are_one_in_the_first_words(first, second):
    claims = MergedClaims()
    assert [claims.add(first), claims.add(second), claims.add(first)] == [0, 0, 0]
    assert claims.texts == [first]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (f"In 1921 {LOWER.format('with')}", f"In 1922 {LOWER.format('with')}"),
        (f"As Anna said {LOWER.format('with')}", f"As Bert said {LOWER.format('with')}"),
        (LOWER.format("with"), LOWER.format("much later that spring with")),
        ("the lamp burned oil", "the lamp burned fish"),
        ("The tern sank.", "The tern sank, then burned."),
    ],
)
def test_claims_that_differ_in_a_name_a_number_or_much_stay_apart(first, second):
    claims = MergedClaims()
    assert [claims.add(first), claims.add(second)] == [0, 1]


def test_nearly_equal_by_hand():
    ten = frozenset("abcdefghij")
    assert nearly_equal(ten, ten - {"a"})  # 9 of 10
    assert not nearly_equal(ten, ten - {"a"} | {"z"})  # 9 of 11
    assert not nearly_equal(frozenset("ab"), frozenset("a"))


def test_marked_words_are_those_with_a_capital_or_digit_else_the_longest():
    assert marked_words("The tern sank in 1921, near SKYE.") == {"the", "1921", "skye"}
    assert marked_words("the lamp burned under water") == {"burned"}


def test_a_block_compares_its_first_claims_only():
    claims = MergedClaims()
    distinct = [f"harbour {' '.join(f'{a}{b}' for b in 'abcdefghijk')}" for a in "abcdefghijklmnopqrstuvwxyzäöüßçñéèà"]
    assert len(distinct) > MAX_COMPARED
    numbers = [claims.add(f"{text} end") for text in distinct]
    assert numbers == list(range(len(distinct)))
    again = [claims.add(f"{text} end x") for text in distinct]  # 13 of 14 words
    assert again[:MAX_COMPARED] == numbers[:MAX_COMPARED]
    assert min(again[MAX_COMPARED:]) >= len(distinct)


def test_adjacency_holds_each_pair_once_in_ascending_order():
    edges = Adjacency.from_pairs(np.array([2, 0, 2, 2], np.int32), np.array([5, 1, 5, 0], np.int32), 4)
    assert edges.offsets.tolist() == [0, 1, 1, 3, 3]
    assert edges.columns.tolist() == [1, 0, 5]
    assert edges.rows().tolist() == [0, 2, 2]
