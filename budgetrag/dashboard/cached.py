"""What pages load, kept between their runs; every cache is keyed by the run's fingerprint, so none is ever stale.

What comes from here is shared between sessions: read it, never change it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from budgetrag.dashboard.runs import RunEntry
from budgetrag.store import Run


@dataclass(frozen=True, slots=True)
class OpenRun:
    """A run that is open.

    Attributes:
        run: The run.
        fingerprint: Key of everything cached about it.
    """

    run: Run
    fingerprint: str


def open_run(folder: Path, entry: RunEntry) -> OpenRun:
    """Return the run ``entry`` of ``folder``, opened once per version of it.

    Raises:
        ValueError: If it cannot be read.
        FileNotFoundError: If it is gone.
    """
    return _opened(str(folder / entry.name), entry.fingerprint)


@st.cache_resource(max_entries=4, show_spinner=False)
def _opened(folder: str, fingerprint: str) -> OpenRun:
    return OpenRun(Run.open(folder), fingerprint)
