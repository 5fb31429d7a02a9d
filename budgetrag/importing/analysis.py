"""What packing makes of a log: every question, policy and budget, without a run and without a reader."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from budgetrag.config_policies import CHUNK_POLICIES
from budgetrag.counters import get_counter
from budgetrag.importing.log import Entry, Log
from budgetrag.importing.redundancy import redundancy, saved_share
from budgetrag.importing.stage import given
from budgetrag.metrics import answer_in_context, answer_kind, exact_match, gold_coverage, token_f1
from budgetrag.packers import Pool, build_pool
from budgetrag.packing import PackingSetup, Part, PolicySetup, pack_part
from budgetrag.retrieved import retrieved_question, retrieved_text
from budgetrag.rows import CandidateRow, ContextRow, PackedQuestion
from budgetrag.snippets import MAX_CANDIDATES, chunk_candidates
from budgetrag.text import DEFAULT_TEMPLATE

if TYPE_CHECKING:
    import pandas as pd

DATASET = "log"
SEED = 0
BUDGETS = (96, 128, 160, 224)
BUDGET_STEP = 8
SAMPLED_FOR_BUDGETS = 200
SURVIVAL_COLUMNS = ("question_id", "policy", "survival_budget")
Advance = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What packing made of a log.

    Attributes:
        questions: One row per question: what the log holds about it and how well retrieval and the system did.
        outcomes: One row per question, policy and budget: what was kept and what survived. Undefined numbers are NaN.
        survival: One row per question with gold answers and policy: ``question_id``, ``policy``, ``survival_budget``
            (as in ``SurvivalRow``; NaN where the answer is not there at the largest budget of the grid).
    """

    questions: pd.DataFrame
    outcomes: pd.DataFrame
    survival: pd.DataFrame


def policy_setup(name: str) -> PolicySetup:
    """Return a built-in chunk policy, ready to run.

    Raises:
        ValueError: If there is none of that name.
    """
    if name not in CHUNK_POLICIES:
        raise ValueError(f"policy must be one of {', '.join(CHUNK_POLICIES)}, got {name!r}")
    policy = CHUNK_POLICIES[name]
    return PolicySetup(name, policy.representation, policy.packer, policy.options)


def analyse(
    log: Log,
    *,
    budgets: Sequence[int] = BUDGETS,
    policies: Sequence[str] = tuple(CHUNK_POLICIES),
    counter: str = "words",
    template: str = DEFAULT_TEMPLATE,
    advance: Advance | None = None,
) -> Analysis:
    """Pack every question of a log with every policy under every budget, as a run does.

    Args:
        log: The log.
        budgets: Of the outcomes, in the counter's tokens.
        policies: Names of built-in chunk policies.
        counter: Name of the token counter.
        template: How a snippet becomes a line.
        advance: Called with the number of questions just done, for a progress bar.

    Raises:
        ValueError: If a policy or the counter is unknown, or a budget is negative.
    """
    import pandas as pd

    setup = _setup(budgets, policies, counter, template)
    questions, outcomes, survival = [], [], []
    for entry in log.entries:
        facts, packed = _question_facts(entry, counter, template), _packed(entry, setup)
        questions.append(facts)
        outcomes += _outcomes(packed, int(str(facts["retrieved_tokens"])))
        survival += _survival(packed)
        if advance:
            advance(1)
    lasting = pd.DataFrame(survival, columns=list(SURVIVAL_COLUMNS)).astype({"survival_budget": float})
    return Analysis(pd.DataFrame(questions), pd.DataFrame(outcomes), lasting)


def _setup(budgets: Sequence[int], policies: Sequence[str], counter: str, template: str) -> PackingSetup:
    return PackingSetup(tuple(map(policy_setup, policies)), tuple(budgets), counter, template, MAX_CANDIDATES)


def contexts_of(
    entry: Entry,
    *,
    budgets: Sequence[int] = BUDGETS,
    policies: Sequence[str] = tuple(CHUNK_POLICIES),
    counter: str = "words",
    template: str = DEFAULT_TEMPLATE,
) -> tuple[ContextRow, ...]:
    """Return what every policy makes of one entry under every budget, as a run would store it.

    Args:
        entry: The entry.
        budgets: In the counter's tokens.
        policies: Names of built-in chunk policies.
        counter: Name of the token counter.
        template: How a snippet becomes a line.
    """
    return _packed(entry, _setup(budgets, policies, counter, template)).contexts


