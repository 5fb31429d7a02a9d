"""How an article introduces its subject by what it is to another: "founder of the …", "birthplace of …"."""

from __future__ import annotations

from random import Random
from typing import Final

from budgetrag.datasets.almanac.entity import Entity

LINKS: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("guild", "maker"): ("founder of {}", "originator of {}"),
    ("ship", "maker"): ("builder of {}",),
    ("book", "maker"): ("author of {}", "writer of {}"),
    ("instrument", "maker"): ("maker of {}",),
    ("bridge", "maker"): ("designer of {}", "architect of {}"),
    ("school", "maker"): ("founder of {}",),
    ("festival", "maker"): ("founder of {}", "originator of {}"),
    ("orchard", "maker"): ("planter of {}",),
    ("map", "maker"): ("maker of {}", "surveyor behind {}"),
    ("comet", "maker"): ("discoverer of {}",),
    ("guild", "place"): ("seat of {}", "home of {}"),
    ("ship", "place"): ("home port of {}",),
    ("book", "place"): ("place where {} was printed",),
    ("instrument", "place"): ("home of {}", "town that keeps {}"),
    ("bridge", "place"): ("site of {}",),
    ("school", "place"): ("home of {}",),
    ("festival", "place"): ("scene of {}", "home of {}"),
    ("orchard", "place"): ("town beside {}",),
    ("map", "place"): ("home of {}", "town that keeps {}"),
    ("comet", "place"): ("town from which {} was first seen",),
    ("bridge", "river"): ("river beneath {}",),
    ("book", "detail"): ("dedicatee of {}",),
    ("instrument", "detail"): ("first owner of {}",),
    ("school", "detail"): ("first head of {}",),
    ("map", "detail"): ("patron behind {}",),
    ("person", "born"): ("birthplace of {}", "native town of {}"),
    ("person", "teacher"): ("teacher of {}", "master of {}"),
    ("town", "river"): ("river of {}", "mill river of {}"),
}


def link(rng: Random, of: Entity, fact: str) -> str:
    """Return what the thing in ``fact`` of ``of`` is to ``of``; "" if there is no word for it."""
    forms = LINKS.get((of.kind, fact), ())
    return rng.choice(forms).format(of.full) if forms else ""
