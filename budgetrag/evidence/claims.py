"""Claims, near-duplicates merged."""

from __future__ import annotations

import hashlib
import re
from array import array

from budgetrag.stored import Stored
from budgetrag.text import words

MAX_COMPARED = 32
_WORD = re.compile(r"\w+")


class MergedClaims:
    """Collects sentences as claims, one after the other; what repeats an earlier claim becomes that claim.

    A sentence repeats a claim if

    1. it has the same words in the same order (:func:`budgetrag.text.words`: case and punctuation do not count), or
    2. its **marked words** are the same set, and of all distinct words of the two at least 0.9 are in both. Marked are
       the words with a capital or a digit; in a sentence without one (scripts without case), the first longest word.
       So two claims that differ in a name or a number are never one, however long the sentence around it.

    It is compared with the first texts of claims, in their order, and becomes the first that fits. Marked words are the
    blocks of the search: at most the first 32 claims with the same ones are compared, so the time stays linear in the
    number of sentences; in a larger block a near-duplicate of a later claim stays a claim of its own.
    """

    def __init__(self, *, on_disk: bool = False) -> None:
        """Start without claims; ``on_disk`` keeps their texts there."""
        self.texts: list[str] | Stored[str] = Stored() if on_disk else []
        self._exact: dict[bytes, int] = {}
        self._heads: dict[bytes, int] = {}  # block -> its first claim
        self._following = array("i")  # claim -> the next one of its block, -1 behind the last

    def add(self, sentence: str) -> int | None:
        """Return the claim that ``sentence`` makes, a new one or an earlier; None if it has no words."""
        ordered = words(sentence)
        if not ordered:
            return None
        exact = _digest(ordered)
        claim = self._exact.get(exact)
        if claim is None:
            claim = self._exact[exact] = self._near_or_new(sentence, frozenset(ordered))
        return claim

    def _near_or_new(self, sentence: str, distinct: frozenset[str]) -> int:
        block = _digest(sorted(marked_words(sentence)))
        at, last, n_compared = self._heads.get(block, -1), -1, 0
        while at != -1:
            if nearly_equal(distinct, frozenset(words(self.texts[at]))):
                return at
            at, last, n_compared = self._following[at], at, n_compared + 1
        new = len(self.texts)
        self.texts.append(sentence)
        self._following.append(-1)
        if last == -1:
            self._heads[block] = new
        elif n_compared < MAX_COMPARED:
            self._following[last] = new
        return new


def nearly_equal(a: frozenset[str], b: frozenset[str]) -> bool:
    """Return whether at least 0.9 of the distinct words of both are in both (their Jaccard similarity)."""
    return 10 * len(a & b) >= 9 * len(a | b)


def marked_words(sentence: str) -> frozenset[str]:
    """Return the distinct words with a capital or a digit, lower-cased; without one, the first longest word.

    >>> sorted(marked_words("The Tern sank in 1921."))
    ['1921', 'tern', 'the']
    """
    found = _WORD.findall(sentence)
    marked = [word.lower() for word in found if word != word.lower() or any(map(str.isdigit, word))]
    return frozenset(marked or [max(found, key=len, default="")])


def _digest(parts: list[str]) -> bytes:
    return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()
