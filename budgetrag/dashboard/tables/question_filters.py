"""Filters over questions: they combine, and each says how many it would leave."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from budgetrag.dashboard.tables.question import shown_outcomes, shown_questions

if TYPE_CHECKING:
    import pandas as pd

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Filter:
    """One filter.

    Attributes:
        label: What it is called.
        group: Filters of one group widen each other (or), groups narrow each other (and).
        text: What it keeps, in one sentence.
        keeps: (n,) which rows it keeps.
    """

    label: str
    group: str
    text: str
    keeps: Callable[[pd.DataFrame], pd.Series]


FILTERS: Mapping[str, Filter] = MappingProxyType(
    {
        "survives": Filter(
            "answer survives", "fate", "A gold answer is in the context.", lambda f: f["answer_in_context"] == 1
        ),
        "lost": Filter(
            "answer lost", "fate", "No gold answer is in the context.", lambda f: f["answer_in_context"] == 0
        ),
        "dropped": Filter(
            "retrieved, then dropped",
            "packing",
            "A gold answer is in the retrieved passages, but packing left it out: the silent failure.",
            lambda f: (f["answer_in_context"] == 0) & (f["answer_in_retrieved"] == 1),
        ),
        "not_retrieved": Filter(
            "not retrieved",
            "packing",
            "No gold answer is in the retrieved passages: no packer could keep it.",
            lambda f: (f["answer_in_context"] == 0) & (f["answer_in_retrieved"] == 0),
        ),
        "disagree": Filter(
            "packers disagree",
            "packers",
            "At this budget the answer is in the context of some policies and not of others.",
            lambda f: f["disagree"],
        ),
        "right": Filter(
            "reader right",
            "reader",
            "The reader's answer matches a gold answer exactly.",
            lambda f: f["exact_match"] == 1,
        ),
        "wrong": Filter(
            "reader wrong",
            "reader",
            "The reader's answer matches no gold answer exactly; F1 tells how far off it is.",
            lambda f: f["exact_match"] == 0,
        ),
        "guessed": Filter(
            "right without it",
            "guess",
            "The reader is right although the answer is not in the context: it knew or guessed.",
            lambda f: (f["exact_match"] == 1) & (f["answer_in_context"] == 0),
        ),
    }
)
READER_FILTERS = ("right", "wrong", "guessed")


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is asked for.

    Attributes:
        filters: Names of filters, of ``FILTERS``.
        types: Question types; () takes all.
        kinds: Kinds of answer; () takes all.
        search: Every word of it must occur in the question, its answers or its id, whatever the case.
    """

    filters: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    search: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Questions:
    """The questions of one data set and seed, whatever they are seen under.

    Attributes:
        frame: ``load_questions``.
        shown: ``shown_questions`` of it.
        texts: Per row, all that search looks at, case-folded.
        types: Question types, the most frequent first.
        kinds: Kinds of answer, likewise.
        masks: Column, then value -> (n,) which rows have it, for types and kinds.
    """

    frame: pd.DataFrame
    shown: pa.Table
    texts: tuple[str, ...]
    types: tuple[str, ...]
    kinds: tuple[str, ...]
    masks: Mapping[str, Mapping[str, Mask]]


