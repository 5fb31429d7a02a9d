"""A log as questions: what was asked, what was retrieved, what is known to be right, what the system answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from budgetrag.datasets import hotpotqa, musique, ragbench
from budgetrag.datasets.fields import Record, RecordError
from budgetrag.importing.cells import as_list, decoded
from budgetrag.importing.columns import REQUIRED_ROLES, Columns, check_columns, guess_columns, layout_of
from budgetrag.importing.formats import read_table
from budgetrag.importing.gold import Gold, read_gold
from budgetrag.importing.passages import Found, read_passages
from budgetrag.importing.table import MAX_ROWS, BrokenRow, Row, Table, shown
from budgetrag.text import clean
from budgetrag.types import Question, RetrievedPassage

DEFAULT_SCORE = 1.0  # of a passage that the log gives no score, as in budgetrag.pack
PLAIN_CELLS = frozenset(("question", "answer", "response"))  # never a list, even if they start with a bracket
PARSERS: Mapping[str, Callable[[Record], Question | None]] = MappingProxyType(
    {"hotpotqa": hotpotqa.parse_record, "musique": musique.parse_record, "ragbench": ragbench.parse_record}
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One question of a log.

    Attributes:
        question: Its text, gold answers, and passages: the retrieved ones in their order, then gold ones not retrieved.
        scores: The log's own score of each retrieved passage, best rank first; None where it has none.
        response: What the system answered; None where the log does not say.
        where: Its place in the file.
    """

    question: Question
    scores: tuple[float | None, ...]
    response: str | None
    where: str

    @property
    def retrieved(self) -> tuple[RetrievedPassage, ...]:
        """The retrieved passages in rank order, ready for ``chunk_candidates``; without a score it counts 1."""
        passages = self.question.passages[: len(self.scores)]
        return tuple(
            RetrievedPassage(passage, rank, DEFAULT_SCORE if score is None else score)
            for rank, (passage, score) in enumerate(zip(passages, self.scores, strict=True))
        )


@dataclass(frozen=True, slots=True)
class Log:
    """A log that was read.

    Attributes:
        name: The file's name.
        format: The file's format, in words.
        layout: "ragas", "hotpotqa", … where the columns were recognised, else "".
        columns: Which column is what; None for the layout of a data set, which its own loader reads.
        entries: The questions, in file order, ids unique.
        broken: The rows left out, and why.
        notes: What had to be assumed, in sentences.
    """

    name: str
    format: str
    layout: str
    columns: Columns | None
    entries: tuple[Entry, ...]
    broken: tuple[BrokenRow, ...]
    notes: tuple[str, ...]

    @property
    def n_rows(self) -> int:
        """Rows of the file, broken ones included."""
        return len(self.entries) + len(self.broken)


def read_log(
    name: str, content: bytes | Path, *, mapping: Mapping[str, str] | None = None, max_rows: int | None = MAX_ROWS
) -> Log:
    """Read a log of questions and what was retrieved for them.

    JSON Lines, JSON, CSV, TSV, Parquet and XLSX; the columns of HotpotQA, 2WikiMultiHopQA, MuSiQue, RAGBench and Ragas
    are recognised, others guessed by their names. A row that cannot be used is named in ``broken``.

    Args:
        name: The file's name, for its ending.
        content: Its bytes, or where it lies.
        mapping: Role -> column, roles as in ``Columns``; None recognises or guesses them.
        max_rows: The most rows to read; None reads all.

    Raises:
        FileNotFoundError: If ``content`` is a path to nothing.
        ValueError: If the file cannot be read, or a column is neither given nor guessed.
    """
    return log_of(name, read_table(name, content, max_rows=max_rows), mapping=mapping)


def log_of(name: str, table: Table, *, mapping: Mapping[str, str] | None = None) -> Log:
    """Make a log of a table's rows; see :func:`read_log`.

    Raises:
        ValueError: If the table is empty, or a column is neither given nor guessed.
    """
    if not table.rows:
        reason = f"; first reason: {table.broken[0]}" if table.broken else ""
        raise ValueError(f"file must hold at least one row, found none{reason}")
    layout = "" if mapping else layout_of(table)
    if layout in PARSERS:
        columns = None
        response = None if layout == "ragbench" else guess_columns(table).get("response")  # there it is the gold answer
        made = [_of_data_set(row, PARSERS[layout], response) for row in table.rows]
    else:
        columns = check_columns(mapping or _guessed(table), table.columns)
        made = [_of_row(row, i, columns) for i, row in enumerate(table.rows, start=1)]
    entries = _with_unique_ids([item for item in made if isinstance(item, Entry)])
    broken = (*table.broken, *(item for item in made if isinstance(item, BrokenRow)))
    notes = (*table.notes, *_notes(entries))
    return Log(name, table.format, layout, columns, tuple(entries), broken, notes)


def _guessed(table: Table) -> dict[str, str]:
    guessed = guess_columns(table)
    missing = [role for role in REQUIRED_ROLES if role not in guessed]
    if missing:
        raise ValueError(
            f"a column for {' and '.join(missing)} must be given, for none of {', '.join(table.columns)} looks like it"
        )
    return guessed


