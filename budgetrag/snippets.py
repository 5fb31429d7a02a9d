"""Chunk candidates: sentence windows of the retrieved passages, scored against the question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from budgetrag.sentences import sentences_of
from budgetrag.text import overlap, words
from budgetrag.types import Candidate, Passage, RetrievedPassage, Snippet

__all__ = [
    "MAX_CANDIDATES",
    "MAX_SNIPPET_PIECES",
    "WINDOW_NEIGHBOURS",
    "chunk_candidates",
    "relevance",
    "sentences_of",
    "windows",
]

WINDOW_NEIGHBOURS = 1
MAX_SNIPPET_PIECES = 80
MAX_CANDIDATES = 160


def windows(passage: Passage, rank: int) -> Iterator[Snippet]:
    """Yield, for every sentence, the window of that sentence and its neighbours, clipped to 80 pieces.

    Args:
        passage: The passage.
        rank: Its retrieval rank, from 0.
    """
    sentences = sentences_of(passage)
    passage_id = passage.id
    for centre in range(len(sentences)):
        first = max(0, centre - WINDOW_NEIGHBOURS)
        shown = sentences[first : centre + WINDOW_NEIGHBOURS + 1]
        text, n_shown = _clip(shown)
        clipped = n_shown < len(shown) or len(text) < len(" ".join(shown))
        yield Snippet(passage_id, rank, passage.title, text, first, first + n_shown - 1, clipped)


def _clip(sentences: Sequence[str]) -> tuple[str, int]:
    """Return the clipped window and how many of its sentences are at least partly in it."""
    sizes = [len(sentence.split()) for sentence in sentences]
    if sum(sizes) <= MAX_SNIPPET_PIECES:
        return " ".join(sentences), len(sentences)
    pieces = " ".join(sentences).split()[:MAX_SNIPPET_PIECES]
    n_shown = sum(sum(sizes[:i]) < MAX_SNIPPET_PIECES for i in range(len(sizes)))
    return " ".join(pieces), n_shown


def relevance(
    snippet_words: frozenset[str],
    question_words: frozenset[str],
    hit_words: Sequence[frozenset[str]],
    title_words: frozenset[str],
    rank: int,
) -> float:
    """Return a snippet's lexical relevance (DESIGN section 3).

    ``1.15 overlap(s, q) + 0.65 max_h overlap(s, h) + 0.25 overlap(t, q) + 0.05 / (1 + rank)``, where overlap(a, b) is
    the share of b's distinct words that occur in a.
    """
    best_hit = max((overlap(snippet_words, hit) for hit in hit_words), default=0.0)
    return (
        1.15 * overlap(snippet_words, question_words)
        + 0.65 * best_hit
        + 0.25 * overlap(title_words, question_words)
        + 0.05 / (1 + rank)
    )


def chunk_candidates(
    question: str, retrieved: Sequence[RetrievedPassage], *, max_candidates: int = MAX_CANDIDATES
) -> tuple[Candidate, ...]:
    """Return the candidates of one question, best first.

    Windows of every retrieved passage in rank order; case-folded exact duplicates dropped (the first stays); sorted by
    relevance (stable) and cut to ``max_candidates``.

    Raises:
        ValueError: If ``max_candidates`` is negative.
    """
    if max_candidates < 0:
        raise ValueError(f"max_candidates must be >= 0, got {max_candidates}")
    scored: list[tuple[float, Snippet]] = []
    seen: set[str] = set()
    question_words = frozenset(words(question))
    for item in retrieved:
        title_words = frozenset(words(item.passage.title))
        hit_words = [frozenset(words(hit)) for hit in item.hits or (item.passage.text,)]
        for snippet in windows(item.passage, item.rank):
            folded = snippet.text.casefold()
            if folded not in seen:
                seen.add(folded)
                snippet_words = frozenset(words(snippet.text))
                score = relevance(snippet_words, question_words, hit_words, title_words, item.rank)
                scored.append((score, snippet))
    scored.sort(key=lambda pair: -pair[0])
    return tuple(Candidate(i, snippet, score) for i, (score, snippet) in enumerate(scored[:max_candidates]))
