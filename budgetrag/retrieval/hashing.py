"""Texts to unit vectors without a model: signed feature hashing of words and character n-grams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from budgetrag.retrieval.embedder import unit_rows
from budgetrag.text import content_terms, words
from budgetrag.types import content_hash

if TYPE_CHECKING:
    from scipy.sparse import csr_array

HASHING = "hashing"  # as ``retrieval.embedder``
HASHING_LABEL = "hashing (no model)"
NGRAM = 3  # characters
_TEXTS_AT_ONCE = 1024


class HashingEmbedder:
    """Counts of content words and of their character trigrams, folded into ``dims`` signed columns.

    Every content word (without one in the text, every word) adds itself and the trigrams of ``<word>``. A feature's
    MurmurHash3 chooses its column and its sign, so that what collides cancels on average (Weinberger et al., 2009);
    scikit-learn's ``FeatureHasher`` does it. Sums are of whole numbers, so a vector depends on its own text only.

    It compares spelling, not meaning: for tests at scale and for machines without a model, not for findings.
    """

    name = HASHING_LABEL

    def __init__(self, *, dims: int = 320) -> None:
        """Describe the embedder.

        Args:
            dims: Columns.

        Raises:
            ValueError: If ``dims`` < 1.
        """
        if dims < 1:
            raise ValueError(f"dims must be >= 1, got {dims}")
        self._dims = dims

    def fingerprint(self) -> str:
        """Return a digest of the method and the dimensions."""
        return content_hash(HASHING, f"words and {NGRAM}-grams", f"dims={self._dims}")

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return (n, dims) float32 unit rows; a text without a word is zero."""
        vectors = np.zeros((len(texts), self._dims), dtype=np.float32)
        for start in range(0, len(texts), _TEXTS_AT_ONCE):
            block = texts[start : start + _TEXTS_AT_ONCE]
            vectors[start : start + len(block)] = self._block(block)
        return vectors

    def _block(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of some texts: their counts of distinct words, times the words' features."""
        from sklearn.feature_extraction import FeatureHasher

        columns: dict[str, int] = {}
        counts = _word_counts(texts, columns)
        if not columns:
            return np.zeros((len(texts), self._dims), dtype=np.float32)
        hasher = FeatureHasher(self._dims, input_type="string", dtype=np.float32)
        return unit_rows((counts @ hasher.transform(map(features, columns))).toarray())


def features(word: str) -> Iterator[str]:
    """Yield what stands for a word: itself, and the trigrams of it between brackets.

    >>> list(features("tern"))
    ['tern', '<te', 'ter', 'ern', 'rn>']
    """
    yield word
    bracketed = f"<{word}>"
    for start in range(len(bracketed) - NGRAM + 1):
        yield bracketed[start : start + NGRAM]


def _word_counts(texts: Sequence[str], columns: dict[str, int]) -> csr_array:
    """Return the (texts, words) counts of every text's words; ``columns`` receives the words in their order."""
    from scipy.sparse import csr_array

    offsets, found = [0], []
    for text in texts:
        found += [columns.setdefault(word, len(columns)) for word in content_terms(text) or words(text)]
        offsets.append(len(found))
    ones = np.ones(len(found), dtype=np.float32)
    return csr_array((ones, np.array(found, dtype=np.int32), np.array(offsets)), shape=(len(texts), len(columns)))
