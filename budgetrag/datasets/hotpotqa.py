"""HotpotQA (distractor) and 2WikiMultiHopQA, which share one format."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from budgetrag.datasets import fields
from budgetrag.datasets.fields import Record
from budgetrag.datasets.loading import OnError, load_questions, make_question
from budgetrag.datasets.source import Source, read_source
from budgetrag.types import Passage, Question

SENTENCE_COLUMNS = ("sentences", "content")


@dataclass(frozen=True, slots=True)
class HotpotQA:
    """Loads questions in HotpotQA's format, of the official files or of the hub.

    The official files hold ``context`` as ``[[title, [sentence]]]`` and ``supporting_facts`` as ``[[title, sentence
    index]]``; on the hub both are objects of columns (``title``, ``sentences`` or ``content``, ``sent_id``), and some
    copies hold either as JSON text.

    Gold passages are those whose title ``supporting_facts`` names. Where a title repeats within a question, those of
    its passages that have a named sentence index count, or all of them if none has. A title that the context lacks
    leaves the gold unknown: half a gold set would give wrong metrics, an empty one gives none.

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


def parse_record(record: Record) -> Question:
    """Return the question of one HotpotQA or 2WikiMultiHopQA record.

    Raises:
        RecordError: If it has not the data set's shape.
    """
    paragraphs = _paragraphs(record)
    gold = _gold_places(record, paragraphs)
    passages = []
    for place, (title, sentences) in enumerate(paragraphs):
        kept = tuple(sentence for sentence in sentences if sentence)
        passages.append((Passage(title, " ".join(kept), kept), place in gold))
    return make_question(
        record,
        id=fields.record_id(record),
        text=fields.question_text(record),
        answers=fields.distinct_answers([fields.optional_text(record, "answer")]),
        passages=passages,
        type=fields.optional_text(record, "type"),
    )


def _paragraphs(record: Record) -> list[tuple[str, list[str]]]:
    found = _decoded(record, "context", record.get("context"))
    if isinstance(found, Mapping):
        pairs = _rows(record, "context", found, SENTENCE_COLUMNS)
    else:
        pairs = [fields.as_pair(record, f"context[{i}]", p) for i, p in enumerate(_list(record, "context", found))]
    return [
        (
            fields.as_text(record, f"context[{i}] title", title),
            [
                fields.as_text(record, f"context[{i}] sentence {j}", sentence)
                for j, sentence in enumerate(_list(record, f"context[{i}] sentences", sentences))
            ],
        )
        for i, (title, sentences) in enumerate(pairs)
    ]


def _gold_places(record: Record, paragraphs: list[tuple[str, list[str]]]) -> set[int]:
    named = _facts(record)
    if not named.keys() <= {title for title, _ in paragraphs}:
        return set()
    places: set[int] = set()
    for title, wanted in named.items():
        same = [i for i, (other, _) in enumerate(paragraphs) if other == title]
        holding = [i for i in same if any(0 <= index < len(paragraphs[i][1]) for index in wanted)]
        places.update(holding or same)
    return places


def _facts(record: Record) -> dict[str, list[int]]:
    """Return the sentence indices named for each gold title."""
    found = _decoded(record, "supporting_facts", record.fields.get("supporting_facts"))
    if found is None:
        return {}
    if isinstance(found, Mapping):
        pairs = _rows(record, "supporting_facts", found, ("sent_id",))
    else:
        listed = enumerate(_list(record, "supporting_facts", found))
        pairs = [fields.as_pair(record, f"supporting_facts[{i}]", pair) for i, pair in listed]
    named: dict[str, list[int]] = {}
    for i, (title, index) in enumerate(pairs):
        if not isinstance(index, int):
            raise record.error(f"supporting_facts[{i}] sentence index", "a whole number", index)
        named.setdefault(fields.as_text(record, f"supporting_facts[{i}] title", title), []).append(index)
    return named


def _rows(
    record: Record, field: str, columns: Mapping[str, object], second: tuple[str, ...]
) -> list[tuple[object, object]]:
    """Return (title, value) rows of an object of columns, the value under the first of ``second`` that is there."""
    key = next((key for key in second if key in columns), None)
    if "title" not in columns or key is None:
        raise record.error(field, f"an object with title and {' or '.join(second)}", columns)
    titles = _list(record, f"{field}.title", columns["title"])
    values = _list(record, f"{field}.{key}", columns[key])
    if len(titles) != len(values):
        raise record.error(field, f"columns of one length, title has {len(titles)}", values)
    return list(zip(titles, values, strict=True))


def _decoded(record: Record, field: str, found: object) -> object:
    if not isinstance(found, str):
        return found
    try:
        decoded: object = json.loads(found)
    except (ValueError, RecursionError) as error:
        raise record.error(field, "a list, or one as JSON text", found) from error
    return decoded


def _list(record: Record, field: str, found: object) -> list[object]:
    return fields.as_list(record, field, found)
