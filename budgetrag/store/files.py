"""A lock on a run's folder that dies with its process."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the run folder for this process alone; the lock is released when the process ends, however it ends.

    Raises:
        BlockingIOError: If another process holds it.
    """
    with (folder / ".lock").open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BlockingIOError(
                f"run {folder} is being written by another process; wait for it or stop it"
            ) from error
        yield
