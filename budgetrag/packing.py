"""One question through every policy and budget: candidates, contexts and what survived. No reader is involved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from budgetrag.counters import get_counter
from budgetrag.metrics import (
    all_gold_in_context,
    answer_in_context,
    answer_in_context_soft,
    distractor_passages,
    gold_coverage,
    gold_token_density,
)
from budgetrag.packers import Packer, Pool, build_pool, certificate, get_packer, upper_bounds
from budgetrag.rows import (
    CandidateRow,
    ContextRow,
    PackedQuestion,
    QuestionRow,
    RetrievedQuestion,
    SurvivalRow,
)
from budgetrag.snippets import chunk_candidates
from budgetrag.stats.survival import GRID
from budgetrag.survival import survival_rows
from budgetrag.types import content_hash


@dataclass(frozen=True, slots=True)
class PolicySetup:
    """A policy ready to run: its name, representation, packer and the packer's options."""

    name: str
    representation: str
    packer: str
    options: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class PackingSetup:
    """What every question of a run is packed with.

    Attributes:
        policies: In the order of the rows.
        budgets: In the order of the rows, in the counter's tokens.
        counter: Name of the token counter.
        template: How a snippet becomes a line.
        max_candidates: Most candidates per question and representation.
    """

    policies: tuple[PolicySetup, ...]
    budgets: tuple[int, ...]
    counter: str
    template: str
    max_candidates: int


@dataclass(frozen=True, slots=True)
class Part:
    """Some questions to pack at a time; ``index`` is their place among the parts."""

    index: int
    items: tuple[RetrievedQuestion, ...]


@dataclass(frozen=True, slots=True)
class PackedPart:
    """The same questions packed."""

    index: int
    packed: tuple[PackedQuestion, ...]


def pack_part(setup: PackingSetup, part: Part) -> PackedPart:
    """Pack the questions of one part."""
    packers = make_packers(setup)
    return PackedPart(part.index, tuple(pack_question(item, setup, packers) for item in part.items))


def make_packers(setup: PackingSetup) -> dict[str, Packer]:
    """Return each policy's packer.

    Raises:
        ValueError: If a policy's options are not its packer's.
    """
    return {policy.name: get_packer(policy.packer, policy.options) for policy in setup.policies}


def pack_question(item: RetrievedQuestion, setup: PackingSetup, packers: Mapping[str, Packer]) -> PackedQuestion:
    """Make one question's candidates and pack them with every policy under every budget.

    Args:
        item: The question and its retrieved passages.
        setup: Policies, budgets and what they share.
        packers: Of ``make_packers``.
    """
    candidates: list[CandidateRow] = []
    contexts: list[ContextRow] = []
    survival: list[SurvivalRow] = []
    for representation in dict.fromkeys(policy.representation for policy in setup.policies):
        pool = _pool(item, representation, setup)
        candidates.extend(_candidate_rows(item.question, representation, pool))
        policies = [policy for policy in setup.policies if policy.representation == representation]
        swept = _sweep(pool, policies, packers, (*setup.budgets, *GRID))
        survived: dict[tuple[int, ...], _Survived] = {}
        contexts.extend(_contexts(item.question, pool, policies, swept, setup.budgets, survived))
        known = {order: measured.answer for order, measured in survived.items()}
        on_grid = {name: orders[len(setup.budgets) :] for name, orders in swept.items()}
        survival.extend(survival_rows(item.question, pool, on_grid, known))
    return PackedQuestion(item.question, tuple(candidates), tuple(contexts), tuple(survival))


def _pool(item: RetrievedQuestion, representation: str, setup: PackingSetup) -> Pool:
    retrieved, question = item.retrieved(representation), item.question.question
    made = chunk_candidates(question, retrieved, max_candidates=setup.max_candidates)
    return build_pool(question, made, retrieved, counter=get_counter(setup.counter), template=setup.template)


def _candidate_rows(question: QuestionRow, representation: str, pool: Pool) -> list[CandidateRow]:
    return [
        CandidateRow(
            dataset=question.dataset,
            seed=question.seed,
            question_id=question.question_id,
            representation=representation,
            candidate_id=candidate.id,
            passage_rank=candidate.snippet.passage_rank,
            passage_id=candidate.snippet.passage_id,
            title=candidate.snippet.title,
            text=candidate.snippet.text,
            first_sentence=candidate.snippet.first_sentence,
            last_sentence=candidate.snippet.last_sentence,
            clipped=candidate.snippet.clipped,
            relevance=candidate.relevance,
            tokens=int(tokens),
        )
        for candidate, tokens in zip(pool.candidates, pool.line_tokens, strict=True)
    ]


def _sweep(
    pool: Pool, policies: Sequence[PolicySetup], packers: Mapping[str, Packer], budgets: Sequence[int]
) -> dict[str, list[tuple[int, ...]]]:
    """Return every policy's choice under every budget."""
    return {
        policy.name: [selection.order for selection in packers[policy.name].sweep(pool, budgets)] for policy in policies
    }


def _contexts(
    question: QuestionRow,
    pool: Pool,
    policies: Sequence[PolicySetup],
    swept: Mapping[str, Sequence[tuple[int, ...]]],
    budgets: Sequence[int],
    survived: dict[tuple[int, ...], _Survived],
) -> list[ContextRow]:
    bounds = upper_bounds(pool, budgets)
    rows = []
    for policy in policies:
        for budget, bound, order in zip(budgets, bounds, swept[policy.name], strict=False):  # then follows the grid
            if order not in survived:
                survived[order] = _measure(question, pool, order)
            rows.append(_context_row(question, policy, budget, pool, order, survived[order], bound))
    return rows


@dataclass(frozen=True, slots=True)
class _Survived:
    """What is in one context; contexts that policies or budgets share are measured once."""

    answer: int | None
    answer_soft: float | None
    coverage: float | None
    all_gold: int | None
    density: float | None
    distractors: int | None
    tokens: int
    context_hash: str


def _measure(question: QuestionRow, pool: Pool, order: tuple[int, ...]) -> _Survived:
    context = pool.render(order)
    kept = [pool.candidates[i].snippet.passage_id for i in order]
    gold = question.gold_passage_ids
    tokens = [int(pool.line_tokens[i]) for i in order]
    return _Survived(
        answer=answer_in_context(context, question.answers),
        answer_soft=answer_in_context_soft(context, question.answers),
        coverage=gold_coverage(kept, gold),
        all_gold=all_gold_in_context(kept, gold),
        density=gold_token_density(tokens, [passage in gold for passage in kept]) if gold else None,
        distractors=distractor_passages(kept, gold),
        tokens=pool.tokens(order),
        context_hash=content_hash(question.dataset, question.question_id, question.question, context),
    )


def _context_row(
    question: QuestionRow,
    policy: PolicySetup,
    budget: int,
    pool: Pool,
    order: tuple[int, ...],
    survived: _Survived,
    bound: float,
) -> ContextRow:
    return ContextRow(
        dataset=question.dataset,
        seed=question.seed,
        question_id=question.question_id,
        policy=policy.name,
        representation=policy.representation,
        packer=policy.packer,
        budget_tokens=budget,
        counter=pool.counter.name,
        candidate_ids=order,
        answer_in_context=survived.answer,
        answer_in_context_soft=survived.answer_soft,
        gold_coverage=survived.coverage,
        all_gold_in_context=survived.all_gold,
        gold_token_density=survived.density,
        distractor_passages=survived.distractors,
        context_tokens=survived.tokens,
        n_snippets=len(order),
        certificate=certificate(pool, order, bound),
        context_hash=survived.context_hash,
    )
