"""A whole run without a reader at growing sizes: ``python -m bench scale [--questions N …]``."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

from budgetrag.config import Config, parse_config
from budgetrag.config_policies import POLICIES
from budgetrag.engines import LocalEngine
from budgetrag.pipeline import run_pipeline
from budgetrag.store import open_run
from precompute.preflight import identity, make_plugins

SIZES = (500, 2_000, 7_405)  # the last: HotpotQA's development questions
COLUMNS = (
    "questions/s",
    "retrieve ms",
    "CPU ms",
    "pack ms",
    "CPU ms",
    "bytes",
    "MiB",
    "own MiB",
    "worker MiB",
    "seconds",
)
PER_QUESTION = ("retrieve", "retrieve CPU", "pack", "pack CPU", "bytes")
Found = dict[str, float]


def main() -> None:
    """Measure each size in a process of its own and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, nargs="+", default=SIZES, help="numbers of almanac questions")
    parser.add_argument("--workers", type=int, default=2, help="packing processes")
    parser.add_argument("--pool", choices=("corpus", "question"), default="corpus", help="what a question searches")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure is not None:
        print(json.dumps(measure(config(options.questions[0], options.pool), options.measure, options.workers)))
        return
    load = os.getloadavg()[0]
    print(
        f"{len(POLICIES)} policies x 4 budgets, hashing embedder, pool {options.pool}, {options.workers} packing "
        f"processes; {os.cpu_count()} cores, load {load:.1f}, {datetime.now(UTC):%Y-%m-%d}"
    )
    print(f"{'questions':>10}" + "".join(f"{name:>13}" for name in COLUMNS), flush=True)
    found = {}
    for n_questions in options.questions:
        found[n_questions] = in_own_process(n_questions, options.pool, options.workers)
        print_row(n_questions, found[n_questions])
    print_ratios(found)


def in_own_process(n_questions: int, pool: str, workers: int) -> Found:
    """Return what ``measure`` finds for ``n_questions``, its memory its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.scale", "--questions", str(n_questions), "--workers", str(workers)]
        spoken = subprocess.run(
            [*command, "--pool", pool, "--measure", folder], check=True, stdout=subprocess.PIPE, text=True
        )
    found: Found = json.loads(spoken.stdout)
    return found


def config(n_questions: int, pool: str) -> Config:
    """Return the config of ``n_questions`` almanac questions, every built-in policy, four budgets and no reader."""
    return parse_config(
        {
            "name": "scale",
            "policies": list(POLICIES),
            "readers": [],
            "datasets": [{"name": "almanac", "size": n_questions}],
            "retrieval": {"embedder": "hashing", "pool": pool},
        }
    )


def measure(settings: Config, folder: Path, workers: int) -> Found:
    """Make the run in ``folder``; return seconds by stage, the peak memory of each kind of process and the bytes."""
    plugins, watch = make_plugins(settings), Watch()
    start = perf_counter()
    with open_run(folder / "run", identity(settings, plugins)) as run:
        run_pipeline(
            settings, run, plugins, watch, engine=LocalEngine(workers), after_stage=lambda: watch.after(run.manifest)
        )
    return {
        "seconds": perf_counter() - start,
        **watch.seconds,
        **{f"{stage} CPU": seconds for stage, seconds in watch.cpu.items()},
        "peak": memory("VmHWM"),
        "anonymous": watch.anonymous,
        "worker": watch.worker,
        "bytes": sum(file.stat().st_size for file in (folder / "run").glob("*.parquet")),
    }


class Watch:
    """A progress display that keeps the seconds between stages' ends, and looks at memory at every step."""

    def __init__(self) -> None:
        self.seconds: Found = {}
        self.cpu: Found = {}
        self.worker = self.anonymous = 0.0
        self._last, self._last_cpu = perf_counter(), cpu_seconds()

    @contextmanager
    def stage(self, _name: str, _total: int) -> Iterator[Callable[[int], None]]:
        """Open a stage."""
        yield self._look

    def after(self, manifest: dict[str, object]) -> None:
        """Note how long the stage that has just ended took, with making its tables."""
        now, cpu, stage = perf_counter(), cpu_seconds(), list(manifest["stages"])[-1]  # type: ignore[call-overload]
        self.seconds.setdefault(stage, now - self._last)
        self.cpu.setdefault(stage, cpu - self._last_cpu)
        self._last, self._last_cpu = now, cpu

    def _look(self, _n: int) -> None:
        self.anonymous = max(self.anonymous, memory("RssAnon"))
        for worker in multiprocessing.active_children():
            self.worker = max(self.worker, memory("VmHWM", str(worker.pid)))


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of those that it has seen end."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def memory(field: str, process: str = "self") -> float:
    """Return a process's memory in MiB: ``VmHWM``, the peak of all resident, or ``RssAnon``, now, without files'."""
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())
    return int(fields[field].split()[0]) / 1024


def print_row(n_questions: int, found: Found) -> None:
    """Print one size."""
    per_question = [1e3 * found[key] / n_questions for key in ("retrieve", "retrieve CPU", "pack", "pack CPU")]
    values = [n_questions / found["seconds"], *per_question, found["bytes"] / n_questions]
    whole = [found[key] for key in ("peak", "anonymous", "worker", "seconds")]
    shown = "".join(f"{value:>13.1f}" for value in values[:-1]) + "".join(f"{v:>13.0f}" for v in (values[-1], *whole))
    print(f"{n_questions:>10}{shown}", flush=True)


def print_ratios(found: dict[int, Found]) -> None:
    """Print, for each size, cost per question and peak memory over those of the first size."""
    (first, base), *rest = found.items()
    for n_questions, each in rest:
        per_question = {key: each[key] / n_questions / (base[key] / first) for key in PER_QUESTION}
        memory_of = {f"peak {key}": each[key] / base[key] for key in ("peak", "worker")}
        shown = ", ".join(f"{key} {value:.2f}" for key, value in {**per_question, **memory_of}.items())
        print(f"{n_questions} over {first}, a question: {shown}")


if __name__ == "__main__":  # packing processes import this module too
    main()
