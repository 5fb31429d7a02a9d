"""How much of the gold evidence retrieval found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def recall_at_k(retrieved_ids: Sequence[str], gold_ids: Iterable[str], *, k: int = 5) -> float | None:
    """Return the share, in [0, 1], of distinct gold passages among the first ``k`` retrieved; None without gold.

    >>> recall_at_k(["p4", "p1", "p2"], ["p1", "p2"], k=2)
    0.5

    Args:
        retrieved_ids: Retrieved passages, best first.
        gold_ids: Gold passages; empty means unknown.
        k: How many retrieved passages count.

    Raises:
        ValueError: If ``k`` is below 1.
    """
    gold = set(gold_ids)
    first = _first(retrieved_ids, k)
    return len(gold.intersection(first)) / len(gold) if gold else None


def all_gold_at_k(retrieved_ids: Sequence[str], gold_ids: Iterable[str], *, k: int = 5) -> int | None:
    """Return 1 if every gold passage is among the first ``k`` retrieved, else 0; None without gold.

    Args:
        retrieved_ids: Retrieved passages, best first.
        gold_ids: Gold passages; empty means unknown.
        k: How many retrieved passages count.

    Raises:
        ValueError: If ``k`` is below 1.
    """
    gold = set(gold_ids)
    first = _first(retrieved_ids, k)
    return int(gold.issubset(first)) if gold else None


def _first(retrieved_ids: Sequence[str], k: int) -> Sequence[str]:
    if k < 1:
        raise ValueError(f"k must be >= 1, got {k}")
    return retrieved_ids[:k]
