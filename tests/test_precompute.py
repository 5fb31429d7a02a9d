"""The command line: every command, and one sentence for every mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from tiny import records, tiny_plugins, write_records
from typer.testing import CliRunner

from budgetrag.store import Run, open_run
from precompute.cli import app
from precompute.overrides import Overrides, load
from precompute.preflight import identity

CONFIG = """
name = "tiny"
budgets = [12, 30]
readers = ["lexical"]
policies = ["chunk_naive", "chunk_submodular"]

[[datasets]]
name = "hotpotqa"
limit = 6

[retrieval]
top_k = 3
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working folder with a config and data, where the embedder needs no model."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("precompute.cli.make_plugins", lambda config: tiny_plugins())
    (tmp_path / "tiny.toml").write_text(CONFIG)
    write_records(tmp_path / "data.jsonl")
    return tmp_path


def call(*arguments: object):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def run_tiny(*more: object):
    return call("run", "tiny.toml", "--data", "data.jsonl", "--out", "out", "--workers", 1, *more)


def complaint(done) -> str:
    """The one sentence on stderr of a command that ended with the exit code of a user's mistake."""
    assert done.exit_code == 2, done.output
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("error: ")
    return lines[0]


def test_run_status_and_export_of_a_tiny_config(folder):
    done = run_tiny()
    assert done.exit_code == 0, done.output
    assert "chunk_submodular" in done.stdout
    assert "lexical (no model)" in done.stdout
    assert "questions with a span answer" in done.stdout
    assert "pack: 6/6 in" in done.stderr
    status = call("status", "out")
    assert "run tiny: complete" in status.stdout
    assert "table contexts: 24 rows" in status.stdout
    for name in ("o.csv", "o.parquet", "o.xlsx"):
        assert call("export", "out", "--to", name).stdout == f"24 rows in {name}\n"
    assert pq.read_metadata("o.parquet").num_rows == 24


def test_finished_run_says_so_and_changes_nothing(folder):
    run_tiny()
    before = {path.name: path.read_bytes() for path in Path("out").iterdir()}
    done = run_tiny()
    assert "run out is complete: nothing to do" in done.stderr
    assert before == {path.name: path.read_bytes() for path in Path("out").iterdir()}


def test_changed_config_is_refused_and_fresh_replaces(folder):
    run_tiny()
    message = complaint(run_tiny("--budgets", "30"))
    assert "budgets: run [12, 30], now [30]" in message
    assert "--fresh" in message
    assert run_tiny("--budgets", "30", "--fresh").exit_code == 0
    assert list(Run.open("out").query("SELECT DISTINCT budget_tokens b FROM contexts")["b"]) == [30]


def test_invalid_config_leaves_the_old_run_even_with_fresh(folder):
    run_tiny()
    complaint(run_tiny("--budgets=-3", "--fresh"))
    assert Run.open("out").is_finished


def test_summary_leaves_out_yes_no_questions_unless_told(folder):
    run_tiny("--limit", 10)
    shown = " ".join(call("status", "out").stdout.split())
    assert "over the 9 questions with a span answer; left out: 1 yes/no (--all counts them)" in shown
    assert "over all 10 questions; among them: 1 yes/no" in " ".join(call("status", "out", "--all").stdout.split())