@dataclass(frozen=True, slots=True, eq=False)
class Finder:
    """The questions of one slice, with what filtering needs, computed once.

    Attributes:
        questions: The questions.
        shown: They and their outcomes as a table shows them.
        masks: Filter name -> (n,) which rows it keeps.
    """

    questions: Questions
    shown: pa.Table
    masks: Mapping[str, Mask]

    @property
    def ids(self) -> pd.Series:
        """(n,) question ids."""
        return self.questions.frame["question_id"]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What was found.

    Attributes:
        keeps: (n,) which rows all filters keep.
        filters: Filter name -> rows that would be left with it beside the other groups' filters.
        types: Question type -> likewise.
        kinds: Kind of answer -> likewise.
    """

    keeps: Mask
    filters: Mapping[str, int] = field(default_factory=dict)
    types: Mapping[str, int] = field(default_factory=dict)
    kinds: Mapping[str, int] = field(default_factory=dict)


def build_questions(frame: pd.DataFrame) -> Questions:
    """Return what filtering ``frame`` (of ``load_questions``) needs whatever the slice."""
    joined = zip(frame["question"], frame["answers"], frame["question_id"], strict=True)
    values = {
        column: tuple(map(str, frame[column].value_counts().index)) for column in ("question_type", "answer_kind")
    }
    return Questions(
        frame=frame,
        shown=shown_questions(frame),
        texts=tuple("\n".join(parts).casefold() for parts in joined),
        types=values["question_type"],
        kinds=values["answer_kind"],
        masks={
            column: {value: (frame[column] == value).to_numpy(dtype=bool) for value in found}
            for column, found in values.items()
        },
    )


def build_finder(questions: Questions, outcomes: pd.DataFrame) -> Finder:
    """Return what filtering needs in one slice.

    Args:
        questions: The questions.
        outcomes: ``load_outcomes`` of them.
    """
    shown, extra = questions.shown, shown_outcomes(outcomes)
    order = ("question", "answers", "fate", "exact_match", "token_f1", "recall_at_5", "question_type", "answer_kind")
    columns = {**{n: shown[n] for n in shown.column_names}, **{n: extra[n] for n in extra.column_names}}
    return Finder(
        questions=questions,
        shown=pa.table({name: columns[name] for name in order}),
        masks={name: each.keeps(outcomes).to_numpy(dtype=bool) for name, each in FILTERS.items()},
    )


def find(finder: Finder, chosen: Chosen) -> Found:
    """Return the rows that ``chosen`` leaves, and how many each filter would."""
    searched = _search(finder.questions, chosen.search)
    by_type, by_kind = finder.questions.masks["question_type"], finder.questions.masks["answer_kind"]
    groups: dict[str, Mask] = {
        "type": _any(by_type, chosen.types, searched),
        "kind": _any(by_kind, chosen.kinds, searched),
    }
    for group in dict.fromkeys(each.group for each in FILTERS.values()):
        names = [name for name in chosen.filters if FILTERS[name].group == group]
        groups[group] = _any(finder.masks, names, searched)
    others = {group: _all(groups, searched, without=group) for group in groups}
    return Found(
        keeps=_all(groups, searched),
        filters={name: int((mask & others[FILTERS[name].group]).sum()) for name, mask in finder.masks.items()},
        types={name: int((mask & others["type"]).sum()) for name, mask in by_type.items()},
        kinds={name: int((mask & others["kind"]).sum()) for name, mask in by_kind.items()},
    )


def describe(chosen: Chosen) -> str:
    """Return what is asked for in a few words, "" for everything."""
    parts = [FILTERS[name].label for name in chosen.filters]
    parts += [f"type {' or '.join(chosen.types)}"] if chosen.types else []
    parts += [f"{' or '.join(chosen.kinds)} answers"] if chosen.kinds else []
    parts += [f"“{chosen.search.strip()}”"] if chosen.search.strip() else []
    return " · ".join(parts)


def _search(questions: Questions, search: str) -> Mask:
    words = search.casefold().split()
    if not words:
        return np.ones(len(questions.texts), dtype=bool)
    return np.array([all(word in text for word in words) for text in questions.texts], dtype=bool)


def _any(masks: Mapping[str, Mask], names: Sequence[str], everything: Mask) -> Mask:
    known = [masks[name] for name in names if name in masks]
    return np.logical_or.reduce(known) if known else np.ones(len(everything), dtype=bool)


def _all(groups: Mapping[str, Mask], searched: Mask, *, without: str = "") -> Mask:
    kept = searched.copy()
    for group, mask in groups.items():
        if group != without:
            kept &= mask
    return kept
