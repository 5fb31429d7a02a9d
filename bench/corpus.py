"""As many questions as asked for, in HotpotQA's layout: the almanac's, repeated with every passage made distinct."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from budgetrag.datasets.almanac import Almanac
from budgetrag.retrieval import unit_rows
from budgetrag.text import words
from budgetrag.types import Question

DIMS = 320


def write_questions(file: Path, n_questions: int) -> None:
    """Write ``n_questions`` records, ten passages each, no two passages alike."""
    source = list(islice(Almanac().questions(), n_questions))
    with file.open("w", encoding="utf-8") as stream:
        for i in range(n_questions):
            record = _record(source[i % len(source)], i)
            stream.write(json.dumps(record, ensure_ascii=False) + "\n")


def _record(question: Question, serial: int) -> dict[str, object]:
    marks = [f"Entry {serial}-{i}." for i in range(len(question.passages))]
    return {
        "_id": f"{question.id}-{serial}",
        "question": question.text,
        "answer": question.answers[0],
        "type": question.type,
        "supporting_facts": [[question.passages[i].title, 0] for i in question.gold],
        "context": [
            [passage.title, [*passage.sentences, mark]] for passage, mark in zip(question.passages, marks, strict=True)
        ],
    }


class HashedWords:
    """A stand-in embedder, so that long corpora need no model: signed word hashes, which retrieve fairly well."""

    name = "hashed words"

    def fingerprint(self) -> str:
        """Return its version."""
        return f"hashed-words-{DIMS}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return (n, 320) unit rows."""
        vectors = np.zeros((len(texts), DIMS), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word in words(text):
                code = zlib.crc32(word.encode())
                row[code % DIMS] += 1.0 if code & 0x10000 else -1.0
        return unit_rows(vectors)
