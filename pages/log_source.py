"""Where page Your data gets its log from: a file, pasted text or the example; then its columns and its rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import streamlit as st

from budgetrag.dashboard.tables import your_data as tables
from budgetrag.dashboard.untrusted import markdown_text, plain_text
from budgetrag.importing import (
    MAX_BYTES,
    REQUIRED_ROLES,
    ROLES,
    SUFFIXES,
    Log,
    Table,
    guess_columns,
    layout_of,
    log_of,
    read_table,
)
from budgetrag.importing.example import JSON_LINES, NAME
from budgetrag.types import content_hash

T = TypeVar("T")
NO_COLUMN = "—"
ROLE_HELP: Mapping[str, str] = {
    "question": "The question as asked.",
    "passages": "What was retrieved, best first: a list of texts or of {title, text}, as JSON or Python text too.",
    "answers": "The gold answer or answers. Without them nothing can be said about what survives, only what is kept.",
    "gold": "The gold passages: places from 0, titles, ids or texts.",
    "response": "What your system answered.",
    "id": "The question's id; rows are numbered without it.",
}


@dataclass(frozen=True, slots=True)
class Source:
    """A log that was given.

    Attributes:
        name: The file's name, "" for pasted text.
        content: Gives its bytes.
        key: Names its content; no two contents share one.
    """

    name: str
    content: Callable[[], bytes]
    key: str


@dataclass(frozen=True, slots=True)
class Given:
    """A log that was read.

    Attributes:
        log: The log.
        mapping: Role -> column as chosen by hand; () where the layout is recognised.
        key: Changes with the content and the mapping.
    """

    log: Log
    mapping: tuple[tuple[str, str], ...]
    key: tuple[object, ...]


def ask() -> Source | None:
    """Draw the ways to give a log, and return the one that was given."""
    way = st.segmented_control(
        "Log", ["Upload a file", "Paste text", "Try an example"], default="Upload a file", key="your_data_way",
        required=True, label_visibility="collapsed",
    )  # fmt: skip
    source = {"Paste text": _pasted, "Try an example": _example}.get(str(way), _uploaded)()
    if source is None:
        st.caption(
            "Recognised at once: Ragas (`user_input`, `retrieved_contexts`, `reference`, `response`, and the older "
            "`question`, `contexts`, `ground_truth`, `answer`), HotpotQA, 2WikiMultiHopQA, MuSiQue and RAGBench. Other "
            "columns are mapped here."
        )
    return source


def _uploaded() -> Source | None:
    found = st.file_uploader(
        f"A log file, up to {MAX_BYTES // 2**20} MB; what can be gzipped may be",
        type=[*SUFFIXES, ".gz"],
        max_upload_size=MAX_BYTES // 2**20,
        key="your_data_file",
    )
    return None if found is None else Source(found.name, found.getvalue, found.file_id)


def _pasted() -> Source | None:
    text = st.text_area(
        "JSON, JSON Lines, CSV or TSV", height=180, key="your_data_text", placeholder=JSON_LINES.split("\n", 1)[0]
    )
    return Source("", lambda: text.encode("utf-8", "replace"), content_hash(text)) if text.strip() else None


def _example() -> Source:
    return Source(NAME, JSON_LINES.encode, NAME)


def read(source: Source) -> Given:
    """Read a log, draw its columns and what was skipped; one that cannot be used ends the page, saying why."""
    try:
        table = kept("table", source.key, lambda: read_table(source.name, source.content()))
        mapping = _mapping(table)
        key = (source.key, mapping)
        log = kept("log", key, lambda: log_of(source.name, table, mapping=dict(mapping) or None))
    except ValueError as error:
        st.error(markdown_text(str(error)), icon=":material/error:")
        st.stop()
    _what_was_read(log)
    if not log.entries:
        st.stop()
    return Given(log, mapping, key)


def kept(name: str, key: object, make: Callable[[], T]) -> T:
    """Return what ``make`` gives, made again only when ``key`` changes; kept in this session alone."""
    slot = f"your_data_kept_{name}"
    if slot not in st.session_state or st.session_state[slot][0] != key:
        st.session_state[slot] = (key, make())
    kept: T = st.session_state[slot][1]
    return kept


def _mapping(table: Table) -> tuple[tuple[str, str], ...]:
    """Draw the preview and, on demand or where needed, the column mapper; () means that the layout is recognised."""
    layout, guessed = layout_of(table), guess_columns(table)
    label = f"Columns: recognised as {layout}" if layout else "Columns: say which is what"
    with st.expander(label, expanded=not layout, icon=":material/view_column:"):
        st.dataframe(tables.preview(table), key="your_data_preview", height="content")
        by_hand = bool(not layout or st.toggle("Choose the columns by hand", key="your_data_by_hand"))
        chosen = _mapper(table, guessed) if by_hand else {}
        missing = [role for role in REQUIRED_ROLES if by_hand and role not in chosen]
    if missing:
        st.info(f"Choose the column for {' and '.join(missing)}.", icon=":material/view_column:")
        st.stop()
    return tuple(chosen.items())


def _mapper(table: Table, guessed: Mapping[str, str]) -> dict[str, str]:
    chosen: dict[str, str] = {}
    options = [NO_COLUMN, *table.columns]
    for start in range(0, len(ROLES), 3):
        for role, place in zip(ROLES[start : start + 3], st.columns(3), strict=True):
            with place:
                column = st.selectbox(
                    role if role in REQUIRED_ROLES else f"{role} (optional)", options,
                    index=options.index(guessed.get(role, NO_COLUMN)), format_func=plain_text, help=ROLE_HELP[role],
                    key=f"your_data_role_{role}_{content_hash(*table.columns)}",
                )  # fmt: skip
            if column != NO_COLUMN:
                chosen[role] = str(column)
    return chosen


def _what_was_read(log: Log) -> None:
    st.markdown(f"**{len(log.entries):,} questions** · {markdown_text(log.format)}")
    for note in log.notes:
        st.caption(f":material/info: {markdown_text(note)}")
    if log.broken:
        label = f"{len(log.broken):,} of {log.n_rows:,} rows skipped: which, and why"
        with st.expander(label, icon=":material/warning:", expanded=not log.entries):
            st.dataframe(tables.broken_rows(log), hide_index=True, key="your_data_broken")
