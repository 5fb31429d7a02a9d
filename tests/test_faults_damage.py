"""Files of a run that are cut short, changed, lost or made up: one sentence names the file and the remedy."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from faults.driver import KILLED, Driver, serving
from inspector_run import HashedWords, records
from streamlit.testing.v1 import AppTest
from typer.testing import CliRunner

from budgetrag.dashboard.runs import list_runs
from budgetrag.pipeline import Plugins
from budgetrag.store import TABLES
from precompute.cli import app
from precompute.preflight import make_reader

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = ("status run", "export run --to o.csv", "report run --to o.html")
CONFIG = """
name = "tiny"
budgets = [24, 48, 96]
policies = ["chunk_naive", "chunk_mmr", "chunk_submodular", "chunk_bridge"]
readers = ["lexical"]
datasets = [{ name = "hotpotqa", file = "data.jsonl" }]
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A working folder with the finished run ``run`` and what made it; packing needs no process of its own here."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "tiny.toml").write_text(CONFIG)
    (folder / "data.jsonl").write_text("\n".join(json.dumps(record) for record in records()))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr("precompute.cli.make_plugins", lambda config: Plugins(HashedWords(), make_reader))
        patch.setattr("budgetrag.engines.local.ordered_map", in_this_process)
        assert call("run tiny.toml --out run") == ""
        yield folder


@pytest.fixture
def folder(tmp_path: Path, made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, to work in."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def server() -> Iterator[Driver]:
    with serving() as driver:
        yield driver


@pytest.fixture(scope="module")
def whole(server: Driver) -> Driver:
    driver = server.fresh()
    assert driver.run().code == 0
    return driver


def in_this_process(work: Callable[[Any], Any], items: Iterator[Any], *, n_workers: int) -> Iterator[Any]:
    return map(work, items)


def call(command: str) -> str:
    """Run a command; return the sentence that it ends with, "" if it ends well."""
    done = CliRunner().invoke(app, command.split())
    if done.exit_code == 0:
        return ""
    assert done.exit_code == 2, done.output
    (sentence,) = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    return sentence.removeprefix("error: ")


def manifest_of(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "run" / "manifest.json").read_text())


def write_manifest(folder: Path, manifest: object) -> None:
    (folder / "run" / "manifest.json").write_text(json.dumps(manifest))


@pytest.mark.parametrize("table", TABLES)
def test_a_table_that_is_cut_short_or_lost_is_named_by_every_command(folder, table):
    path = Path("run", f"{table}.parquet")
    whole = path.read_bytes()
    for n_bytes in (0, 4, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:n_bytes])
        expected = f"table {path} must have {len(whole)} bytes, found {n_bytes}; make it again with --fresh"
        assert {call(command) for command in COMMANDS} == {expected}
        assert call("run tiny.toml --out run") == expected
    path.unlink()
    expected = f"table {path} must be a file, found none; make it again with --fresh"
    assert {call(command) for command in (*COMMANDS, "run tiny.toml --out run")} == {expected}
    assert call("run tiny.toml --out run --fresh") == ""
    assert path.read_bytes() == whole


@pytest.mark.parametrize("table", TABLES)
def test_a_table_with_one_bit_turned_over_is_noticed_by_every_command(folder, table):
    path = Path("run", f"{table}.parquet")
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 1
    path.write_bytes(content)
    expected = f"table {path} must be as it was written, found other contents; make it again with --fresh"
    for command in (*COMMANDS, "run tiny.toml --out run"):
        sentence = call(command)
        assert sentence == expected or ("cannot be read" in sentence and sentence.endswith("--fresh")), command


@pytest.mark.parametrize("spoilt", ["", "{", '{"_id": "a"}\n'])
def test_fresh_removes_a_run_only_where_another_can_take_its_place(folder, spoilt):
    before = {path.name: path.read_bytes() for path in Path("run").iterdir()}
    data = Path("data.jsonl").read_text()
    Path("data.jsonl").write_text(spoilt)
    assert "data.jsonl" in call("run tiny.toml --out run --fresh")
    assert before == {path.name: path.read_bytes() for path in Path("run").iterdir()}
    Path("data.jsonl").write_text(data)
    assert call("run tiny.toml --out run --fresh") == ""


