"""The front door: pack passages into a budget and see what survived."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from typing import SupportsFloat

from budgetrag.counters import get_counter
from budgetrag.packers import build_pool, certificate, describe, get_packer, upper_bound
from budgetrag.snippets import MAX_CANDIDATES, chunk_candidates
from budgetrag.text import DEFAULT_TEMPLATE, clean
from budgetrag.types import Packing, Passage, RetrievedPassage

PASSAGE_KEYS = ("title", "text", "sentences", "score")


def pack(
    question: str,
    passages: Sequence[str | Mapping[str, object]],
    *,
    budget_tokens: int = 160,
    packer: str = "submodular",
    counter: str = "words",
    template: str = DEFAULT_TEMPLATE,
    options: Mapping[str, object] | None = None,
    max_candidates: int = MAX_CANDIDATES,
) -> Packing:
    """Pack retrieved passages into a token budget.

    Args:
        question: The question.
        passages: What the retriever returned, best first: plain strings, or mappings with ``text`` and optionally
            ``title``, ``sentences`` (a list; else the text is split) and ``score`` (used by the bridge packer; 1.0
            where absent).
        budget_tokens: The most tokens the rendered context may have, titles and separators included.
        packer: "naive", "focused", "mmr", "submodular" or "bridge".
        counter: "words", "hf:<hub id or folder>" or "tiktoken:<encoding>".
        template: How a snippet is rendered as one line.
        options: Packer options over the defaults, such as ``{"cost_exponent": 0.5}`` or ``{"max_snippets": 4}``.
        max_candidates: The most snippets considered, best by relevance first.

    Returns:
        The packing: ``.context`` (never over budget; "" if nothing fits), ``.kept``, ``.dropped``, ``.decisions`` (one
        per candidate, with its reason) and ``.certificate`` (how close to the best possible it provably is).

    Raises:
        ValueError: If the question is empty, a passage cannot be read, the budget is negative, or a name or an option
            is unknown.

    Example:
        >>> packing = pack("Who founded the Lantern Guild?", ["The Lantern Guild was founded by Ilse Vorrun."])
        >>> packing.context
        'The Lantern Guild was founded by Ilse Vorrun.'
    """
    _check(question, passages, budget_tokens=budget_tokens, template=template, max_candidates=max_candidates)
    question = clean(question)
    retrieved = _retrieved(passages)
    candidates = chunk_candidates(question, retrieved, max_candidates=max_candidates)
    pool = build_pool(question, candidates, retrieved, counter=get_counter(counter), template=template)
    chosen = get_packer(packer, options)
    selection = chosen.select(pool, budget_tokens)
    provable = certificate(pool, selection.order, upper_bound(pool, budget_tokens))
    return describe(pool, selection, name=packer, packer=chosen, budget_tokens=budget_tokens, certificate=provable)


def _check(
    question: object, passages: object, *, budget_tokens: object, template: object, max_candidates: object
) -> None:
    """Raise ValueError for what a caller may get wrong before anything is computed."""
    if not isinstance(question, str) or not question.strip():
        raise ValueError(f"question must be a non-empty string, got {question!r}")
    for name, value in (("budget_tokens", budget_tokens), ("max_candidates", max_candidates)):
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= sys.maxsize:
            raise ValueError(f"{name} must be a whole number from 0 to {sys.maxsize}, got {value!r}")
    if not isinstance(template, str) or "{text}" not in template:
        raise ValueError(f"template must be a string with {{text}} in it, got {template!r}")
    if isinstance(passages, str | Mapping) or not isinstance(passages, Sequence):
        raise ValueError(f"passages must be a list of strings or mappings, got {type(passages).__name__}")


def _retrieved(passages: Sequence[str | Mapping[str, object]]) -> list[RetrievedPassage]:
    """Read passages as given, in rank order; a passage given twice (same title and text) counts once."""
    unique: dict[str, tuple[Passage, float]] = {}
    for i, given in enumerate(passages):
        passage, score = _passage(i, given)
        unique.setdefault(passage.id, (passage, score))
    return [RetrievedPassage(passage, rank, score) for rank, (passage, score) in enumerate(unique.values())]


def _passage(i: int, given: object) -> tuple[Passage, float]:
    if isinstance(given, str):
        return Passage("", clean(given), position=i), 1.0
    if not isinstance(given, Mapping):
        raise ValueError(f"passages[{i}] must be a string or a mapping with 'text', got {type(given).__name__}")
    unknown = sorted(set(map(str, given)) - set(PASSAGE_KEYS))
    if unknown:
        raise ValueError(f"passages[{i}] may have the keys {list(PASSAGE_KEYS)}, got {unknown}")
    title, text, score = given.get("title") or "", given.get("text"), given.get("score", 1.0)
    if not isinstance(title, str) or not isinstance(text, str):
        raise ValueError(f"passages[{i}] must have a string 'text' and, if any, a string 'title', got {given!r:.80}")
    return Passage(clean(title), clean(text), _sentences(i, given.get("sentences")), i), _score(i, score)


def _score(i: int, given: object) -> float:
    try:
        score = math.nan if isinstance(given, bool) or not isinstance(given, SupportsFloat) else float(given)
    except OverflowError:
        score = math.inf
    if not math.isfinite(score):
        raise ValueError(f"passages[{i}]['score'] must be a finite number, got {given!r:.40}")
    return score


def _sentences(i: int, given: object) -> tuple[str, ...]:
    if given is None:
        return ()
    if isinstance(given, str) or not isinstance(given, Sequence) or not all(isinstance(s, str) for s in given):
        raise ValueError(f"passages[{i}]['sentences'] must be a list of strings, got {given!r:.80}")
    return tuple(kept for s in given if (kept := clean(s)))
