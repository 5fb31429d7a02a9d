"""A full disk, a limit on files, a place that cannot be written: one sentence, nothing lost, the same tables after."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from faults.driver import TESTS, Driver, serving

KEPT = "; what is finished is kept; the same command goes on from here"
CAN_MOUNT = "from faults import powers; powers.leave_for_an_island()"


@pytest.fixture(scope="module")
def server() -> Iterator[Driver]:
    with serving() as driver:
        yield driver


@pytest.fixture(scope="module")
def whole(server: Driver) -> Driver:
    driver = server.fresh()
    assert driver.run(count=str(driver.work / "count")).code == 0
    return driver


@pytest.fixture(scope="module")
def n_calls(whole: Driver) -> int:
    return int((whole.work / "count").read_text())


def written(folder: Path) -> dict[str, bytes]:
    """Return what lies in a folder, by path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def tables(folder: Path) -> dict[str, bytes]:
    return {name: content for name, content in written(folder).items() if name.endswith(".parquet")}


def assert_ends_like(driver: Driver, whole: Driver) -> None:
    """The same command goes on to the same tables, and reads nothing again that was finished."""
    ended = driver.run()
    assert ended.code == 0, ended.stderr
    assert driver.hashes() == whole.hashes()
    again = {prompt: n - 1 for prompt, n in driver.read().items() if n - 1 > driver.lost()[prompt]}
    assert not again


@pytest.mark.parametrize("limit", [1000, 3900, 6000, 12_000])
def test_a_file_that_may_not_grow_is_one_sentence_and_costs_nothing(server, whole, limit):
    driver = server.fresh()
    sentence = driver.run(file_limit=limit).sentence
    assert sentence.startswith("error: a file may not grow further (disk limit): ")
    assert sentence.endswith(KEPT)
    assert not list(driver.run_folder.rglob(".tmp-*"))
    assert_ends_like(driver, whole)


@pytest.mark.parametrize("share", [0.0, 0.2, 0.4, 0.6, 0.75, 0.9, 1.0])
def test_a_disk_that_fills_up_at_any_moment_is_one_sentence_and_costs_nothing(server, whole, n_calls, share):
    at = max(int(n_calls * share) - random.Random(share).randrange(9), 3)
    driver = server.fresh()
    before = {}
    if share > 0.5:  # what an earlier process finished is not touched
        driver.run(die=int(n_calls * 0.5))
        before = {path: content for path, content in tables(driver.run_folder).items() if ".parts" not in path}
        at -= int(n_calls * 0.5)
    sentence = driver.run(disk_full=max(at, 3)).sentence
    assert sentence.startswith("error: the disk is full: ")
    assert sentence.endswith(KEPT)
    assert not list(driver.run_folder.rglob(".tmp-*"))
    after = tables(driver.run_folder)
    assert before == {path: after[path] for path in before}
    assert_ends_like(driver, whole)


@pytest.fixture(scope="module")
def island() -> Iterator[Driver]:
    """A server whose runs lie on a small file system of its own."""
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    if subprocess.run([sys.executable, "-c", CAN_MOUNT], env=environment, capture_output=True, check=False).returncode:
        pytest.skip("needs a system that gives a process mounts of its own")
    with serving(island="size=20k") as driver:
        yield driver


def test_a_file_system_that_is_full_then_larger_then_read_only(island, whole):
    for size in ("20k", "40k", "64k"):
        island.mount(f"size={size}")
        before = tables(island.run_folder) if island.run_folder.exists() else {}
        sentence = island.run().sentence
        assert sentence.startswith("error: the disk is full: runs/run")
        assert sentence.endswith(KEPT)
        after = tables(island.run_folder)
        assert {path: after[path] for path in before if ".parts" not in path} == {
            path: content for path, content in before.items() if ".parts" not in path
        }
    island.mount("ro,size=1m")
    before = written(island.run_folder)
    assert island.run().sentence.startswith("error: the file system is read-only: runs/run")
    assert island.run("status", "runs/run").code == 0
    assert before == written(island.run_folder)
    island.mount("rw,size=1m")
    assert_ends_like(island, whole)
    island.mount("ro,size=1m")
    assert island.run("export", "runs/run", "--to", "o.csv").code == 0


@pytest.mark.parametrize("place", ["runs", "runs/run", "runs/run/.parts"])
def test_a_folder_without_permission_is_one_sentence_and_costs_nothing(server, whole, n_calls, place):
    driver = server.fresh()
    if place != "runs":
        driver.run(die=n_calls // 3)
    folder = driver.work / place
    locked = [folder, *(path for path in folder.rglob("*") if path.is_dir())]
    before = written(folder)
    for each in locked:
        each.chmod(0o555)
    sentence = driver.run(powerless=True).sentence
    assert sentence.startswith(f"error: permission denied: {place}")
    assert before == written(folder)
    for each in locked:
        each.chmod(0o755)
    assert_ends_like(driver, whole)


def test_a_finished_run_is_looked_at_where_nothing_can_be_written(server, whole):
    folder = whole.run_folder
    folder.chmod(0o555)
    try:
        status = whole.run("status", "runs/run", powerless=True)
        exported = whole.run("export", "runs/run", "--to", "o.parquet", powerless=True)
    finally:
        folder.chmod(0o755)
    assert (status.code, exported.code) == (0, 0)
    assert "run faulty: complete" in status.stdout
