"""Readers: what answers a question from a packed context. Importing this loads no model library."""

from __future__ import annotations

from collections.abc import Callable

from budgetrag.readers.base import LogLikelihood, Reader, ReaderOptions, TokenScores, UnansweredError
from budgetrag.readers.endpoint import EndpointReader
from budgetrag.readers.hf import ModelReader, gguf_reader
from budgetrag.readers.lexical import LexicalReader
from budgetrag.readers.prompts import PromptDesign

ReaderFactory = Callable[[ReaderOptions], Reader]
READERS: dict[str, ReaderFactory] = {
    "endpoint": EndpointReader,
    "gguf": gguf_reader,
    "hf": ModelReader,
    "lexical": LexicalReader,
}


def get_reader(kind: str) -> ReaderFactory:
    """Return what makes a reader of this kind from its options.

    Raises:
        ValueError: If there is no such kind.
    """
    if kind not in READERS:
        raise ValueError(f"kind of reader must be one of {sorted(READERS)}, got {kind!r}")
    return READERS[kind]


__all__ = [
    "READERS",
    "LogLikelihood",
    "PromptDesign",
    "Reader",
    "ReaderFactory",
    "ReaderOptions",
    "TokenScores",
    "UnansweredError",
    "get_reader",
]
