"""RAGBench subsets: documents cut into keyed sentences, model-written free-form responses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from budgetrag.datasets import fields
from budgetrag.datasets.fields import Record
from budgetrag.datasets.loading import OnError, load_questions, make_question
from budgetrag.datasets.source import Source, read_source
from budgetrag.types import Passage, Question

_HEADING = re.compile(r"\s*Title:\s*(?P<title>[^\n]*?)\s*\n\s*Passage:")


@dataclass(frozen=True, slots=True)
class RagBench:
    r"""Loads one RAGBench subset; files and hub share one format.

    The response is the one gold answer. Gold passages are the documents that hold a key of
    ``all_relevant_sentence_keys``; keys that no sentence has (the annotating model made some up) are ignored. Where a
    document starts with ``Title: …\nPassage:``, that becomes the title and leaves the text, even where the data set's
    own sentence splitting ran across it.

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
    """Return the question of one RAGBench record.

    Raises:
        RecordError: If it has not the data set's shape.
    """
    texts = _texts(record, "documents", record.get("documents"))
    keyed = _keyed_sentences(record)
    if len(texts) != len(keyed):
        raise record.error("documents", f"as long as documents_sentences ({len(keyed)})", texts)
    relevant = _relevant_keys(record)
    passages = [
        (_passage(text, list(sentences.values())), not relevant.isdisjoint(sentences))
        for text, sentences in zip(texts, keyed, strict=True)
    ]
    return make_question(
        record,
        id=fields.record_id(record),
        text=fields.question_text(record),
        answers=fields.distinct_answers([fields.optional_text(record, "response")]),
        passages=passages,
    )


def _texts(record: Record, field: str, found: object) -> list[str]:
    return [
        fields.as_text(record, f"{field}[{i}]", text) for i, text in enumerate(fields.as_list(record, field, found))
    ]


def _keyed_sentences(record: Record) -> list[dict[str, str]]:
    """Return the sentences of each document by key, in order."""
    field = "documents_sentences"
    documents = []
    for i, listed in enumerate(fields.as_list(record, field, record.get(field))):
        sentences: dict[str, str] = {}
        for j, found in enumerate(fields.as_list(record, f"{field}[{i}]", listed)):
            key, text = fields.as_pair(record, f"{field}[{i}][{j}]", found)
            name = fields.as_text(record, f"{field}[{i}][{j}] key", key)
            sentences[name] = fields.as_text(record, f"{field}[{i}][{j}] sentence", text)
        documents.append(sentences)
    return documents


def _relevant_keys(record: Record) -> set[str]:
    found = record.fields.get("all_relevant_sentence_keys")
    return set() if found is None else set(_texts(record, "all_relevant_sentence_keys", found))


def _passage(document: str, sentences: list[str]) -> Passage:
    heading = _HEADING.match(document)
    title = heading["title"] if heading else ""
    if not any(sentences):
        return Passage(title, document[heading.end() :].strip() if heading else document)
    kept = tuple(s for s in _without_start(sentences, heading[0] if heading else "") if s)
    return Passage(title, " ".join(kept), kept)


def _without_start(sentences: list[str], start: str) -> list[str]:
    """Return ``sentences`` without the characters of ``start``, blanks apart; unchanged if they start otherwise."""
    left = "".join(start.split())
    cut = []
    for sentence in sentences:
        at = 0
        while left and at < len(sentence) and (sentence[at].isspace() or sentence[at] == left[0]):
            left = left if sentence[at].isspace() else left[1:]
            at += 1
        if left and at < len(sentence):
            return sentences
        cut.append(sentence[at:].strip())
    return cut
