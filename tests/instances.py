"""What the packing tests run on: real and random questions, and the token counters."""

from __future__ import annotations

import functools
import gzip
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from reference import Instance
from tokenizers import Tokenizer, pre_tokenizers, trainers
from tokenizers import models as tokenizer_models

from budgetrag.counters import get_counter
from budgetrag.models import resolve
from budgetrag.packers import build_pool
from budgetrag.snippets import chunk_candidates
from budgetrag.text import words
from budgetrag.types import Candidate, Passage, RetrievedPassage, Snippet

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
BUDGETS = (96, 128, 160, 224)
COUNTERS = ("words", "merging", "reader")


@dataclass(frozen=True)
class RememberingCounter:
    """A token counter that counts every text once."""

    name: str
    additive: bool
    count: Callable[[str], int]


@functools.cache
def counter(name):
    """Return a token counter, remembering its counts: packers ask for the same contexts again and again."""
    real = _counter(name)
    return RememberingCounter(real.name, real.additive, functools.lru_cache(maxsize=500_000)(real.count))


def _counter(name):
    """Return a token counter.

    `merging` is a byte-level BPE without pre-tokenisation whose tokens run across line ends, so that counts are not
    additive; `wordpiece` is the offline embedder's tokenizer and `reader` the offline reader's.
    """
    if name == "words":
        return get_counter("words")
    if name == "merging":
        return _merging_counter()
    model = {"wordpiece": "all-MiniLM-L6-v2", "reader": "SmolLM2-135M-Instruct"}[name]
    try:
        return get_counter(f"hf:{resolve(model)}")
    except FileNotFoundError as missing:
        pytest.skip(f"needs the offline models: {missing}")


def _merging_counter():
    rng = random.Random(5)
    lines = [f"{rng.choice(TITLES)}: {sentence(rng)}" for _ in range(3000)]
    tokenizer = Tokenizer(tokenizer_models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    trainer = trainers.BpeTrainer(
        vocab_size=2500, show_progress=False, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()
    )
    tokenizer.train_from_iterator(["\n".join(lines[at : at + 4]) for at in range(0, len(lines), 4)], trainer)
    with TemporaryDirectory() as folder:
        tokenizer.save(str(Path(folder) / "tokenizer.json"))
        return get_counter(f"hf:{folder}")


VOCABULARY = [f"{a}{b}{c}" for a in ("ba", "lo", "mi", "tur", "ne") for b in ("ka", "ri", "") for c in ("n", "s", "")]


TITLES = ("Mirin", "Turkan (town)", "Baka Hill", "Lori Hill", "Nekas Hill")


def sentence(rng, longest=12):
    chosen = [rng.choice(VOCABULARY) for _ in range(rng.randint(1, longest))]
    return " ".join(chosen).capitalize() + rng.choice(".!?")


def random_question(rng, n=10, n_passages=4, longest=12):
    """Return (question, candidates, retrieved): n random snippets, some of equal relevance, some nearly equal."""
    retrieved = []
    for rank in range(n_passages):
        title = rng.choice(("", *TITLES))
        text = " ".join(sentence(rng) for _ in range(3)) + rng.choice(["", " Mirin.", " Turkan."])
        passage = Passage(title, f"{text} {rank}", position=rank)
        retrieved.append(RetrievedPassage(passage, rank, round(0.9 - 0.3 * rank * rng.random(), 3)))
    texts = [sentence(rng, longest) for _ in range(n)]
    for i in range(1, n):
        if rng.random() < 0.2:
            texts[i] = texts[rng.randrange(i)] + " " + rng.choice(VOCABULARY)
    relevances = sorted((rng.choice([0.05, 0.3, rng.random() + 0.01, 1.2]) for _ in range(n)), reverse=True)
    candidates = []
    for i, (text, relevance) in enumerate(zip(texts, relevances, strict=True)):
        home = rng.choice(retrieved)
        first = rng.randint(0, 3)
        snippet = Snippet(home.passage.id, home.rank, home.passage.title, text, first, first + 1)
        candidates.append(Candidate(i, snippet, relevance))
    question = " ".join(rng.sample(VOCABULARY, 5)) + " of the " + rng.choice(VOCABULARY) + "?"
    return question, tuple(candidates), tuple(retrieved)


@functools.cache
def real_records(limit=200):
    """Return the first records of the real HotpotQA sample, or skip."""
    file = SHARED_DATA / "hotpotqa_dev200.jsonl.gz"
    if not file.is_file():
        pytest.skip(f"needs the shared data sets (no {file.name} beside the repository)")
    with gzip.open(file, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line, _ in zip(stream, range(limit), strict=False)]


@functools.cache
def real_questions(limit):
    """Return (question, retrieved) of real questions: five of each one's ten passages, by shared words."""
    found = []
    for record in real_records(limit):
        asked = set(words(record["question"]))
        passages = [
            Passage(title, " ".join(s.strip() for s in texts), tuple(s.strip() for s in texts if s.strip()), position)
            for position, (title, texts) in enumerate(record["context"])
        ]
        passages.sort(key=lambda p: -len(asked & set(words(f"{p.title} {p.text}"))))
        retrieved = [RetrievedPassage(p, rank, 0.8 - 0.07 * rank) for rank, p in enumerate(passages[:5])]
        found.append((record["question"], tuple(retrieved)))
    return found


@functools.cache
def real_instances(limit, counter_name):
    """Return [(pool, reference instance)] of real questions."""
    return [
        both(question, chunk_candidates(question, retrieved), retrieved, counter(counter_name))
        for question, retrieved in real_questions(limit)
    ]


@functools.cache
def random_instances(n_instances, counter_name, n=10, longest=12, seed=0):
    """Return [(pool, reference instance)] of random questions."""
    rng = random.Random(f"{seed} {n} {longest}")
    return [both(*random_question(rng, n, longest=longest), counter(counter_name)) for _ in range(n_instances)]


def both(question, candidates, retrieved, token_counter):
    """Return the library's pool and the reference's instance of one question."""
    pool = build_pool(question, candidates, retrieved, counter=token_counter)
    return pool, Instance(question, candidates, retrieved, token_counter.count)
