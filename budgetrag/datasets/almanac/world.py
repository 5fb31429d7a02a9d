"""The world: makes towns, rivers, people and works whose facts agree wherever they are told."""

from __future__ import annotations

from random import Random
from typing import Final

from budgetrag.datasets.almanac.entity import PERSON_DETAIL_KINDS, Entity
from budgetrag.datasets.almanac.names import LANGUAGES, MONTHS, Language, Namer, given_name
from budgetrag.datasets.almanac.numbers import in_words, ordinal
from budgetrag.datasets.almanac.titles import SUFFIXED, new_title, with_article

TRADES: Final = {
    "guild": ("chandler", "draper", "notary", "cutler", "goldbeater", "master dyer"),
    "ship": ("shipwright", "boatbuilder", "master shipwright"),
    "book": ("physician", "chronicler", "naturalist", "herbalist", "country parson", "letter-writer"),
    "instrument": ("luthier", "instrument maker", "cabinet maker"),
    "bridge": ("master mason", "engineer", "bridge-builder", "architect"),
    "school": ("tutor", "grammarian", "pamphleteer", "retired judge", "wool merchant"),
    "festival": ("dance teacher", "puppeteer", "wine merchant", "town crier", "bell-founder"),
    "orchard": ("nursery gardener", "gardener", "cider maker", "botanist"),
    "map": ("surveyor", "cartographer", "engraver", "land agent"),
    "comet": ("astronomer", "lens grinder", "almanac-maker", "clockmaker"),
}
NOUNS: Final = {
    "guild": ("the guild", "the company", "the fellowship"),
    "ship": ("the ship", "the vessel"),
    "book": ("the book", "the work", "the volume"),
    "instrument": ("the instrument",),
    "bridge": ("the bridge",),
    "school": ("the school",),
    "festival": ("the festival", "the feast"),
    "orchard": ("the orchard", "the garden"),
    "map": ("the map",),
    "comet": ("the comet",),
    "town": ("the town",),
    "river": ("the river",),
}
KINDS: Final = tuple(TRADES)
SHE: Final = ("she", "her", "her", "herself")
HE: Final = ("he", "his", "him", "himself")
THING: Final = ("it", "its", "it", "itself")
ARCHES: Final = (13, 15, 16, 18, 21, 23, 24, 26, 27)
APPLES: Final = ("Russet", "Pippin", "Codling", "Reinette", "Costard", "Pearmain")
BEASTS: Final = (
    "heron",
    "otter",
    "hare",
    "stag",
    "falcon",
    "salamander",
    "ram",
    "lioness",
    "griffin",
    "pike",
    "mermaid",
)
TINTS: Final = (
    "crimson",
    "silver",
    "two-headed",
    "sleeping",
    "crowned",
    "leaping",
    "blindfolded",
    "grinning",
    "winged",
)
CHARGES: Final = ("lute", "sickle", "scroll", "goblet", "torch", "rope", "crescent", "plough", "flail", "mirror")
SPRINGS: Final = ("the {} Spring", "Lake {}", "the {} Marsh", "Mount {}", "the {} Glacier", "the {} Moor")
OUTLETS: Final = ("the {} Lagoon", "{} Bay", "the {} Estuary", "Lake {}", "the {} Firth")