def _packed(entry: Entry, setup: PackingSetup) -> PackedQuestion:
    part = Part(0, (retrieved_question(DATASET, SEED, entry.question, given(entry), template=setup.template),))
    return pack_part(setup, part).packed[0]


def suggested_budgets(log: Log, *, counter: str = "words", template: str = DEFAULT_TEMPLATE) -> tuple[int, ...]:
    """Return budgets that bind: the usual ones, or for a log of short retrievals a third, a half and three quarters.

    Args:
        log: The log.
        counter: Name of the token counter.
        template: How a snippet becomes a line.
    """
    middle = median(_retrieved_tokens(entry, counter, template) for entry in log.entries[:SAMPLED_FOR_BUDGETS])
    if middle > BUDGETS[-1]:
        return BUDGETS
    wanted = (max(1, round(middle * share / BUDGET_STEP)) * BUDGET_STEP for share in (1 / 3, 1 / 2, 3 / 4))
    return tuple(dict.fromkeys(wanted))


def _retrieved_tokens(entry: Entry, counter: str, template: str) -> int:
    return get_counter(counter).count(retrieved_text(entry.retrieved, template=template))


def _question_facts(entry: Entry, counter: str, template: str) -> dict[str, object]:
    question, response = entry.question, entry.response
    everything = retrieved_text(entry.retrieved, template=template)
    return {
        "question_id": question.id,
        "where": entry.where,
        "question": question.text,
        "answers": " | ".join(question.answers),
        "answer_kind": answer_kind(question.answers),
        "n_passages": len(entry.scores),
        "retrieved_tokens": get_counter(counter).count(everything),
        "answer_in_retrieved": answer_in_context(everything, question.answers),
        "gold_in_retrieved": gold_coverage([item.passage.id for item in entry.retrieved], question.gold_ids),
        "response": response,
        "exact_match": None if response is None else exact_match(response, question.answers),
        "token_f1": None if response is None else token_f1(response, question.answers),
    }


def _survival(packed: PackedQuestion) -> list[tuple[str, str, int | None]]:
    """Return the rows of one question; none where it has no gold answers."""
    return [(row.question_id, row.policy, row.survival_budget) for row in packed.survival if row.n_alive is not None]


def _outcomes(packed: PackedQuestion, retrieved_tokens: int) -> list[dict[str, object]]:
    repeats: dict[tuple[int, ...], float | None] = {}
    rows = []
    for context in packed.contexts:
        if context.candidate_ids not in repeats:
            repeats[context.candidate_ids] = redundancy([packed.candidates[i].text for i in context.candidate_ids])
        rows.append(_outcome(context, packed.candidates, repeats[context.candidate_ids], retrieved_tokens))
    return rows


def _outcome(
    context: ContextRow, candidates: Sequence[CandidateRow], repeats: float | None, retrieved_tokens: int
) -> dict[str, object]:
    return {
        "question_id": context.question_id,
        "policy": context.policy,
        "budget_tokens": context.budget_tokens,
        "answer_in_context": context.answer_in_context,
        "gold_coverage": context.gold_coverage,
        "all_gold_in_context": context.all_gold_in_context,
        "gold_token_density": context.gold_token_density,
        "distractor_passages": context.distractor_passages,
        "context_tokens": context.context_tokens,
        "tokens_saved": saved_share(context.context_tokens, retrieved_tokens),
        "n_kept": context.n_snippets,
        "n_dropped": len(candidates) - context.n_snippets,
        "n_passages_kept": len({candidates[i].passage_id for i in context.candidate_ids}),
        "redundancy": repeats,
        "certificate": context.certificate,
    }


def pool_of(entry: Entry, *, counter: str = "words", template: str = DEFAULT_TEMPLATE) -> Pool:
    """Return an entry's candidates as the pool that packers choose from.

    Args:
        entry: The entry.
        counter: Name of the token counter.
        template: How a snippet becomes a line.
    """
    candidates = chunk_candidates(entry.question.text, entry.retrieved)
    return build_pool(entry.question.text, candidates, entry.retrieved, counter=get_counter(counter), template=template)
