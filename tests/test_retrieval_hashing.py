"""The embedder without a model: signed feature hashing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction import FeatureHasher

from budgetrag.config import parse_config
from budgetrag.retrieval import Corpus, DenseRetriever, HashingEmbedder
from budgetrag.retrieval.hashing import features
from budgetrag.text import content_terms, words
from budgetrag.types import Passage, Question
from precompute.preflight import identity, make_plugins

TEXTS = st.lists(st.text(alphabet="abcdeé ", max_size=30), max_size=6)


def test_a_word_is_itself_and_its_bracketed_trigrams():
    assert list(features("oil")) == ["oil", "<oi", "oil", "il>"]
    assert list(features("a")) == ["a", "<a>"]


def test_a_vector_worked_by_hand():
    columns = FeatureHasher(64, input_type="string", dtype=np.float32).transform([[f] for f in features("tern")])
    expected = columns.toarray().sum(axis=0)  # five features, each one signed column
    assert np.abs(columns.toarray()).sum() == 5
    found = HashingEmbedder(dims=64).embed(["the Tern"])[0]  # "the" is no content word
    assert found == pytest.approx(expected / np.linalg.norm(expected))


@given(TEXTS)
def test_vectors_equal_hashing_every_texts_features_at_once(texts):
    every = [[f for word in content_terms(text) or words(text) for f in features(word)] for text in texts]
    hasher = FeatureHasher(32, input_type="string", dtype=np.float64)
    raw = hasher.transform([*every, ["x"]]).toarray()[:-1]
    expected = [row / np.linalg.norm(row) if row.any() else row for row in raw]
    assert HashingEmbedder(dims=32).embed(texts) == pytest.approx(np.array(expected).reshape(-1, 32), abs=1e-6)


def test_a_vector_is_the_same_bits_in_any_company():
    texts = [f"tern {i} lamp {i % 7}" for i in range(2500)]  # more than two blocks
    embedder = HashingEmbedder()
    whole = embedder.embed(texts)
    assert (whole[[0, 1023, 1024, 2499]] == embedder.embed([texts[i] for i in (0, 1023, 1024, 2499)])).all()
    assert (whole == HashingEmbedder().embed(texts)).all()


def test_rows_are_of_length_one_and_a_text_without_words_is_zero():
    found = HashingEmbedder(dims=16).embed(["lamp oil", "", "—", "the"])
    assert found.dtype == np.float32
    assert np.linalg.norm(found, axis=1) == pytest.approx([1, 0, 0, 1], abs=1e-6)
    assert HashingEmbedder(dims=16).embed([]).shape == (0, 16)


def test_the_passage_with_the_questions_words_comes_first():
    passages = (Passage("Tern", "The Tern was a ship.", (), 0), Passage("Lamps", "Lamps burn oil.", (), 1))
    asked = [Question("q", "Which oil does a lamp burn?", ("oil",), passages)]
    (hits,) = DenseRetriever().retrieve(asked, Corpus.from_questions(asked), embedder=HashingEmbedder(), top_k=1)
    assert hits[0].passage.title == "Lamps"


def test_dims_decide_the_fingerprint_and_must_be_positive():
    assert HashingEmbedder(dims=8).fingerprint() != HashingEmbedder(dims=9).fingerprint()
    with pytest.raises(ValueError, match=r"dims must be >= 1, got 0"):
        HashingEmbedder(dims=0)


def test_a_config_chooses_it_and_the_record_says_that_there_is_no_model():
    values = {"name": "t", "readers": [], "datasets": [{"name": "almanac"}]}
    config = parse_config({**values, "retrieval": {"embedder": "hashing", "dims": 48}})
    plugins = make_plugins(config)
    assert isinstance(plugins.embedder, HashingEmbedder)
    record = identity(config, plugins)
    assert record["config"]["retrieval"]["embedder"] == plugins.embedder.name == "hashing (no model)"
    assert record["models"]["embedder"] == HashingEmbedder(dims=48).fingerprint()
