"""The sentences of a passage."""

from __future__ import annotations

from sentencex import segment

from budgetrag.types import Passage


def sentences_of(passage: Passage) -> tuple[str, ...]:
    """Return the passage's sentences: the data set's own where it has them, else split by sentencex.

    Sentences are stripped and never empty.
    """
    if passage.sentences:
        return passage.sentences
    return tuple(stripped for part in segment("en", passage.text) if (stripped := part.strip()))
