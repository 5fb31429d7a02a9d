"""Page Compare: its counts against plain ones, the alignment of snippets, and the page as a user meets it."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import streamlit as st
from inspector_run import fill, records
from streamlit.testing.v1 import AppTest

from budgetrag.config import parse_config
from budgetrag.dashboard.charts.compare import matrix_html
from budgetrag.dashboard.compare_html import sides, sides_html, snippets_html
from budgetrag.dashboard.tables import compare as tables
from budgetrag.dashboard.tables.compare import Arm
from budgetrag.dashboard.tables.question import load_questions, shown_questions
from budgetrag.dashboard.tables.question_record import load_record
from budgetrag.store import Run
from budgetrag.store.reads import readers_of

ROOT = Path(__file__).resolve().parents[1]
POLICIES = ("chunk_naive", "chunk_mmr", "chunk_submodular", "chunk_bridge")
READERS = ("lexical (no model)", "second (no model)")


@pytest.fixture(scope="session")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compare")
    source = folder / "questions.jsonl"
    source.write_text("\n".join(json.dumps(record) for record in records()), encoding="utf-8")
    config = parse_config(
        {
            "name": "two-readers",
            "budgets": [24, 48, 96],
            "policies": list(POLICIES),
            "readers": ["lexical", "second"],
            "reader": {"second": {"kind": "lexical"}},
            "datasets": [{"name": "hotpotqa", "file": str(source)}],
            "retrieval": {"embedder": "hashed"},
        }
    )
    fill(config, folder / "runs" / "two")
    return folder / "runs"


@pytest.fixture(scope="session")
def run(runs):
    return Run.open(runs / "two")


@pytest.fixture(scope="session")
def outcomes(run):
    arms = [Arm(policy, 48, READERS[0]) for policy in POLICIES]
    return tables.load_arms(run, "hotpotqa", 42, arms, sorted(record["_id"] for record in records()))


@pytest.fixture
def page(monkeypatch, runs):
    monkeypatch.setenv("BUDGETRAG_RUNS", str(runs))
    monkeypatch.chdir(ROOT)
    st.cache_data.clear()
    st.cache_resource.clear()
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.context["url"] = "http://localhost/compare"
    return app.run()


def opened(page, **query):
    page.switch_page("pages/compare.py")
    for name, value in query.items():
        page.query_params[name] = value
    page.run()
    assert not page.exception
    return page


def html(page):
    return "\n".join(element.proto.body for element in page.main if element.type == "html")


def test_arms_hold_the_outcomes_of_their_cells(run, outcomes):
    for i, arm in enumerate(outcomes.arms):
        plain = run.query(
            "SELECT * FROM outcomes WHERE policy = ? AND budget_tokens = 48 AND reader = ? ORDER BY question_id",
            [arm.policy, READERS[0]],
        )
        assert tuple(plain["question_id"]) == outcomes.question_ids
        for metric in tables.METRICS:
            np.testing.assert_array_equal(outcomes.values[metric][:, i], plain[metric].to_numpy(dtype=float))


def test_an_arm_without_a_reader_has_no_f1(run, outcomes):
    found = tables.load_arms(run, "hotpotqa", 42, [Arm("chunk_naive", 48, None)], outcomes.question_ids)
    assert np.isnan(found.values["token_f1"]).all()
    assert not np.isnan(found.values["answer_in_context"]).all()


def test_win_tie_loss_agrees_with_a_plain_loop():
    rng = np.random.default_rng(5)
    values = rng.choice([0.0, 0.5, 1.0, np.nan], size=(60, 4))
    counts = tables.win_tie_loss(values)
    for a in range(4):
        for b in range(4):
            both = [(x, y) for x, y in values[:, [a, b]].tolist() if not np.isnan([x, y]).any()]
            plain = [sum(x > y for x, y in both), sum(x == y for x, y in both), sum(x < y for x, y in both)]
            assert counts[a, b].tolist() == plain


def test_largest_differences_come_first_and_undefined_ones_never():
    values = np.array([[0.2, 0.1], [1.0, 0.0], [0.0, 0.5], [np.nan, 1.0], [0.3, 0.3], [0.0, 1.0]])
    counted = np.array([True, True, True, True, True, False])
    assert tables.differing(values, 0, 1, counted).tolist() == [1, 2, 0]


def test_table_of_differences_is_first_minus_second(run, outcomes):
    questions = shown_questions(load_questions(run, "hotpotqa", 42))
    values = np.linspace(0, 1, 12).reshape(6, 2)
    table = tables.shown_differences(questions, values, 0, 1, np.array([4, 0])).to_pydict()
    assert table["question"][1] == questions["question"][0].as_py()
    assert table["difference"] == pytest.approx([values[4, 0] - values[4, 1], values[0, 0] - values[0, 1]])


@pytest.mark.parametrize("question_id", [record["_id"] for record in records()])
def test_aligned_snippets_are_the_union_of_the_contexts(run, question_id):
    record = load_record(run, "hotpotqa", 42, question_id)
    arms = [Arm(policy, 96, None) for policy in POLICIES]
    found = tables.align(record, arms)
    groups = {"all": found.by_all, "some": found.by_some, "one": found.by_one}
    kept = {arm.policy: record.context(arm.policy, 96).candidate_ids for arm in arms}
    seen = {s.candidate.candidate_id: s for group in groups.values() for s in group}
    assert sorted(seen) == sorted({i for ids in kept.values() for i in ids})
    for i, snippet in seen.items():
        assert snippet.steps == tuple(ids.index(i) + 1 if i in ids else None for ids in kept.values())
        n = sum(i in ids for ids in kept.values())
        assert snippet in groups["all" if n == 4 else "one" if n == 1 else "some"]


def test_undefined_numbers_are_blank_and_say_why(run):
    record = load_record(run, "hotpotqa", 42, "q-born")
    parts = sides(record, [Arm("chunk_naive", 48, READERS[0]), Arm("chunk_naive", 48, None)])
    shown = sides_html(parts, "readers", record.question.answers)
    assert "no reader read this context" in shown
    assert "Blank here because" in shown


def test_hostile_text_is_shown_and_never_runs(run):
    record = load_record(run, "hotpotqa", 42, "q-nasty")
    arms = [Arm(policy, 96, None) for policy in POLICIES]
    why = lambda side, snippet: "<b>why</b>"  # noqa: E731
    shown = snippets_html(tables.align(record, arms), ["<i>a</i>", *"bcd"], record.question, why, unit="words")
    shown += matrix_html(["<i>a</i>", "b"], np.ones((2, 2, 3), dtype=int), lambda a, b: '"<', pair=(0, 1), more="F1")
    assert "&lt;script&gt;" in shown
    for bad in ("<script", "<img", "<i>a", "<b>why", '"<"'):
        assert bad not in shown


def test_page_opens_on_the_chosen_policy_and_its_neighbours(page):
    page = opened(page, policy="chunk_mmr")
    assert page.multiselect[0].value == ["chunk_mmr", "chunk_submodular", "chunk_bridge"]
    shown = html(page)
    for text in ("Win / tie / loss by answer in context", "5 span questions", "Answers and numbers", "All 3 keep"):
        assert text in shown


def test_a_link_reopens_the_same_comparison(page):
    page = opened(page, compare="chunk_bridge,chunk_naive", by="gold_coverage", kinds="all", question="q-year",
                  budget="96")  # fmt: skip
    assert page.multiselect[0].value == ["chunk_bridge", "chunk_naive"]
    shown = html(page)
    assert "Win / tie / loss by gold coverage" in shown
    assert "6 questions" in shown
    assert "In which year was the Lantern Guild founded?" in shown
    query = {name: value if isinstance(value, str) else value[0] for name, value in page.query_params.items()}
    assert (query["compare"], query["by"], query["question"]) == (
        "chunk_bridge,chunk_naive", "gold_coverage", "q-year"
    )  # fmt: skip


def test_one_policy_at_two_budgets(page):
    page = opened(page, mode="budgets", policy="chunk_bridge", compare="24,96", question="q-born")
    assert page.multiselect[0].value == ["24", "96"]
    links = [element.proto for element in page.get("page_link") if "open under" in element.proto.label]
    assert ["budget=24" in links[0].query_string, "budget=96" in links[1].query_string] == [True, True]
    assert "question=q-born" in links[0].query_string


def test_two_readers_share_one_context(page):
    page = opened(page, mode="readers", question="q-born", budget="96")
    assert page.multiselect[0].value == list(READERS)
    shown = html(page)
    assert "Win / tie / loss by F1" in shown
    assert "One alone keeps: 0" in shown


def test_fewer_than_two_sides_say_so_and_a_missing_one_is_named(page):
    page = opened(page, compare="chunk_bridge,chunk_gone")
    assert any("chunk\\_gone" in warning.value for warning in page.warning)
    page.multiselect[0].set_value(["chunk_mmr"]).run()
    assert not page.exception
    assert any("at least two" in info.value for info in page.info)


def test_differing_questions_are_listed_and_one_opens(page, run):
    page = opened(page, mode="budgets", policy="chunk_bridge", compare="96,24", by="gold_coverage", kinds="all")
    arms = [Arm("chunk_bridge", 96, None), Arm("chunk_bridge", 24, None)]
    ids = sorted(record["_id"] for record in records())
    values = tables.load_arms(run, "hotpotqa", 42, arms, ids).values["gold_coverage"]
    expected = [i for i in range(len(ids)) if values[i, 0] != values[i, 1]]
    assert expected, "the run must have questions where they differ"
    assert len(page.dataframe[0].value) == len(expected)
    assert page.session_state["question_id"] in {ids[i] for i in expected}


def test_a_context_whose_candidate_is_missing_is_reported(run):
    record = load_record(run, "hotpotqa", 42, "q-born")
    with pytest.raises(ValueError, match="candidates must be in the run, found none with id"):
        tables.align(replace(record, candidates=()), [Arm("chunk_naive", 96, None)])


def test_questions_that_a_reader_has_not_read_are_not_compared(tmp_path):
    source = tmp_path / "questions.jsonl"
    source.write_text("\n".join(json.dumps(record) for record in records()), encoding="utf-8")
    few = {"kind": "lexical", "datasets": ["hotpotqa"], "budgets": [48], "limit": 3}
    config = parse_config(
        {
            "name": "few", "budgets": [24, 48], "policies": ["chunk_naive", "chunk_mmr"],
            "readers": ["lexical", "few"], "reader": {"few": few}, "retrieval": {"embedder": "hashed"},
            "datasets": [{"name": name, "file": str(source)} for name in ("hotpotqa", "2wikimultihopqa")],
        }
    )  # fmt: skip
    fill(config, tmp_path / "run")
    run = Run.open(tmp_path / "run")
    label = "few (no model)"
    assert readers_of(run.manifest, "hotpotqa", 48) == ("lexical (no model)", label)
    assert readers_of(run.manifest, "hotpotqa", 24) == readers_of(run.manifest, "2wikimultihopqa", 48) != (label,)
    assert label not in readers_of(run.manifest, "2wikimultihopqa", 48)
    ids = sorted(record["_id"] for record in records())
    arms = [Arm("chunk_naive", 48, reader) for reader in readers_of(run.manifest, "hotpotqa", 48)]
    values = tables.load_arms(run, "hotpotqa", 42, arms, ids).values
    read = run.query("SELECT DISTINCT question_id FROM outcomes WHERE reader = ? ORDER BY 1", [label])["question_id"]
    assert len(read) == 3
    known = ~np.isnan(values["token_f1"])
    assert [ids[i] for i in np.flatnonzero(known[:, 1])] == [each for each in read if known[ids.index(each), 0]]
    assert known[:, 0].sum() > known[:, 1].sum() > 0
    assert not np.isnan(values["answer_in_context"][known[:, 0]]).any()  # packing is known for all
