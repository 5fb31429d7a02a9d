"""One question of the almanac, complete: cast, wording, articles, and the proof that it is sound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from budgetrag.datasets.almanac.cast import RECIPES, Cast, Hop, lookalikes
from budgetrag.datasets.almanac.comparisons import ENTITY_RECIPES, YES_NO_RECIPES, Comparison, verb
from budgetrag.datasets.almanac.entity import Entity
from budgetrag.datasets.almanac.grammar import compile_plan, expand
from budgetrag.datasets.almanac.links import link
from budgetrag.datasets.almanac.phrases import DESCRIPTIONS, question_plans
from budgetrag.datasets.almanac.soundness import is_sound
from budgetrag.datasets.almanac.world import World
from budgetrag.datasets.almanac.writer import Article, Wanted, Writer
from budgetrag.text import content_terms
from budgetrag.types import Passage, Question

N_PASSAGES: Final = 10
LINK_SHARE: Final = 0.95  # of articles reached by a hop, those that mention where it came from
ECHO_SHARE: Final = 0.3  # of other makers' articles, those that mention their work
LURE_SHARE: Final = 0.4  # of lookalikes, those worded like the question
GOLD_PULLS: Final = (1, 0, 0, -1)  # whether a gold article is worded like the question (1) or unlike it (-1)
_BLOCK: Final = ("bridge",) * 9 + ("three_hop",) * 4 + ("single",) * 3 + ("which",) * 2 + ("whether",) * 2

_plan = cache(compile_plan)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a gold passage states what the question needs.

    Attributes:
        position: Position of the passage in the question's pool.
        sentence: Index of the stating sentence in that passage.
        value: What it states.
    """

    position: int
    sentence: int
    value: str


@dataclass(frozen=True, slots=True)
class Case:
    """A question with its evidence, in the order in which the hops are made."""

    question: Question
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class _Draft:
    type: str
    text: str
    cast: Cast
    answers: tuple[str, ...]


def cases(size: int) -> Iterator[Case]:
    """Yield the first ``size`` cases; they do not depend on ``size``."""
    world = World()
    for start in range(0, size, len(_BLOCK)):
        kinds = list(_BLOCK)
        Random(f"almanac block {start}").shuffle(kinds)
        for offset, kind in enumerate(kinds[: size - start]):
            yield _case(world, start + offset, kind)


def _case(world: World, index: int, kind: str) -> Case:
    attempt = 0
    while True:
        rng = Random(f"almanac question {index}, attempt {attempt}")
        draft = _draft(world, rng, kind)
        if draft is not None:
            case = _written(world, rng, index, draft)
            if is_sound(case.question, [piece.value for piece in case.evidence]):
                return case
        attempt += 1


def _draft(world: World, rng: Random, kind: str) -> _Draft | None:
    if kind in RECIPES:
        cast = rng.choice(RECIPES[kind])(world, rng)
        last = cast.hops[-1]
        return _Draft(kind, _ask(rng, cast.hops), cast, last.entity.answers[last.fact])
    recipe = rng.choice(ENTITY_RECIPES if kind == "which" else YES_NO_RECIPES)
    comparison = recipe(world, rng)
    if comparison is None:
        return None
    return _Draft("comparison", _compare(rng, comparison), comparison.cast, comparison.answers)


def _ask(rng: Random, hops: Sequence[Hop]) -> str:
    described = hops[0].entity.full
    for hop in hops[:-1]:
        described = _fill(rng, DESCRIPTIONS[(hop.entity.kind, hop.fact)], {"x": described})
    last = hops[-1]
    return _fill(rng, question_plans(last.entity.kind, last.fact), {"x": described}, start=True)


def _compare(rng: Random, comparison: Comparison) -> str:
    first, second = (hop.entity for hop in comparison.cast.hops)
    names = {"a": first.full, "b": second.full, "v": verb(first, rng), "w": verb(second, rng)}
    return _fill(rng, comparison.plans, names, start=True)


def _fill(rng: Random, plans: Sequence[str], names: dict[str, str], *, start: bool = False) -> str:
    text = expand(_plan(rng.choice(plans)), rng, names.__getitem__)
    return text if start else text[0].lower() + text[1:]


def _written(world: World, rng: Random, index: int, draft: _Draft) -> Case:
    cast = draft.cast
    writer = Writer(rng, frozenset(content_terms(draft.text)))
    articles: list[Article] = []
    for i, hop in enumerate(cast.hops):
        third = (index + 2 * (len(cast.hops) - 1 - i)) % 3
        lead, echo = _mentions(rng, cast, hop, cast.hops[max(0, i - 2) : i])
        articles.append(
            writer.article(hop.entity, [Wanted(hop.fact, third)], link=lead, echo=echo, pull=rng.choice(GOLD_PULLS))
        )
    for hop in lookalikes(world, rng, cast, N_PASSAGES - len(articles)):
        lead, echo = _mentions(rng, cast, hop, ())
        pull = int(rng.random() < LURE_SHARE)
        articles.append(writer.article(hop.entity, [Wanted(hop.fact)], link=lead, echo=echo, pull=pull))
    order = rng.sample(range(N_PASSAGES), N_PASSAGES)
    passages = tuple(_passage(articles[i], position) for position, i in enumerate(order))
    evidence = tuple(_evidence(hop, articles[i], order.index(i)) for i, hop in enumerate(cast.hops))
    gold = tuple(sorted(piece.position for piece in evidence))
    return Case(Question(f"almanac-{index:05d}", draft.text, draft.answers, passages, gold, draft.type), evidence)


def _mentions(rng: Random, cast: Cast, hop: Hop, before: Sequence[Hop]) -> tuple[str, Entity | None]:
    """Return what the article introduces its subject as, and the work that it mentions later on, if any."""
    reached = bool(before) and before[-1].entity.answers[before[-1].fact][0] == hop.entity.bare
    if reached and rng.random() < LINK_SHARE:
        near = link(rng, before[-1].entity, before[-1].fact)
        far = link(rng, before[0].entity, before[0].fact) if len(before) > 1 and rng.random() < LINK_SHARE else ""
        return f"{near}, the {far}" if far else near, None
    work = cast.works.get(hop.entity.title)
    if work is None or rng.random() > ECHO_SHARE:
        return "", None
    return (link(rng, work, "maker"), None) if rng.random() < 0.3 else ("", work)


def _passage(article: Article, position: int) -> Passage:
    return Passage(article.title, " ".join(article.sentences), article.sentences, position)


def _evidence(hop: Hop, article: Article, position: int) -> Evidence:
    return Evidence(position, article.fact_sentences[hop.fact], hop.entity.answers[hop.fact][0])
