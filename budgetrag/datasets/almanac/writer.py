"""Writes one entity's article: which facts and digressions it tells, in what order, in which words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from budgetrag.datasets.almanac.bank import get_bank
from budgetrag.datasets.almanac.entity import Entity
from budgetrag.datasets.almanac.grammar import Plan, expand
from budgetrag.text import words

MIN_WORDS: Final = 62
MAX_WORDS: Final = 119
MAX_SENTENCES: Final = 7
MIN_SENTENCES: Final = 4
_ATTRIBUTIONS: Final = (
    "By all accounts",
    "As far as the records go,",
    "It is well attested that",
    "There is little doubt that",
    "The sources agree that",
    "As every guidebook repeats,",
    "It is on record that",
    "It hardly needs saying that",
    "The old inventories show that",
    "According to a later memoir,",
    "Nobody disputes that",
)
_UNATTRIBUTED: Final = frozenset({"", "intro", "lead"})
_HIDDEN_FACTS: Final = frozenset({"intro", "lead", "echo", "made"})


@dataclass(frozen=True, slots=True)
class Wanted:
    """A fact that an article must state, and the third of the article (0, 1, 2) to state it in; None anywhere."""

    fact: str
    third: int | None = None


@dataclass(frozen=True, slots=True)
class Article:
    """A finished article and the index of the sentence that states each of its facts."""

    title: str
    sentences: tuple[str, ...]
    fact_sentences: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Piece:
    fact: str
    plan: Plan


class Writer:
    """Writes the articles of one question; no sentence plan is used twice.

    Args:
        rng: Source of choices.
        cue: The question's content terms.
    """

    def __init__(self, rng: Random, cue: frozenset[str]) -> None:
        self._rng = rng
        self._cue = cue
        self._used: set[tuple[str, str]] = set()

    def article(
        self,
        entity: Entity,
        wanted: Sequence[Wanted],
        *,
        link: str = "",
        echo: Entity | None = None,
        lure: bool = False,
        silent: Sequence[str] = (),
    ) -> Article:
        """Write the article of ``entity``.

        Args:
            entity: Its subject.
            wanted: Facts that it must state.
            link: What else it introduces its subject as ("founder of the …"); "" for nothing.
            echo: A work by the subject that it mentions.
            lure: Whether to prefer wordings that share terms with the question, rather than to avoid them.
            silent: Facts that it must not state.
        """
        while True:
            pieces = self._choose(
                entity, wanted, intro="lead" if link else "intro", echo=echo, lure=lure, silent=silent
            )
            order = self._order(pieces, wanted)
            sentences = tuple(self._sentences(entity, order, link, echo))
            n_words = sum(len(words(sentence)) for sentence in sentences)
            if MIN_WORDS <= n_words <= MAX_WORDS and MIN_SENTENCES <= len(sentences) <= MAX_SENTENCES:
                self._used.update((entity.kind, piece.plan.source) for piece in order)
                stated = {piece.fact: i for i, piece in enumerate(order) if piece.fact not in _HIDDEN_FACTS}
                return Article(entity.title, sentences, stated)

    def _choose(
        self,
        entity: Entity,
        wanted: Sequence[Wanted],
        *,
        intro: str,
        echo: Entity | None,
        lure: bool,
        silent: Sequence[str],
    ) -> list[_Piece]:
        rng, bank = self._rng, get_bank(entity.kind)
        facts = [want.fact for want in wanted]
        others = [fact for fact in bank.facts if fact not in _HIDDEN_FACTS and fact not in (*facts, *silent)]
        facts += rng.sample(others, min(len(others), rng.choice((0, 1, 1, 2)) if facts else 2))
        pieces: list[_Piece] = []
        if intro == "lead" or rng.random() < 0.8:
            pieces.append(_Piece(intro, self._pick(entity, bank.facts[intro], lure=lure)))
        for fact in facts:
            plans = bank.facts["year" if fact == "date" else fact]
            plans = tuple(p for p in plans if p.slots & {"when", "when_lead"}) if fact == "date" else plans
            pieces.append(_Piece(fact, self._pick(entity, plans, lure=lure)))
        if echo:
            pieces.append(_Piece("echo", self._pick(entity, get_bank(echo.kind).facts["echo"], lure=lure)))
        target, total = rng.uniform(76, 104), sum(piece.plan.n_words for piece in pieces)
        topics = rng.sample(tuple(bank.digressions), len(bank.digressions))
        while topics and (total < target - 9 or len(pieces) < MIN_SENTENCES) and len(pieces) < MAX_SENTENCES:
            piece = _Piece("", self._pick(entity, bank.digressions[topics.pop()], lure=lure))
            pieces.append(piece)
            total += piece.plan.n_words
        return pieces

    def _pick(self, entity: Entity, plans: Sequence[Plan], *, lure: bool) -> Plan:
        """Return a plan not yet used (if any is left), by its shared terms with the question."""
        fresh = [plan for plan in plans if (entity.kind, plan.source) not in self._used] or plans
        two = [fresh[int(self._rng.random() * len(fresh))] for _ in range(2)]
        shared = [len(plan.vocabulary & self._cue) for plan in two]
        return two[int(shared[1] > shared[0])] if lure else two[int(shared[1] < shared[0])]

    def _order(self, pieces: list[_Piece], wanted: Sequence[Wanted]) -> list[_Piece]:
        rng, n = self._rng, len(pieces)
        slots: list[_Piece | None] = [None] * n
        loose = pieces
        if pieces[0].fact in ("intro", "lead"):
            slots[0], loose = pieces[0], pieces[1:]
        thirds = {want.fact: want.third for want in wanted if want.third is not None}
        for piece in [piece for piece in loose if piece.fact in thirds]:
            free = [i for i in range(n) if slots[i] is None]
            fitting = [i for i in free if 3 * i // n == thirds[piece.fact]] or free
            slots[rng.choice(fitting)] = piece
            loose = [other for other in loose if other is not piece]
        if slots[0] is None:  # only a fact can open an article
            opener = next((piece for piece in loose if piece.fact not in ("", "echo")), None)
            if opener is None:
                i = next(i for i in range(n) if (placed := slots[i]) is not None and placed.fact)
                slots[0], slots[i] = slots[i], None
            else:
                slots[0], loose = opener, [piece for piece in loose if piece is not opener]
        rng.shuffle(loose)
        rest = iter(loose)
        return [piece if piece is not None else next(rest) for piece in slots]

    def _sentences(self, entity: Entity, order: Sequence[_Piece], link: str, echo: Entity | None) -> list[str]:
        sentences: list[str] = []
        voice = _Voice(entity, self._rng, link, echo.full if echo else "")
        for piece in order:
            voice.start(piece.plan.source)
            sentence = expand(piece.plan, self._rng, voice)
            if piece.fact not in _UNATTRIBUTED and piece.plan.source.startswith("{S}") and self._rng.random() < 0.15:
                sentence = f"{self._rng.choice(_ATTRIBUTIONS)} {voice.lowered(sentence)}"
            voice.others = any(entity.names_person(slot) for slot in piece.plan.slots)
            sentences.append(sentence)
        return sentences


class _Voice:
    """Fills slots for one article, sentence by sentence: full name first, then short names and pronouns."""

    def __init__(self, entity: Entity, rng: Random, link: str, echo: str) -> None:
        self._entity = entity
        self._rng = rng
        self._link = link
        self._echo = echo
        self._n_started = 0
        self._named = False
        self._opens = False
        self.others = False

    def start(self, source: str) -> None:
        """Begin the sentence of the plan written as ``source``."""
        self._n_started += 1
        self._named = False
        self._opens = source.startswith(("{S} ", "{P}", "{He}"))

    def lowered(self, sentence: str) -> str:
        """Return ``sentence`` with its first letter small, unless it begins with a name."""
        first = sentence.split(maxsplit=1)[0].lower()
        return (
            sentence[0].lower() + sentence[1:] if first in ("the", "it", "its", "he", "she", "his", "her") else sentence
        )

    def __call__(self, slot: str) -> str:
        """Return what ``slot`` shows."""
        entity, rng = self._entity, self._rng
        if slot in ("S", "P", "He"):
            return self._subject(slot)
        if slot in ("he", "his", "him", "self"):
            return entity.pronouns[("he", "his", "him", "self").index(slot)]
        if slot == "S_bare":
            self._named = True
            return entity.bare
        if slot == "late":
            return str(
                entity.year + rng.randrange(90, 190)
                if entity.kind == "person"
                else entity.year + rng.randrange(12, 190)
            )
        if slot == "mid":
            return str(entity.year + rng.randrange(22, 50))
        if slot in ("sea", "height"):
            return rng.choice(entity.language.seas if slot == "sea" else entity.language.heights)
        if slot == "region":
            return entity.region
        if slot == "link":
            return self._link
        if slot == "work":
            return self._echo
        return entity.values[slot]

    def _subject(self, slot: str) -> str:
        entity, rng = self._entity, self._rng
        name = entity.pronouns[1 if slot == "P" else 0]
        first, self._named = not self._named, True
        if first and self._n_started == 1:
            name = entity.full + ("’s" if slot == "P" else "")
        elif first and (self.others or rng.random() < self._share_of_names(slot)):
            name = rng.choice(entity.short) if entity.kind == "person" or rng.random() < 0.8 else entity.full
            name += "'s" if slot == "P" else ""
        return name.replace("’", "'")

    def _share_of_names(self, slot: str) -> float:
        if self._entity.kind == "person":  # "he" is no object form: inside a sentence the name is safe
            return (0.15 if slot == "He" else 0.5) if self._opens or slot == "P" else 1.0
        return 0.75 if self._opens else 1.0
