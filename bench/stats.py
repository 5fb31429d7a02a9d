"""The bootstrap beside scipy's on the same job, and the scope map of a million outcomes.

Usage: python -m bench stats [--no-scipy] [--no-million]
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import tempfile
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

from bench.million import write_million
from budgetrag.stats.bootstrap import mean_intervals

ROOT = Path(__file__).resolve().parents[1]
N_PAIRS, N_CONTRASTS, N_RESAMPLES = 1500, 21, 10_000
Result = dict[str, float]


def differences() -> np.ndarray:
    rng = np.random.default_rng(0)
    return np.round(rng.normal(0.02, 0.4, (N_PAIRS, N_CONTRASTS)), 3)


def ours() -> Result:
    values, units = differences(), np.arange(N_PAIRS)
    start = time.perf_counter()
    found = mean_intervals(values, units=units, n_resamples=N_RESAMPLES)
    return {"seconds": time.perf_counter() - start, "low": found[0].low or 0.0, "high": found[0].high or 0.0}


def scipys() -> Result:
    from scipy.stats import bootstrap

    values = differences()
    start = time.perf_counter()
    found = [
        bootstrap((column,), np.mean, n_resamples=N_RESAMPLES, method="percentile", batch=500, rng=1)
        for column in values.T
    ]
    seconds = time.perf_counter() - start
    interval = found[0].confidence_interval
    return {"seconds": seconds, "low": float(interval.low), "high": float(interval.high)}


def million() -> Result:
    """Time page Scope map without a browser: the first run of its script, and the next one, its widgets unchanged."""
    from streamlit.testing.v1 import AppTest

    with tempfile.TemporaryDirectory() as folder:
        n_outcomes = write_million(Path(folder) / "million")
        os.environ["BUDGETRAG_RUNS"] = folder
        page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
        page.context["url"] = "http://localhost/your_data"
        page.switch_page("pages/your_data.py").run()  # imports and the server's own start are no part of it
        page.context["url"] = "http://localhost/scope_map"
        for name, value in {"run": "million", "dataset": "hotpotqa", "budget": "160", "reader": "three"}.items():
            page.query_params[name] = value
        before = time.process_time()
        cold = _timed(page.switch_page("pages/scope_map.py").run)
        cpu = time.process_time() - before
        if page.exception:
            raise RuntimeError(page.exception[0].message)
        return {"seconds": cold, "cpu": cpu, "warm": min(_timed(page.run) for _ in range(3)), "n": float(n_outcomes)}


def _timed(job: Callable[[], object]) -> float:
    start = time.perf_counter()
    job()
    return time.perf_counter() - start


def apart(job: Callable[[], Result]) -> Result:
    """Run a job in a process of its own; add its peak memory, which a fresh process keeps to itself, in MB."""
    context = multiprocessing.get_context("spawn")
    receive, send = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(job, send))
    process.start()
    send.close()  # so that a job that fails ends the wait
    result: Result = receive.recv()
    process.join()
    return result


def _send(job: Callable[[], Result], send: Connection) -> None:
    result = job()
    send.send({**result, "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-scipy", action="store_true")
    parser.add_argument("--no-million", action="store_true")
    options = parser.parse_args()
    print(f"{N_RESAMPLES:,} resamples of {N_PAIRS:,} pairs, {N_CONTRASTS} contrasts")
    mine = apart(ours)
    print(f"  ours   {mine['seconds']:7.2f} s, peak {mine['peak_mb']:.0f} MB  (aim: under 3 s, 500 MB)")
    if not options.no_scipy:
        theirs = apart(scipys)
        ratio = theirs["seconds"] / mine["seconds"]
        print(f"  scipy  {theirs['seconds']:7.2f} s, peak {theirs['peak_mb']:.0f} MB: {ratio:.0f} times ours (aim: 10)")
        print(f"  first interval: {mine['low']:.4f} to {mine['high']:.4f}, {theirs['low']:.4f} to {theirs['high']:.4f}")
    if not options.no_million:
        whole = apart(million)
        print(f"page Scope map on {whole['n']:,.0f} outcomes, peak {whole['peak_mb']:.0f} MB")
        print(f"  cold   {whole['seconds']:7.2f} s  (aim: under 4 s); {whole['cpu']:.2f} s of processor time")
        print(f"  warm   {whole['warm']:7.2f} s  (aim: under 0.3 s)")


if __name__ == "__main__":
    main()
