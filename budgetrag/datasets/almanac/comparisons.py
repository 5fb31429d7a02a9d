"""Casts of comparison questions: two things, one fact of each, and which of them (or whether) it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from budgetrag.datasets.almanac.cast import Cast, Hop
from budgetrag.datasets.almanac.entity import Entity
from budgetrag.datasets.almanac.phrases import VERBS
from budgetrag.datasets.almanac.world import KINDS, TRADES, World, random_language

_STANDING: Final = ("guild", "school", "bridge", "orchard", "instrument", "map", "festival")


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison question before it is worded.

    Attributes:
        cast: The two things and the facts to compare.
        plans: Ways to ask, with {a}, {b} and, for works, {v} and {w} (their verbs).
        answers: Gold answers.
    """

    cast: Cast
    plans: tuple[str, ...]
    answers: tuple[str, ...]


def _work(
    world: World, rng: Random, cast: Cast, kind: str, *, like: Entity | None = None, town: Entity | None = None
) -> Entity:
    if town is None:
        town, river = world.town(rng, random_language(rng))
        cast.towns += [town, river]
    maker = world.person(rng, town.language, rng.choice(TRADES[kind]))
    work = world.work(rng, kind, maker, town, like=like)
    cast.works[maker.title] = work
    cast.people.append(maker)
    return work


def _person(world: World, rng: Random, cast: Cast, born: Entity | None = None, teacher: Entity | None = None) -> Entity:
    kind = rng.choice(KINDS)
    language = born.language if born else random_language(rng)
    person = world.person(rng, language, rng.choice(TRADES[kind]), born=born, teacher=teacher)
    town, river = world.town(rng, language)
    cast.works[person.title] = world.work(rng, kind, person, town)
    cast.towns += [town, river]
    return person


def _chosen(
    cast: Cast, pair: tuple[Entity, Entity], fact: str, first: tuple[str, ...], last: tuple[str, ...], rng: Random
) -> Comparison | None:
    numbers = [int(entity.values[fact].split()[0]) for entity in pair]
    if abs(numbers[0] - numbers[1]) < 3:
        return None
    cast.hops = [Hop(entity, fact) for entity in pair]
    lower = rng.random() < 0.5
    winner = pair[int((numbers[1] < numbers[0]) == lower)]
    forms = (winner.bare, f"River {winner.bare}") if winner.kind == "river" else (winner.bare,)
    return Comparison(cast, first if lower else last, forms)


def older_work(world: World, rng: Random) -> Comparison | None:
    """Which of two works of a kind came first."""
    cast, kind = Cast(), rng.choice(KINDS)
    first = _work(world, rng, cast, kind)
    pair = (first, _work(world, rng, cast, kind, like=first))
    sooner = (
        "Which was {v} first, {a} or {b}?",
        "Which is older, {a} or {b}?",
        "Of {a} and {b}, which was {v} earlier?",
    )
    later = (
        "Which was {v} later, {a} or {b}?",
        "Of {a} and {b}, which was {v} more recently?",
        "Which is younger, {a} or {b}?",
    )
    return _chosen(cast, pair, "year", sooner, later, rng)


def elder_person(world: World, rng: Random) -> Comparison | None:
    """Which of two people was born first."""
    cast = Cast()
    pair = (_person(world, rng, cast), _person(world, rng, cast))
    sooner = ("Who was born first, {a} or {b}?", "Who was older, {a} or {b}?", "Of {a} and {b}, who was born earlier?")
    later = ("Who was born later, {a} or {b}?", "Who was younger, {a} or {b}?", "Of {a} and {b}, who was the younger?")
    return _chosen(cast, pair, "byear", sooner, later, rng)


def longer_river(world: World, rng: Random) -> Comparison | None:
    """Which of two rivers is longer."""
    cast, language = Cast(), random_language(rng)
    towns = [world.town(rng, language) for _ in range(2)]
    cast.towns = [town for town, _ in towns]
    less = ("Which river is shorter, {a} or {b}?", "Of {a} and {b}, which is the shorter?")
    more = ("Which river is longer, {a} or {b}?", "Of {a} and {b}, which has the longer course?")
    return _chosen(cast, (towns[0][1], towns[1][1]), "length", less, more, rng)


def older_town(world: World, rng: Random) -> Comparison | None:
    """Which of two towns was chartered first."""
    cast, language = Cast(), random_language(rng)
    towns = [world.town(rng, language) for _ in range(2)]
    cast.towns = [river for _, river in towns]
    sooner = ("Which town was chartered first, {a} or {b}?", "Which has the older charter, {a} or {b}?")
    later = ("Which town was chartered later, {a} or {b}?", "Which has the younger charter, {a} or {b}?")
    return _chosen(cast, (towns[0][0], towns[1][0]), "charter", sooner, later, rng)


