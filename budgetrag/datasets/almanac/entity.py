"""The record of one thing in the world: its names and everything that is true of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from budgetrag.datasets.almanac.names import Language

PERSON_FACTS = frozenset({"maker", "teacher", "spouse", "founder"})
PERSON_DETAIL_KINDS = frozenset({"book", "instrument", "school", "map"})


@dataclass(frozen=True, slots=True)
class Entity:
    """One person, place or work.

    Attributes:
        kind: A key of the sentence banks.
        title: Heading of its article.
        full: Its name inside a sentence, with article where it takes one.
        short: How a later sentence may call it.
        pronouns: Subject, possessive and object form, and the reflexive.
        language: Where it belongs.
        region: Its region, as used after "in".
        words: The title's own words (adjective, noun) that a lookalike may share; ("", "") for an invented name.
        year: Year from which later events count.
        values: What sentence slots show, by fact.
        answers: Gold answers by fact, the plainest first.
    """

    kind: str
    title: str
    full: str
    short: tuple[str, ...]
    pronouns: tuple[str, str, str, str]
    language: Language
    region: str
    words: tuple[str, str]
    year: int
    values: Mapping[str, str]
    answers: Mapping[str, tuple[str, ...]]

    @property
    def bare(self) -> str:
        """The name without article."""
        return self.full.removeprefix("the ")

    def names_person(self, fact: str) -> bool:
        """Say whether a sentence that states ``fact`` brings in another person."""
        return fact in PERSON_FACTS or (fact == "detail" and self.kind in PERSON_DETAIL_KINDS)
