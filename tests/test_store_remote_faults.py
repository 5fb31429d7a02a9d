"""URLs that cannot be used, stores that do not answer and what is broken there: one sentence each, and nothing lost."""

from __future__ import annotations

import json
import sys
from types import ModuleType

import fsspec
import pytest
from test_store_remote import make, put, there
from tiny import write_records

from budgetrag.store import Run
from budgetrag.store.remote import RemoteRun, run_folder


class NoCredentialsError(Exception):
    """Stands for what a store's library raises: no OSError."""


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("BUDGETRAG_MODELS", str(tmp_path / "cache"))
    return write_records(tmp_path / "data.jsonl", 4)


@pytest.fixture
def url(tmp_path):
    return f"memory://{tmp_path.name}/run"


@pytest.mark.parametrize(
    "url", ["nope://run", "://run", "memory://", "file:///", "reference://x", "dir://x", "cached://x"]
)
def test_a_url_that_is_none_or_needs_more_than_an_address_is_named(url):
    with pytest.raises(ValueError, match=r"^URL .*must .*") as raised:
        RemoteRun.at(url)
    assert url in str(raised.value)


@pytest.mark.parametrize("action", ["exists", "fetch", "clear"])
def test_what_a_stores_own_library_raises_is_one_sentence(action, url, data, monkeypatch):
    library = ModuleType("botocore.exceptions")
    library.BotoCoreError = NoCredentialsError
    monkeypatch.setitem(sys.modules, "botocore.exceptions", library)

    def refuse(*_: object, **__: object) -> None:
        raise NoCredentialsError("Unable to locate credentials")

    run = RemoteRun.at(url)
    for method in ("exists", "cat_file"):
        monkeypatch.setattr(type(run.files), method, refuse)
    with pytest.raises(ConnectionError, match=rf"^URL {url} must be reachable, .*: Unable to locate credentials$"):
        getattr(run, action)()


def test_a_url_that_cannot_be_written_is_said(url, data, monkeypatch):
    def refuse(*_: object, **__: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(fsspec.get_filesystem_class("memory"), "pipe_file", refuse)
    with pytest.raises(ValueError, match=rf"URL {url} must be of a kind that files can be written to"):
        make(url, data)


@pytest.mark.parametrize("content", [b"[]", b"{}", b"7", b"[" * 100_000, b"\xff", b'{"schema_version": 1}'])
def test_a_manifest_at_the_url_that_is_none_is_said_with_the_remedy(content, url, data):
    make(url, data)
    put(url, "manifest.json", content)
    with pytest.raises(ValueError, match=rf"{url}.*--fresh"):
        run_folder(url)


@pytest.mark.parametrize("content", [b"{", b'{"schema_version": 1}'])
def test_a_broken_copy_here_is_replaced_by_the_whole_run_there(content, url, data):
    make(url, data)
    before = there(url)
    (RemoteRun.at(url).folder / "manifest.json").write_bytes(content)
    assert Run.open(run_folder(url)).is_finished
    assert there(url) == before


def test_a_relative_file_url_is_a_place_of_its_own_in_every_folder(tmp_path, monkeypatch, data):
    folders = set()
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        make("file://runs/one", data, budgets=[12 if name == "a" else 30])
        folders.add(RemoteRun.at("file://runs/one").folder)
    assert len(folders) == 2
    found = [json.loads((tmp_path / name / "runs/one/manifest.json").read_text()) for name in ("a", "b")]
    assert [manifest["config"]["budgets"] for manifest in found] == [[12], [30]]
