"""How much the snippets of one context repeat each other, and what packing saved: no gold needed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from budgetrag.text import words


def redundancy(texts: Sequence[str]) -> float | None:
    """Return the mean cosine, in [0, 1], of the word-count vectors of every two texts; None for fewer than two.

    It is the mean of DESIGN's sim(i, j) over the pairs of kept snippets: 0 where no two share a word, 1 where all are
    the same. Neighbouring windows share sentences, so some redundancy is the price of context.

    >>> redundancy(["blue lamp", "blue glass"])
    0.5

    Args:
        texts: The kept snippets' texts.
    """
    counts = [Counter(words(text)) for text in texts]
    cosines = [_cosine(a, b) for a, b in combinations(counts, 2)]
    return sum(cosines) / len(cosines) if cosines else None


def _cosine(a: Counter[str], b: Counter[str]) -> float:
    squares = sum(n * n for n in a.values()) * sum(n * n for n in b.values())
    shared = sum(a[word] * b[word] for word in a.keys() & b.keys())
    return shared / math.sqrt(squares) if squares else 0.0


def saved_share(context_tokens: int, all_tokens: int) -> float | None:
    """Return the share of the tokens of all retrieved passages, shown whole, that the context does without.

    Below 0 where the context is longer: overlapping windows repeat sentences. None where there are no tokens.

    >>> saved_share(40, 160)
    0.75

    Args:
        context_tokens: Tokens of the rendered context.
        all_tokens: Tokens of all retrieved passages, rendered whole under the same template.
    """
    return 1 - context_tokens / all_tokens if all_tokens else None