MANIFESTS: dict[str, Callable[[str], str | bytes]] = {
    "empty": lambda text: "",
    "cut short": lambda text: text[: len(text) // 2],
    "no JSON": lambda text: "name: tiny",
    "no UTF-8": lambda text: b"\xff\xfe\x00",
    "a list": lambda text: "[]",
    "a number": lambda text: "7",
    "null": lambda text: "null",
    "too deep": lambda text: "[" * 100_000,
    "an older version": lambda text: text.replace('"schema_version": 2', '"schema_version": 1'),
    "a newer version": lambda text: text.replace('"schema_version": 2', '"schema_version": 3'),
    "a version of the wrong type": lambda text: text.replace('"schema_version": 2', '"schema_version": "2"'),
    "nothing but the version": lambda text: '{"schema_version": 2}',
}


@pytest.mark.parametrize("kind", MANIFESTS)
def test_a_corrupt_manifest_is_one_sentence_and_fresh_replaces_it(folder, kind):
    path = Path("run", "manifest.json")
    spoilt = MANIFESTS[kind](path.read_text())
    path.write_bytes(spoilt if isinstance(spoilt, bytes) else spoilt.encode())
    for command in (*COMMANDS, "run tiny.toml --out run"):
        sentence = call(command)
        assert sentence.startswith(("run/manifest.json ", "run run was made by an older version"))
        assert "--fresh" in sentence
    (entry,) = list_runs(folder)
    assert (entry.status, entry.can_open) == ("unreadable", False)
    assert call("run tiny.toml --out run --fresh") == ""


def places(value: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path of everything in a manifest, down to three levels."""
    if isinstance(value, dict) and len(path) < 3:
        for key, inner in value.items():
            yield (*path, key)
            yield from places(inner, (*path, key))


def spoilt_manifests(manifest: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a manifest without each of its parts, and with values of other types in each place."""
    for path in places(manifest):
        for value in (None, 7, [], {"x": 1}, "absent"):
            spoilt = json.loads(json.dumps(manifest))
            inner = spoilt
            for key in path[:-1]:
                inner = inner[key]
            if value == "absent":
                del inner[path[-1]]
            else:
                inner[path[-1]] = value
            yield spoilt


def test_no_manifest_of_another_shape_is_a_traceback(folder):
    n_refused = n_taken = 0
    for spoilt in spoilt_manifests(manifest_of(folder)):
        write_manifest(folder, spoilt)
        (entry,) = list_runs(folder)
        if entry.status == "unreadable":
            n_refused += 1
            assert "manifest.json" in entry.detail or "older version" in entry.detail
            continue
        n_taken += 1
        if n_taken % 25 == 0:  # the slow part, for some
            call("status run")
            call("run tiny.toml --out run")
    assert n_refused > 200
    assert n_taken > 50


def page(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """Return a page of the inspector, drawn."""
    monkeypatch.setenv("BUDGETRAG_RUNS", str(folder))
    monkeypatch.chdir(ROOT)
    drawn = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    drawn.context["url"] = f"http://localhost/{name}"
    return drawn.run()


@pytest.mark.parametrize("name", ["overview", "question", "compare"])
def test_a_page_says_that_a_table_is_cut_short(folder, monkeypatch, name):
    path = folder / "run" / "contexts.parquet"
    path.write_bytes(path.read_bytes()[:-1])
    drawn = page(folder, name, monkeypatch)
    assert not drawn.exception
    (error,) = drawn.error
    assert "contexts.parquet must have" in error.value.replace("\\", "")
    assert "--fresh" in error.value.replace("\\", "")


@pytest.mark.parametrize("name", ["overview", "question", "compare"])
def test_a_page_says_that_a_table_cannot_be_read(folder, monkeypatch, name):
    path = folder / "run" / "contexts.parquet"
    content = bytearray(path.read_bytes())
    content[4 : len(content) // 4] = b"\xff" * (len(content) // 4 - 4)
    path.write_bytes(content)
    drawn = page(folder, name, monkeypatch)
    assert not drawn.exception
    (error,) = drawn.error
    assert "a table of run" in error.value
    assert "--fresh" in error.value.replace("\\", "")


@pytest.mark.parametrize("kind", ["cut short", "a list", "nothing but the version"])
def test_a_page_says_that_the_manifest_is_corrupt(folder, monkeypatch, kind):
    path = folder / "run" / "manifest.json"
    path.write_text(MANIFESTS[kind](path.read_text()))
    drawn = page(folder, "overview", monkeypatch)
    assert not drawn.exception
    assert drawn.title[0].value == "Nothing to show yet"
    assert "manifest.json" in drawn.error[0].value.replace("\\", "")


@pytest.mark.parametrize(
    ("stage", "table"),
    [("retrieve", "questions"), ("retrieve", "passages"), ("pack", "candidates"), ("pack", "contexts")],
)
def test_a_part_that_is_cut_short_is_named_and_fresh_makes_the_same_tables(server, whole, stage, table):
    driver = server.fresh()
    last = {"retrieve": "passages", "pack": "contexts"}[stage]
    assert driver.run(die_before=[f"{last}-000001", 1]).code == KILLED
    path = driver.run_folder / ".parts" / stage / f"{table}-000000.parquet"
    path.write_bytes(path.read_bytes()[:-9])
    sentence = driver.run().sentence
    assert sentence.startswith(f"error: table runs/run/.parts/{stage}/{table}-")
    assert "cannot be read" in sentence
    assert "make it again with --fresh" in sentence
    assert driver.run("run", "faulty.toml", "--out", "runs/run", "--fresh").code == 0
    assert driver.hashes() == whole.hashes()


def test_answers_that_are_cut_short_between_two_readers_are_named(server, whole):
    driver = server.fresh()
    assert driver.run(die_before=[".parts/read-second", 1]).code == KILLED
    path = driver.run_folder / "answers.parquet"
    path.write_bytes(path.read_bytes()[:-9])
    assert driver.run().sentence.startswith("error: table runs/run/answers.parquet cannot be read")


def test_a_journal_that_holds_something_else_is_read_again_from_there(server, whole):
    driver = server.fresh()
    journal = driver.run_folder / ".parts" / "read-first" / "journal.jsonl"
    assert driver.run(die_before=["read-first/journal.jsonl", 5]).code == KILLED
    first, *_ = journal.read_bytes().splitlines(keepends=True)
    for rest in (b"\x00" * 64, b"null\n", b'{"a": 1}\n', b"[]\n", b'{"a": ["cut'):
        journal.write_bytes(first + rest)
        assert driver.run(die_before=["read-first/journal.jsonl", 2]).code == KILLED
    assert driver.run().code == 0
    assert driver.hashes() == whole.hashes()
