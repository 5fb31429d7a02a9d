"""The sentence bank of one kind of entity, parsed from its text when first needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from budgetrag.datasets.almanac.banks import (
    book,
    bridge,
    comet,
    festival,
    guild,
    instrument,
    orchard,
    person,
    person_digressions,
    river,
    school,
    ship,
    town,
)
from budgetrag.datasets.almanac.banks import map as map_
from budgetrag.datasets.almanac.grammar import Plan, compile_plan

TEXTS = {
    "book": book.TEXT,
    "bridge": bridge.TEXT,
    "comet": comet.TEXT,
    "festival": festival.TEXT,
    "guild": guild.TEXT,
    "instrument": instrument.TEXT,
    "map": map_.TEXT,
    "orchard": orchard.TEXT,
    "person": person.TEXT + person_digressions.TEXT,
    "river": river.TEXT,
    "school": school.TEXT,
    "ship": ship.TEXT,
    "town": town.TEXT,
}


@dataclass(frozen=True, slots=True)
class Bank:
    """Sentence plans about one kind of entity.

    Attributes:
        facts: Plans by the fact they state; "intro" introduces the entity, "echo" names a work in its maker's article.
        digressions: Plans by topic; they state nothing that a question asks for.
    """

    facts: Mapping[str, tuple[Plan, ...]]
    digressions: Mapping[str, tuple[Plan, ...]]


@cache
def get_bank(kind: str) -> Bank:
    """Return the bank of ``kind``.

    Raises:
        ValueError: If there is none of that kind.
    """
    if kind not in TEXTS:
        raise ValueError(f"kind must be one of {sorted(TEXTS)}, got {kind!r}")
    facts: dict[str, tuple[Plan, ...]] = {}
    digressions: dict[str, tuple[Plan, ...]] = {}
    for section in TEXTS[kind].strip().removeprefix("#").split("\n#"):
        heading, *plans = section.split("\n- ")
        target = digressions if heading.startswith("#") else facts
        target[heading.strip("# \n")] = tuple(compile_plan(" ".join(plan.split())) for plan in plans)
    return Bank(facts, digressions)
