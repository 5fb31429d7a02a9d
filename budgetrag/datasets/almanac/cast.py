"""Who and what plays in one question: the chain of entities behind it, and the lookalikes around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from budgetrag.datasets.almanac.entity import PERSON_DETAIL_KINDS, Entity
from budgetrag.datasets.almanac.world import KINDS, TRADES, World, random_language

ORDINARY_TRADES: Final = ("brewer", "saddler", "miller", "tanner", "innkeeper", "ropemaker", "glazier", "apothecary")
PERSON_ENDS: Final = ("born", "born", "born", "byear", "teacher", "spouse", "grave", "grave")
TOWN_ENDS: Final = ("river", "river", "charter", "founder", "older")
RIVER_ENDS: Final = ("source", "mouth", "length")


@dataclass(frozen=True, slots=True)
class Hop:
    """One step of a question: a fact of an entity that must be read."""

    entity: Entity
    fact: str


@dataclass(slots=True)
class Cast:
    """Everything made for one question.

    Attributes:
        hops: The facts to be read, in order; one per gold passage.
        towns: Other towns with their rivers that are worth an article.
        people: Other people who are worth an article.
        works: By person's title, the work that the person's article may mention.
    """

    hops: list[Hop] = field(default_factory=list)
    towns: list[Entity] = field(default_factory=list)
    people: list[Entity] = field(default_factory=list)
    works: dict[str, Entity] = field(default_factory=dict)

    @property
    def work(self) -> Entity | None:
        """The first work in the chain."""
        return next((hop.entity for hop in self.hops if hop.entity.kind in TRADES), None)

    @property
    def person(self) -> Entity | None:
        """The first person in the chain."""
        return next((hop.entity for hop in self.hops if hop.entity.kind == "person"), None)


def _home(world: World, rng: Random, cast: Cast, near: Entity | None = None) -> Entity:
    town, river = world.town(rng, near.language if near else random_language(rng))
    cast.towns += [town, river]
    return town


def _work_and_maker(world: World, rng: Random, cast: Cast, kind: str, **links: Entity | None) -> tuple[Entity, Entity]:
    town = _home(world, rng, cast)
    maker = world.person(
        rng, town.language, rng.choice(TRADES[kind]), born=links.get("born"), teacher=links.get("teacher")
    )
    work = world.work(rng, kind, maker, town, detail=links.get("detail"))
    cast.works[maker.title] = work
    return work, maker


def via_maker(world: World, rng: Random) -> Cast:
    """Work -> maker -> a fact of the maker."""
    cast, kind = Cast(), rng.choice(KINDS)
    born = _home(world, rng, cast) if rng.random() < 0.5 else None
    work, maker = _work_and_maker(world, rng, cast, kind, born=born)
    cast.hops = [Hop(work, "maker"), Hop(maker, rng.choice(PERSON_ENDS))]
    return cast


def via_place(world: World, rng: Random) -> Cast:
    """Work -> its town -> a fact of the town."""
    cast = Cast()
    work, maker = _work_and_maker(world, rng, cast, rng.choice(KINDS))
    town, river = cast.towns
    cast.hops, cast.towns, cast.people = [Hop(work, "place"), Hop(town, rng.choice(TOWN_ENDS))], [river], [maker]
    return cast


def via_bridge(world: World, rng: Random) -> Cast:
    """Bridge -> its river -> a fact of the river."""
    cast = Cast()
    work, maker = _work_and_maker(world, rng, cast, "bridge")
    town, river = cast.towns
    cast.hops, cast.towns, cast.people = [Hop(work, "river"), Hop(river, rng.choice(RIVER_ENDS))], [town], [maker]
    return cast


def via_patron(world: World, rng: Random) -> Cast:
    """Work -> the person in its detail fact -> a fact of that person."""
    cast, kind = Cast(), rng.choice(sorted(PERSON_DETAIL_KINDS))
    patron = world.person(rng, random_language(rng), rng.choice(ORDINARY_TRADES))
    work, maker = _work_and_maker(world, rng, cast, kind, detail=patron)
    cast.hops, cast.people = [Hop(work, "detail"), Hop(patron, rng.choice(PERSON_ENDS))], [maker]
    return cast


def via_birthplace(world: World, rng: Random) -> Cast:
    """Work -> maker -> town of birth -> a fact of the town."""
    cast, side = Cast(), Cast()
    born = _home(world, rng, side)
    work, maker = _work_and_maker(world, rng, cast, rng.choice(KINDS), born=born)
    cast.hops = [Hop(work, "maker"), Hop(maker, "born"), Hop(born, rng.choice(TOWN_ENDS))]
    return cast


def via_teacher(world: World, rng: Random) -> Cast:
    """Work -> maker -> teacher -> a fact of the teacher."""
    cast, kind, language = Cast(), rng.choice(KINDS), random_language(rng)
    teacher = world.person(rng, language, rng.choice(TRADES[kind]), year=rng.randrange(1180, 1620))
    town = _home(world, rng, cast)
    maker = world.person(
        rng, town.language, rng.choice(TRADES[kind]), teacher=teacher, year=teacher.year + rng.randrange(18, 36)
    )
    work = world.work(rng, kind, maker, town)
    cast.works[maker.title] = work
    end = rng.choice([fact for fact in PERSON_ENDS if fact != "teacher"])
    cast.hops = [Hop(work, "maker"), Hop(maker, "teacher"), Hop(teacher, end)]
    return cast


def via_river(world: World, rng: Random) -> Cast:
    """Work -> its town -> the town's river -> a fact of the river."""
    cast = Cast()
    work, maker = _work_and_maker(world, rng, cast, rng.choice(KINDS))
    town, river = cast.towns
    cast.hops = [Hop(work, "place"), Hop(town, "river"), Hop(river, rng.choice(RIVER_ENDS))]
    cast.towns, cast.people = [], [maker]
    return cast


