"""A reading plan: which prompts, in which batches; and the answer store in a whole run."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny import EchoReader, HashingEmbedder, Silent, tiny_config, write_records

from budgetrag.answer_store import AnswerStore
from budgetrag.pipeline import Plugins, run_pipeline
from budgetrag.reading import ReadingPlan, _Job, _whole_questions
from budgetrag.store import open_run
from budgetrag.store.stream import packed_questions
from budgetrag.text import DEFAULT_TEMPLATE
from budgetrag.types import Answer
from precompute.preflight import identity

MODEL = {"readers": ["model"], "reader": {"model": {"kind": "hf", "model": "none", "batch_size": 1}}}


def config_of(folder: Path, **changes):
    return tiny_config(write_records(folder / "data.jsonl"), **{**MODEL, **changes})


@dataclass
class Stores:
    """Fills runs with one answer store and remembers what was read."""

    folder: Path
    steps: list[dict[str, list[int]]] = field(default_factory=list)

    def fill(self, run: str, config, reader=None, *, store: bool = True) -> list[str]:
        reader, progress = reader or EchoReader(), Silent()
        answers = AnswerStore(self.folder / "answers.sqlite") if store else None
        plugins = Plugins(HashingEmbedder(), lambda name, settings: reader, answers)
        with open_run(self.folder / run, identity(config, plugins)) as opened:
            run_pipeline(config, opened, plugins, progress)
        self.steps.append(progress.steps)
        return reader.read_prompts

    def answers(self, run: str) -> bytes:
        return (self.folder / run / "answers.parquet").read_bytes()


@pytest.fixture
def stores(tmp_path) -> Stores:
    return Stores(tmp_path)


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    """The questions of a tiny run, packed, and a folder for scratch files."""
    folder = tmp_path_factory.mktemp("packed")
    config = config_of(folder)
    Stores(folder).fill("run", config, store=False)
    tables = (folder / "run" / f"{table}.parquet" for table in ("questions", "candidates", "contexts"))
    return list(packed_questions(*tables)), folder


def plan_of(packed, batch_size):
    questions, folder = packed
    return ReadingPlan(
        questions,
        EchoReader().prompt,
        budgets=(0, 12, 30),
        template=DEFAULT_TEMPLATE,
        batch_size=batch_size,
        scratch=folder,
    )


def test_a_worked_example_of_whole_questions():
    """Questions of 2, 2, 5 and 1 prompts in batches of 4: the third is cut, and shares its rest with the fourth."""
    jobs = [_Job(question, 0, "") for question in (0, 0, 1, 1, 2, 2, 2, 2, 2, 3)]
    assert _whole_questions(jobs, 4) == [slice(0, 4), slice(4, 8), slice(8, 10)]
    assert _whole_questions([], 4) == []


@given(st.lists(st.integers(1, 9), max_size=9), st.integers(1, 6))
def test_batches_cover_all_jobs_and_cut_no_question_that_fits(sizes, batch_size):
    jobs = [_Job(question, 0, "") for question, size in enumerate(sizes) for _ in range(size)]
    batches = _whole_questions(jobs, batch_size)
    assert [job for batch in batches for job in jobs[batch]] == jobs
    assert all(1 <= batch.stop - batch.start <= batch_size for batch in batches)
    for question, size in enumerate(sizes):
        parts = sum(any(job.question == question for job in jobs[batch]) for batch in batches)
        assert parts == -(-size // batch_size)


def test_prompts_of_a_question_lie_together_and_none_twice(packed):
    with plan_of(packed, 1) as plan:
        prompts = [prompt for batch in plan.batches({}) for prompt in batch.values()]
    questions = [prompt.question for prompt in prompts]
    assert len(prompts) == len({prompt.text for prompt in prompts}) == plan.n_prompts > len(set(questions))
    assert sum(a != b for a, b in pairwise(questions)) == len(set(questions)) - 1


def test_a_resumed_plan_reads_in_the_same_batches(packed):
    with plan_of(packed, 8) as plan:
        whole = [list(batch) for batch in plan.batches({})]
        for n_done in range(len(whole) + 1):
            answered = {key: Answer("", 0) for batch in whole[:n_done] for key in batch}
            assert [list(batch) for batch in plan.batches(answered)] == whole[n_done:]
            assert plan.n_answered(answered) == len(answered)


def test_known_prompts_leave_their_batch_and_move_no_other(packed):
    with plan_of(packed, 8) as plan:
        whole = [list(batch) for batch in plan.batches({})]
        known = {whole[0][1]: Answer("", 0), whole[2][0]: Answer("", 0)}
        left = [[key for key in batch if key not in known] for batch in whole]
        assert [list(batch) for batch in plan.batches(known)] == [batch for batch in left if batch]


def test_another_run_reads_nothing_that_is_known(stores, tmp_path):
    config = config_of(tmp_path)
    read = stores.fill("one", config)
    assert len(read) > 10
    assert stores.fill("two", config) == []
    assert stores.answers("one") == stores.answers("two")
    assert f"read model, {len(read)} answers known already" in stores.steps[-1]


def test_a_wider_run_reads_only_what_is_new(stores, tmp_path):
    narrow = stores.fill("narrow", config_of(tmp_path, budgets=[12]))
    wide = stores.fill("wide", config_of(tmp_path))
    alone = stores.fill("alone", config_of(tmp_path), store=False)
    assert set(narrow).isdisjoint(wide)
    assert sorted([*narrow, *wide]) == sorted(alone)


def test_without_a_store_everything_is_read_again(stores, tmp_path):
    config = config_of(tmp_path)
    assert stores.fill("one", config) == stores.fill("two", config, store=False)


def test_a_reader_without_a_model_is_not_stored(stores, tmp_path):
    config = tiny_config(write_records(tmp_path / "data.jsonl"), readers=["echo"], reader={"echo": {"kind": "lexical"}})
    stores.fill("one", config)
    assert not (tmp_path / "answers.sqlite").exists()


class Stopped(EchoReader):
    """Stops in its third batch."""

    n_batches = 0

    def read(self, prompts):
        self.n_batches += 1
        if self.n_batches == 3:
            raise KeyboardInterrupt
        return super().read(prompts)


@pytest.mark.parametrize("keeps_journal", [True, False])
def test_a_stopped_run_resumes_to_the_same_answers(stores, tmp_path, keeps_journal):
    """The size of a batch is part of EchoReader's answer, so another grouping would show."""
    config = config_of(tmp_path)
    stores.fill("whole", config, store=False)
    with pytest.raises(KeyboardInterrupt):
        stores.fill("stopped", config, Stopped())
    journals = list((tmp_path / "stopped").rglob("*.jsonl"))
    assert journals
    if not keeps_journal:
        for journal in journals:
            journal.unlink()
    stores.fill("stopped", config)
    assert stores.answers("stopped") == stores.answers("whole")
