"""The runs there are: found in one folder, named safely, half-written ones shown as such."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from budgetrag.store.manifest import MANIFEST, read_manifest
from budgetrag.store.reads import finished_reads
from budgetrag.types import content_hash

RUNS_VARIABLE = "BUDGETRAG_RUNS"
Status = Literal["finished", "unfinished", "unreadable"]


@dataclass(frozen=True, slots=True)
class RunEntry:
    """One run in the runs folder.

    Attributes:
        name: Name of its folder, which is the name that links use.
        status: Whether it is whole, still being written (or interrupted), or cannot be read.
        detail: One sentence on what is missing or wrong; "" for a finished run.
        can_open: Whether there is something to show: its contexts are packed.
        fingerprint: Changes whenever the run's manifest does; caches are keyed by it.
        modified: When its manifest was last written, in seconds since the epoch.
    """

    name: str
    status: Status
    detail: str
    can_open: bool
    fingerprint: str
    modified: float


def runs_folder() -> Path:
    """Return the folder that holds the runs: ``$BUDGETRAG_RUNS``, else ``runs`` in the working directory."""
    return Path(os.environ.get(RUNS_VARIABLE) or "runs")


def list_runs(folder: Path) -> tuple[RunEntry, ...]:
    """Return the runs in ``folder``, newest first; () where there is no such folder."""
    if not folder.is_dir():
        return ()
    found = [entry for entry in (_entry(path / MANIFEST) for path in folder.iterdir()) if entry is not None]
    return tuple(sorted(found, key=lambda entry: (-entry.modified, entry.name)))


def run_path(folder: Path, name: str) -> Path:
    """Return where the run called ``name`` lies.

    Raises:
        ValueError: If the name is not that of a run directly in ``folder``.
    """
    if name not in {entry.name for entry in list_runs(folder)}:
        raise ValueError(f"run must be one in the runs folder, got {name!r}")
    return folder / name


def limit_of(manifest: Mapping[str, Any], reader: str | None) -> int | None:
    """Return how many questions of every sample a reader read at most; None for all, and for no reader."""
    return next((each.limit for each in finished_reads(manifest) if each.reader == reader), None)


def _entry(manifest: Path) -> RunEntry | None:
    """Return the run of a manifest; None if there is none, or none any more: it may be removed at any moment."""
    name = manifest.parent.name
    try:
        stat, content = manifest.stat(), manifest.read_bytes()
        # Clocks go back and inodes come again, so the contents count too.
        fingerprint = content_hash(name, str(stat.st_mtime_ns), str(stat.st_ino), hashlib.sha256(content).hexdigest())
        return RunEntry(name, *_state(read_manifest(manifest.parent)), fingerprint, stat.st_mtime)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    except OSError as error:
        return RunEntry(name, "unreadable", f"{manifest}: {error.strerror}", False, "", 0.0)
    except ValueError as error:
        return RunEntry(name, "unreadable", str(error), False, fingerprint, stat.st_mtime)


def _state(manifest: Mapping[str, Any]) -> tuple[Status, str, bool]:
    stages, config = manifest["stages"], manifest["config"]
    if manifest["finished"] is not None:
        return "finished", "", True
    wanted = ["retrieve", "pack", *(f"read-{name}" for name in config["readers"])]
    missing = [stage for stage in wanted if stages.get(stage, {}).get("status") != "finished"]
    detail = f"not finished yet: {', '.join(missing) or 'the last step'}"
    return "unfinished", detail, "pack" not in missing