def via_patron_home(world: World, rng: Random) -> Cast:
    """Work -> the person in its detail fact -> town of birth -> a fact of the town."""
    cast, side, kind = Cast(), Cast(), rng.choice(sorted(PERSON_DETAIL_KINDS))
    born = _home(world, rng, side)
    patron = world.person(rng, born.language, rng.choice(ORDINARY_TRADES), born=born)
    work, maker = _work_and_maker(world, rng, cast, kind, detail=patron)
    cast.hops = [Hop(work, "detail"), Hop(patron, "born"), Hop(born, rng.choice(TOWN_ENDS))]
    cast.people = [maker]
    return cast


def single(world: World, rng: Random) -> Cast:
    """One fact of one thing."""
    cast, kind = Cast(), rng.choice(KINDS)
    work, maker = _work_and_maker(world, rng, cast, kind)
    town, river = cast.towns
    pick = rng.random()
    if pick < 0.55:
        fact = rng.choice(
            [fact for fact in work.answers if fact in ("maker", "year", "place", "detail", "date", "river")]
        )
        cast.hops, cast.people = [Hop(work, fact)], [maker]
    elif pick < 0.8:
        cast.hops = [Hop(maker, rng.choice((*PERSON_ENDS, "home")))]
    elif pick < 0.9:
        cast.hops, cast.towns = [Hop(town, rng.choice(TOWN_ENDS))], [river]
    else:
        cast.hops, cast.towns = [Hop(river, rng.choice(RIVER_ENDS))], [town]
    return cast


Recipe = Callable[[World, Random], Cast]
RECIPES: Final[dict[str, tuple[Recipe, ...]]] = {
    "bridge": (via_maker, via_maker, via_maker, via_maker, via_place, via_place, via_bridge, via_patron),
    "three_hop": (via_birthplace, via_birthplace, via_teacher, via_teacher, via_river, via_patron_home),
    "single": (single,),
}


def lookalikes(world: World, rng: Random, cast: Cast, n: int) -> list[Hop]:
    """Return ``n`` entities that are easily taken for those of ``cast``, each with a fact its article should state."""
    last = cast.hops[-1]
    model_work, model_person = cast.work, cast.person
    found: list[Hop] = [Hop(person, rng.choice(("born", "grave", "home"))) for person in cast.people]
    found += [Hop(place, rng.choice(TOWN_ENDS if place.kind == "town" else RIVER_ENDS)) for place in cast.towns]
    n_given = len(found)
    near = model_work or last.entity
    kind = model_work.kind if model_work else rng.choice(KINDS)
    kin = model_person or (cast.people[0] if cast.people else None)
    fact = last.fact if last.entity.kind == "person" else "born"
    while len(found) < n + 3:
        language = near.language if rng.random() < 0.7 else random_language(rng)
        town = next((place for place in cast.towns if place.kind == "town" and rng.random() < 0.4), None)
        if town is None:
            town, river = world.town(rng, language)
            found.append(rng.choice((Hop(town, rng.choice(TOWN_ENDS)), Hop(river, rng.choice(RIVER_ENDS)))))
        shares_name = kin is not None and (len(found) < n_given + 3 or rng.random() < 0.3)
        maker = world.person(rng, language, rng.choice(TRADES[kind]), kin=kin if shares_name else None)
        if not shares_name and kin is not None and rng.random() < 0.5:
            maker = world.person(rng, language, kin.values["trade"], namesake=kin)
        work = world.work(rng, kind, maker, town, like=model_work)
        cast.works[maker.title] = work
        found += [Hop(work, rng.choice(("maker", "place"))), Hop(maker, fact)]
        if rng.random() < 0.4:
            kind = rng.choice(KINDS)
    closest, rest = found[n_given : n_given + 3], found[:n_given] + found[n_given + 3 :]
    rng.shuffle(rest)
    return (closest + rest)[:n]
