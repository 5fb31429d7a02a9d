"""The plan of a run: rows, storage and hours, beside a real run's."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny import Silent, tiny_config, tiny_plugins, with_evidence, write_records
from typer.testing import CliRunner

from budgetrag.config import parse_config
from budgetrag.pipeline import run_pipeline
from budgetrag.store import Run, open_run
from precompute.cli import app
from precompute.plan import Figure, WorkPlan, make_plan, n_bytes, reading_hours
from precompute.preflight import identity
from precompute.rates import QuestionRate, Rates, ReaderRate, read_rates

RATES = Path(__file__).parents[1] / "configs" / "rates"


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A finished run of ten questions over passages and a graph."""
    folder = tmp_path_factory.mktemp("plan")
    config, plugins = with_evidence(write_records(folder / "data.jsonl")), tiny_plugins()
    with open_run(folder / "run", identity(config, plugins)) as run:
        run_pipeline(config, run, plugins, Silent())
    return config, Run.open(folder / "run")


def rows(plan):
    return {table.name: table.rows.value for table in plan.tables}


def test_rows_worked_by_hand():
    values = {
        "name": "t",
        "seeds": [1, 2],
        "budgets": [96, 160],
        "policies": ["chunk_naive", "ace_naive", "ace_mmr"],
        "readers": ["lexical", "half"],
        "reader": {"half": {"kind": "lexical", "budgets": [160]}},
        "datasets": [{"name": "almanac", "size": 40}, {"name": "hotpotqa", "limit": 60}],
    }
    plan = make_plan(parse_config(values), n_questions=None, rates=Rates(), like=None)
    # 2 seeds x (40 + 60) questions; 2 representations of 5 passages; 3 policies; 2 budgets, of which "half" reads one
    assert rows(plan) == {
        "questions": 200,
        "retrievals": 400,
        "passages": 2000,
        "hits": None,
        "candidates": None,
        "contexts": 1200,
        "survival": 600,
        "answers": 1200 + 600,
    }
    assert plan.n_outcomes == 1800
    assert n_bytes(plan.tables) is None


def test_hours_worked_by_hand():
    work = WorkPlan("read a", Figure(72_000, ""), Figure(2.5, ""))
    assert work.hours(1) == pytest.approx(8)
    assert work.hours(8) == pytest.approx(1)
    assert reading_hours([WorkPlan("pack", Figure(9, ""), Figure(None, "")), work, work], 1) == pytest.approx(16)
    assert reading_hours([work, WorkPlan("read b", Figure(9, ""), Figure(None, ""))], 1) is None


def test_a_plan_like_a_finished_run_says_what_that_run_holds(finished):
    config, run = finished
    plan = make_plan(config, n_questions=10, rates=Rates(), like=run)
    real = {name: facts["rows"] for name, facts in run.manifest["tables"].items()}
    assert rows(plan) == pytest.approx(real)
    assert n_bytes(plan.tables) == pytest.approx(sum(facts["bytes"] for facts in run.manifest["tables"].values()))


def test_ten_times_the_questions_are_ten_times_the_rows(finished):
    config, run = finished
    ten, hundred = (rows(make_plan(config, n_questions=n, rates=Rates(), like=run)) for n in (10, 100))
    assert hundred == pytest.approx({name: 10 * n for name, n in ten.items()})


def held(run, table):
    """Rows of ``table`` by representation."""
    return run.query(f"SELECT representation, count(*) AS n FROM {table} GROUP BY ALL").set_index("representation")["n"]


@pytest.mark.parametrize(("policy", "representation"), [("chunk_naive", "chunk"), ("ace_naive", "ace")])
def test_some_representations_of_a_run_take_their_own_rows_of_it(finished, policy, representation):
    config, run = finished
    some = config.model_copy(update={"policies": (policy,)})
    planned = rows(make_plan(some, n_questions=10, rates=Rates(), like=run))
    for table in ("hits", "candidates"):
        assert planned[table] == pytest.approx(held(run, table).get(representation, 0))


def test_a_representation_the_run_lacks_has_the_rows_of_its_kind_by_passage_taken(finished):
    config, run = finished  # chunk takes 3 passages, ace 4
    larger = config.model_copy(
        update={"retrieval": config.retrieval.model_copy(update={"top_k": 9, "max_passages": 6})}
    )
    planned = rows(make_plan(larger, n_questions=10, rates=Rates(), like=run))
    candidates, hits = held(run, "candidates"), held(run, "hits")
    assert planned["candidates"] == pytest.approx(candidates["chunk"] * 3 + candidates["ace"] * 1.5)
    assert planned["hits"] == pytest.approx(hits["ace"] * 1.5)


def test_a_kind_that_the_run_lacks_leaves_its_rows_unknown(tmp_path):
    config, plugins = tiny_config(write_records(tmp_path / "data.jsonl")), tiny_plugins()
    with open_run(tmp_path / "run", identity(config, plugins)) as run:
        run_pipeline(config, run, plugins, Silent())
    both = config.model_copy(update={"policies": (*config.policies, "ace_naive")})
    plan = make_plan(both, n_questions=10, rates=Rates(), like=Run.open(tmp_path / "run"))
    assert rows(plan)["hits"] is None
    hits = next(table for table in plan.tables if table.name == "hits")
    assert hits.rows.source == "unknown: tiny has no representation of kind ace"


