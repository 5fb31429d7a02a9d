"""Tiny runs, filled as tests want them, and what tells their tables apart."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from tiny import Silent, tiny_plugins

from budgetrag.config import Config
from budgetrag.engines import Engine, LocalEngine
from budgetrag.pipeline import Plugins, run_pipeline
from budgetrag.store import TABLES, Run, open_run
from precompute.preflight import identity


@dataclass(frozen=True)
class Filled:
    """A run, the records it was made from, and the progress it showed."""

    folder: Path
    data: Path
    progress: Silent

    @property
    def run(self) -> Run:
        return Run.open(self.folder)


def fill(
    folder: Path, config: Config, plugins: Plugins | None = None, *, engine: Engine | None = None, fresh: bool = False
) -> Silent:
    """Make, or go on with, the run in ``folder``, and return the progress it showed."""
    plugins, progress = plugins or tiny_plugins(), Silent()
    with open_run(folder, identity(config, plugins), fresh=fresh) as run:
        run_pipeline(config, run, plugins, progress, engine=engine or LocalEngine())
    return progress


def hashes(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of every table; all must be there."""
    found = {path.stem: sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.parquet")}
    assert found.keys() == set(TABLES)
    return found
