"""BM25: passages that share the question's words, rare words first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from budgetrag.retrieval.corpus import Corpus, embedding_text
from budgetrag.retrieval.embedder import Embedder
from budgetrag.text import words
from budgetrag.types import Question, RetrievedPassage

if TYPE_CHECKING:
    from bm25s import BM25

_BLOCK = 256  # passages indexed between two progress reports


@dataclass(frozen=True, slots=True)
class Bm25Retriever:
    """The passages with the largest BM25 score.

        score(q, p) = sum over the words w of q, repeats counted, of idf(w) tf(w, p) / (tf(w, p) + K(p))
        idf(w) = ln(1 + (N - df(w) + 0.5) / (df(w) + 0.5)),  K(p) = k1 (1 - b + b length(p) / mean length)

    over ``words("{title}. {text}")``, without stop words or stemming, so that every language is treated alike. Source:
    Robertson and Zaragoza (2009), in Lucene's variant (Kamphuis et al., ECIR 2020), computed by bm25s.

    N, df and the mean length are the whole corpus's, under ``pool="question"`` too: ten passages are too few to tell
    rare words from common ones, and a passage scores the same for a question whichever pool is searched. A passage
    that shares no word with the question scores 0 and is never returned, so there may be fewer than ``top_k``. Equal
    scores go to the passage seen first.

    Attributes:
        k1: How slowly a repeated word's weight grows to its limit, >= 0.
        b: How far long passages are held back, in [0, 1].
    """

    k1: float = 1.5
    b: float = 0.75

    def __post_init__(self) -> None:
        """Check the parameters.

        Raises:
            ValueError: If one is out of its range.
        """
        if not 0 <= self.k1 < float("inf"):
            raise ValueError(f"k1 must be finite and >= 0, got {self.k1}")
        if not 0 <= self.b <= 1:
            raise ValueError(f"b must be in [0, 1], got {self.b}")

    def retrieve(
        self,
        questions: Sequence[Question],
        corpus: Corpus,
        *,
        embedder: Embedder | None = None,  # noqa: ARG002
        top_k: int = 5,
        advance: Callable[[int], None] | None = None,
    ) -> Iterator[tuple[RetrievedPassage, ...]]:
        """Yield each question's best passages, best first, in the order of ``questions``.

        Args:
            questions: What to search for.
            corpus: What to search in; indexed at the first step (about 12 bytes a passage and distinct word).
            embedder: Not used.
            top_k: Passages per question; fewer where fewer share a word with it.
            advance: Called with the number of texts just indexed or searched; in all it hears of
                ``len(corpus.passages) + len(questions)``.

        Raises:
            ValueError: If ``top_k`` < 1.
        """
        if top_k < 1:
            raise ValueError(f"top_k must be >= 1, got {top_k}")
        return _search(self, questions, corpus, top_k, advance or _ignore)


def _search(
    settings: Bm25Retriever, questions: Sequence[Question], corpus: Corpus, k: int, advance: Callable[[int], None]
) -> Iterator[tuple[RetrievedPassage, ...]]:
    ids_by_word, passages = _word_ids(corpus, advance)
    index = _index(settings, ids_by_word, passages)
    del passages
    for question in questions:
        pool = corpus.pool_of(question)
        known = [ids_by_word[word] for word in words(question.text) if word in ids_by_word]
        best = _best(index.get_scores_from_ids(known), pool, k) if index is not None and known else []
        advance(1)
        yield tuple(RetrievedPassage(corpus.passages[i], rank, score) for rank, (i, score) in enumerate(best))


def _word_ids(corpus: Corpus, advance: Callable[[int], None]) -> tuple[dict[str, int], list[list[int]]]:
    """Return the words of the corpus, numbered as they come, and every passage as their numbers."""
    ids_by_word: dict[str, int] = {}
    passages: list[list[int]] = []
    for start in range(0, len(corpus.passages), _BLOCK):
        block = corpus.passages[start : start + _BLOCK]
        for passage in block:
            found = words(embedding_text(passage))
            passages.append([ids_by_word.setdefault(word, len(ids_by_word)) for word in found])
        advance(len(block))
    return ids_by_word, passages


def _index(settings: Bm25Retriever, ids_by_word: dict[str, int], passages: list[list[int]]) -> BM25 | None:
    """Return the index; None for a corpus without a word."""
    if not ids_by_word:
        return None
    from bm25s import BM25

    index = BM25(k1=settings.k1, b=settings.b, method="lucene", dtype="float64", backend="numpy", csc_backend="numpy")
    index.index((passages, ids_by_word), create_empty_token=False, show_progress=False)
    return index


def _best(scores: NDArray[np.float64], pool: Sequence[int] | None, k: int) -> list[tuple[int, float]]:
    """Return the passages of ``pool`` with the ``k`` largest scores above 0, largest first, ties to the earlier one."""
    searched = np.arange(len(scores)) if pool is None else np.array(pool, dtype=np.int64)
    found = searched[scores[searched] > 0]
    if len(found) > k:
        kth = np.partition(scores[found], len(found) - k)[len(found) - k]
        found = found[scores[found] >= kth]
    best = found[np.argsort(-scores[found], kind="stable")][:k]
    return list(zip(best.tolist(), scores[best].tolist(), strict=True))


def _ignore(_n_texts: int) -> None:
    """Report progress to nobody."""