class World:
    """Makes entities; the names it hands out never repeat, whichever question they are for."""

    def __init__(self) -> None:
        self._namer = Namer()

    def river(self, rng: Random, language: Language) -> Entity:
        """Return a new river with source, mouth and length."""
        name = self._namer.river(rng, language)
        source = rng.choice(SPRINGS).format(self._namer.mark(rng, language))
        mouth = rng.choice(OUTLETS).format(self._namer.mark(rng, language))
        miles = str(rng.randrange(41, 680))
        values = {"source": source, "mouth": mouth, "length": f"{miles} miles"}
        answers: dict[str, tuple[str, ...]] = {
            "source": (source,),
            "mouth": (mouth,),
            "length": (f"{miles} miles", miles),
        }
        region = rng.choice(language.regions)
        title, full = f"{name} (river)", f"the {name}"
        return _thing("river", language, region, values, answers, title=title, full=full)

    def town(self, rng: Random, language: Language, *, river: Entity | None = None) -> tuple[Entity, Entity]:
        """Return a new town and its river, which is new unless given."""
        river = river or self.river(rng, language)
        name, older = self._namer.town(rng, language), self._namer.town(rng, language)
        founder, charter = self.name(rng, language), str(rng.randrange(1050, 1460))
        values = {"river": river.bare, "charter": charter, "founder": founder, "older": older}
        answers: dict[str, tuple[str, ...]] = {key: (value,) for key, value in values.items()}
        answers["river"] = (river.bare, f"River {river.bare}")
        region = rng.choice(language.regions)
        town = _thing("town", language, region, values, answers, title=name, full=name, year=int(charter))
        return town, river

    def name(self, rng: Random, language: Language) -> str:
        """Return the full name of someone who is only mentioned; nobody else bears the surname."""
        woman = rng.random() < 0.5
        return f"{given_name(rng, language, woman=woman)} {self._namer.surname(rng, language)}"

    def person(
        self,
        rng: Random,
        language: Language,
        trade: str,
        *,
        kin: Entity | None = None,
        namesake: Entity | None = None,
        born: Entity | None = None,
        teacher: Entity | None = None,
        year: int = 0,
    ) -> Entity:
        """Return a new person.

        Args:
            rng: Source of choices.
            language: Where the person belongs.
            trade: The person's calling.
            kin: Someone whose surname is shared.
            namesake: Someone whose given name and sex are shared.
            born: The town of birth; a mere name if None.
            teacher: A mere name if None.
            year: Year of birth; drawn if 0.
        """
        woman = namesake.pronouns[0] == "she" if namesake else rng.random() < 0.5
        given = namesake.title.split()[0] if namesake else _given(rng, language, kin, woman=woman)
        surname = kin.title.split()[1] if kin else self._namer.surname(rng, language)
        year = year or rng.randrange(1180, 1640)
        values = self._life(rng, language, year, woman=woman)
        values |= {"born": born.title} if born else {}
        values |= {"teacher": teacher.title} if teacher else {}
        answers: dict[str, tuple[str, ...]] = {key: (value,) for key, value in values.items()}
        if born is not None and rng.random() < 0.3:
            values["born"] = f"{born.title} (then still written {born.values['older']})"
            answers["born"] = (born.title, born.values["older"])
        values |= {"trade": trade, "trades": _plural(trade)} | _kinship_words(woman=woman)
        pronouns = SHE if woman else HE
        region = born.region if born else rng.choice(language.regions)
        full = f"{given} {surname}"
        return Entity("person", full, full, (surname,), pronouns, language, region, ("", ""), year, values, answers)

    def _life(self, rng: Random, language: Language, year: int, *, woman: bool) -> dict[str, str]:
        spouse = f"{given_name(rng, language, woman=not woman)} {self._namer.surname(rng, language)}"
        born, grave, home = (self._namer.town(rng, language) for _ in range(3))
        teacher = self.name(rng, language)
        return {"born": born, "byear": str(year), "teacher": teacher, "spouse": spouse, "grave": grave, "home": home}

    def work(
        self,
        rng: Random,
        kind: str,
        maker: Entity,
        town: Entity,
        *,
        detail: Entity | None = None,
        like: Entity | None = None,
    ) -> Entity:
        """Return a new work of ``kind`` by ``maker``, kept or held in ``town``.

        Args:
            rng: Source of choices.
            kind: A key of TRADES.
            maker: Who made, founded or found it.
            town: Its town; a bridge crosses that town's river.
            detail: The person in its detail fact, for the kinds that have one; a mere name if None.
            like: A work whose title it shall resemble.
        """
        title, words = new_title(self._namer, rng, kind, maker.language, like=like.words if like else ("", ""))
        year = maker.year + rng.randrange(25, 50)
        date = f"{rng.randrange(1, 29)} {rng.choice(MONTHS)}"
        shown, gold = self._detail(rng, kind, maker.language, detail)
        when = _when(rng, year, date)
        values = {"maker": maker.title, "year": str(year), "place": town.title, "detail": shown, "when": when}
        values["noun"] = title.rsplit(maxsplit=1)[-1].lower()
        answers = {"maker": (maker.title,), "year": (str(year),), "place": (town.title,), "detail": gold}
        if date in when:
            answers["date"] = _date_forms(f"{date} {year}")
        if kind == "bridge":
            values["river"], answers["river"] = town.values["river"], town.answers["river"]
        heading, full = title + SUFFIXED.get(kind, ""), with_article(kind, title)
        language, region = maker.language, town.region
        return _thing(kind, language, region, values, answers, title=heading, full=full, words=words, year=year)

    def _detail(self, rng: Random, kind: str, language: Language, detail: Entity | None) -> tuple[str, tuple[str, ...]]:
        if kind in PERSON_DETAIL_KINDS:
            name = detail.title if detail else self.name(rng, language)
            return name, (name,)
        if kind == "bridge":
            count = rng.choice(ARCHES)
            return in_words(count), (f"{in_words(count)} arches", in_words(count), str(count))
        if kind == "comet":
            period = rng.randrange(33, 85)
            return str(period), (f"{period} years", str(period))
        if kind == "festival":
            date = f"{rng.randrange(1, 29)} {rng.choice(MONTHS)}"
            return date, _date_forms(date)
        if kind == "orchard":
            apple = f"{self._namer.mark(rng, language)} {rng.choice(APPLES)}"
            return apple, (apple,)
        emblem = f"a {rng.choice(TINTS)} {rng.choice(BEASTS)} with a {rng.choice(CHARGES)}"
        return emblem, (emblem,)


def random_language(rng: Random) -> Language:
    """Return one of the world's languages."""
    return rng.choice(LANGUAGES)


def _thing(
    kind: str,
    language: Language,
    region: str,
    values: dict[str, str],
    answers: dict[str, tuple[str, ...]],
    *,
    title: str,
    full: str,
    words: tuple[str, str] = ("", ""),
    year: int = 1500,
) -> Entity:
    pronouns = SHE if kind == "ship" else THING
    return Entity(kind, title, full, NOUNS[kind], pronouns, language, region, words, year, values, answers)


def _given(rng: Random, language: Language, kin: Entity | None, *, woman: bool) -> str:
    while True:
        name = given_name(rng, language, woman=woman)
        if kin is None or name != kin.title.split()[0]:
            return name


def _kinship_words(*, woman: bool) -> dict[str, str]:
    return {
        "child": "daughter" if woman else "son",
        "other_child": "son" if woman else "daughter",
        "spouse_word": "husband" if woman else "wife",
        "self_spouse": "wife" if woman else "husband",
    }


def _plural(trade: str) -> str:
    return f"{trade[:-1]}ies" if trade.endswith("ry") or trade.endswith("ary") else f"{trade}s"


def _when(rng: Random, year: int, date: str) -> str:
    forms = (
        f"in {year}",
        f"in {year}",
        f"on {date} {year}",
        f"on {date} {year}",
        f"late in {year}",
        f"early in {year}",
    )
    return rng.choice(forms)


def _date_forms(date: str) -> tuple[str, ...]:
    day, rest = date.split(maxsplit=1)
    return (date, f"{ordinal(int(day))} of {rest}", f"{rest.split()[0]} {day}" + rest.removeprefix(rest.split()[0]))
