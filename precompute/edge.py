"""Where mistakes become one sentence on stderr: the only place that catches errors in general."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from types import MappingProxyType

import typer

USER_MISTAKE = 2
INTERRUPTED = 130
_FULL = MappingProxyType(
    {
        errno.ENOSPC: "the disk is full",
        errno.EDQUOT: "the disk quota is used up",
        errno.EFBIG: "a file may not grow further (disk limit)",
        errno.EROFS: "the file system is read-only",
    }
)
KEPT = "what is finished is kept; the same command goes on from here"


@contextmanager
def one_sentence() -> Iterator[None]:
    """Turn what a user can mend into one sentence on stderr and exit code 2; anything else is a bug and raises."""
    try:
        yield
    except KeyboardInterrupt:
        _say(f"stopped: {KEPT}")
        raise typer.Exit(INTERRUPTED) from None
    except BrokenProcessPool:
        _say(f"error: a packing process was ended from outside (out of memory?): {KEPT}")
        raise typer.Exit(USER_MISTAKE) from None
    except OSError as error:
        _say(f"error: {describe(error)}")
        raise typer.Exit(USER_MISTAKE) from None
    except (ValueError, MemoryError) as error:
        _say(f"error: {error}")
        raise typer.Exit(USER_MISTAKE) from None


def describe(error: OSError) -> str:
    """Return an operating system error as a sentence.

    >>> describe(OSError(28, "No space left on device"))
    'the disk is full; what is finished is kept; the same command goes on from here'
    """
    where = f": {error.filename}" if error.filename else ""
    if error.errno is not None and error.errno in _FULL:
        return f"{_FULL[error.errno]}{where}; {KEPT}"
    return f"{error.strerror.lower()}{where}" if error.strerror else str(error)


def _say(text: str) -> None:
    print(" ".join(text.split()), file=sys.stderr)