def test_no_readers_leaves_their_columns_empty(folder):
    run_tiny("--readers", "none")
    call("export", "out", "--to", "o.parquet")
    table = pq.read_table("o.parquet")
    for column in ("reader", "answer", "exact_match", "token_f1", "accuracy", "prompt_tokens"):
        assert table.column(column).null_count == table.num_rows == 24


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--data", "nope.jsonl"], "data file must exist, found none at nope.jsonl"),
        (["--data", "."], "data file must be a file, got the folder ."),
        (["--data", "squad=data.jsonl"], "--data must name a data set of the config (hotpotqa), got 'squad'"),
        (["--limit", "0"], "datasets[0].limit must be >= 1, got 0"),
        (["--seeds", "4,x"], "--seeds must be whole numbers with commas between, got '4,x'"),
        (["--budgets", ""], "--budgets must be whole numbers"),
        (["--budgets", "99999999999"], "budgets[0] must be <= 2147483647, got 99999999999"),
        (["--budgets", "5", "--set", "reader=3"], "reader must be a table, got 3"),
        (["--set", "datasets=[]"], "datasets must be [[datasets]] tables"),
        (["--readers", ""], "--readers must be names of readers with commas between, or none, got nothing"),
        (["--budgets=-1"], "budgets[0] must be >= 0, got -1"),
        (["--readers", "gpt"], "readers[0] must be a known reader (lexical, smollm2-135m), got 'gpt'"),
        (["--set", "packing"], "--set must be key=value, got 'packing'"),
        (["--set", "packing.counter=letters"], "packing.counter must be one of words"),
        (["--set", "packing.colour=1"], "packing.colour is not a known key"),
        (["--set", "datasets.3.limit=1"], "--set place must be below 1, got 3"),
        (["--set", "policies=['chunk_best']"], "policies[0] must be a known policy (ace_bridge"),
        (["--policies", " , "], "--policies must be names of policies with commas between, got nothing"),
        (["--policies", "deep_naive"], "policies[0] must be a known policy (ace_bridge"),
        (["--set", "representation.ace={top_k=3}"], "representation.ace is built in; give your own representation"),
        (["--out", "data.jsonl"], "run must be a folder, got the file data.jsonl"),
        (["--out", "data.jsonl/run"], "not a directory: data.jsonl/run"),
        (["--out", "."], "holds other files"),
    ],
)
def test_mistakes_in_options_are_one_sentence(folder, arguments, message):
    data = [] if "--data" in arguments else ["--data", "data.jsonl"]
    done = call("run", "tiny.toml", *data, "--workers", 1, *arguments)
    assert message in complaint(done)
    assert not (folder / "runs").exists() or not list((folder / "runs").rglob("*.parquet"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"_id": "a"\n', "line 1"),
        (b'{"_id": "a"}\n', "data.jsonl, line 1: context is missing"),
        (b"", "must hold at least one question"),
        (b"\x1f\x8bnot gzip", ""),
        (b"\xff\xfe", ""),
    ],
)
def test_broken_data_is_one_sentence(folder, content, message):
    Path("data.jsonl").write_bytes(content)
    assert message in complaint(run_tiny())


