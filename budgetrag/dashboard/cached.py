"""What pages load, kept between their runs; every cache is keyed by the run's fingerprint, so none is ever stale.

What comes from here is shared between sessions: read it, never change it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from budgetrag.dashboard.repack import question_pool
from budgetrag.dashboard.runs import RunEntry
from budgetrag.dashboard.tables.compare import Arm, Outcomes, load_arms
from budgetrag.dashboard.tables.overview import load_groups
from budgetrag.dashboard.tables.overview_facts import question_counts as count_questions
from budgetrag.dashboard.tables.question import (
    Slice,
    load_outcomes,
    load_questions,
)
from budgetrag.dashboard.tables.question_filters import Finder, Questions, build_finder, build_questions
from budgetrag.dashboard.tables.question_record import QuestionRecord, load_record
from budgetrag.packers import Pool
from budgetrag.store import Run

if TYPE_CHECKING:
    import pandas as pd


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


@st.cache_resource(max_entries=12, show_spinner="Reading the questions …")
def finder(_opened: OpenRun, fingerprint: str, within: Slice) -> Finder:
    """Return the questions of one slice, with what filtering needs.

    Args:
        _opened: The run.
        fingerprint: Its fingerprint.
        within: The slice.
    """
    found = questions(_opened, fingerprint, within.dataset, within.seed)
    return build_finder(found, load_outcomes(_opened.run, within))


@st.cache_resource(max_entries=6, show_spinner="Reading the questions …")
def questions(_opened: OpenRun, fingerprint: str, dataset: str, seed: int) -> Questions:  # noqa: ARG001
    """Return the questions of one data set and seed.

    Args:
        _opened: The run.
        fingerprint: Its fingerprint.
        dataset: The data set.
        seed: The sample's seed.
    """
    return build_questions(load_questions(_opened.run, dataset, seed))


@st.cache_resource(max_entries=64, show_spinner=False)
def record(_opened: OpenRun, fingerprint: str, dataset: str, seed: int, question_id: str) -> QuestionRecord:  # noqa: ARG001
    """Return everything the run holds about one question.

    Args:
        _opened: The run.
        fingerprint: Its fingerprint.
        dataset: The question's data set.
        seed: Its sample's seed.
        question_id: Its id.

    Raises:
        KeyError: If the run has no such question.
    """
    return load_record(_opened.run, dataset, seed, question_id)


@st.cache_resource(max_entries=64, show_spinner=False)
def pool(_opened: OpenRun, fingerprint: str, dataset: str, seed: int, question_id: str, representation: str) -> Pool:
    """Return one question's candidates of one representation, as packers take them.

    Args:
        _opened: The run.
        fingerprint: Its fingerprint.
        dataset: The question's data set.
        seed: Its sample's seed.
        question_id: Its id.
        representation: Which candidates.

    Raises:
        KeyError: If the run has no such question.
        ValueError: If the run's token counter cannot be loaded here.
    """
    found = record(_opened, fingerprint, dataset, seed, question_id)
    return question_pool(found, _opened.run.manifest["config"], representation)


@st.cache_resource(max_entries=12, show_spinner="Counting what was lost where …")
def groups(_opened: OpenRun, fingerprint: str, dataset: str, seed: int, reader: str | None) -> pd.DataFrame:  # noqa: ARG001
    """Return the questions of one data set and seed, grouped by what became of them.

    Args:
        _opened: The run.
        fingerprint: Its fingerprint.
        dataset: The data set.
        seed: The sample's seed.
        reader: The reader; None for none.
    """
    return load_groups(_opened.run, dataset, seed, reader)


@st.cache_resource(max_entries=4, show_spinner=False)
def question_counts(_opened: OpenRun, fingerprint: str) -> dict[str, int]:  # noqa: ARG001
    """Return the number of questions per data set.

    Args:
        _opened: The run.
        fingerprint: Its fingerprint.
    """
    return count_questions(_opened.run)


@st.cache_resource(max_entries=12, show_spinner="Comparing …")
def outcomes(_opened: OpenRun, fingerprint: str, dataset: str, seed: int, arms: tuple[Arm, ...]) -> Outcomes:
    """Return every question under every arm, in the order of ``questions``.

    Args:
        _opened: The run.
        fingerprint: Its fingerprint.
        dataset: The data set.
        seed: The sample's seed.
        arms: The arms.
    """
    ids = questions(_opened, fingerprint, dataset, seed).frame["question_id"].tolist()
    return load_arms(_opened.run, dataset, seed, arms, ids)
