"""Writes one entity's article: which facts and digressions it tells, in what order, in which words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from budgetrag.datasets.almanac.bank import get_bank
from budgetrag.datasets.almanac.entity import Entity
from budgetrag.datasets.almanac.grammar import Plan, expand
from budgetrag.datasets.almanac.voice import Voice, lowered
from budgetrag.text import words

MIN_WORDS: Final = 62
MAX_WORDS: Final = 119
MAX_SENTENCES: Final = 7
MIN_SENTENCES: Final = 4
ATTRIBUTED_SHARE: Final = 0.15
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
_HIDDEN_FACTS: Final = frozenset({"", "intro", "lead", "echo"})


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
        pull: int = 0,
        silent: Sequence[str] = (),
    ) -> Article:
        """Write the article of ``entity``.

        Args:
            entity: Its subject.
            wanted: Facts that it must state.
            link: What else it introduces its subject as ("founder of the …"); "" for nothing.
            echo: A work by the subject that it mentions.
            pull: 1 to prefer wordings that share terms with the question, -1 to avoid them, 0 neither.
            silent: Facts that it must not state.
        """
        while True:
            pieces = self._choose(
                entity, wanted, intro="lead" if link else "intro", echo=echo, pull=pull, silent=silent
            )
            self._fill(entity, pieces, pull=pull)
            order = self._order(pieces, wanted)
            sentences = tuple(self._sentences(entity, order, link, echo))
            if entity.bare not in sentences[0] or f"{entity.bare}'s" in sentences[0]:  # a possessive is another token
                continue
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
        pull: int,
        silent: Sequence[str],
    ) -> list[_Piece]:
        rng, bank = self._rng, get_bank(entity.kind)
        facts = [want.fact for want in wanted]
        others = [fact for fact in bank.facts if fact not in _HIDDEN_FACTS and fact not in (*facts, *silent)]
        facts += rng.sample(others, min(len(others), rng.choice((0, 1, 1, 2)) if facts else 2))
        pieces: list[_Piece] = []
        if intro == "lead" or rng.random() < 0.8:
            pieces.append(_Piece(intro, self._pick(entity, bank.facts[intro], pull=pull)))
        for fact in facts:
            plans = bank.facts["year" if fact == "date" else fact]
            plans = tuple(p for p in plans if "when" in p.slots) if fact == "date" else plans
            pieces.append(_Piece(fact, self._pick(entity, plans, pull=pull)))
        if echo:
            pieces.append(_Piece("echo", self._pick(entity, get_bank(echo.kind).facts["echo"], pull=pull)))
        return pieces

    def _fill(self, entity: Entity, pieces: list[_Piece], *, pull: int) -> None:
        """Add digressions, each on another topic, until the article is long enough."""
        topics: set[str] = set()
        target, total = self._rng.uniform(72, 102), sum(piece.plan.n_words for piece in pieces)
        for topic, plan in self._digressions(entity, pull=pull):
            if len(pieces) >= MIN_SENTENCES and (total >= target - 9 or len(pieces) == MAX_SENTENCES):
                break
            if topic not in topics:
                topics.add(topic)
                pieces.append(_Piece("", plan))
                total += plan.n_words

    def _digressions(self, entity: Entity, *, pull: int) -> list[tuple[str, Plan]]:
        """Return unused digressions with their topics in random order; pulled ones nearest the question first."""
        fresh = [
            (topic, plan)
            for topic, plans in get_bank(entity.kind).digressions.items()
            for plan in plans
            if (entity.kind, plan.source) not in self._used
        ]
        drawn = self._rng.sample(fresh, min(len(fresh), 4 * MAX_SENTENCES))
        return sorted(drawn, key=lambda pair: -len(pair[1].vocabulary & self._cue)) if pull > 0 else drawn

    def _pick(self, entity: Entity, plans: Sequence[Plan], *, pull: int) -> Plan:
        """Return a plan not yet used (if any is left), by its shared terms with the question."""
        fresh = [plan for plan in plans if (entity.kind, plan.source) not in self._used] or plans
        two = [fresh[int(self._rng.random() * len(fresh))] for _ in range(2)]
        shared = [len(plan.vocabulary & self._cue) for plan in two]
        return two[int(pull * shared[1] > pull * shared[0])]

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
        if slots[0] is None:
            slots[0] = opener = _opener(slots, loose)
            loose = [piece for piece in loose if piece is not opener]
        rng.shuffle(loose)
        rest = iter(loose)
        return [piece if piece is not None else next(rest) for piece in slots]

    def _sentences(self, entity: Entity, order: Sequence[_Piece], link: str, echo: Entity | None) -> list[str]:
        sentences: list[str] = []
        voice = Voice(entity, self._rng, link=link, work=echo.full if echo else "")
        for piece in order:
            voice.start(piece.plan.source)
            sentence = expand(piece.plan, self._rng, voice)
            attributable = piece.fact not in _UNATTRIBUTED and piece.plan.source.startswith("{S}")
            if attributable and self._rng.random() < ATTRIBUTED_SHARE:
                sentence = f"{self._rng.choice(_ATTRIBUTIONS)} {lowered(sentence)}"
            voice.others = any(entity.names_person(slot) for slot in piece.plan.slots)
            sentences.append(sentence)
        return sentences


def _opener(slots: list[_Piece | None], loose: Sequence[_Piece]) -> _Piece:
    """Return a piece that can open an article, a fact: a loose one, else a placed one, whose slot is freed."""
    for piece in loose:
        if piece.fact not in ("", "echo"):
            return piece
    i, placed = next((i, piece) for i, piece in enumerate(slots) if piece is not None)
    slots[i] = None
    return placed
