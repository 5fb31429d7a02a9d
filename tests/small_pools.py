"""Pools of a few candidates written by hand, and a packing with all that is said of it."""

from __future__ import annotations

from instances import counter

from budgetrag.packers import build_pool, certificate, describe, get_packer, upper_bound
from budgetrag.types import Candidate, Snippet


def pack(name, pool, budget, options=None):
    packer = get_packer(name, options)
    selection = packer.select(pool, budget)
    sure = certificate(pool, selection.order, upper_bound(pool, budget))
    return describe(pool, selection, name=name, packer=packer, budget_tokens=budget, certificate=sure)


def candidate(i, text, relevance, title="", passage="p"):
    return Candidate(i, Snippet(passage, 0, title, text, 0, 0), relevance)


def pool_of(question, *candidates, counter_name="words", retrieved=()):
    return build_pool(question, candidates, retrieved, counter=counter(counter_name))
