"""Damage to a run's files, noticed where that is cheap and said in one sentence: the file and the remedy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa

from budgetrag.files import sha256
from budgetrag.store.manifest import Manifest

REMEDY = "make it again with --fresh"


class DamagedRunError(ValueError):
    """A file of a run is not what was written."""


class ChangedRunError(DamagedRunError):
    """A run is not what it was when it was opened: it is being made anew, and can be opened again."""


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Turn what goes wrong in reading a table inside the block into one sentence.

    Raises:
        DamagedRunError: If it cannot be read.
    """
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        raise DamagedRunError(f"table {path} cannot be read: {error}; {REMEDY}") from error


def check_tables(folder: Path, manifest: Manifest, *, hashes: bool = False) -> None:
    """Refuse tables that are not those that the manifest lists.

    Table ``answers`` of an unfinished run is let be: a reader's answers are written before the manifest says so.

    Args:
        folder: The run's folder.
        manifest: Its manifest.
        hashes: Whether to compare contents too, not only sizes (reads every table).

    Raises:
        DamagedRunError: At the first that is absent or differs.
    """
    for name, facts in manifest["tables"].items():
        if name == "answers" and manifest["finished"] is None:
            continue
        path = folder / f"{name}.parquet"
        if not path.is_file():
            raise DamagedRunError(f"table {path} must be a file, found none; {REMEDY}")
        size = path.stat().st_size
        if size != facts["bytes"]:
            raise DamagedRunError(f"table {path} must have {facts['bytes']} bytes, found {size}; {REMEDY}")
        if hashes and sha256(path) != facts["sha256"]:
            raise DamagedRunError(f"table {path} must be as it was written, found other contents; {REMEDY}")
