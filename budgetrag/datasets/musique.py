"""MuSiQue: two to four hops, aliases, several paragraphs under one title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from budgetrag.datasets import fields
from budgetrag.datasets.fields import Record
from budgetrag.datasets.loading import OnError, load_questions, make_question
from budgetrag.datasets.source import Source, read_source
from budgetrag.types import Passage, Question


@dataclass(frozen=True, slots=True)
class Musique:
    """Loads MuSiQue questions; files and hub share one format.

    Gold answers are the answer and its aliases, gold passages the supporting paragraphs; the type is the id's prefix
    (``"2hop"``, ``"3hop1"``, …). Questions marked unanswerable are left out and counted. Paragraphs are not split
    into sentences here.

    Attributes:
        name: The data set's name here.
        default: Its place on the hub.
    """

    name: str
    default: Source

    def questions(
        self, source: Source, *, skipped: Counter[str] | None = None, on_error: OnError = "raise"
    ) -> Iterator[Question]:
        """Yield the questions of ``source``; see :func:`budgetrag.datasets.loading.load_questions`."""
        yield from load_questions(read_source(source, self.default), parse_record, skipped=skipped, on_error=on_error)


def parse_record(record: Record) -> Question | None:
    """Return the question of one MuSiQue record, None if it is marked unanswerable.

    Raises:
        RecordError: If it has not the data set's shape.
    """
    if not _flag(record, "answerable", record.fields.get("answerable"), absent=True):
        return None
    found_id = fields.record_id(record)
    listed = fields.as_list(record, "paragraphs", record.get("paragraphs"))
    return make_question(
        record,
        id=found_id,
        text=fields.question_text(record),
        answers=_answers(record),
        passages=[_paragraph(record, f"paragraphs[{i}]", found) for i, found in enumerate(listed)],
        type=found_id.split("__")[0] if "__" in found_id else "",
    )


def _answers(record: Record) -> tuple[str, ...]:
    aliases = record.fields.get("answer_aliases")
    listed = [] if aliases is None else fields.as_list(record, "answer_aliases", aliases)
    texts = [fields.as_text(record, f"answer_aliases[{i}]", alias) for i, alias in enumerate(listed)]
    return fields.distinct_answers([fields.optional_text(record, "answer"), *texts])


def _paragraph(record: Record, field: str, found: object) -> tuple[Passage, bool]:
    paragraph = fields.as_object(record, field, found)
    title = fields.as_text(record, f"{field}.title", fields.member(record, field, paragraph, "title"))
    name = f"{field}.paragraph_text"
    text = fields.as_text(record, name, fields.member(record, field, paragraph, "paragraph_text"))
    is_gold = _flag(record, f"{field}.is_supporting", paragraph.get("is_supporting"), absent=False)
    return Passage(title, text), is_gold


def _flag(record: Record, field: str, found: object, *, absent: bool) -> bool:
    if found is None:
        return absent
    if not isinstance(found, bool):
        raise record.error(field, "true or false", found)
    return found
