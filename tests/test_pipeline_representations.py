"""The pipeline over several representations: chunks, more of them, and evidence."""

from __future__ import annotations

from dataclasses import replace

import pytest
from filled import Filled, fill, hashes
from tiny import HashingEmbedder, tiny_plugins, two_representations, with_evidence, write_records

import budgetrag.pipeline
from budgetrag.engines import LocalEngine
from budgetrag.pipeline import Plugins
from budgetrag.retrieval import EmbeddingCache
from budgetrag.snippets import chunk_candidates
from budgetrag.store import Run


@pytest.fixture(scope="module")
def twofold(tmp_path_factory) -> Filled:
    folder = tmp_path_factory.mktemp("twofold")
    data = write_records(folder / "data.jsonl")
    return Filled(folder / "run", data, fill(folder / "run", two_representations(data)))


def test_every_representation_has_its_own_passages_and_candidates(twofold):
    run, key = twofold.run, ("hotpotqa", 42, "q4")
    three, twelve = run.passage_rows(*key), run.passage_rows(*key, representation="wide")
    assert [row.rank for row in three] == [0, 1, 2]
    assert [(row.passage_id, row.score) for row in twelve[:3]] == [(row.passage_id, row.score) for row in three]
    assert {row.passage_rank for row in run.candidate_rows(*key)} == {0, 1, 2}
    assert {row.passage_rank for row in run.candidate_rows(*key, representation="wide")} == set(range(12))
    assert [run.retrieval_row(*key, representation=name).n_passages for name in ("chunk", "wide")] == [3, 12]
    assert run.passage_rows(*key, representation=None) == (*three, *twelve)
    with pytest.raises(KeyError, match="retrieved nothing by representation ace for question 'q4'"):
        run.retrieval_row(*key, representation="ace")


def test_recall_of_a_policy_is_that_of_its_representation(tmp_path, twofold):
    retrieval = {"pool": "question", "top_k": 1}  # one of four passages, or all
    fill(tmp_path / "run", two_representations(twofold.data, retrieval=retrieval, readers=[]))
    rows = Run.open(tmp_path / "run").query(
        """SELECT o.policy, o.question_id, o.recall_at_5, o.all_gold_at_5, any_value(q.gold_passage_ids) AS gold,
           list(p.passage_id) FILTER (p.rank < 5) AS found
           FROM outcomes o JOIN passages p USING (dataset, seed, question_id, representation)
           JOIN questions q USING (dataset, seed, question_id) GROUP BY ALL"""
    )
    assert len(rows) == 4 * 10
    for row in rows.to_dict("records"):
        gold = set(row["gold"])
        assert row["recall_at_5"] == len(gold & set(row["found"])) / len(gold)
        assert row["all_gold_at_5"] == int(gold <= set(row["found"])) == int(row["policy"].startswith("wide"))


def test_a_representation_beside_others_gives_what_it_gives_alone(tmp_path, twofold):
    policies = ["wide_naive", "wide_bridge"]
    fill(tmp_path / "run", two_representations(twofold.data, policies=policies))
    sql = "SELECT * FROM outcomes WHERE policy LIKE 'wide%' ORDER BY ALL"
    assert Run.open(tmp_path / "run").query(sql).equals(twofold.run.query(sql))


def test_a_corpus_is_embedded_once_however_many_representations_search_it(tmp_path, twofold):
    embedder = HashingEmbedder()
    plugins = Plugins(EmbeddingCache(embedder, tmp_path / "cache"), tiny_plugins().reader)
    fill(tmp_path / "run", two_representations(twofold.data), plugins)
    assert len(embedder.texts) == len(set(embedder.texts)) > 0
    assert hashes(tmp_path / "run") == hashes(twofold.folder)


@pytest.fixture(scope="module")
def evident(tmp_path_factory) -> Filled:
    folder = tmp_path_factory.mktemp("evident")
    data = write_records(folder / "data.jsonl")
    return Filled(folder / "run", data, fill(folder / "run", with_evidence(data)))


def test_evidence_passages_have_the_nodes_that_brought_them_in(evident):
    run, key = evident.run, ("hotpotqa", 42, "q4")
    passages, hits = run.passage_rows(*key, representation="ace"), run.hit_rows(*key)
    assert 0 < len(passages) <= 4
    assert {row.passage_rank for row in hits} == {row.rank for row in passages} == set(range(len(passages)))
    assert {row.kind for row in hits} <= {"claim", "entity"}
    for passage in passages:
        own = [row for row in hits if row.passage_rank == passage.rank]
        assert passage.score == own[0].score
        assert all(row.text in f"{passage.title} {passage.text}" for row in own)
    assert run.hit_rows(*key, representation="chunk") == ()
    assert all(done == total > 0 for done, total in evident.progress.steps.values())


def test_evidence_candidates_are_ranked_by_the_nodes(evident):
    run, key = evident.run, ("hotpotqa", 42, "q4")
    retrieved = run.retrieved(*key, representation="ace")
    assert all(item.hits for item in retrieved)
    question = run.question(*key).question
    assert run.candidates(*key, representation="ace") == chunk_candidates(question, retrieved)
    assert run.candidates(*key, representation="ace") != chunk_candidates(
        question, [replace(item, hits=()) for item in retrieved]
    )


def test_tables_do_not_depend_on_the_number_of_processes(tmp_path, evident, monkeypatch):
    monkeypatch.setattr(budgetrag.pipeline, "QUESTIONS_PER_PART", 2)
    fill(tmp_path / "run", with_evidence(evident.data), engine=LocalEngine(3))
    assert hashes(tmp_path / "run") == hashes(evident.folder)