def _of_data_set(row: Row, parse: Callable[[Record], Question | None], response: str | None) -> Entry | BrokenRow:
    try:
        cells = {name: cell if name in PLAIN_CELLS else decoded(cell) for name, cell in row.cells.items()}
        question = parse(Record(row.where, cells))
    except RecordError as error:
        return BrokenRow(row.where, "", str(error).removeprefix(f"{row.where}: "))
    except ValueError as error:
        return BrokenRow(row.where, "", str(error))
    if question is None:
        return BrokenRow(row.where, "answerable", "the data set marks it as unanswerable")
    distinct = _distinct(question)
    return Entry(distinct, (None,) * len(distinct.passages), _text(row, response) or None, row.where)


def _distinct(question: Question) -> Question:
    """Return the question over its distinct passages; one given twice counts once, where it comes first."""
    gold_ids = set(question.gold_ids)
    passages = tuple({passage.id: passage for passage in reversed(question.passages)}.values())[::-1]
    first = {passage.id: passage for passage in passages}
    ordered = tuple(dict.fromkeys(passage.id for passage in question.passages))
    kept = tuple(replace(first[key], position=i) for i, key in enumerate(ordered))
    return replace(question, passages=kept, gold=tuple(i for i, key in enumerate(ordered) if key in gold_ids))


class _CellError(ValueError):
    """A cell cannot be used."""

    def __init__(self, column: str, why: str) -> None:
        super().__init__(why)
        self.column = column


def _of_row(row: Row, number: int, columns: Columns) -> Entry | BrokenRow:
    try:
        text = _text(row, columns.question)
        if not text:
            raise _CellError(columns.question, f"must be a question, found {shown(row.cells.get(columns.question))}")
        found = _passages(row, columns.passages)
        gold = _gold(row, columns.gold, found)
        question = Question(
            id=_text(row, columns.id) or str(number),
            text=text,
            answers=_answers(row, columns.answers),
            passages=(*(replace(f.passage, position=i) for i, f in enumerate(found)),
                      *(replace(p, position=len(found) + i) for i, p in enumerate(gold.missed))),
            gold=(*gold.places, *range(len(found), len(found) + len(gold.missed))),
        )  # fmt: skip
        return Entry(question, tuple(f.score for f in found), _text(row, columns.response) or None, row.where)
    except _CellError as error:
        return BrokenRow(row.where, error.column, str(error))


def _passages(row: Row, column: str) -> tuple[Found, ...]:
    try:
        found = read_passages(decoded(row.cells.get(column)))
    except ValueError as error:
        raise _CellError(column, str(error)) from error
    if not found:
        raise _CellError(column, f"must hold at least one passage with text, found {shown(row.cells.get(column))}")
    first: dict[str, Found] = {}
    for item in found:
        first.setdefault(item.passage.id, item)
    return tuple(first.values())


def _gold(row: Row, column: str | None, found: tuple[Found, ...]) -> Gold:
    try:
        return read_gold(decoded(row.cells.get(column)) if column else None, found)
    except ValueError as error:
        raise _CellError(column or "", str(error)) from error


def _answers(row: Row, column: str | None) -> tuple[str, ...]:
    if column is None:
        return ()
    try:
        value = decoded(row.cells.get(column))
    except ValueError:
        value = row.cells[column]  # an answer may well start with a bracket
    if isinstance(value, Mapping):
        value = next((value[key] for key in ("text", "answers", "answer") if key in value), None)
    texts = [_plain(item) for item in as_list(value)]
    return tuple(dict.fromkeys(text for text in texts if text))


def _text(row: Row, column: str | None) -> str:
    return _plain(row.cells.get(column)) if column else ""


def _plain(value: object) -> str:
    """Return a cell as text: a message's content, the last human message of a conversation, numbers as written."""
    if isinstance(value, list | tuple):
        human = [m for m in value if isinstance(m, Mapping) and m.get("type", m.get("role")) in ("human", "user")]
        return _plain(human[-1]) if human else _plain(value[-1]) if value else ""
    if isinstance(value, Mapping):
        return _plain(next((value[key] for key in ("content", "text", "answer") if key in value), None))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else clean(str(value))


def _with_unique_ids(entries: list[Entry]) -> list[Entry]:
    """Return the entries with a repeated id told apart as ``id#2``, ``id#3``, …, as data sets do."""
    taken: set[str] = set()
    unique = []
    for entry in entries:
        name, number = entry.question.id, 1
        while name in taken:
            number += 1
            name = f"{entry.question.id}#{number}"
        taken.add(name)
        unique.append(entry if number == 1 else replace(entry, question=replace(entry.question, id=name)))
    return unique


def _notes(entries: list[Entry]) -> list[str]:
    missed = sum(len(entry.question.passages) > len(entry.scores) for entry in entries)
    kinds = Counter(any(score is not None for score in entry.scores) for entry in entries)
    notes = []
    if missed:
        notes.append(f"Questions with gold passages that were not retrieved: {missed:,}.")
    if kinds[True] and kinds[False]:
        notes.append(f"Questions without retrieval scores, unlike the others: {kinds[False]:,}.")
    return notes
