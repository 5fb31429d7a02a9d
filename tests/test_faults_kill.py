"""Killed at random moments, again and again, a run ends with the bytes of one that was left alone.

``BUDGETRAG_FAULT_SEEDS`` says how many seeds there are (``make soak`` runs hundreds).
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from faults.driver import KILLED, Driver, Ended, kill, serving

SEEDS = range(int(os.environ.get("BUDGETRAG_FAULT_SEEDS", "4")))
KILLS = 8  # of each seed
KILLS_OF_A_RUN = 3


@dataclass(frozen=True)
class Whole:
    """An undisturbed run: what the others must equal, and how long it took, in seconds and in calls."""

    driver: Driver
    hashes: dict[str, str]
    read: dict[tuple[str, str], int]
    seconds: float
    n_calls: int


@pytest.fixture(scope="module", params=["local"])
def whole(request: pytest.FixtureRequest) -> Iterator[Whole]:
    with serving(request.param) as driver:
        first = driver.fresh()
        first.run()  # what a machine does slowly once
        undisturbed, start = driver.fresh(), time.perf_counter()
        done = undisturbed.run(count=str(undisturbed.work / "count"))
        seconds = time.perf_counter() - start
        assert done.code == 0, done.stderr
        assert undisturbed.hashes() == first.hashes()
        n_calls = int((undisturbed.work / "count").read_text())
        yield Whole(driver, undisturbed.hashes(), dict(undisturbed.read()), seconds, n_calls)


def disturbed(driver: Driver, whole: Whole, draw: random.Random) -> Ended:
    """Run, or go on with, a run that is killed at a moment drawn: by the clock, before a call, or by a power cut."""
    how = draw.choice(["clock", "call", "call", "power cut"])
    if how == "call":
        return driver.run(die=draw.randint(1, whole.n_calls))
    if how == "power cut":
        return driver.run(power_cut=[draw.randint(1, whole.n_calls), draw.random()])
    pid = driver.start()
    time.sleep(draw.uniform(0, whole.seconds))
    kill(pid)
    return driver.wait(pid)


def stage(driver: Driver) -> str:
    """Return the last stage that a run began."""
    return [*driver.manifest()["stages"]][-1] if (driver.run_folder / "manifest.json").exists() else "retrieve"


@pytest.mark.parametrize("calls_before_its_end", [1, 3, 8])
def test_killed_at_its_very_end_a_run_is_tidied_up_by_the_next(whole, calls_before_its_end):
    driver = whole.driver.fresh()
    assert driver.run(die=whole.n_calls + 1 - calls_before_its_end).code == KILLED
    assert driver.run().code == 0
    assert driver.hashes() == whole.hashes
    assert not (driver.run_folder / ".parts").exists()


@pytest.mark.parametrize("seed", SEEDS)
def test_killed_at_random_moments_the_tables_are_the_same_and_nothing_finished_is_read_again(whole, seed):
    draw = random.Random(f"faults {seed}")
    n_kills, stages = 0, set()
    while n_kills < KILLS:
        driver = whole.driver.fresh()
        kills = 0
        while kills < KILLS_OF_A_RUN and (ended := disturbed(driver, whole, draw)).code == KILLED:
            kills += 1
            stages.add(stage(driver))
        if kills == KILLS_OF_A_RUN:
            ended = driver.run()
        assert ended.code == 0, f"seed {seed}: {ended.stderr}"
        assert driver.hashes() == whole.hashes, f"seed {seed}, after {kills} kills"
        left = {path.name for path in driver.run_folder.iterdir()}
        assert left == {"manifest.json", ".lock", *(f"{name}.parquet" for name in whole.hashes)}, f"seed {seed}"
        read, lost = driver.read(), driver.lost()
        assert read.keys() == whole.read.keys(), f"seed {seed}"
        again = {prompt: n - 1 for prompt, n in read.items() if n - 1 > lost[prompt]}
        assert not again, f"seed {seed}: read again although finished: {again}"
        n_kills += kills
    assert len(stages) > 1, f"seed {seed}: {stages}"
