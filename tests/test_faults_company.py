"""Two processes on one run, a clock that goes back, too little memory, and an inspector that looks on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from faults.driver import KILLED, Driver, kill, serving
from faults.recipe import BATCH_SIZE, STAGES
from streamlit.testing.v1 import AppTest

from budgetrag.dashboard.runs import list_runs

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def server() -> Iterator[Driver]:
    with serving() as driver:
        yield driver


@pytest.fixture(scope="module")
def whole(server: Driver) -> Driver:
    driver = server.fresh()
    assert driver.run().code == 0
    return driver


def until(reached) -> None:
    """Wait for something that another process does."""
    end = time.monotonic() + 60
    while not reached():
        assert time.monotonic() < end, "must be reached within a minute"
        time.sleep(0.01)


def test_a_second_process_refuses_a_run_and_goes_on_with_it_once_the_first_is_dead(server, whole):
    driver = server.fresh()
    first = driver.start(readers={"seconds": 5.0}, name="first")
    until((driver.work / "read.log").exists)
    expected = "error: run runs/run is being written by another process; wait for it or stop it"
    assert driver.run().sentence == expected
    assert driver.run("run", "faulty.toml", "--out", "runs/run", "--fresh").sentence == expected
    kill(first)
    assert driver.wait(first, name="first").code == KILLED
    assert driver.run().code == 0
    assert driver.hashes() == whole.hashes()


def test_two_processes_that_begin_at_once_make_one_run(server, whole):
    driver = server.fresh()
    pids = [driver.start(name=name) for name in ("one", "two", "three")]
    ended = [driver.wait(pid, name=name) for pid, name in zip(pids, ("one", "two", "three"), strict=True)]
    assert {each.code for each in ended} <= {0, 2}
    assert any(each.code == 0 for each in ended)
    for each in ended:
        assert each.code == 0 or "is being written by another process" in each.sentence
    assert driver.hashes() == whole.hashes()
    assert set(driver.read().values()) == {1}


def test_a_clock_that_goes_back_changes_no_table_and_status_is_whole(server, whole):
    driver = server.fresh()
    assert driver.run(die_before=[".parts/read-second", 1]).code == KILLED
    assert driver.run(clock="back").code == 0
    assert driver.hashes() == whole.hashes()
    status = driver.run("status", "runs/run")
    assert "run faulty: complete" in status.stdout
    assert all(f"stage {stage}: finished" in status.stdout for stage in STAGES)
    (entry,) = list_runs(driver.work / "runs")
    assert (entry.status, entry.can_open) == ("finished", True)


@pytest.mark.parametrize("n_fit", range(1, BATCH_SIZE))
@pytest.mark.parametrize("lack", ["memory", "CUDA out of memory. Tried to allocate 2.00 GiB"])
def test_batches_that_do_not_fit_are_halved_and_the_answers_are_the_same(server, whole, n_fit, lack):
    driver = server.fresh()
    assert driver.run(readers={"n_fit": n_fit, "lack": lack}).code == 0
    assert driver.hashes() == whole.hashes()


def test_a_prompt_that_does_not_fit_alone_is_one_sentence_and_costs_nothing(server, whole):
    driver = server.fresh()
    sentence = driver.run(readers={"n_fit": 0}).sentence
    assert sentence.startswith("error: memory must hold one prompt at a time, and one of ")
    assert driver.run().code == 0
    assert driver.hashes() == whole.hashes()


@pytest.mark.parametrize("name", ["overview", "question", "compare"])
def test_an_inspector_open_on_a_run_being_written_shows_the_last_whole_state(server, whole, monkeypatch, name):
    driver = server.fresh()
    monkeypatch.setenv("BUDGETRAG_RUNS", str(driver.work / "runs"))
    monkeypatch.chdir(ROOT)
    st.cache_data.clear()
    st.cache_resource.clear()
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    page.context["url"] = f"http://localhost/{name}"
    seen = []

    def look() -> None:
        page.run()
        assert not page.exception
        said = " ".join(each.value for each in (*page.error, *page.warning)).replace("\\", "")
        assert "damaged" not in said
        assert "cannot be opened" not in said
        readers = page.selectbox(key="frame_reader").options if not page.error and page.selectbox else []
        seen.append((bool(page.error), tuple(readers)))

    for fresh in ((), ("--fresh",)):
        pid = driver.start(("run", "faulty.toml", "--out", "runs/run", *fresh), readers={"seconds": 0.1})
        until(lambda: (driver.run_folder / ".parts").exists() or (driver.run_folder / "answers.parquet").exists())
        while Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z":
            look()
        assert driver.wait(pid).code == 0
        look()
    assert seen[-1] == (False, ("first", "second"))
    assert (False, ("none has read this",)) in seen
