"""Packing again from what a run stored: the full trace, other options, and whether it still comes out the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from budgetrag.counters import get_counter
from budgetrag.dashboard.tables.question_record import QuestionRecord
from budgetrag.packers import Pool, build_pool, certificate, describe, get_packer, upper_bound
from budgetrag.packers.objective import Weights
from budgetrag.rows import ContextRow
from budgetrag.types import Candidate, Decision, Packing


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored packing as it was, and whether packing again gives the same.

    Attributes:
        packing: The stored packing; its reasons and gains are there only if it was reproduced.
        difference: What came out differently, in one sentence; "" if it was reproduced.
    """

    packing: Packing
    difference: str


@dataclass(frozen=True, slots=True)
class Changes:
    """What is different between two packings of the same candidates, in the order of the packings."""

    added: tuple[Candidate, ...]
    removed: tuple[Candidate, ...]
    n_same: int


def question_pool(record: QuestionRecord, config: Mapping[str, Any], representation: str) -> Pool:
    """Return one question's stored candidates as packers take them.

    Args:
        record: The question.
        config: ``config`` of the run's manifest.
        representation: Which candidates.

    Raises:
        ValueError: If the run's token counter cannot be loaded here.
    """
    return build_pool(
        record.question.question,
        record.candidates_of(representation),
        record.retrieved(representation),
        counter=get_counter(config["packing"]["counter"]),
        template=config["packing"]["template"],
    )


def policy_options(config: Mapping[str, Any], policy: str) -> dict[str, object]:
    """Return the packer options of one policy of a run, those that all policies share included."""
    return {"max_snippets": config["packing"]["max_snippets"], **config["policies"][policy]["options"]}


def repack(pool: Pool, packer: str, options: Mapping[str, object], budget_tokens: int) -> Packing:
    """Pack one question's candidates, with every decision and the certificate.

    Raises:
        ValueError: If an option is unknown or out of its range, or the budget is negative.
    """
    chosen = get_packer(packer, options)
    selection = chosen.select(pool, budget_tokens)
    provable = certificate(pool, selection.order, upper_bound(pool, budget_tokens))
    return describe(pool, selection, name=packer, packer=chosen, budget_tokens=budget_tokens, certificate=provable)


def stored_packing(pool: Pool, row: ContextRow, config: Mapping[str, Any]) -> Stored:
    """Return a stored packing with its decisions, packed again; one that comes out differently says so.

    Raises:
        ValueError: If the policy cannot be packed again, or the stored ids are none of the candidates'.
    """
    packing = repack(pool, row.packer, policy_options(config, row.policy), row.budget_tokens)
    again = tuple(candidate.id for candidate in packing.kept)
    if again == row.candidate_ids:
        return Stored(packing, "")
    missing = [i for i in row.candidate_ids if i >= len(pool.candidates)]
    if missing:
        raise ValueError(f"stored candidate ids must be below {len(pool.candidates)}, got {missing[0]}")
    difference = (
        f"Stored were the snippets {_listed(row.candidate_ids)} ({row.context_tokens} tokens); packing the stored "
        f"candidates again keeps {_listed(again)} ({packing.context_tokens} tokens). What is shown is the stored "
        "packing, without reasons."
    )
    return Stored(_as_stored(pool, row), difference)


def changes(before: Packing, after: Packing) -> Changes:
    """Return which snippets ``after`` keeps that ``before`` did not, and the other way round."""
    old, new = {c.id for c in before.kept}, {c.id for c in after.kept}
    return Changes(
        added=tuple(c for c in after.kept if c.id not in old),
        removed=tuple(c for c in before.kept if c.id not in new),
        n_same=len(old & new),
    )


def _listed(ids: tuple[int, ...]) -> str:
    return ", ".join(f"#{i}" for i in ids) or "none"


def _as_stored(pool: Pool, row: ContextRow) -> Packing:
    """Return the stored packing with nothing but what is stored: no gains, no reasons."""
    kept = set(row.candidate_ids)
    dropped = [i for i in range(len(pool.candidates)) if i not in kept]
    decisions = [
        Decision(
            pool.candidates[i],
            True,
            int(pool.line_tokens[i]),
            step=step,
            running_tokens=pool.tokens(row.candidate_ids[:step]),
        )
        for step, i in enumerate(row.candidate_ids, start=1)
    ]
    decisions += [Decision(pool.candidates[i], False, int(pool.line_tokens[i])) for i in dropped]
    return Packing(
        context=pool.render(row.candidate_ids),
        kept=tuple(pool.candidates[i] for i in row.candidate_ids),
        dropped=tuple(pool.candidates[i] for i in dropped),
        decisions=tuple(decisions),
        certificate=row.certificate,
        context_tokens=row.context_tokens,
        budget_tokens=row.budget_tokens,
        counter=row.counter,
        packer=row.packer,
    )


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option of a packer, as a control needs it.

    Attributes:
        name: Its name.
        group: "weights" for one of the objective's weights, else "".
        value: Where the control starts.
        most: The largest value that is offered.
        is_whole: Whether it is a whole number.
        text: What it does.
    """

    name: str
    group: str
    value: float
    most: float
    is_whole: bool
    text: str


_SHARES = ("mmr_lambda", "max_overlap", "alpha")
_TEXTS: Mapping[str, str] = {
    "max_snippets": "The most snippets in a context.",
    "cost_exponent": "0 ignores a snippet's length, 1 divides its gain by it.",
    "mmr_lambda": "1 looks at relevance alone, 0 at being different alone.",
    "query_weight": "Weight of question terms not covered yet.",
    "passage_weight": "Weight of the passage: a new one, or one that others mention.",
    "max_overlap": "A snippet that repeats more than this share of a kept one's words is skipped.",
    "mention_weight": "Weight of mentioning another retrieved passage.",
    "opening_weight": "Weight of standing at the start of its passage.",
    "relevance": "Weight of relevance.",
    "query_coverage": "Weight of covering the question's terms.",
    "representativeness": "Weight of standing for what the other candidates say.",
    "diversity": "Weight of spreading over passages.",
    "alpha": "Share of a candidate's similarity mass after which it counts as represented.",
}


def option_fields(packer: str, start: Mapping[str, object]) -> tuple[OptionField, ...]:
    """Return the options of ``packer`` that are numbers, the objective's weights among them.

    Args:
        packer: One of ``PACKERS``.
        start: Options to start from; the packer's defaults where they say nothing.

    Raises:
        ValueError: If there is no such packer or option.
    """
    made = get_packer(packer, start)
    found: list[OptionField] = []
    for each in fields(made):  # type: ignore[arg-type]  # every packer is a dataclass
        value = getattr(made, each.name)
        if isinstance(value, Weights):
            found += [_option_field(weight.name, "weights", getattr(value, weight.name)) for weight in fields(value)]
        elif isinstance(value, int | float):
            found.append(_option_field(each.name, "", value))
    return tuple(found)


def _option_field(name: str, group: str, value: float) -> OptionField:
    is_whole = isinstance(value, int)
    most = 1.0 if name in _SHARES else 2.0
    return OptionField(name, group, value if is_whole else float(value), most, is_whole, _TEXTS.get(name, ""))


def whole_tokens(pool: Pool) -> int:
    """Return the tokens of all candidates' lines together: no budget above it changes anything."""
    return int(pool.line_tokens.sum())
