"""Work spread over processes, its results in order, memory bounded."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from types import MappingProxyType
from typing import TypeVar

T = TypeVar("T")
U = TypeVar("U")
AHEAD = 2  # items waiting per worker, so that none idles while results are written
_ONE_THREAD = MappingProxyType({"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"})


def ordered_map(work: Callable[[T], U], items: Iterable[T], *, n_workers: int) -> Iterator[U]:
    """Yield ``work(item)`` in the order of ``items``, computed by ``n_workers`` processes.

    At most ``AHEAD + 1`` items per worker are under way at a time. Each process computes with one thread, so that
    results do not depend on how many there are. ``work`` and its items must be picklable.

    Args:
        work: A module-level function, or a partial of one.
        items: Read as far as needed only.
        n_workers: Number of processes, at least 1.

    Raises:
        ValueError: If ``n_workers`` is below 1.
    """
    if n_workers < 1:
        raise ValueError(f"n_workers must be >= 1, got {n_workers}")
    context = multiprocessing.get_context("spawn")
    waiting: deque[Future[U]] = deque()
    with environment(_ONE_THREAD), ProcessPoolExecutor(n_workers, mp_context=context, initializer=_start) as executor:
        try:
            for item in items:
                waiting.append(executor.submit(work, item))
                if len(waiting) > AHEAD * n_workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def _start() -> None:
    """Leave Ctrl-C to the parent, and end with it however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.join,), daemon=True).start()


def _end_after(wait: Callable[[], None]) -> None:
    wait()
    os._exit(1)


@contextmanager
def environment(changes: Mapping[str, str]) -> Iterator[None]:
    """Change environment variables for the block, for the processes that start in it."""
    before = {name: os.environ.get(name) for name in changes}
    os.environ.update(changes)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
