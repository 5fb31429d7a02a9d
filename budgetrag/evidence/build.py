"""Passages to their evidence graph."""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from budgetrag.entities import entities
from budgetrag.evidence.claims import MergedClaims
from budgetrag.evidence.graph import Adjacency, EvidenceGraph
from budgetrag.sentences import sentences_of
from budgetrag.stored import Stored
from budgetrag.types import Passage

_WORD = re.compile(r"[^\W_]+")


def build_graph(passages: Sequence[Passage]) -> EvidenceGraph:
    """Return the graph of ``passages``.

    Every sentence with a word makes a claim (near-duplicates are one: ``MergedClaims``). A passage mentions what
    :func:`budgetrag.entities.entities` finds in its title and text; a claim names those of them that one of its
    sentences contains as whole words, in any case. Time and memory are linear in the text; where the passages are
    ``Stored`` on disk, so are the claims.
    """
    on_disk = isinstance(passages, Stored)
    claims = MergedClaims(on_disk=on_disk)
    entity_texts: list[str] = []
    entity_by_key: dict[str, int] = {}
    sources, names, mentions = _Edges(), _Edges(), _Edges()
    for place, passage in enumerate(passages):
        mentioned: dict[int, str] = {}
        for entity in entities(passage.text, title=passage.title):
            key = entity.casefold()
            number = entity_by_key.setdefault(key, len(entity_texts))
            if number == len(entity_texts):
                entity_texts.append(entity)
            mentioned[number] = key
            mentions.add(number, place)
        by_head = _by_head(mentioned)
        for sentence in sentences_of(passage):
            claim = claims.add(sentence)
            if claim is not None:
                sources.add(claim, place)
                names.add_all(claim, _named(by_head, sentence))
    return EvidenceGraph(
        passages if on_disk else tuple(passages),
        claims.texts if on_disk else tuple(claims.texts),
        tuple(entity_texts),
        sources.adjacency(len(claims.texts)),
        names.adjacency(len(claims.texts)),
        mentions.adjacency(len(entity_texts)),
    )


class _Edges:
    """Edges as they come, eight bytes each."""

    def __init__(self) -> None:
        self._rows, self._columns = array("i"), array("i")

    def add(self, row: int, column: int) -> None:
        self._rows.append(row)
        self._columns.append(column)

    def add_all(self, row: int, columns: Sequence[int]) -> None:
        self._rows.extend([row] * len(columns))
        self._columns.extend(columns)

    def adjacency(self, n_rows: int) -> Adjacency:
        rows, columns = (np.array(each, dtype=np.int32) for each in (self._rows, self._columns))
        return Adjacency.from_pairs(rows, columns, n_rows)


def named(keys: dict[int, str], sentence: str) -> list[int]:
    """Return which of the entities (number -> case-folded text) the sentence contains as whole words."""
    return _named(_by_head(keys), sentence)


ByHead = dict[str, list[tuple[int, str]]]  # first run of an entity -> the entities that begin so


def _by_head(keys: dict[int, str]) -> ByHead:
    found: ByHead = {}
    for number, key in keys.items():
        found.setdefault(next(_runs(key), ""), []).append((number, key))
    return found


def _named(by_head: ByHead, sentence: str) -> list[int]:
    """Look only for entities of which the first run is one of the sentence's: of many, a sentence names few."""
    folded = " ".join(unicodedata.normalize("NFC", sentence).casefold().split())
    heads = dict.fromkeys(["", *_runs(folded)])
    return sorted(number for head in heads for number, key in by_head.get(head, ()) if _contains(folded, key))


def _runs(text: str) -> Iterator[str]:
    """Yield the stretches that ``_glued`` holds together; a letter without case is one of its own."""
    for word in _WORD.findall(text):
        if word.isascii():
            yield word
            continue
        for is_caseless, letters in groupby(word, key=lambda letter: unicodedata.category(letter) == "Lo"):
            together = "".join(letters)
            yield from together if is_caseless else (together,)


def _contains(text: str, key: str) -> bool:
    at = text.find(key)
    while at != -1:
        end = at + len(key)
        before, behind = text[at - 1 : at], text[end : end + 1]  # both "" where the text ends
        if not (_glued(before, key[0]) or _glued(key[-1], behind)):
            return True
        at = text.find(key, at + 1)
    return False


def _glued(left: str, right: str) -> bool:
    """Whether two neighbours belong to one word; letters without case do not say where a word ends."""
    return left.isalnum() and right.isalnum() and "Lo" not in (unicodedata.category(left), unicodedata.category(right))
