"""How one article speaks of its subject: full name first, then short names and pronouns."""

from __future__ import annotations

from random import Random
from typing import Final

from budgetrag.datasets.almanac.entity import Entity

_PRONOUN_SLOTS: Final = ("he", "his", "him", "self")
_SUBJECT_SLOTS: Final = ("S", "P", "He")
_COMMON_STARTS: Final = frozenset({"the", "it", "its", "he", "she", "his", "her"})


class Voice:
    """Fills the slots of one article's plans, sentence by sentence.

    Args:
        entity: The article's subject.
        rng: Source of choices.
        link: What ``{link}`` shows.
        work: What ``{work}`` shows.

    Attributes:
        others: Whether the sentence before brought in another person, so that a pronoun would be unclear.
    """

    def __init__(self, entity: Entity, rng: Random, *, link: str, work: str) -> None:
        self.others = False
        self._entity = entity
        self._rng = rng
        self._n_started = 0
        self._named = False
        self._opens = False
        self._fixed = {**entity.values, "region": entity.region, "link": link, "work": work}
        self._fixed |= dict(zip(_PRONOUN_SLOTS, entity.pronouns, strict=True))

    def start(self, source: str) -> None:
        """Begin the sentence of the plan written as ``source``."""
        self._n_started += 1
        self._named = False
        self._opens = source.startswith(("{S} ", "{P}", "{He}"))

    def __call__(self, slot: str) -> str:
        """Return what ``slot`` shows."""
        if slot in self._fixed:
            return self._fixed[slot]
        if slot in _SUBJECT_SLOTS:
            return self._subject(slot)
        if slot == "S_bare":
            self._named = True
            return self._entity.bare
        if slot in ("late", "mid", "end"):
            return str(self._year(slot))
        language = self._entity.language
        return self._rng.choice({"sea": language.seas, "height": language.heights}[slot])

    def _year(self, slot: str) -> int:
        entity, rng = self._entity, self._rng
        if slot == "mid":
            return entity.year + rng.randrange(22, 50)
        if slot == "end":
            return entity.year + rng.randrange(140, 190)
        if entity.kind == "comet":  # a later year is a year of return
            return entity.year + int(entity.values["detail"]) * rng.randrange(1, 4)
        return entity.year + (rng.randrange(90, 190) if entity.kind == "person" else rng.randrange(12, 140))

    def _subject(self, slot: str) -> str:
        entity, rng = self._entity, self._rng
        first, self._named = not self._named, True
        ending = "'s" if slot == "P" else ""
        if first and self._n_started == 1:
            return entity.full + ending
        if first and (self.others or rng.random() < self._share_of_names(slot)):
            short = entity.kind == "person" or rng.random() < 0.8
            return (rng.choice(entity.short) if short else entity.full) + ending
        return entity.pronouns[1 if slot == "P" else 0]

    def _share_of_names(self, slot: str) -> float:
        if self._entity.kind == "person":  # "he" is no object form: inside a sentence the name is safe
            return (0.15 if slot == "He" else 0.5) if self._opens or slot == "P" else 1.0
        return 0.75 if self._opens else 1.0


def lowered(sentence: str) -> str:
    """Return ``sentence`` with its first letter small, unless it begins with a name.

    >>> lowered("The town lies low."), lowered("Tern lies low.")
    ('the town lies low.', 'Tern lies low.')
    """
    first = sentence.split(maxsplit=1)[0].lower()
    return sentence[0].lower() + sentence[1:] if first in _COMMON_STARTS else sentence
