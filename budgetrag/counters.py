"""Token counters, by name: ``words``, ``hf:<tokenizer>``, ``tiktoken:<encoding>``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from budgetrag.text import words

if TYPE_CHECKING:
    import tiktoken
    from tokenizers import Tokenizer

COUNTER_FORMS = ("words", "hf:<hub id or folder>", "tiktoken:<encoding>")


class TokenCounter(Protocol):
    """Counts the tokens of a text.

    Attributes:
        name: The name it was asked for by, written into the run's manifest.
        additive: Whether the count of a rendered context is the sum of its lines' counts.
    """

    @property
    def name(self) -> str:
        """The name, as get_counter takes it."""

    @property
    def additive(self) -> bool:
        """Whether counts of lines add up to the count of their rendering."""

    def count(self, text: str) -> int:
        """Return the number of tokens of ``text``."""


@dataclass(frozen=True, slots=True)
class WordCounter:
    """Counts ``words(text)``: the published set-up."""

    name: str = "words"
    additive: bool = True

    def count(self, text: str) -> int:
        """Return the number of words."""
        return len(words(text))


@dataclass(frozen=True, slots=True)
class HfCounter:
    """Counts the ids of a Hugging Face fast tokenizer, without special tokens."""

    name: str
    tokenizer: Tokenizer
    additive: bool = False

    def count(self, text: str) -> int:
        """Return the number of token ids."""
        return len(self.tokenizer.encode(text, add_special_tokens=False).ids)


@dataclass(frozen=True, slots=True)
class TiktokenCounter:
    """Counts the ids of a tiktoken encoding; special-token text counts as ordinary text."""

    name: str
    encoding: tiktoken.Encoding
    additive: bool = False

    def count(self, text: str) -> int:
        """Return the number of token ids."""
        return len(self.encoding.encode(text, disallowed_special=()))


def get_counter(name: str) -> TokenCounter:
    """Return the token counter called ``name``.

    Raises:
        ValueError: If the name has none of the known forms, or its tokenizer cannot be loaded.
    """
    if not isinstance(name, str):
        raise ValueError(f"counter must be one of {', '.join(COUNTER_FORMS)}, got {name!r}")
    return _counter(name)


@lru_cache(maxsize=8)
def _counter(name: str) -> TokenCounter:
    kind, _, target = name.partition(":")
    if name == "words":
        return WordCounter()
    if kind == "hf" and target:
        return _hf_counter(name, target)
    if kind == "tiktoken" and target:
        return _tiktoken_counter(name, target)
    raise ValueError(f"counter must be one of {', '.join(COUNTER_FORMS)}, got {name!r}")


def _hf_counter(name: str, target: str) -> HfCounter:
    from tokenizers import Tokenizer

    file = Path(target) / "tokenizer.json"
    if Path(target).is_dir() and not file.is_file():
        raise ValueError(f"counter {name!r} needs a folder that holds tokenizer.json, found none in {target}")
    try:
        tokenizer = Tokenizer.from_file(str(file)) if file.is_file() else Tokenizer.from_pretrained(target)
    except Exception as error:  # the tokenizers library raises bare Exception for every failure
        raise ValueError(f"counter {name!r} could not be loaded: {error}") from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return HfCounter(name, tokenizer)


def _tiktoken_counter(name: str, target: str) -> TiktokenCounter:
    import tiktoken

    if target not in tiktoken.list_encoding_names():
        raise ValueError(f"tiktoken encoding must be one of {tiktoken.list_encoding_names()}, got {target!r}")
    try:
        return TiktokenCounter(name, tiktoken.get_encoding(target))
    except OSError as error:  # requests' errors, raised when the encoding file has to be downloaded, are OSErrors
        raise ValueError(f"counter {name!r} needs its encoding file, which could not be fetched: {error}") from error
