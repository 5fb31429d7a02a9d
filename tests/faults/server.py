"""A process that has imported everything and forks one that runs the command, as often as it is asked.

Reads one JSON request a line, answers each with one JSON line: ``{"start": {...}}`` gives a pid, which leads a process
group of its own; ``{"wait": pid}`` gives its status once it has ended; ``{"mount": options}`` mounts its own file
system in memory, if it was given one, with other options.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import signal
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

import duckdb  # noqa: F401  imported here so that no forked process has to
import pandas  # noqa: F401
import pyarrow.dataset
import pyarrow.parquet  # noqa: F401

import budgetrag.pipeline
import budgetrag.store.manifest
import budgetrag.store.writer
import budgetrag.workers
import precompute.cli
from budgetrag.datasets import Source
from budgetrag.datasets.almanac import Almanac
from budgetrag.evidence import build_graph  # noqa: F401
from faults import moments, powers
from faults.recipe import Behaviour, plugins
from precompute.cli import app

QUESTIONS_PER_PART = 2


def main(island: str = "", folder: str = "") -> None:
    if island:
        powers.leave_for_an_island()
        powers.mount(folder, island)
    out = os.fdopen(os.dup(1), "w")
    list(Almanac(1).questions(Source(None, None, None, None)))  # what it reads at first use is kept
    for line in sys.stdin:
        (what, request) = json.loads(line).popitem()
        answer = {"start": _start, "wait": _wait, "mount": lambda options: powers.mount(folder, f"remount,{options}")}
        print(json.dumps(answer[what](request)), file=out, flush=True)


def _start(spec: dict[str, Any]) -> int:
    pid = os.fork()
    if pid:
        with suppress(PermissionError, ProcessLookupError):  # it may have done so itself, or be gone
            os.setpgid(pid, pid)
        return pid
    try:
        os.setpgid(0, 0)
        _child(spec)
    finally:  # a bug, since _child ends the process
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(70)


def _wait(pid: int) -> int:
    _, status = os.waitpid(pid, 0)
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)  # its own processes end with it
    return os.waitstatus_to_exitcode(status)


def _child(spec: dict[str, Any]) -> None:
    work = Path(spec["work"])
    os.chdir(work)
    for name, descriptor in (("stdout", 1), ("stderr", 2)):
        file = os.open(work / f"{spec['name']}.{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(file, descriptor)
    budgetrag.pipeline.QUESTIONS_PER_PART = QUESTIONS_PER_PART
    budgetrag.workers.multiprocessing = _Forking()
    precompute.cli.make_plugins = plugins(work, Behaviour(**spec.get("readers", {})))
    watched = moments.Moments(("runs/", str(work / "embeddings")), moments.nothing)
    _faults(spec, watched)
    watched.watch()
    try:
        app(spec["arguments"], standalone_mode=True)
    except SystemExit as ended:
        sys.stdout.flush()
        sys.stderr.flush()
        if "count" in spec:
            Path(spec["count"]).write_text(str(watched.n_calls))
        os._exit(int(ended.code or 0))


class _Forking:
    """``multiprocessing`` whose processes are forked, since these need not import anything first."""

    @staticmethod
    def get_context(_method: str) -> multiprocessing.context.BaseContext:
        return multiprocessing.get_context("fork")

    parent_process = staticmethod(multiprocessing.parent_process)


def _faults(spec: dict[str, Any], watched: moments.Moments) -> None:
    if "die" in spec:
        watched.at = moments.die(spec["die"])
    if "die_before" in spec:
        watched.at = moments.die_before(*spec["die_before"])
    if "power_cut" in spec:
        watched.at = moments.power_cut(*spec["power_cut"])
    if "disk_full" in spec:
        watched.at = moments.disk_full(spec["disk_full"])
    if "file_limit" in spec:
        resource.setrlimit(resource.RLIMIT_FSIZE, (spec["file_limit"], resource.RLIM_INFINITY))
    if spec.get("clock") == "back":
        clock = powers.clock_going_back()
        budgetrag.store.manifest.now = budgetrag.store.writer.now = clock
    if spec.get("powerless"):
        powers.drop()


if __name__ == "__main__":
    main(*sys.argv[1:])
