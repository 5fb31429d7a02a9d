"""Files that are there whole or not at all, and what tells one's contents from another's."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

TEMPORARY = ".tmp-"


@contextmanager
def atomic_file(path: Path) -> Iterator[BinaryIO]:
    """Open a temporary file beside ``path`` that takes its place, on disk, when the block ends well.

    Two processes may write the same ``path``: the last one to end counts.

    Raises:
        OSError: If the disk is full or the folder read-only; ``path`` is then as before and nothing is left behind.
    """
    temporary = path.with_name(f"{TEMPORARY}{os.getpid()}-{path.name}")
    try:
        with temporary.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException as error:
        with suppress(OSError):  # what stopped the writing counts
            temporary.unlink()
        if isinstance(error, OSError) and error.errno is not None:
            error.filename = str(path)  # a full disk names no file, other errors the temporary one
        raise
    sync_folder(path.parent)


def write_atomically(path: Path, content: bytes) -> None:
    """Write ``content`` to ``path``, whole or not at all.

    Raises:
        OSError: If it cannot be written.
    """
    with atomic_file(path) as file:
        file.write(content)


def sync_folder(folder: Path) -> None:
    """Make a folder's entries (a new or renamed file) survive a crash of the machine."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        error.filename = str(folder)
        raise
    finally:
        os.close(descriptor)


def sha256(path: Path) -> str:
    """Return the hexadecimal SHA-256 of a file's bytes, read in blocks."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
