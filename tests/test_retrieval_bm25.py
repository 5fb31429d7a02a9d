"""BM25 against a worked example and a brute-force oracle."""

from __future__ import annotations

import math
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from budgetrag.retrieval import Bm25Retriever, Corpus, embedding_text
from budgetrag.text import words
from budgetrag.types import Passage, Question


def search(questions, *, pool="corpus", retriever=None, **options):
    corpus = Corpus.from_questions(questions, pool=pool)
    found = (retriever or Bm25Retriever()).retrieve(questions, corpus, embedder=None, **options)
    return [[(hit.passage.text, hit.score) for hit in hits] for hits in found]


def asked(text, *passages, name="q"):
    return Question(name, text, (), tuple(Passage("", body, (), i) for i, body in enumerate(passages)))


def test_scores_by_hand():
    """Three passages of 2, 3 and 1 words, mean 2; "oil" is in two of them, "lamp" in one, "the" in none.

    idf(oil) = ln(1 + 1.5 / 2.5) = ln 1.6, idf(lamp) = ln(1 + 2.5 / 1.5) = ln(8 / 3).
    K(2 words) = 1.5 (0.25 + 0.75 x 1) = 1.5, K(3 words) = 1.5 (0.25 + 0.75 x 1.5) = 2.0625.
    """
    (found,) = search([asked("The lamp oil", "lamp oil", "oil oil fish", "tern")])
    assert found == [
        ("lamp oil", pytest.approx(math.log(8 / 3) / 2.5 + math.log(1.6) / 2.5, rel=1e-12)),
        ("oil oil fish", pytest.approx(math.log(1.6) * 2 / 4.0625, rel=1e-12)),
    ]


def test_a_word_asked_twice_counts_twice():
    (once,) = search([asked("oil", "lamp oil", "tern")])
    (twice,) = search([asked("Oil, OIL!", "lamp oil", "tern")])
    assert twice == [("lamp oil", 2 * once[0][1])]


def oracle(question, corpus, pool, k1, b):
    documents = [words(embedding_text(passage)) for passage in corpus]
    mean_length = sum(map(len, documents)) / len(documents)
    scored = []
    for i in pool:
        counts, score = Counter(documents[i]), 0.0
        for word in filter(counts.__getitem__, words(question)):
            df = sum(word in document for document in documents)
            idf = math.log(1 + (len(documents) - df + 0.5) / (df + 0.5))
            score += idf * counts[word] / (counts[word] + k1 * (1 - b + b * len(documents[i]) / mean_length))
        scored.append((i, score))
    return [(i, score) for i, score in sorted(scored, key=lambda pair: -pair[1]) if score > 0]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("pool", ["corpus", "question"])
@pytest.mark.parametrize(("k1", "b"), [(1.5, 0.75), (0.9, 0.0), (0.0, 1.0)])
def test_ranking_equals_brute_force(seed, pool, k1, b):
    random = np.random.default_rng(seed)
    letters = [chr(97 + i) for i in range(12)]

    def text(n):
        return " ".join(random.choice(letters, size=n))

    questions = [
        Question(f"q{i}", text(3), (), tuple(Passage(text(1), text(int(random.integers(0, 9)))) for _ in range(7)))
        for i in range(5)
    ]
    corpus = Corpus.from_questions(questions, pool=pool)
    found = Bm25Retriever(k1=k1, b=b).retrieve(questions, corpus, embedder=None, top_k=99)
    for question, hits in zip(questions, found, strict=True):
        own = corpus.pool_of(question)
        expected = oracle(question.text, corpus.passages, range(len(corpus.passages)) if own is None else own, k1, b)
        assert [hit.score for hit in hits] == pytest.approx([score for _, score in expected], rel=1e-9)
        scores = dict(expected)
        places = [corpus.passages.index(hit.passage) for hit in hits]
        assert [scores[i] for i in places] == pytest.approx([hit.score for hit in hits], rel=1e-9)


def test_equal_scores_go_to_the_earlier_passage_at_every_top_k():
    passages = tuple(f"{word} oil" for word in "tern lamp fish quell harbour".split())
    for k in range(1, 6):
        (found,) = search([asked("oil", *passages)], top_k=k)
        assert [text for text, _ in found] == list(passages[:k])


def test_pools_order_their_ties_and_use_the_whole_corpus_for_their_statistics():
    first = asked("oil", "tern", "fish oil", name="q1")
    second = asked("oil lamp", "lamp", "fish oil", "oil fish", name="q2")
    whole = dict(search([first, second])[1])
    own = search([first, second], pool="question")[1]
    assert own == [(text, whole[text]) for text in ("lamp", "fish oil", "oil fish")]
    assert [text for text, _ in search([first, second], pool="question")[0]] == ["fish oil"]


def test_passages_without_a_common_word_are_left_out():
    assert search([asked("Who?", "lamp", "oil")]) == [[]]
    assert search([asked("", "lamp")]) == [[]]
    assert search([asked("lamp", "lamp", "oil")]) == [[("lamp", pytest.approx(math.log(2) / 2.5))]]


def test_words_are_unicodes():
    (found,) = search([asked("CAFÉ ﬁsh Straße", "cafe\u0301", "fish", "strasse")])
    assert {text for text, _ in found} == {"cafe\u0301", "fish"}  # NFKC and lower case; no folding of ß
    assert [text for text, _ in search([asked("灯", "油", "灯 油")])[0]] == ["灯 油"]


def test_order_and_scores_do_not_depend_on_the_hash_seed():
    code = (
        "from budgetrag.retrieval import *; from budgetrag.types import *\n"
        "q = Question('q', 'b a d c a', (), tuple(Passage('', f'{x} {y} z') for x in 'abcd' for y in 'dcba'))\n"
        "print(list(Bm25Retriever().retrieve([q], Corpus.from_questions([q]), embedder=None, top_k=16)))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1
    assert "score=" in outputs.pop()


def test_parameters_out_of_range_are_refused():
    with pytest.raises(ValueError, match="k1 must be finite and >= 0, got -1"):
        Bm25Retriever(k1=-1)
    with pytest.raises(ValueError, match=r"b must be in \[0, 1\], got 1.5"):
        Bm25Retriever(b=1.5)
