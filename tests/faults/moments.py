"""Moments in which a process touches the disk, counted; at one of them it dies, the power goes or the disk is full."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_GIVES_SPACE = ("os.remove", "os.rmdir", "os.truncate", "shutil.rmtree")
_TOUCHES = ("os.rename", "os.mkdir", "fcntl.flock", *_GIVES_SPACE)


@dataclass
class Moments:
    """Calls of this process that change what lies in ``folders``, and every fsync, counted from 1.

    Attributes:
        folders: Where calls count, as their paths begin.
        at: Told of each call: its number, its name, its path or descriptor; may raise, or never return.
        n_calls: Number of calls so far.
    """

    folders: tuple[str, ...]
    at: Callable[[int, str, object], None]
    n_calls: int = 0
    pid: int = field(default_factory=os.getpid)

    def watch(self) -> None:
        """Count from now on, in this process and not in its children; there is no way back."""
        plain = os.fsync

        def fsync(descriptor: int) -> None:
            self._count("fsync", descriptor)
            plain(descriptor)

        os.fsync = fsync
        sys.addaudithook(self._audit)

    def _audit(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            _, _, flags = arguments
            if not (isinstance(flags, int) and flags & _WRITES):
                return
        elif event not in _TOUCHES:
            return
        place = arguments[0]
        if event == "fcntl.flock" or str(place).startswith(self.folders):
            self._count(event, place)

    def _count(self, name: str, place: object) -> None:
        if os.getpid() == self.pid:
            self.n_calls += 1
            self.at(self.n_calls, name, place)


def nothing(_n: int, _name: str, _place: object) -> None:
    """Let the call be."""


def die(at: int) -> Callable[[int, str, object], None]:
    """Return what kills the process and all of its own before its ``at``-th call."""

    def act(n: int, _name: str, _place: object) -> None:
        if n == at:
            os.killpg(0, signal.SIGKILL)

    return act


def die_before(part_of_path: str, time: int) -> Callable[[int, str, object], None]:
    """Return what kills the process, and all of its own, before a path with ``part_of_path`` is touched so often."""
    times = 0

    def act(_n: int, _name: str, place: object) -> None:
        nonlocal times
        times += part_of_path in str(place)
        if times == time:
            os.killpg(0, signal.SIGKILL)

    return act


def power_cut(at: int, kept: float) -> Callable[[int, str, object], None]:
    """Return what cuts the power at the first fsync of a file from the ``at``-th call on.

    Of what was written to that file since its last fsync, only the share ``kept`` reaches the disk.
    """
    synced: dict[int, int] = {}

    def act(n: int, name: str, place: object) -> None:
        if name != "fsync" or not isinstance(place, int):
            return
        facts = os.fstat(place)
        if n >= at and not os.path.isdir(f"/proc/self/fd/{place}"):  # noqa: PTH112
            before = min(synced.get(facts.st_ino, 0), facts.st_size)
            os.truncate(f"/proc/self/fd/{place}", before + int(kept * (facts.st_size - before)))
            os.killpg(0, signal.SIGKILL)
        synced[facts.st_ino] = facts.st_size

    return act


def disk_full(at: int) -> Callable[[int, str, object], None]:
    """Return what makes the disk full from the ``at``-th call on: only what gives space back still works."""

    def act(n: int, name: str, place: object) -> None:
        if n >= at and name not in (*_GIVES_SPACE, "fcntl.flock"):
            path = str(place) if isinstance(place, str | Path) else None
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)

    return act