def rarer_comet(world: World, rng: Random) -> Comparison | None:
    """Which of two comets returns more often."""
    cast = Cast()
    first = _work(world, rng, cast, "comet")
    less = ("Which comet returns more often, {a} or {b}?", "Which has the shorter period, {a} or {b}?")
    more = ("Which comet returns less often, {a} or {b}?", "Which has the longer period, {a} or {b}?")
    return _chosen(cast, (first, _work(world, rng, cast, "comet", like=first)), "detail", less, more, rng)


def _judged(cast: Cast, pair: tuple[Entity, Entity], fact: str, plans: tuple[str, ...], *, true: bool) -> Comparison:
    cast.hops = [Hop(entity, fact) for entity in pair]
    return Comparison(cast, plans, ("yes" if true else "no",))


def same_birthplace(world: World, rng: Random) -> Comparison | None:
    """Whether two people were born in one town."""
    cast, same = Cast(), rng.random() < 0.5
    language = random_language(rng)
    towns = [world.town(rng, language)[0] for _ in range(2)]
    pair = (_person(world, rng, cast, towns[0]), _person(world, rng, cast, towns[0 if same else 1]))
    plans = (
        "Were {a} and {b} born in the same town?",
        "Did {a} and {b} come from the same town?",
        "Do {a} and {b} share a birthplace?",
    )
    return _judged(cast, pair, "born", plans, true=same)


def same_teacher(world: World, rng: Random) -> Comparison | None:
    """Whether two people had one teacher."""
    cast, same = Cast(), rng.random() < 0.5
    teachers = [world.person(rng, random_language(rng), "tutor") for _ in range(2)]
    pair = (_person(world, rng, cast, None, teachers[0]), _person(world, rng, cast, None, teachers[0 if same else 1]))
    plans = ("Did {a} and {b} learn from the same person?", "Were {a} and {b} pupils of the same teacher?")
    return _judged(cast, pair, "teacher", plans, true=same)


def same_town(world: World, rng: Random) -> Comparison | None:
    """Whether two works belong to one town."""
    cast, same = Cast(), rng.random() < 0.5
    first, second = rng.sample(_STANDING, 2)
    a = _work(world, rng, cast, first)
    b = _work(world, rng, cast, second, town=cast.towns[0] if same else None)
    plans = (
        "Are {a} and {b} found in the same town?",
        "Do {a} and {b} belong to the same town?",
        "Is the town of {a} also the town of {b}?",
    )
    return _judged(cast, (a, b), "place", plans, true=same)


def same_river(world: World, rng: Random) -> Comparison | None:
    """Whether two towns stand on one river."""
    cast, language, same = Cast(), random_language(rng), rng.random() < 0.5
    first, river = world.town(rng, language)
    second, other = world.town(rng, language, river=river if same else None)
    cast.towns = [river] if same else [river, other]
    plans = (
        "Do {a} and {b} stand on the same river?",
        "Does one river run through both {a} and {b}?",
        "Do {a} and {b} lie on the same river?",
    )
    return _judged(cast, (first, second), "river", plans, true=same)


def made_before(world: World, rng: Random) -> Comparison | None:
    """Whether one work came before another of a different kind."""
    cast = Cast()
    first, second = (_work(world, rng, cast, kind) for kind in rng.sample(KINDS, 2))
    years = int(first.values["year"]), int(second.values["year"])
    if abs(years[0] - years[1]) < 3:
        return None
    plans: tuple[str, ...]
    if rng.random() < 0.5:
        plans = ("Was {a} {v} before {b} was {w}?", "Is {a} older than {b}?", "Was {a} {v} earlier than {b}?")
        return _judged(cast, (first, second), "year", plans, true=years[0] < years[1])
    plans = ("Was {a} {v} after {b} was {w}?", "Is {a} younger than {b}?")
    return _judged(cast, (first, second), "year", plans, true=years[0] > years[1])


Recipe = Callable[[World, Random], Comparison | None]
ENTITY_RECIPES: Final[tuple[Recipe, ...]] = (
    older_work,
    older_work,
    older_work,
    elder_person,
    elder_person,
    longer_river,
    older_town,
    rarer_comet,
)
YES_NO_RECIPES: Final[tuple[Recipe, ...]] = (
    same_birthplace,
    same_birthplace,
    same_teacher,
    same_town,
    same_town,
    same_river,
    made_before,
    made_before,
)


def verb(entity: Entity, rng: Random) -> str:
    """Return the verb of how ``entity`` came into being, "founded" or "launched" say; "" if it is no work."""
    return rng.choice(VERBS.get(entity.kind, ("",)))
