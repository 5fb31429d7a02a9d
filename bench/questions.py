"""Questions with long pools for the packing benchmark: almanac passages joined into longer articles."""

from __future__ import annotations

from itertools import islice

from budgetrag.counters import get_counter
from budgetrag.datasets.almanac import Almanac
from budgetrag.packers import Pool, build_pool
from budgetrag.snippets import chunk_candidates
from budgetrag.types import Passage, Question, RetrievedPassage

N_ARTICLES = 5
PASSAGES_PER_ARTICLE = 9
N_CANDIDATES = 160


def pools(n_questions: int, *, counter: str = "words") -> list[Pool]:
    """Return ``n_questions`` pools of 160 candidates each, the same ones every time.

    Raises:
        ValueError: If a question has fewer candidates than that.
    """
    source = list(islice(Almanac().questions(), n_questions + N_ARTICLES - 1))
    found = [_pool(source[i : i + N_ARTICLES], counter) for i in range(n_questions)]
    sizes = {len(pool.candidates) for pool in found}
    if sizes != {N_CANDIDATES}:
        raise ValueError(f"every question must have {N_CANDIDATES} candidates, got {sorted(sizes)}")
    return found


def _pool(neighbours: list[Question], counter: str) -> Pool:
    question = neighbours[0].text
    articles = [_article(neighbour.passages[:PASSAGES_PER_ARTICLE], rank) for rank, neighbour in enumerate(neighbours)]
    candidates = chunk_candidates(question, articles, max_candidates=N_CANDIDATES)
    return build_pool(question, candidates, articles, counter=get_counter(counter))


def _article(passages: tuple[Passage, ...], rank: int) -> RetrievedPassage:
    sentences = tuple(sentence for passage in passages for sentence in passage.sentences)
    return RetrievedPassage(Passage(passages[0].title, " ".join(sentences), sentences), rank, 0.8 - 0.1 * rank)
