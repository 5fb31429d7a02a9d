"""What the system grants a process, taken away: root's pass through permissions, and a clock that goes forward."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

_LINUX_CAPABILITY_VERSION_3 = 0x20080522


def drop() -> None:
    """Give up all of this process's capabilities for good, so that permissions bind it even as root."""
    header = (ctypes.c_uint32 * 2)(_LINUX_CAPABILITY_VERSION_3, 0)
    none = (ctypes.c_uint32 * 6)()
    if ctypes.CDLL(None, use_errno=True).capset(header, none):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def clock_going_back() -> Callable[[], str]:
    """Return a clock that starts in the year 2035 and goes back by an hour each time it is asked."""
    time = datetime(2035, 1, 1, tzinfo=UTC)

    def now() -> str:
        nonlocal time
        time -= timedelta(hours=1)
        return time.isoformat(timespec="seconds")

    return now
