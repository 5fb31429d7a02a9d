"""What every registered retriever keeps."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from budgetrag.retrieval import RETRIEVERS, Corpus, get_retriever, unit_rows
from budgetrag.text import words
from budgetrag.types import Passage, Question

VOCABULARY = ("lamp", "oil", "tern", "fish", "quell", "ilse", "marn", "灯", "油", "café")


class WordCounts:
    """Counts of the vocabulary's words as vectors, one text at a time; remembers how often each text was asked for."""

    name = "word counts"

    def __init__(self):
        self.asked = []

    def fingerprint(self):
        return "word-counts"

    def embed(self, texts):
        self.asked += texts
        counts = [[words(text).count(word) for word in VOCABULARY] for text in texts]
        return unit_rows(np.array(counts, dtype=np.float32).reshape(len(texts), len(VOCABULARY)))


def question(name, text, *passages):
    return Question(name, text, (), tuple(Passage(f"T{i}", body, (), i) for i, body in enumerate(passages)))


SHORT = (
    question("q1", "Which lamp burns oil?", "A lamp burns oil.", "The Tern dives for fish.", "Ilse Marn lit the lamp."),
    question("q2", "What does the tern dive for?", "Quell is a harbour.", "The Tern dives for fish.", "油 灯 café"),
    question("q3", "灯?", "灯 油", "fish and more fish", "A lamp burns oil."),
    question("q4", "", "Nothing was asked.", "The lamp."),
)


def ranked(name, questions, *, pool="corpus", **options):
    corpus = Corpus.from_questions(questions, pool=pool)
    return corpus, list(get_retriever(name).retrieve(questions, corpus, embedder=WordCounts(), **options))


def check(corpus, questions, found, k):
    assert len(found) == len(questions)
    for asked, hits in zip(questions, found, strict=True):
        pool = corpus.pool_of(asked)
        allowed = corpus.passages if pool is None else [corpus.passages[i] for i in pool]
        assert len(hits) <= min(k, len(allowed))
        assert [hit.rank for hit in hits] == list(range(len(hits)))
        assert len({hit.passage.id for hit in hits}) == len(hits)
        assert all(hit.passage in allowed for hit in hits)
        scores = [hit.score for hit in hits]
        assert scores == sorted(scores, reverse=True)
        assert all(type(score) is float and np.isfinite(score) for score in scores)


@pytest.mark.parametrize("name", sorted(RETRIEVERS))
@pytest.mark.parametrize("pool", ["corpus", "question"])
@pytest.mark.parametrize("k", [1, 2, 99])
def test_hits_are_ranked_distinct_and_from_the_pool(name, pool, k):
    corpus, found = ranked(name, SHORT, pool=pool, top_k=k)
    check(corpus, SHORT, found, k)
    assert found == ranked(name, SHORT, pool=pool, top_k=k)[1]


@pytest.mark.parametrize("name", sorted(RETRIEVERS))
def test_a_smaller_top_k_is_the_beginning_of_a_larger_one(name):
    _, long = ranked(name, SHORT, top_k=7)
    for k in range(1, 7):
        assert ranked(name, SHORT, top_k=k)[1] == [hits[:k] for hits in long]


@pytest.mark.parametrize("name", sorted(set(RETRIEVERS) - {"bm25"}))
def test_a_retriever_with_vectors_fills_top_k_where_the_pool_does(name):
    _, found = ranked(name, SHORT, pool="question", top_k=3)
    assert [len(hits) for hits in found] == [3, 3, 3, 2]


@pytest.mark.parametrize("name", sorted(RETRIEVERS))
@pytest.mark.parametrize("pool", ["corpus", "question"])
def test_no_questions_and_no_passages_give_nothing(name, pool):
    lonely = question("q", "Who lit the lamp?")
    assert ranked(name, [], pool=pool)[1] == []
    assert ranked(name, [lonely], pool=pool)[1] == [()]
    found = ranked(name, [lonely, *SHORT], pool=pool)[1]
    assert [bool(hits) for hits in found[:2]] == [pool == "corpus", True]


@pytest.mark.parametrize("name", sorted(RETRIEVERS))
def test_passages_without_a_word_are_no_error(name):
    blank = question("q", "…", "!", "?")
    corpus, found = ranked(name, [blank])
    check(corpus, [blank], found, 5)


@pytest.mark.parametrize("name", sorted(RETRIEVERS))
def test_top_k_below_one_is_refused_at_once(name):
    with pytest.raises(ValueError, match="top_k must be >= 1, got 0"):
        get_retriever(name).retrieve(SHORT, Corpus.from_questions(SHORT), embedder=WordCounts(), top_k=0)


@pytest.mark.parametrize("name", sorted(RETRIEVERS))
def test_a_question_that_the_pools_do_not_know_is_refused(name):
    corpus = Corpus.from_questions(SHORT[:1], pool="question")
    with pytest.raises(ValueError, match="got 'q2'"):
        list(get_retriever(name).retrieve(SHORT[1:2], corpus, embedder=WordCounts()))


@pytest.mark.parametrize("name", sorted(RETRIEVERS))
def test_progress_counts_every_passage_and_question_once(name):
    questions = [question(f"q{i}", ("lamp oil", "tern fish")[i % 2], f"lamp {i}", "The Tern") for i in range(300)]
    advanced = []
    corpus, found = ranked(name, questions, top_k=1, advance=advanced.append)
    assert sum(advanced) == len(corpus.passages) + len(questions) == 601
    check(corpus, questions, found, 1)


@pytest.mark.parametrize("name", sorted(RETRIEVERS))
def test_a_question_gets_the_same_passages_alone_and_among_others(name):
    corpus = Corpus.from_questions(SHORT)
    together = list(get_retriever(name).retrieve(SHORT, corpus, embedder=WordCounts()))
    for asked, hits in zip(SHORT, together, strict=True):
        assert list(get_retriever(name).retrieve([asked], corpus, embedder=WordCounts())) == [hits]


@pytest.mark.parametrize(("name", "n_passages"), [("dense", 10), ("hybrid", 10), ("two_hop", 10), ("bm25", 0)])
def test_the_corpus_is_embedded_at_most_once(name, n_passages):
    embedder = WordCounts()
    corpus = Corpus.from_questions(SHORT)
    list(get_retriever(name).retrieve(SHORT, corpus, embedder=embedder))
    assert len([text for text in embedder.asked if text.startswith("T")]) == n_passages in (0, len(corpus.passages))


TEXTS = st.lists(st.sampled_from((*VOCABULARY, "Ilse", "Marn", "\x00", "ß", "🐟")), max_size=6).map(" ".join)


@pytest.mark.parametrize("name", sorted(RETRIEVERS))
@settings(max_examples=25, deadline=None)
@given(
    questions=st.lists(st.tuples(TEXTS, st.lists(TEXTS, max_size=4)), max_size=4),
    pool=st.sampled_from(["corpus", "question"]),
    k=st.integers(1, 6),
)
def test_any_texts_keep_the_contract(name, questions, pool, k):
    asked = [question(f"q{i}", text, *passages) for i, (text, passages) in enumerate(questions)]
    corpus, found = ranked(name, asked, pool=pool, top_k=k)
    check(corpus, asked, found, k)
