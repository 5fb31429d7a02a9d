"""Engines: what they are opened with, what the command line makes of it, and that this machine needs no Ray."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tiny import EchoReader, Silent, tiny_config, tiny_plugins, write_records
from typer.testing import CliRunner

from budgetrag.config import parse_config
from budgetrag.config_readers import ReaderConfig
from budgetrag.engines import ENGINES, EngineOptions, LocalEngine, ReaderSource, get_engine
from budgetrag.engines.base import answered
from budgetrag.engines.ray_tasks import Outcome, PackTask, ReaderActor, from_table, to_table
from budgetrag.packing import PackedPart, Part
from budgetrag.pipeline import run_pipeline
from budgetrag.readers import UnansweredError
from budgetrag.store import open_run
from budgetrag.types import content_hash
from precompute.cli import app
from precompute.engines import EngineChoice
from precompute.preflight import identity

ROOT = Path(__file__).resolve().parents[1]


def batch_of(n: int) -> dict:
    prompts = [EchoReader().prompt(f"question {i}", f"word{i} and more") for i in range(n)]
    return {content_hash(prompt.text): prompt for prompt in prompts}


class HalfReader(EchoReader):
    """Answers the last prompt of a batch alone."""

    def read(self, prompts):
        raise UnansweredError("the server must answer, got nothing", {len(prompts) - 1: super().read(prompts[-1:])[0]})


def test_the_local_engine_reads_in_order_with_the_reader_that_is_there():
    reader, batches = EchoReader(), [batch_of(2), batch_of(3)]
    found = list(LocalEngine().read(ReaderSource(reader, lambda: pytest.fail("made another")), batches))
    assert [list(answers) for answers in found] == [list(batch) for batch in batches]
    assert reader.read_prompts == [prompt.text for batch in batches for prompt in batch.values()]


def test_answers_that_a_reader_did_give_come_before_its_error():
    batch = batch_of(3)
    stream = answered(HalfReader(), batch)
    assert list(next(stream)) == list(batch)[2:]
    with pytest.raises(UnansweredError, match="must answer"):
        next(stream)


def test_what_a_user_can_mend_comes_out_of_a_worker_as_a_value_and_a_bug_as_it_is():
    def refuse(part):
        raise ValueError(f"part must be even, got {part.index}")

    def fail(part):
        raise ZeroDivisionError

    (outcome,) = from_table(PackTask(refuse)(to_table(Part(3, ()))))
    assert outcome.values == ()
    assert (type(outcome.error), str(outcome.error)) == (ValueError, "part must be even, got 3")
    with pytest.raises(ZeroDivisionError):
        PackTask(fail)(to_table(Part(3, ())))


def test_an_error_keeps_the_answers_it_brings_when_it_travels():
    batch = batch_of(2)
    (outcome,) = from_table(ReaderActor(HalfReader, "echo:1")(to_table(batch)))
    assert [list(answers) for answers in outcome.values] == [list(batch)[1:]]
    assert list(outcome.error.answers) == [1]


def test_a_table_of_several_items_gives_an_outcome_each():
    import pyarrow as pa

    table = pa.concat_tables([to_table(Part(index, ())) for index in (4, 7)])
    found = list(from_table(PackTask(lambda part: PackedPart(part.index, ()))(table)))
    assert found == [Outcome((PackedPart(index, ()),), None) for index in (4, 7)]


def test_a_share_of_gpus_does_not_change_a_run(tmp_path):
    data = write_records(tmp_path / "d.jsonl")
    with_share = tiny_config(data, reader={"lexical": {"kind": "lexical", "batch_size": 4, "gpus": 0.5}})
    assert with_share.resolved_readers()["lexical"].gpus == 0.5
    assert with_share.as_record() == tiny_config(data).as_record()


class NoEngine:
    """Reads nothing."""

    def pack(self, work, parts):
        return map(work, parts)

    def read(self, source, batches):
        pytest.fail("a reader was sent away")


def test_the_client_of_a_server_stays_in_this_process_whatever_the_engine(tmp_path):
    server = {"kind": "endpoint", "model": "m", "base_url": "http://localhost:1/v1"}
    config = tiny_config(write_records(tmp_path / "d.jsonl"), readers=["server"], reader={"server": server})
    reader, plugins = EchoReader(), tiny_plugins(lambda name, settings: reader)
    with open_run(tmp_path / "run", identity(config, plugins)) as run:
        run_pipeline(config, run, plugins, Silent(), engine=NoEngine())
    assert reader.read_prompts


def test_gpus_are_for_readers_that_load_a_model_here():
    with pytest.raises(ValueError, match="gpus is for readers that load a model here"):
        ReaderConfig(kind="endpoint", model="m", base_url="http://localhost:1/v1", gpus=1.0)
    with pytest.raises(ValueError, match=r"reader\.lexical\.gpus must be >= 0\.0, got -1"):
        parse_config(
            {"name": "x", "datasets": [{"name": "almanac"}], "reader": {"lexical": {"kind": "lexical", "gpus": -1}}}
        )


def test_unknown_engine_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match=r"engine must be one of \['local', 'ray'\], got 'spark'"):
        get_engine("spark")
    assert sorted(ENGINES) == ["local", "ray"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"address": "auto"}, "--address is for --engine ray only, got 'auto'"),
        ({"n_readers": 2}, "--reader-actors is for --engine ray only, got 2"),
        ({"gpus_per_reader": 0.5}, "--gpus-per-reader is for --engine ray only, got 0.5"),
        ({"cpus_per_reader": 2}, "--cpus-per-reader is for --engine ray only, got 2"),
    ],
)
def test_options_of_a_cluster_are_refused_here(options, message):
    with pytest.raises(ValueError, match=message):
        EngineChoice("local", 1, **options).open()


def test_the_code_of_both_packages_is_sent_to_a_cluster(monkeypatch):
    taken = []
    monkeypatch.setitem(ENGINES, "ray", taken.append)
    EngineChoice("ray", 3, address="head:6379", n_readers=2, gpus_per_reader=0.5).open()
    assert taken == [
        EngineOptions(3, "head:6379", 2, 0.5, None, (ROOT / "budgetrag", ROOT / "precompute")),
    ]


@pytest.fixture
def without_ray(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)


def test_without_ray_its_engine_is_refused_with_the_command_that_installs_it(tmp_path, monkeypatch, without_ray):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("precompute.cli.make_plugins", lambda config: tiny_plugins())
    Path("tiny.toml").write_text('name = "tiny"\nreaders = ["lexical"]\n[[datasets]]\nname = "almanac"\nsize = 3\n')
    done = CliRunner().invoke(app, ["run", "tiny.toml", "--out", "out", "--engine", "ray"])
    assert done.exit_code == 2
    assert done.stderr == (
        "error: --engine ray must have Ray installed, found none; "
        "install it with: python -m pip install -r requirements-ray.txt\n"
    )
    assert not Path("out").exists()
    assert CliRunner().invoke(app, ["run", "tiny.toml", "--out", "out", "--workers", "1"]).exit_code == 0


def test_importing_the_command_line_does_not_import_ray():
    code = "import sys, precompute.cli; print([name for name in sys.modules if name.partition('.')[0] == 'ray'])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
