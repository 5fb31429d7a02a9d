"""A process that fills a tiny run and kills itself, as hard as ``kill -9``, at its n-th write to disk.

Usage: python tests/tiny_run.py DATA RUN N; N = 0 never kills.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from tiny import EchoReader, Silent, tiny_plugins, with_evidence

import budgetrag.pipeline
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


def main(data: Path, folder: Path, n: int) -> None:
    budgetrag.pipeline.QUESTIONS_PER_PART = 3
    config = with_evidence(data, readers=["lexical", "echo"], reader={"echo": {"kind": "lexical", "batch_size": 16}})
    lexical = tiny_plugins().reader
    plugins = tiny_plugins(lambda name, settings: EchoReader() if name == "echo" else lexical(name, settings))
    if n:
        die_at_write(n)
    with open_run(folder, identity(config, plugins)) as run:
        budgetrag.pipeline.run_pipeline(config, run, plugins, Silent())


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
