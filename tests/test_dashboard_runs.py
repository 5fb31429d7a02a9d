"""Finding runs."""

import json
import os
import shutil
from pathlib import Path

import pytest

from budgetrag.dashboard.runs import RUNS_VARIABLE, list_runs, run_path, runs_folder


def manifest_of(folder: Path) -> dict[str, object]:
    return json.loads((folder / "manifest.json").read_text(encoding="utf-8"))


@pytest.fixture
def folder(inspector_runs: Path, tmp_path: Path) -> Path:
    shutil.copytree(inspector_runs / "tiny", tmp_path / "tiny")
    return tmp_path


def test_a_whole_run_is_finished(folder: Path) -> None:
    (entry,) = list_runs(folder)
    assert (entry.name, entry.status, entry.detail, entry.can_open) == ("tiny", "finished", "", True)


def test_the_newest_run_is_first(folder: Path) -> None:
    shutil.copytree(folder / "tiny", folder / "later")
    os.utime(folder / "later" / "manifest.json", (2e9, 2e9))
    assert [entry.name for entry in list_runs(folder)] == ["later", "tiny"]


@pytest.mark.parametrize(("stage", "can_open"), [("retrieve", True), ("read-lexical", True), ("pack", False)])
def test_a_half_written_run_names_the_missing_stage(folder: Path, stage: str, can_open: bool) -> None:
    manifest = manifest_of(folder / "tiny")
    manifest["finished"] = None
    manifest["stages"][stage]["status"] = "started"
    (folder / "tiny" / "manifest.json").write_text(json.dumps(manifest))
    (entry,) = list_runs(folder)
    assert entry.status == "unfinished"
    assert stage in entry.detail
    assert entry.can_open == can_open


@pytest.mark.parametrize("content", ["", "{", "[]", '{"schema_version": 1}', '{"schema_version": 999}'])
def test_a_broken_manifest_is_unreadable_not_an_error(folder: Path, content: str) -> None:
    (folder / "tiny" / "manifest.json").write_text(content)
    (entry,) = list_runs(folder)
    assert (entry.status, entry.can_open) == ("unreadable", False)
    assert entry.detail


def test_a_changed_manifest_changes_the_fingerprint(folder: Path) -> None:
    (before,) = list_runs(folder)
    os.utime(folder / "tiny" / "manifest.json", (1e9, 1e9))
    (after,) = list_runs(folder)
    assert before.fingerprint != after.fingerprint


@pytest.mark.parametrize("name", ["..", "../tiny", "tiny/../tiny", "", ".", "/", "absent", "tiny/", "tiny\x00"])
def test_a_name_cannot_leave_the_folder(folder: Path, name: str) -> None:
    with pytest.raises(ValueError, match="run must be one in the runs folder"):
        run_path(folder, name)


def test_no_folder_is_no_runs(tmp_path: Path) -> None:
    assert list_runs(tmp_path / "absent") == ()


def test_the_folder_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(RUNS_VARIABLE, "elsewhere")
    assert runs_folder() == Path("elsewhere")
    monkeypatch.setenv(RUNS_VARIABLE, "")
    assert runs_folder() == Path("runs")
