"""Readers that read a part of the runs: they are compared where all have read, and left out where they have not."""

import json
from dataclasses import replace

import planted
import pytest

from budgetrag.report.write import default_view
from budgetrag.scope.evidence import differing_settings, pool
from budgetrag.scope.findings import View
from budgetrag.scope.scope_map import scope_map
from budgetrag.store import DamagedRunError, Run

SEVEN = {"kind": "hf", "model": "Planted-7B-Instruct"}
READERS = {
    "three": {"kind": "hf", "model": "Planted-3B-Instruct"},
    "seven": {**SEVEN, "budgets": [160], "limit": 150},
    "seven4": {**SEVEN, "quantization": "nf4", "datasets": ["hotpotqa"], "budgets": [160]},
}
VIEW = View("chunk_submodular", ("chunk_focused", "chunk_naive"), "token_f1", "hotpotqa", 160, "seven", n_resamples=200)


def pays(policy, budget, reader):
    return 0.2 if policy == "chunk_submodular" else 0.0


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    root = tmp_path_factory.mktemp("parts")
    one = planted.write_run(root / "one", n=400, effect=pays, readers=READERS)
    two = planted.write_run(root / "two", n=300, effect=pays, readers={"three": READERS["three"]}, dataset="musique")
    return one, two


@pytest.fixture(scope="module")
def evidence(folders):
    return pool([Run.open(folder) for folder in folders])


def finding(map_, name):
    return next(each for each in map_.findings if each.name == name)


def test_the_ladder_compares_readers_on_the_questions_all_of_them_read(evidence):
    found = scope_map(evidence, VIEW)
    table = finding(found, "ladder").table
    assert set(table["reader"]) == {"three", "seven", "seven4"}
    assert set(table["questions"]) == {135}  # the span questions among the first 150
    assert "questions that all of these readers read" in finding(found, "ladder").caption
    assert "control" not in finding(found, "ladder").sentence
    everywhere = finding(scope_map(evidence, replace(VIEW, dataset=None)), "ladder").table
    assert set(everywhere["questions"]) == {135}


def test_a_reader_that_has_not_read_a_data_set_is_no_rung_there(evidence):
    found = scope_map(evidence, replace(VIEW, dataset="musique", reader="three"))
    assert set(finding(found, "ladder").table["reader"]) == {"three"}
    assert "There is no precision control" in finding(found, "ladder").sentence
    condition = found.conditions[3]
    assert (condition.label, condition.n) == ("not tested: one reader", "1 reader with a model")
    assert "--readers larger " in condition.test


def test_a_reader_of_one_budget_tests_one_side_only(evidence):
    assert scope_map(evidence, replace(VIEW, reader="three")).conditions[2].label == "holds at 160"
    condition = scope_map(evidence, VIEW).conditions[2]
    assert condition.label == "only one side tested"
    assert "Undecided" not in condition.finding


def test_captions_count_the_questions_that_the_reader_read(evidence):
    found = scope_map(evidence, VIEW)
    assert "135 span questions, 15 yes/no" in finding(found, "sweep").caption
    assert "360 span questions, 40 yes/no" in finding(found, "survival").caption  # no reader in it
    assert (
        "360 span questions, 40 yes/no" in finding(scope_map(evidence, replace(VIEW, reader="three")), "sweep").caption
    )


def test_the_report_looks_at_the_largest_reader_that_has_read_there(evidence):
    assert default_view(evidence, kinds="span", budget_tokens=None).reader == "seven"
    assert default_view(evidence, kinds="span", budget_tokens=96).reader == "three"


def test_runs_in_which_a_reader_read_other_parts_are_pooled_and_each_outcome_counts_once(folders, tmp_path):
    more = {**READERS, "seven": {**READERS["seven"], "limit": 200}}
    third = planted.write_run(tmp_path / "third", n=400, effect=pays, readers=more)
    runs = [Run.open(folders[0]), Run.open(third)]
    assert differing_settings(runs[0].manifest, runs[1].manifest) == ()
    rows = pool(runs).outcomes(["chunk_naive"], ["token_f1"], kinds="all", budget_tokens=160, reader="seven")
    assert (len(rows), rows["question_id"].nunique()) == (200, 200)


@pytest.mark.parametrize("limit", [None, 3])
def test_damaged_questions_are_said_to_be_whether_or_not_a_reader_has_a_limit(tmp_path, limit):
    few = {"three": {**READERS["three"], **({"limit": limit} if limit else {})}}
    folder = planted.write_run(tmp_path / "run", n=20, readers=few)
    table = folder / "questions.parquet"
    content = table.read_bytes()
    table.write_bytes(content[:4] + b"\0" * 200 + content[204:])
    with pytest.raises(DamagedRunError, match=r"cannot be read.*--fresh"):
        Run.open(folder).query("SELECT question_id FROM questions")


def test_a_run_without_questions_opens(tmp_path):
    folder = planted.write_run(tmp_path / "run", n=20, readers={"three": {**READERS["three"], "limit": 3}})
    manifest = json.loads((folder / "manifest.json").read_text())
    for name in ("questions", "contexts", "answers"):
        (folder / f"{name}.parquet").unlink()
        manifest["tables"].pop(name, None)
    (folder / "manifest.json").write_text(json.dumps(manifest))
    assert Run.open(folder).query("SELECT count(*) AS n FROM outcomes")["n"][0] == 0
