"""A process that fills a tiny run and kills itself, as hard as ``kill -9``, at its n-th write to disk.

Usage: python tests/tiny_run.py DATA RUN N [ENGINE]; N = 0 never kills.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from tiny import EchoReader, Silent, tiny_plugins, with_evidence

import budgetrag.pipeline
from budgetrag.config import Config
from budgetrag.config_readers import ReaderConfig
from budgetrag.engines import EngineOptions, get_engine
from budgetrag.store import open_run
from precompute.preflight import identity


def die_at_write(n: int) -> None:
    plain, count = os.fsync, 0

    def counting(descriptor: int) -> None:
        nonlocal count
        count += 1
        if count == n:
            os.kill(os.getpid(), signal.SIGKILL)
        plain(descriptor)

    os.fsync = counting


def two_readers(data: Path) -> Config:
    """A run that searches passages and a graph, and is read twice."""
    return with_evidence(data, readers=["lexical", "echo"], reader={"echo": {"kind": "lexical", "batch_size": 2}})


def reader_of(name: str, settings: ReaderConfig) -> object:
    return EchoReader() if name == "echo" else tiny_plugins().reader(name, settings)


def main(data: Path, folder: Path, n: int, engine: str) -> None:
    budgetrag.pipeline.QUESTIONS_PER_PART = 3
    config, plugins = two_readers(data), tiny_plugins(reader_of)
    if n:
        die_at_write(n)
    with open_run(folder, identity(config, plugins)) as run, get_engine(engine)(EngineOptions(n_workers=1)) as opened:
        budgetrag.pipeline.run_pipeline(config, run, plugins, Silent(), engine=opened)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), (*sys.argv[4:], "local")[0])