def test_given_rates_and_bytes_go_before_measured_ones(finished):
    config, run = finished
    rates = Rates(
        packing=QuestionRate(questions_per_second=4.0, source="mine"),
        reader={"lexical": ReaderRate(answers_per_second=2.0, source="mine")},
        bytes_per_row={"answers": 50.0},
        bytes_source="mine",
    )
    plan = make_plan(config, n_questions=10, rates=rates, like=run)
    retrieving, packing, reading = plan.work
    assert "measured on tiny, 10 questions" in retrieving.per_second.source
    assert (packing.per_second.value, packing.per_second.source) == (4, "given, mine")
    assert reading.hours(1) == pytest.approx(plan.tables[-1].rows.value / 7200)
    assert plan.tables[-1].n_bytes == 50 * plan.tables[-1].rows.value


def test_without_a_size_the_plan_asks_for_one(tmp_path):
    with pytest.raises(ValueError, match=r"--questions must say how many questions data set hotpotqa has"):
        make_plan(tiny_config(tmp_path / "none.jsonl"), n_questions=None, rates=Rates(), like=None)


def test_a_run_without_the_policies_is_refused(finished):
    other = finished[0].model_copy(update={"policies": ("chunk_mmr",)})
    with pytest.raises(ValueError, match=r"--like must have some of the policies and budgets, got tiny"):
        make_plan(other, n_questions=5, rates=Rates(), like=finished[1])


def test_readers_of_a_part_are_counted_over_what_they_read():
    part = {"kind": "lexical", "datasets": ["hotpotqa"], "budgets": [12], "limit": 3}
    values = {
        "name": "parts", "seeds": [1, 2], "budgets": [12, 30], "policies": ["chunk_naive", "chunk_mmr"],
        "datasets": [{"name": "hotpotqa"}, {"name": "musique"}],
        "reader": {"part": part, "other": {**part, "limit": 5}},
    }  # fmt: skip
    plans = {
        readers: make_plan(parse_config({**values, "readers": list(readers)}), n_questions=10, rates=Rates(), like=None)
        for readers in (("lexical", "part"), ("part", "other"))
    }
    first, second = plans.values()
    assert first.n_outcomes == 2 * 2 * (4 * 10 + 3)
    assert second.n_outcomes == 2 * 2 * (3 + 5 + 5 + 3 * 10)  # read twice, once, by none
    assert [work.amount.value for work in second.work if work.stage.startswith("read")] == [2 * 2 * 3, 2 * 2 * 5]
    answers = next(table.rows for table in second.tables if table.name == "answers")
    assert answers.value == 2 * 2 * 8
    assert answers.source.startswith("2 readers, of each: ")


def test_a_half_written_run_is_refused(tmp_path):
    config = tiny_config(write_records(tmp_path / "data.jsonl"))
    with open_run(tmp_path / "run", identity(config, tiny_plugins())):
        pass
    with pytest.raises(ValueError, match=r"--like must be a finished run, got tiny, which is half-written"):
        make_plan(config, n_questions=5, rates=Rates(), like=Run.open(tmp_path / "run"))


def call(*arguments: object):
    return CliRunner().invoke(app, ["plan", *map(str, arguments)], env={"COLUMNS": "160"})


def test_the_command_prints_every_number_with_its_source(finished, tmp_path):
    (tmp_path / "big.toml").write_text(
        'name = "big"\nbudgets = [12, 30]\nreaders = ["lexical"]\npolicies = ["chunk_naive", "ace_naive"]\n'
        '[[datasets]]\nname = "hotpotqa"\n'
    )
    done = call(tmp_path / "big.toml", "--questions", 7405, "--like", finished[1].folder, "--answers-per-second", 2)
    assert done.exit_code == 0, done.output
    for text in ("29,620", "bytes a row", "hours on 8", "given, --answers-per-second", "contexts are distinct"):
        assert text in done.stdout
    assert "?" not in done.stdout


def test_what_is_not_known_is_a_question_mark_with_the_remedy(tmp_path):
    (tmp_path / "big.toml").write_text('name = "big"\nreaders = ["lexical"]\n[[datasets]]\nname = "hotpotqa"\n')
    done = call(tmp_path / "big.toml", "--questions", 7405)
    assert "?" in done.stdout
    assert "unknown: --like" in done.stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[packing]\nquestions_per_second = 0.0\nsource = 'x'", "packing.questions_per_second"),
        ("[reader.a]\nanswers_per_second = 2.0", "reader.a.source is missing"),
        ("[bytes_per_row]\nanswer = 2.0", "must be a known table"),
    ],
)
def test_wrong_rates_are_refused_with_their_key(tmp_path, text, message):
    (tmp_path / "rates.toml").write_text(text)
    with pytest.raises(ValueError, match=message):
        read_rates(tmp_path / "rates.toml")


@pytest.mark.parametrize("file", sorted(RATES.glob("*.toml")), ids=lambda file: file.name)
def test_shipped_rates_are_read_and_say_that_they_are_assumed(file):
    assert all("assumed" in rate.source for rate in read_rates(file).reader.values())
