"""Runs at a URL: copied stage by stage, gone on with from any machine, refused and replaced like a folder's."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import fsspec
import pytest
from tiny import EchoReader, HashingEmbedder, Silent, tiny_config, tiny_plugins, write_records
from typer.testing import CliRunner

from budgetrag.engines import LocalEngine
from budgetrag.pipeline import Plugins, run_pipeline
from budgetrag.store import TABLES, Run, open_run
from budgetrag.store.files import locked
from budgetrag.store.remote import LocalRun, RemoteRun, is_url, run_folder, run_place
from precompute.cli import app
from precompute.preflight import identity

CONFIG = """
name = "tiny"
budgets = [12, 30]
readers = ["lexical"]
policies = ["chunk_naive", "chunk_submodular"]

[[datasets]]
name = "hotpotqa"
limit = 6
"""


class StoppedReader(EchoReader):
    """Is stopped by its user once it has read something."""

    def read(self, prompts):
        if self.read_prompts:
            raise KeyboardInterrupt
        return super().read(prompts)


@pytest.fixture(params=["memory", "file"])
def url(request, tmp_path):
    """A URL where nothing is yet."""
    return f"memory://{tmp_path.name}/run" if request.param == "memory" else f"file://{tmp_path}/bucket/run"


@pytest.fixture
def machine(tmp_path, monkeypatch) -> Callable[[str], None]:
    """Sets which machine this is: each has its own cache folder."""

    def be(name: str) -> None:
        monkeypatch.setenv("BUDGETRAG_MODELS", str(tmp_path / name))

    be("first")
    return be


@pytest.fixture
def data(tmp_path):
    return write_records(tmp_path / "data.jsonl", 6)


def config_of(data: Path, **changes: object):
    return tiny_config(data, reader={"lexical": {"kind": "lexical", "batch_size": 1}}, **changes)


def make(url: str, data: Path, reader=None, *, fresh: bool = False, **changes: object) -> Plugins:
    """Make the run at ``url`` as the command line does, and return what it used."""
    plugins = Plugins(HashingEmbedder(), lambda name, settings: reader or EchoReader())
    config, run = config_of(data, **changes), run_place(url)
    if not fresh:
        run.fetch()
    with open_run(run.folder, identity(config, plugins), fresh=fresh) as opened:
        if fresh:
            run.clear()
        run_pipeline(config, opened, plugins, Silent(), engine=LocalEngine(), after_stage=run.publish)
    return plugins


def there(url: str) -> dict[str, bytes]:
    """The files at a URL."""
    files, root = fsspec.url_to_fs(url)
    return (
        {Path(path).name: files.cat_file(path) for path in files.ls(root, detail=False)} if files.exists(root) else {}
    )


def digests(files: dict[str, bytes]) -> dict[str, str]:
    return {name: sha256(content).hexdigest() for name, content in files.items() if name.endswith(".parquet")}


def local_digests(folder: Path) -> dict[str, str]:
    return digests({path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()})


def put(url: str, name: str, content: bytes) -> None:
    files, root = fsspec.url_to_fs(url)
    files.pipe_file(f"{root}/{name}", content)


def test_the_url_holds_what_a_folder_would(url, tmp_path, data, machine):
    make(url, data)
    make(str(tmp_path / "folder"), data)
    found = there(url)
    assert set(found) == {"manifest.json", *(f"{table}.parquet" for table in TABLES)}
    assert digests(found) == local_digests(tmp_path / "folder")
    manifest = json.loads(found["manifest.json"])
    assert manifest["finished"]
    assert {f"{name}.parquet": facts["sha256"] for name, facts in manifest["tables"].items()} == digests(found)


def test_another_machine_goes_on_after_the_last_finished_stage(url, tmp_path, data, machine):
    with pytest.raises(KeyboardInterrupt):
        make(url, data, StoppedReader())
    assert "contexts.parquet" in there(url)
    assert "answers.parquet" not in there(url)
    machine("second")
    assert make(url, data).embedder.texts == []
    make(str(tmp_path / "folder"), data)
    assert digests(there(url)) == local_digests(tmp_path / "folder")


def test_the_same_machine_keeps_what_is_not_at_the_url_yet(url, data, machine):
    stopped, resumed = StoppedReader(), EchoReader()
    with pytest.raises(KeyboardInterrupt):
        make(url, data, stopped)
    make(url, data, resumed)
    assert stopped.read_prompts
    assert not set(stopped.read_prompts) & set(resumed.read_prompts)


def test_a_machine_with_an_older_state_takes_what_is_at_the_url(url, data, machine):
    with pytest.raises(KeyboardInterrupt):
        make(url, data, StoppedReader())
    machine("second")
    make(url, data)
    machine("first")
    reader = EchoReader()
    make(url, data, reader)
    assert reader.read_prompts == []


def test_other_settings_are_refused_from_every_machine(url, data, machine):
    make(url, data)
    before = there(url)
    machine("second")
    with pytest.raises(ValueError, match="was made with other settings"):
        make(url, data, budgets=[30])
    assert there(url) == before


def test_fresh_removes_what_is_at_the_url_before_it_begins(url, data, machine):
    make(url, data)
    machine("second")
    with pytest.raises(KeyboardInterrupt):
        make(url, data, StoppedReader(), fresh=True, budgets=[30])
    assert "answers.parquet" not in there(url)
    make(url, data, budgets=[30])
    assert json.loads(there(url)["manifest.json"])["config"]["budgets"] == [30]


@pytest.mark.parametrize(("table", "is_embedded"), [("answers", False), ("survival", False), ("passages", True)])
def test_a_table_cut_off_at_the_url_is_made_again(url, data, machine, table, is_embedded):
    make(url, data)
    whole = digests(there(url))
    put(url, f"{table}.parquet", there(url)[f"{table}.parquet"][:-7])
    machine("second")
    plugins = make(url, data)
    assert bool(plugins.embedder.texts) == is_embedded
    assert digests(there(url)) == whole


def test_a_run_is_read_from_its_url(url, data, machine):
    make(url, data)
    machine("second")
    run = Run.open(run_folder(url))
    assert run.is_finished
    assert run.query("SELECT count(*) n FROM outcomes")["n"][0] == 6 * 6 * 3


def test_a_run_that_is_being_written_here_is_read_from_its_folder(url, data, machine):
    make(url, data)
    folder = RemoteRun.at(url).folder
    with locked(folder):
        assert run_folder(url) == folder
        with pytest.raises(BlockingIOError, match="is being written by another process"):
            run_place(url).fetch()


def test_no_run_at_a_url_is_said(url, machine):
    with pytest.raises(FileNotFoundError, match=r"must be a folder or URL that holds manifest.json, found none at"):
        run_folder(url)


def test_a_damaged_manifest_at_the_url_is_named(url, data, machine):
    make(url, data)
    put(url, "manifest.json", b"{")
    machine("second")
    with pytest.raises(ValueError, match=r"/run/manifest.json must be JSON: .*; run again with --fresh"):
        make(url, data)
    make(url, data, fresh=True)
    assert Run.open(run_folder(url)).is_finished


def test_urls_are_told_from_folders():
    assert [is_url(place) for place in ("s3://b/run", "memory://run", "runs/demo", "/tmp/a:b")] == [
        True,
        True,
        False,
        False,
    ]
    assert run_place("runs/demo") == LocalRun(Path("runs/demo"))


def test_different_urls_have_different_folders(machine):
    folders = {RemoteRun.at(f"memory://{place}").folder for place in ("a/run", "b/run", "a/run")}
    assert len(folders) == 2
    assert all(folder.name.startswith("run-") for folder in folders)


def test_a_kind_of_url_that_cannot_be_used_is_one_sentence(tmp_path, monkeypatch, machine):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("precompute.cli.make_plugins", lambda config: tiny_plugins())
    write_records(tmp_path / "data.jsonl")
    Path("tiny.toml").write_text(CONFIG)
    for place, message in (("nope://run", "nope"), ("gs://bucket/run", "gcsfs")):
        done = CliRunner().invoke(app, ["run", "tiny.toml", "--data", "data.jsonl", "--out", place])
        assert done.exit_code == 2
        (line,) = done.stderr.strip().splitlines()
        assert line.startswith("error: ")
        assert message in line


def test_the_command_line_makes_shows_and_exports_a_run_at_a_url(url, tmp_path, monkeypatch, machine):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("precompute.cli.make_plugins", lambda config: tiny_plugins())
    write_records(tmp_path / "data.jsonl")
    Path("tiny.toml").write_text(CONFIG)

    def call(*arguments: object):
        done = CliRunner().invoke(app, [str(argument) for argument in arguments])
        assert done.exit_code == 0, done.output
        return done

    def run_it(*more: object):
        return call("run", "tiny.toml", "--data", "data.jsonl", "--workers", 1, "--out", url, *more)

    assert f"export {url} --to" in run_it().stdout
    machine("second")
    assert f"run {url} is complete: nothing to do" in run_it().stderr
    assert "run tiny: complete" in call("status", url).stdout
    assert call("export", url, "--to", "o.csv").stdout == "24 rows in o.csv\n"
    run_it("--fresh")
    assert json.loads(there(url)["manifest.json"])["finished"]
