"""The model cache: folders built whole or not at all, each with a stamp that shows damage."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from filelock import FileLock

from budgetrag.files import sha256

STAMP = ".budgetrag.json"
_BLOCK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class StampedFile:
    """What the stamp knows of one file: its path in the folder, size and digest."""

    path: str
    size_bytes: int
    sha256: str


def cache_dir() -> Path:
    """Return where offline models are kept (the folder need not exist).

    The environment variable ``BUDGETRAG_MODELS`` if set; else ``models/`` beside the nearest ``pyproject.toml`` at or
    above the current directory; else ``models/`` in the current directory.
    """
    if chosen := os.environ.get("BUDGETRAG_MODELS"):
        return Path(chosen).expanduser().resolve()
    here = Path.cwd()
    root = next((folder for folder in (here, *here.parents) if (folder / "pyproject.toml").is_file()), here)
    return root / "models"


def join_files(parts: list[Path], target: Path) -> str:
    """Write ``parts`` one after the other to ``target`` and return the SHA-256 of the whole."""
    digest = hashlib.sha256()
    with target.open("wb") as joined:
        for part in parts:
            with part.open("rb") as file:
                while block := file.read(_BLOCK_BYTES):
                    digest.update(block)
                    joined.write(block)
    return digest.hexdigest()


def read_stamp(folder: Path) -> tuple[StampedFile, ...]:
    """Return what the folder's stamp lists; () where there is no stamp or it is broken."""
    try:
        listed = json.loads((folder / STAMP).read_text("utf-8"))["files"]
        return tuple(StampedFile(f["path"], f["size_bytes"], f["sha256"]) for f in listed)
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def damage(folder: Path, *, hashes: bool = False) -> str | None:
    """Say what is wrong with a stamped folder, or None if it is whole.

    Args:
        folder: A folder that ``build`` made.
        hashes: Whether to compare contents too, not only sizes (reads every file).
    """
    if not folder.is_dir():
        return "it does not exist"
    stamped = read_stamp(folder)
    if not stamped:
        return f"it has no {STAMP}, so it was not completed"
    for entry in stamped:
        path = folder / entry.path
        size = path.stat().st_size if path.is_file() else 0
        if size != entry.size_bytes:
            return f"{entry.path} has {size} bytes, expected {entry.size_bytes}"
        if hashes and sha256(path) != entry.sha256:
            return f"the contents of {entry.path} have changed"
    return None


def build(folder: Path, fill: Callable[[Path], None]) -> Path:
    """Return ``folder``, made by ``fill`` if it is absent or damaged.

    ``fill`` writes into a temporary folder beside it, which is stamped and then renamed, so that an interrupted build
    leaves nothing that looks finished. A lock lets one process build while others wait.

    Raises:
        OSError: If the folder cannot be written, for instance because the disk is full.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(folder.parent / f".{folder.name}.lock"):
        if damage(folder, hashes=True) is None:
            return folder
        with _scratch(folder) as scratch:
            fill(scratch)
            _stamp(scratch)
            if folder.exists():
                shutil.rmtree(folder)
            scratch.rename(folder)
    return folder


@contextmanager
def _scratch(folder: Path) -> Iterator[Path]:
    """Yield a new sibling of ``folder``; remove it, and what killed builds left, unless it was renamed."""
    prefix = f".{folder.name}-"
    for left_over in folder.parent.glob(f"{prefix}*"):
        shutil.rmtree(left_over, ignore_errors=True)
    scratch = Path(tempfile.mkdtemp(prefix=prefix, dir=folder.parent))
    scratch.chmod(0o755)
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _stamp(folder: Path) -> None:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    entries = [StampedFile(p.relative_to(folder).as_posix(), p.stat().st_size, sha256(p)) for p in files]
    (folder / STAMP).write_text(json.dumps({"files": [asdict(entry) for entry in entries]}, indent=1), "utf-8")
