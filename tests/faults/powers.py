"""What the system grants a process, taken away: root's pass through permissions, space, a clock that goes forward."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

_LINUX_CAPABILITY_VERSION_3 = 0x20080522
_NEW_MOUNTS, _NEW_USERS = 0x00020000, 0x10000000
_READ_ONLY, _REMOUNT, _RECURSIVE, _PRIVATE = 1, 32, 16384, 1 << 18


def drop() -> None:
    """Give up all of this process's capabilities for good, so that permissions bind it even as root."""
    header = (ctypes.c_uint32 * 2)(_LINUX_CAPABILITY_VERSION_3, 0)
    none = (ctypes.c_uint32 * 6)()
    _checked(_libc().capset(header, none))


def leave_for_an_island() -> None:
    """Give this process mounts that no other process sees and that end with it.

    Raises:
        OSError: If the system does not allow that.
    """
    user, group = os.getuid(), os.getgid()
    if user == 0:
        _checked(_libc().unshare(_NEW_MOUNTS))
    else:
        _checked(_libc().unshare(_NEW_MOUNTS | _NEW_USERS))
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"0 {user} 1")
        Path("/proc/self/gid_map").write_text(f"0 {group} 1")
    _checked(_libc().mount(b"none", b"/", None, ctypes.c_ulong(_RECURSIVE | _PRIVATE), None))


def mount(folder: str, options: str) -> int:
    """Mount a file system in memory at ``folder`` (or again, with "remount" among the options) and return 0.

    Raises:
        OSError: If the system does not allow that.
    """
    given = options.split(",")
    flags = _REMOUNT * ("remount" in given) | _READ_ONLY * ("ro" in given)
    rest = ",".join(each for each in given if each not in ("remount", "ro", "rw")).encode()
    _checked(_libc().mount(b"tmpfs", folder.encode(), b"tmpfs", ctypes.c_ulong(flags), rest))
    return 0


def clock_going_back() -> Callable[[], str]:
    """Return a clock that starts in the year 2035 and goes back by an hour each time it is asked."""
    time = datetime(2035, 1, 1, tzinfo=UTC)

    def now() -> str:
        nonlocal time
        time -= timedelta(hours=1)
        return time.isoformat(timespec="seconds")

    return now


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _checked(failed: int) -> None:
    if failed:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
