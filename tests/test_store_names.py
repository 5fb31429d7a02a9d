"""Runs in folders whose names mean something to the libraries that read them."""

from __future__ import annotations

import shutil

import pytest
from tiny import Silent, tiny_config, tiny_plugins, write_records

from budgetrag.pipeline import run_pipeline
from budgetrag.store import Run, open_run
from precompute.preflight import identity


def make(folder, data, n_questions: int) -> None:
    config = tiny_config(data, readers=[], datasets=[{"name": "hotpotqa", "file": str(data), "limit": n_questions}])
    plugins = tiny_plugins()
    with open_run(folder, identity(config, plugins)) as run:
        run_pipeline(config, run, plugins, Silent())


@pytest.mark.parametrize("name", ["run*", "run?", "run[12]", "exp:1", "~run", "file:run", "a%20b", "it's"])
def test_a_folder_of_any_name_holds_its_own_run_and_no_other(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = write_records(tmp_path / "data.jsonl", 4)
    make(tmp_path / "run1", data, 4)
    shutil.copytree(tmp_path / "run1", tmp_path / "run2")
    folder = tmp_path / name
    make(folder.relative_to(tmp_path), data, 3)
    assert Run.open(folder.relative_to(tmp_path)).checked().query("SELECT count(*) n FROM questions")["n"][0] == 3
