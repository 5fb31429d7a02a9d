"""How much of the gold evidence is in the context, by passage ids. Everything is None where the gold is unknown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def gold_coverage(kept_passage_ids: Iterable[str], gold_ids: Iterable[str]) -> float | None:
    """Return the share, in [0, 1], of distinct gold passages with at least one kept snippet; None without gold.

    >>> gold_coverage(["p3", "p1", "p3"], ["p1", "p2"])
    0.5

    Args:
        kept_passage_ids: Passage of each kept snippet, repeats allowed.
        gold_ids: Gold passages; empty means unknown.
    """
    gold = set(gold_ids)
    return len(gold.intersection(kept_passage_ids)) / len(gold) if gold else None


def all_gold_in_context(kept_passage_ids: Iterable[str], gold_ids: Iterable[str]) -> int | None:
    """Return 1 if every gold passage has a kept snippet, else 0; None without gold.

    Args:
        kept_passage_ids: Passage of each kept snippet, repeats allowed.
        gold_ids: Gold passages; empty means unknown.
    """
    gold = set(gold_ids)
    return int(gold.issubset(kept_passage_ids)) if gold else None


def gold_token_density(tokens_by_line: Sequence[int], is_gold: Sequence[bool]) -> float | None:
    """Return the share, in [0, 1], of the context's tokens that come from gold passages; None without tokens.

    Whether the gold is known cannot be seen here: where it is not, do not call this.

    >>> gold_token_density([30, 10], [True, False])
    0.75

    Args:
        tokens_by_line: Tokens of each rendered line of the context, (n,).
        is_gold: Whether each line's passage is gold, (n,).

    Raises:
        ValueError: If the two differ in length.
    """
    if len(tokens_by_line) != len(is_gold):
        raise ValueError(f"is_gold must be as long as tokens_by_line ({len(tokens_by_line)}), got {len(is_gold)}")
    total = sum(tokens_by_line)
    gold = sum(tokens for tokens, gold in zip(tokens_by_line, is_gold, strict=True) if gold)
    return gold / total if total else None


def distractor_passages(kept_passage_ids: Iterable[str], gold_ids: Iterable[str]) -> int | None:
    """Return the number of distinct passages with a kept snippet that are not gold; None without gold.

    >>> distractor_passages(["p3", "p1", "p3"], ["p1", "p2"])
    1

    Args:
        kept_passage_ids: Passage of each kept snippet, repeats allowed.
        gold_ids: Gold passages; empty means unknown.
    """
    gold = set(gold_ids)
    return len(set(kept_passage_ids) - gold) if gold else None