def test_odd_text_goes_through(folder):
    odd = [
        "שלום עולם",
        "東京は日本の首都です。",
        "🦊🦊",
        "a\x00b",
        "\u202eabc\u202c",
        "x " * 50_000,
        "=1+1",
        "\ud800 lone",
    ]
    rows = records(len(odd))
    for row, text in zip(rows, odd, strict=True):
        row["context"][0] = [text[:40], [text, "", "  "]]
        row["question"] = f"{text[:60]}?"
        row["answer"] = text[:20] or "x"
    Path("data.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = run_tiny("--limit", len(odd), "--set", "retrieval.pool=question")
    assert done.exit_code == 0, done.output
    for name in ("o.csv", "o.parquet", "o.xlsx"):
        assert call("export", "out", "--to", name).exit_code == 0


def test_mistakes_outside_run_are_one_sentence(folder):
    assert "run must be a folder that holds manifest.json" in complaint(call("status", "nowhere"))
    assert "python -m precompute run" in complaint(call("export", "nowhere", "--to", "o.csv"))
    run_tiny()
    assert "export file must end in .csv, .parquet, .xlsx" in complaint(call("export", "out", "--to", "o.doc"))
    assert "offline model must be one of" in complaint(call("models", "gpt-9"))
    assert "config must be a TOML file" in complaint(call("run", "nope.toml"))
    Path("bad.toml").write_text("name = ")
    assert "bad.toml: must be TOML" in complaint(call("run", "bad.toml"))


def test_damaged_run_is_one_sentence_for_every_command(folder):
    run_tiny()
    table = Path("out", "contexts.parquet")
    content = bytearray(table.read_bytes())
    content[4 : len(content) // 4] = b"\xff" * (len(content) // 4 - 4)
    table.write_bytes(content)
    for command in (["status", "out"], ["export", "out", "--to", "o.csv"], ["report", "out", "--to", "o.html"]):
        assert "contexts.parquet must be as it was written, found other contents" in complaint(call(*command))
    table.unlink()
    for command in (["status", "out"], ["export", "out", "--to", "o.csv"], ["report", "out", "--to", "o.html"]):
        assert "contexts.parquet must be a file, found none; make it again with --fresh" in complaint(call(*command))
    assert sorted(path.name for path in folder.glob("o.*")) == []


def test_export_names_the_place_it_cannot_write_to(folder):
    run_tiny()
    Path("o.csv").mkdir()
    assert complaint(call("export", "out", "--to", "o.csv")) == "error: is a directory: o.csv"


def test_run_held_by_another_process_is_refused(folder):
    config = load(Path("tiny.toml"), Overrides(data=("data.jsonl",)))
    with open_run(Path("out"), identity(config, tiny_plugins())):
        assert "run out is being written by another process" in complaint(run_tiny())


def test_stopping_says_how_to_go_on(folder, monkeypatch):
    def stop(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("precompute.cli.run_pipeline", stop)
    done = run_tiny()
    assert done.exit_code == 130
    assert done.stderr == "stopped: what is finished is kept; the same command goes on from here\n"


def test_full_disk_is_one_sentence(folder, monkeypatch):
    def full(*_args, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert complaint(run_tiny()) == (
        "error: the disk is full: out; what is finished is kept; the same command goes on from here"
    )


def test_absent_model_names_the_command_that_makes_it(tmp_path, monkeypatch):
    monkeypatch.setenv("BUDGETRAG_MODELS", str(tmp_path / "empty"))
    (tmp_path / "tiny.toml").write_text(CONFIG)
    message = complaint(call("run", tmp_path / "tiny.toml", "--data", write_records(tmp_path / "d.jsonl")))
    assert "python -m precompute models" in message


def test_bugs_still_raise(folder, monkeypatch):
    def broken(*_args, **_options):
        raise TypeError("a bug")

    monkeypatch.setattr("precompute.cli.run_pipeline", broken)
    assert isinstance(run_tiny().exception, TypeError)


@pytest.mark.parametrize("command", ["packers", "datasets", "readers"])
def test_lists_show_every_name_with_what_it_is(command):
    from budgetrag.datasets import DATASETS
    from budgetrag.packers import PACKERS
    from budgetrag.readers import READERS

    shown = call(command).stdout.splitlines()
    for name in {"packers": PACKERS, "datasets": DATASETS, "readers": READERS}[command]:
        assert any(line.startswith(f"{name}: ") and len(line) > len(name) + 10 for line in shown)


def test_packers_lists_the_eleven_policies():
    shown = [line for line in call("packers").stdout.splitlines() if line.startswith("policy ")]
    assert len(shown) == 11
    assert "policy ace_submodular: ace + submodular (cost_exponent = 1.0)" in shown


def test_policies_and_a_representation_can_be_chosen_on_the_command_line(folder):
    chosen = ("--policies", "chunk_naive, chunk9_naive", "--set", "representation.chunk9={top_k=9}")
    assert run_tiny(*chosen, "--readers", "none").exit_code == 0
    counts = Run.open("out").query("SELECT representation, max(n_passages) n FROM retrievals GROUP BY 1 ORDER BY 1")
    assert dict(counts.to_numpy().tolist()) == {"chunk": 3, "chunk9": 9}
