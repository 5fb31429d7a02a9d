"""The pipeline: what it fills, and that being killed does not show."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest
from filled import Filled, fill, hashes
from tiny import (
    EchoReader,
    tiny_config,
    tiny_plugins,
    write_records,
)

from budgetrag.metrics import answer_in_context, exact_match, gold_coverage, token_f1
from budgetrag.rows import context_text
from budgetrag.store import Run, open_run
from budgetrag.types import content_hash
from precompute.plan import make_plan
from precompute.preflight import identity
from precompute.rates import Rates

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def filled(tmp_path_factory) -> Filled:
    folder = tmp_path_factory.mktemp("filled")
    data = write_records(folder / "data.jsonl")
    return Filled(folder / "run", data, fill(folder / "run", tiny_config(data)))


def test_every_question_policy_budget_has_one_context(filled):
    counts = filled.run.query("SELECT count(*) n, count(DISTINCT (question_id, policy, budget_tokens)) d FROM contexts")
    assert counts.to_dict("records") == [{"n": 10 * 6 * 3, "d": 10 * 6 * 3}]


def test_progress_reaches_its_total_in_every_stage(filled):
    assert set(filled.progress.steps) == {"retrieve hotpotqa, seed 42", "pack", "read lexical"}
    assert all(done == total > 0 for done, total in filled.progress.steps.values())


def test_stored_metrics_are_those_of_the_rebuilt_context(filled):
    run = filled.run
    for question_id in ("q0", "q4", "q9"):
        question = run.question("hotpotqa", 42, question_id)
        candidates = run.candidate_rows("hotpotqa", 42, question_id)
        for row in run.contexts("hotpotqa", 42, question_id):
            text = context_text(candidates, row.candidate_ids, "{title}: {text}")
            kept = [candidates[i].passage_id for i in row.candidate_ids]
            assert row.context_hash == content_hash("hotpotqa", question_id, question.question, text)
            assert row.answer_in_context == answer_in_context(text, question.answers)
            assert row.gold_coverage == gold_coverage(kept, question.gold_passage_ids)
            assert row.context_tokens <= row.budget_tokens


def test_budget_0_gives_empty_contexts_that_are_read(filled):
    rows = filled.run.query(
        "SELECT n_snippets, context_tokens, certificate, answer FROM outcomes WHERE budget_tokens = 0"
    )
    assert len(rows) == 60
    assert (rows["n_snippets"] == 0).all()
    assert (rows["context_tokens"] == 0).all()
    assert rows["certificate"].isna().all()
    assert (rows["answer"] == "").all()


def test_answers_are_scored_against_their_own_question(filled):
    rows = filled.run.query("SELECT o.*, q.answers FROM outcomes o JOIN questions q USING (dataset, seed, question_id)")
    for row in rows.to_dict("records"):
        assert row["exact_match"] == exact_match(row["answer"], list(row["answers"]))
        assert row["token_f1"] == token_f1(row["answer"], list(row["answers"]))


def test_equal_prompts_are_read_once(tmp_path):
    reader = EchoReader()
    config = tiny_config(write_records(tmp_path / "d.jsonl"))
    fill(tmp_path / "run", config, tiny_plugins(lambda name, settings: reader))
    n_contexts = Run.open(tmp_path / "run").query("SELECT count(*) n FROM contexts")["n"][0]
    assert len(reader.read_prompts) == len(set(reader.read_prompts)) < n_contexts


def test_a_finished_run_is_left_alone(tmp_path, filled):
    before = {path: path.stat().st_mtime_ns for path in filled.folder.iterdir() if path.name != ".lock"}
    reader = EchoReader()
    with open_run(filled.folder, identity(tiny_config(filled.data), tiny_plugins())) as run:
        assert run.is_finished
    assert reader.read_prompts == []
    assert before == {path: path.stat().st_mtime_ns for path in filled.folder.iterdir() if path.name != ".lock"}


def test_a_reader_can_be_added_and_gives_what_a_run_with_both_gives(tmp_path):
    data = write_records(tmp_path / "d.jsonl")
    both = {"readers": ["echo", "lexical"], "reader": {"echo": {"kind": "lexical", "batch_size": 4}}}
    echo = EchoReader()

    def reader(name, settings):
        return echo if name == "echo" else tiny_plugins().reader(name, settings)

    fill(tmp_path / "one", tiny_config(data, **both), tiny_plugins(reader))
    fill(tmp_path / "two", tiny_config(data, readers=["lexical"], reader={}))
    fill(tmp_path / "two", tiny_config(data, **both), tiny_plugins(reader))
    assert hashes(tmp_path / "one") == hashes(tmp_path / "two")
    assert Run.open(tmp_path / "two").is_finished


def test_a_reader_of_one_budget_has_outcomes_at_that_budget_only(tmp_path):
    data = write_records(tmp_path / "d.jsonl")
    config = tiny_config(data, reader={"lexical": {"kind": "lexical", "budgets": [30]}})
    fill(tmp_path / "run", config)
    rows = Run.open(tmp_path / "run").query(
        "SELECT budget_tokens, count(*) n, count(reader) r FROM outcomes GROUP BY ALL ORDER BY 1"
    )
    assert rows.to_dict("records") == [
        {"budget_tokens": 0, "n": 60, "r": 0},
        {"budget_tokens": 12, "n": 60, "r": 0},
        {"budget_tokens": 30, "n": 60, "r": 60},
    ]


def test_a_reader_with_a_limit_reads_the_questions_a_sample_of_that_size_would_hold(tmp_path):
    data = write_records(tmp_path / "d.jsonl")
    twice = [{"name": name, "file": str(data), "limit": 8} for name in ("hotpotqa", "2wikimultihopqa")]
    few = {"kind": "lexical", "budgets": [12, 30], "datasets": ["hotpotqa"], "limit": 3}
    config = tiny_config(data, datasets=twice, seeds=[1, 2], readers=["lexical", "few"], reader={"few": few})
    fill(tmp_path / "run", config)
    smaller = tiny_config(data, datasets=[{**twice[0], "limit": 3}], seeds=[1, 2], readers=[])
    fill(tmp_path / "smaller", smaller)
    run = Run.open(tmp_path / "run")
    read = run.query(
        "SELECT DISTINCT dataset, seed, question_id FROM outcomes WHERE reader = 'few (no model)' ORDER BY ALL"
    )
    wanted = Run.open(tmp_path / "smaller").query("SELECT dataset, seed, question_id FROM questions ORDER BY ALL")
    assert read.to_numpy().tolist() == wanted.to_numpy().tolist()
    counts = run.query(
        "SELECT reader, budget_tokens, count(*), count(answer) FROM outcomes WHERE reader IS NOT NULL "
        "GROUP BY ALL ORDER BY ALL"
    )
    n_policies = len(config.policies)
    assert counts.to_numpy().tolist() == [
        *[["few (no model)", budget, 6 * n_policies, 6 * n_policies] for budget in (12, 30)],
        *[["lexical (no model)", budget, 32 * n_policies, 32 * n_policies] for budget in (0, 12, 30)],
    ]
    read, answered = (
        run.query(f"SELECT count(DISTINCT context_hash) AS n FROM {table} WHERE reader = 'few (no model)'")["n"][0]
        for table in ("outcomes JOIN contexts USING (dataset, seed, question_id, policy, budget_tokens)", "answers")
    )
    assert read == answered


def test_contexts_that_no_reader_was_to_read_are_outcomes_once_without_one(tmp_path):
    data = write_records(tmp_path / "d.jsonl")
    few = {name: {"kind": "lexical", "limit": limit} for name, limit in (("few", 2), ("more", 5))}
    config = tiny_config(data, budgets=[12], readers=["few", "more"], reader=few)
    fill(tmp_path / "run", config)
    run = Run.open(tmp_path / "run")
    n_questions, n_policies = run.manifest["tables"]["questions"]["rows"], len(config.policies)
    counts = dict(run.query("SELECT coalesce(reader, ''), count(*) FROM outcomes GROUP BY 1").to_numpy().tolist())
    assert counts == {
        name: n * n_policies for name, n in (("few (no model)", 2), ("more (no model)", 5), ("", n_questions - 5))
    }
    plan = make_plan(config, n_questions=n_questions, rates=Rates(), like=None)
    assert plan.n_outcomes == sum(counts.values())


def test_no_reader_leaves_the_reader_columns_null(tmp_path):
    fill(tmp_path / "run", tiny_config(write_records(tmp_path / "d.jsonl"), readers=[]))
    rows = Run.open(tmp_path / "run").query("SELECT reader, answer, exact_match, prompt_tokens FROM outcomes")
    assert len(rows) == 180
    assert rows.isna().all().all()


def test_several_seeds_are_separate_samples(tmp_path):
    data = write_records(tmp_path / "d.jsonl")
    datasets = [{"name": "hotpotqa", "file": str(data), "limit": 4}]
    fill(tmp_path / "run", tiny_config(data, readers=[], seeds=[1, 2], datasets=datasets))
    rows = Run.open(tmp_path / "run").query(
        "SELECT seed, list(question_id ORDER BY question_id) q FROM questions GROUP BY 1 ORDER BY 1"
    )
    assert list(rows["seed"]) == [1, 2]
    assert list(rows["q"][0]) != list(rows["q"][1])


class StoppedReader(EchoReader):
    """Is stopped by its user in its third batch."""

    n_batches = 0

    def read(self, prompts):
        self.n_batches += 1
        if self.n_batches == 3:
            raise KeyboardInterrupt
        return super().read(prompts)


def test_no_finished_answer_is_read_again_and_batches_stay_the_same(tmp_path):
    config = tiny_config(write_records(tmp_path / "d.jsonl"))
    stopped, resumed, whole = StoppedReader(), EchoReader(), EchoReader()
    with pytest.raises(KeyboardInterrupt):
        fill(tmp_path / "run", config, tiny_plugins(lambda name, settings: stopped))
    fill(tmp_path / "run", config, tiny_plugins(lambda name, settings: resumed))
    fill(tmp_path / "whole", config, tiny_plugins(lambda name, settings: whole))
    assert 0 < len(stopped.read_prompts) < len(whole.read_prompts)
    assert stopped.read_prompts + resumed.read_prompts == whole.read_prompts
    assert hashes(tmp_path / "run") == hashes(tmp_path / "whole")


def tiny_process(data: Path, folder: Path, n: int) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": f"{HERE.parent}{os.pathsep}{HERE}"}
    command = [sys.executable, str(HERE / "tiny_run.py"), str(data), str(folder), str(n)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


def test_killed_at_any_write_the_run_ends_with_the_same_bytes(tmp_path):
    data = write_records(tmp_path / "d.jsonl", 6)
    assert tiny_process(data, tmp_path / "whole", 0).returncode == 0
    n_kills = 0
    # Changing strides: together the processes die before and after every kind of write, in every stage.
    for n_kills in range(40):
        done = tiny_process(data, tmp_path / "killed", (11, 13, 12)[n_kills % 3])
        if done.returncode == 0:
            break
        assert done.returncode == -9, done.stderr
    assert n_kills >= 5
    assert hashes(tmp_path / "killed") == hashes(tmp_path / "whole")
    assert not (tmp_path / "killed" / ".parts").exists()


def test_a_run_being_written_is_refused_to_a_second_process(tmp_path, filled):
    identity_ = identity(tiny_config(filled.data), tiny_plugins())
    with (filled.folder / ".lock").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with (
            pytest.raises(BlockingIOError, match="being written by another process"),
            open_run(filled.folder, identity_),
        ):
            pass
