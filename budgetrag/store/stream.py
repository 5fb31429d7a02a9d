"""Tables read back in order, a question at a time, for the stage that comes next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Generic, TypeVar

import pyarrow.parquet as pq

from budgetrag.rows import (
    CandidateRow,
    ContextRow,
    PackedQuestion,
    QuestionRow,
    RetrievedQuestion,
)
from budgetrag.rows_retrieved import HitRow, PassageRow
from budgetrag.store.damage import readable

BATCH_ROWS = 1024
Key = tuple[str, int, str]
R = TypeVar("R", QuestionRow, PassageRow, HitRow, CandidateRow, ContextRow)


def retrieved_questions(questions: Path, passages: Path, hits: Path) -> Iterator[RetrievedQuestion]:
    """Yield each question with its passages and hits; all tables are in the same order of questions."""
    found, nodes = _Groups(passages, PassageRow), _Groups(hits, HitRow)
    for question in _rows(questions, QuestionRow):
        yield RetrievedQuestion(question, found.take(question), nodes.take(question))


def packed_questions(questions: Path, candidates: Path, contexts: Path) -> Iterator[PackedQuestion]:
    """Yield each question with its candidates and contexts; all tables are in the same order of questions."""
    snippets, packings = _Groups(candidates, CandidateRow), _Groups(contexts, ContextRow)
    for question in _rows(questions, QuestionRow):
        yield PackedQuestion(question, snippets.take(question), packings.take(question))


class _Groups(Generic[R]):
    """The rows of one table, taken question by question; a question without rows takes none."""

    def __init__(self, path: Path, row: type[R]) -> None:
        self._groups: Iterator[tuple[Key, Iterator[R]]] = groupby(_rows(path, row), key=_key)
        self._next: tuple[Key, Iterator[R]] | None = next(self._groups, None)

    def take(self, question: QuestionRow) -> tuple[R, ...]:
        if self._next is None or self._next[0] != _key(question):
            return ()
        rows = tuple(self._next[1])
        self._next = next(self._groups, None)
        return rows


def _key(row: QuestionRow | PassageRow | HitRow | CandidateRow | ContextRow) -> Key:
    return row.dataset, row.seed, row.question_id


def _rows(path: Path, row: type[R]) -> Iterator[R]:
    with readable(path), pq.ParquetFile(path.absolute()) as file:
        for batch in file.iter_batches(batch_size=BATCH_ROWS):
            for values in batch.to_pylist():
                yield row(**{key: frozen(value) for key, value in values.items()})


def frozen(value: Any) -> Any:
    """Return a list as a tuple, anything else as it is."""
    return tuple(value) if isinstance(value, list) else value
