"""Packing again from what is stored."""

from dataclasses import replace
from pathlib import Path

import pytest
from inspector_run import QUESTIONS

from budgetrag.dashboard.live_html import changes_html
from budgetrag.dashboard.repack import (
    changes,
    option_fields,
    policy_options,
    question_pool,
    repack,
    stored_packing,
    whole_tokens,
)
from budgetrag.dashboard.tables.question_record import QuestionRecord, load_record
from budgetrag.dashboard.view import PackedView
from budgetrag.packers import PACKERS, Pool, get_packer
from budgetrag.rows import context_text
from budgetrag.store import Run


@pytest.fixture(scope="module")
def run(inspector_runs: Path) -> Run:
    return Run.open(inspector_runs / "tiny")


@pytest.fixture(scope="module")
def record(run: Run) -> QuestionRecord:
    return load_record(run, "hotpotqa", 42, "q-born")


@pytest.fixture(scope="module")
def pool(run: Run, record: QuestionRecord) -> Pool:
    return question_pool(record, run.manifest["config"], "chunk")


@pytest.mark.parametrize("question_id", [each[0] for each in QUESTIONS])
def test_every_stored_packing_is_reproduced(run: Run, question_id: str) -> None:
    found, config = load_record(run, "hotpotqa", 42, question_id), run.manifest["config"]
    pool = question_pool(found, config, "chunk")
    for row in found.contexts:
        stored = stored_packing(pool, row, config)
        assert stored.difference == ""
        text = context_text(found.candidates, row.candidate_ids, config["packing"]["template"])
        assert (stored.packing.context, stored.packing.context_tokens) == (text, row.context_tokens)
        assert stored.packing.certificate == pytest.approx(row.certificate)


def test_a_packing_that_is_not_reproduced_is_shown_as_stored_and_reported(
    run: Run, record: QuestionRecord, pool: Pool
) -> None:
    row = record.context("chunk_naive", 96)
    assert row is not None
    other = replace(row, candidate_ids=(5, 3), context_tokens=int(pool.line_tokens[[5, 3]].sum()))
    stored = stored_packing(pool, other, run.manifest["config"])
    assert "#5, #3" in stored.difference
    assert stored.packing.context == pool.render([5, 3])
    assert [d.candidate.id for d in stored.packing.decisions if d.kept] == [5, 3]
    assert all(d.reason is None and d.gain is None for d in stored.packing.decisions)


def test_stored_ids_beyond_the_candidates_are_refused(run: Run, record: QuestionRecord, pool: Pool) -> None:
    row = record.context("chunk_naive", 96)
    assert row is not None
    with pytest.raises(ValueError, match="stored candidate ids must be below"):
        stored_packing(pool, replace(row, candidate_ids=(999,)), run.manifest["config"])


def test_options_of_a_policy_include_the_shared_cap(run: Run) -> None:
    assert policy_options(run.manifest["config"], "chunk_submodular") == {"max_snippets": 8, "cost_exponent": 1.0}


@pytest.mark.parametrize("packer", sorted(PACKERS))
def test_the_options_offered_rebuild_the_packer(packer: str) -> None:
    fields = option_fields(packer, {})
    options: dict[str, object] = {f.name: f.value for f in fields if not f.group}
    weights = {f.name: f.value for f in fields if f.group}
    assert get_packer(packer, {**options, **({"weights": weights} if weights else {})}) == get_packer(packer)
    assert all(f.text for f in fields)
    assert all(0 <= f.value <= f.most or f.is_whole for f in fields)


def test_a_smaller_cap_keeps_fewer(pool: Pool) -> None:
    assert len(repack(pool, "naive", {"max_snippets": 2}, 500).kept) == 2


def test_no_budget_above_all_candidates_changes_anything(pool: Pool) -> None:
    most = whole_tokens(pool)
    options = {"max_snippets": 500}
    assert repack(pool, "naive", options, most).context == repack(pool, "naive", options, most + 100).context


def test_changes_are_what_came_in_and_what_went_out(pool: Pool, record: QuestionRecord) -> None:
    before, after = repack(pool, "naive", {}, 48), repack(pool, "submodular", {}, 96)
    found = changes(before, after)
    old, new = {c.id for c in before.kept}, {c.id for c in after.kept}
    assert {c.id for c in found.added} == new - old
    assert {c.id for c in found.removed} == old - new
    assert found.n_same == len(old & new)
    question = record.question
    views = [
        PackedView(question.question, question.answers, question.gold_passage_ids, pool.retrieved, packing)
        for packing in (before, after)
    ]
    drawn = changes_html(views[0], views[1], found)
    assert drawn.count('aria-label="came in"') == len(found.added)
    assert "the same snippets as stored" in changes_html(views[0], views[0], changes(before, before))
