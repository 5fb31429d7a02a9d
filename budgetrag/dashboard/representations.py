"""Representations in words: how one finds its passages, and what its retrieval's scores are."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

_SCORES: Mapping[str, str] = MappingProxyType(
    {"dense": "cosine", "two_hop": "reciprocal rank", "bm25": "BM25", "hybrid": "fused rank", "given": ""}
)
_OF_RANKS = ("fused rank", "reciprocal rank")
_SEARCHES: Mapping[str, str] = MappingProxyType(
    {"dense": "dense search", "two_hop": "dense search in two hops", "bm25": "BM25", "hybrid": "dense search and BM25"}
)


def found_by(settings: Mapping[str, Any]) -> str:
    """Return how a representation of a manifest finds its passages.

    >>> found_by({"kind": "chunk", "retriever": "bm25", "top_k": 10})
    '10 passages by BM25'
    >>> found_by({"kind": "ace", "top_k_nodes": 48, "max_passages": 5})
    'up to 5 passages by way of 48 claims and entities'
    """
    if settings["kind"] == "ace":
        return f"up to {settings['max_passages']} passages by way of {settings['top_k_nodes']} claims and entities"
    if settings["retriever"] == "given":
        return "the log's own passages, all of them, in its order"
    return f"{settings['top_k']} passages by {_SEARCHES.get(settings['retriever'], settings['retriever'])}"


def score_name(settings: Mapping[str, Any]) -> str:
    """Return what a passage's score is; "" where it means nothing that can be compared."""
    return "cosine" if settings["kind"] == "ace" else _SCORES.get(settings["retriever"], "score")


def score_text(name: str, score: float) -> str:
    """Return a score behind its name; one made of ranks is small and needs more digits.

    >>> score_text("cosine", 0.8214), score_text("reciprocal rank", 1 / 61)
    ('cosine 0.82', 'reciprocal rank 0.0164')
    """
    return f"{name} {score:.4f}" if name in _OF_RANKS else f"{name} {score:.2f}"


def evidence_policy(config: Mapping[str, Any], policy: str) -> str | None:
    """Return the policy of a manifest's ``config`` that searches the evidence graph, None where none does.

    Of several it is the first with the packer of ``policy``, else the first.
    """
    policies = config["policies"]
    found = [
        name for name, each in policies.items() if config["representations"][each["representation"]]["kind"] == "ace"
    ]
    same = [name for name in found if policies[name]["packer"] == policies[policy]["packer"]]
    return next(iter([*same, *found]), None)
