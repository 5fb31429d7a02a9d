"""A run of several representations in the inspector: every policy is seen with what its own retrieval returned."""

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import streamlit as st
from inspector_run import write_run
from streamlit.testing.v1 import AppTest

from budgetrag.dashboard.repack import question_pool, stored_packing
from budgetrag.dashboard.representations import found_by, score_name, score_text
from budgetrag.dashboard.tables.compare import Arm, align
from budgetrag.dashboard.tables.overview import ledgers, load_groups
from budgetrag.dashboard.tables.overview_facts import question_counts, run_facts
from budgetrag.dashboard.tables.question import Slice, load_outcomes, load_questions
from budgetrag.dashboard.tables.question_filters import Chosen, build_finder, build_questions, find
from budgetrag.dashboard.tables.question_map import survival_map
from budgetrag.dashboard.tables.question_record import load_record
from budgetrag.retrieval import RETRIEVERS, Corpus, HashingEmbedder, embedding_text, get_retriever
from budgetrag.store import Run
from budgetrag.types import Passage, Question

APP = str(Path(__file__).parents[1] / "app.py")
READER = "lexical (no model)"
POLICIES = ("chunk_naive", "wide_naive", "ace_naive", "wide_submodular")
CHANGES = {
    "retrieval": {"embedder": "hashed", "top_k": 2, "top_k_nodes": 6, "max_passages": 3},
    "representation": {"wide": {"top_k": 10}},
    "policies": list(POLICIES),
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("several") / "runs"
    write_run(folder / "several", changes=CHANGES)
    return folder


@pytest.fixture(scope="module")
def run(runs: Path) -> Run:
    return Run.open(runs / "several")


@pytest.fixture
def _fresh(runs: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("BUDGETRAG_RUNS", str(runs))
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


def question_page(policy: str) -> str:
    app = AppTest.from_file(APP, default_timeout=60)
    app.run()
    app.switch_page("pages/question.py")
    app.query_params["policy"], app.query_params["question"] = policy, "q-year"
    app.run()
    assert not app.exception
    return "\n".join(element.proto.body for element in app.get("html"))


def representation(policy: str) -> str:
    return policy.split("_", maxsplit=1)[0]


def fate(run: Run, policy: str, question_id: str) -> str:
    """Say what became of an answer, from single rows of the tables."""
    row = next(c for c in run.contexts("hotpotqa", 42, question_id) if (c.policy, c.budget_tokens) == (policy, 48))
    if row.answer_in_context:
        return "survives"
    found = run.retrieval_row("hotpotqa", 42, question_id, representation=representation(policy))
    return "dropped" if found.answer_in_retrieved else "not_retrieved"


@pytest.mark.parametrize("policy", POLICIES)
def test_a_fate_and_the_recall_are_those_of_the_policy_s_own_retrieval(run: Run, policy: str) -> None:
    ids = load_questions(run, "hotpotqa", 42)["question_id"]
    outcomes = load_outcomes(run, Slice("hotpotqa", 42, policy, 48, READER))
    assert outcomes["fate"].tolist() == [fate(run, policy, question_id) for question_id in ids]
    retrieved = [
        run.retrieval_row("hotpotqa", 42, question_id, representation=representation(policy)) for question_id in ids
    ]
    assert outcomes["recall_at_5"].tolist() == [row.recall_at_5 for row in retrieved]


def test_filters_and_ledger_agree_on_what_retrieval_missed(run: Run) -> None:
    questions = build_questions(load_questions(run, "hotpotqa", 42))
    found = ledgers(load_groups(run, "hotpotqa", 42, None), "all", 48)
    missed = {}
    for policy in POLICIES:
        finder = build_finder(questions, load_outcomes(run, Slice("hotpotqa", 42, policy, 48, None)))
        missed[policy] = int(find(finder, Chosen(("not_retrieved",))).keeps.sum())
    assert {policy: ledger.lost_in_retrieval for policy, ledger in found.items()} == missed
    assert missed["chunk_naive"] > missed["wide_naive"] > 0


def test_the_survival_map_marks_an_answer_as_not_retrieved_where_its_own_retrieval_missed_it(run: Run) -> None:
    states = set()
    for question_id in load_questions(run, "hotpotqa", 42)["question_id"]:
        record = load_record(run, "hotpotqa", 42, question_id)
        for cell in itertools.chain(
            *survival_map(record.contexts, POLICIES, answer_is_retrieved=record.answer_is_retrieved)
        ):
            if cell.budget_tokens == 48:
                wanted = {"survives": "alive", "dropped": "lost", "not_retrieved": "none"}
                assert cell.state == wanted[fate(run, cell.policy, question_id)]
                states.add((cell.policy, cell.state))
    assert ("chunk_naive", "none") in states


@pytest.mark.parametrize("policy", POLICIES)
def test_a_stored_packing_is_reproduced_from_its_own_passages_and_hits(run: Run, policy: str) -> None:
    config = run.manifest["config"]
    for question_id in load_questions(run, "hotpotqa", 42)["question_id"]:
        record = load_record(run, "hotpotqa", 42, question_id)
        for budget in config["budgets"]:
            row = record.context(policy, budget)
            assert row is not None
            assert stored_packing(question_pool(record, config, row.representation), row, config).difference == ""
        assert record.retrieved("ace") == run.retrieved("hotpotqa", 42, question_id, representation="ace")


def test_the_same_snippet_under_two_representations_is_one(run: Run) -> None:
    record = load_record(run, "hotpotqa", 42, "q-year")
    arms = [Arm("chunk_naive", 96, None), Arm("wide_naive", 96, None), Arm("ace_naive", 96, None)]
    aligned = align(record, arms)
    rows = {(row.representation, row.candidate_id): row for row in record.candidates}
    kept = []
    for arm in arms:
        context = record.context(arm.policy, 96)
        assert context is not None
        own = [rows[context.representation, i] for i in context.candidate_ids]
        kept.append({(row.passage_id, row.first_sentence, row.last_sentence, row.text) for row in own})
    assert len(aligned.by_all) == len(set.intersection(*kept)) > 0
    assert len([*aligned.by_all, *aligned.by_some, *aligned.by_one]) == len(set.union(*kept))


def test_the_facts_name_every_way_of_retrieval(run: Run) -> None:
    fact = next(each for each in run_facts(run.manifest, question_counts(run)) if each.label == "retrieval")
    assert fact.text.startswith("3 ways (chunk, wide, ace), embedded by hashed")
    assert fact.hover.splitlines() == [
        "chunk: 2 passages by dense search",
        "wide: 10 passages by dense search",
        "ace: up to 3 passages by way of 6 claims and entities",
    ]


@pytest.mark.parametrize("retriever", RETRIEVERS)
def test_every_retriever_is_described_in_words(retriever: str) -> None:
    settings = {"kind": "chunk", "retriever": retriever, "top_k": 7}
    assert found_by(settings).startswith("7 passages by ")
    assert "_" not in found_by(settings)
    assert score_name(settings) not in ("", "score")


@pytest.mark.parametrize("retriever", RETRIEVERS)
def test_a_score_is_called_a_cosine_exactly_where_it_is_one(retriever: str) -> None:
    passages = [Passage(title, f"The {title} was lit by Ilse Marn.") for title in ("Tern lamp", "Gull lamp", "pier")]
    question, embedder = Question("q", "Who lit the Tern lamp?", (), tuple(passages)), HashingEmbedder()
    (found,) = get_retriever(retriever).retrieve([question], Corpus(tuple(passages)), embedder=embedder, top_k=3)
    vectors = embedder.embed([question.text, *(embedding_text(hit.passage) for hit in found)])
    is_cosine = np.allclose(vectors[1:] @ vectors[0], [hit.score for hit in found], atol=1e-5)
    settings = {"kind": "chunk", "retriever": retriever, "top_k": 3}
    assert is_cosine == (score_name(settings) == "cosine")


def test_scores_of_different_ranks_do_not_look_alike() -> None:
    assert score_text("reciprocal rank", 1 / 61) != score_text("reciprocal rank", 1 / 62)
    assert score_text("cosine", 0.8214) == "cosine 0.82"


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize(("policy", "n"), [("chunk_naive", 2), ("wide_submodular", 10)])
def test_page_question_shows_the_passages_of_the_policy_s_representation(policy: str, n: int) -> None:
    shown = question_page(policy)
    assert f"Retrieved by <bdi>{representation(policy)}</bdi>: {n} passages" in shown
    assert len(re.findall(r'<section class="br-p">', shown)) == n
