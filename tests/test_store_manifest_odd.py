"""Manifests that somebody changed, and plans of odd runs: one sentence, or a number that is right."""

from __future__ import annotations

import json

import pytest
from tiny import Silent, tiny_plugins, with_evidence, write_records
from typer.testing import CliRunner

from budgetrag.config import parse_config
from budgetrag.pipeline import run_pipeline
from budgetrag.store import Run, open_run
from budgetrag.store.manifest import read_manifest
from precompute.cli import app
from precompute.plan import make_plan
from precompute.preflight import identity
from precompute.rates import Rates


@pytest.fixture
def folder(tmp_path):
    config, plugins = with_evidence(write_records(tmp_path / "data.jsonl", 3)), tiny_plugins()
    with open_run(tmp_path / "run", identity(config, plugins)) as run:
        run_pipeline(config, run, plugins, Silent())
    return tmp_path / "run"


def changed(folder, *path_and_value: object) -> None:
    """Set the value at a path of keys; no value removes it."""
    *keys, last, value = path_and_value
    manifest = json.loads((folder / "manifest.json").read_text())
    place = manifest
    for key in keys:
        place = place[key]
    place.update({last: value}) if value is not ... else place.pop(last)
    (folder / "manifest.json").write_text(json.dumps(manifest))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("config", "representations", {}), "config.representations must hold at least 1 value"),
        (("config", "representations", "ace", ...), "config representations must name ace, which policy ace_"),
        (("config", "representations", "ace", "kind", ...), "config.representations.ace.kind is missing"),
        (("config", "representations", "ace", "max_passages", ...), "max_passages must be given for kind ace"),
        (("config", "representations", "chunk", "top_k", ...), "top_k must be given for kind chunk"),
        (("stages", "pack", "finished", ...), "stages.pack finished must say when"),
        (("stages", "pack", "started", "yesterday"), "stages.pack.started must be a time of ISO 8601 with its zone"),
        (("started", "2026-01-01T00:00:00"), "started must be a time of ISO 8601 with its zone"),
        (("tables", "hits", "rows", -1), "tables.hits.rows must be >= 0, got -1"),
        (("schema_version", True), "must have schema_version 2, found True"),
    ],
)
def test_a_changed_manifest_is_one_sentence_that_names_the_key(change, message, folder):
    changed(folder, *change)
    with pytest.raises(ValueError, match=message):
        read_manifest(folder)


@pytest.mark.parametrize("change", [("tables", "questions", "rows", 0), ("tables", "questions", ...), ("stages", {})])
def test_a_plan_like_a_run_without_anything_is_refused(change, folder):
    changed(folder, *change)
    with pytest.raises(ValueError, match="--like must be a run with questions, retrieved and packed, got tiny"):
        make_plan(with_evidence(folder.parent / "data.jsonl"), n_questions=5, rates=Rates(), like=Run.open(folder))


def test_a_plan_of_a_log_does_not_say_that_it_has_no_passages():
    values = {
        "name": "t",
        "readers": [],
        "retrieval": {"retriever": "given"},
        "datasets": [{"name": "log", "file": "log.jsonl"}],
    }
    plan = make_plan(parse_config(values), n_questions=10, rates=Rates(), like=None)
    assert {table.name: table.rows.value for table in plan.tables}["passages"] is None


@pytest.mark.parametrize(("rate", "rule"), [("0", "must be > 0.0"), ("inf", "must be a finite number")])
def test_a_rate_that_is_none_is_said_with_its_key(rate, rule, tmp_path):
    (tmp_path / "t.toml").write_text('name = "t"\nreaders = []\n[[datasets]]\nname = "almanac"\nsize = 5\n')
    (tmp_path / "r.toml").write_text(f'[retrieving]\nquestions_per_second = {rate}\nsource = "s"\n')
    done = CliRunner().invoke(app, ["plan", str(tmp_path / "t.toml"), "--rates", str(tmp_path / "r.toml")])
    assert done.exit_code == 2
    assert f"retrieving.questions_per_second {rule}, got {rate}" in done.stderr


def test_more_questions_than_any_run_has_are_refused(tmp_path):
    done = CliRunner().invoke(app, ["plan", str(tmp_path / "t.toml"), "--questions", "1" + "0" * 400])
    assert done.exit_code == 2
