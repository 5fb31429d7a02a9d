"""What became of the questions of one data set and seed, for every policy and budget, from one query."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

import numpy as np

from budgetrag.stats.ledger import Ledger, loss_ledger
from budgetrag.store import Run

if TYPE_CHECKING:
    import pandas as pd

Kinds = Literal["span", "all"]
METRICS = ("answer_in_context", "gold_coverage", "token_f1", "context_tokens")
# Questions that share all that decides where they were lost are counted together: the frame stays small.
_SQL = """
    SELECT c.policy, c.budget_tokens, coalesce(q.answer_kind, 'none') AS answer_kind,
           c.answer_in_context::DOUBLE AS answer_in_context, t.answer_in_retrieved::DOUBLE AS answer_in_retrieved,
           a.exact_match::DOUBLE AS exact_match, count(*) AS n,
           count(c.gold_coverage) AS n_gold_coverage, sum(c.gold_coverage) AS gold_coverage,
           count(a.token_f1) AS n_token_f1, sum(a.token_f1) AS token_f1, sum(c.context_tokens) AS context_tokens
    FROM contexts c
    JOIN placed q ON q.dataset = $1 AND q.seed = $2 AND q.question_id = c.question_id
    JOIN retrievals t ON t.dataset = $1 AND t.seed = $2 AND t.question_id = c.question_id
                     AND t.representation = c.representation
    LEFT JOIN reads r ON r.dataset = $1 AND r.budget_tokens = c.budget_tokens AND r.reader = $3
    LEFT JOIN answers a ON a.context_hash = c.context_hash AND a.reader = r.reader
    WHERE c.dataset = $1 AND c.seed = $2
      AND coalesce(q.place < (SELECT max(n_first) FROM reads WHERE dataset = $1 AND reader = $3), true)
    GROUP BY ALL
"""


@dataclass(frozen=True, slots=True)
class Band:
    """One way a question can end.

    Attributes:
        glyph: What stands beside its colour.
        label: What it is called.
        text: What it means, in one sentence.
        filters: Filters of page Question that leave its questions, where a reader read the contexts.
        unread: The same, where none did.
    """

    glyph: str
    label: str
    text: str
    filters: tuple[str, ...]
    unread: tuple[str, ...]


# Names are the fields of ``Ledger``; the order is that of the bands, from what came through to what was lost first.
BANDS: Mapping[str, Band] = MappingProxyType(
    {
        "right": Band(
            "✓", "right", "The answer is in the context, and the reader's answer matches it exactly.",
            ("survives", "right"), (),
        ),
        "unread": Band("?", "in context", "The answer is in the context; no reader has read it.", (), ("survives",)),
        "right_without_context": Band(
            "◇", "right without it", "The reader is right although the answer is not in the context: it knew or "
            "guessed.", ("guessed",), (),
        ),
        "lost_by_reader": Band(
            "✕", "lost by the reader", "The answer is in the context, and the reader did not match it exactly.",
            ("survives", "wrong"), (),
        ),
        "lost_in_packing": Band(
            "✕", "lost in packing", "The answer was retrieved, but packing left it out of the context.",
            ("dropped", "wrong"), ("dropped",),
        ),
        "lost_in_retrieval": Band(
            "–", "lost in retrieval", "No retrieved passage holds the answer, so no packer could keep it.",
            ("not_retrieved", "wrong"), ("not_retrieved",),
        ),
    }
)  # fmt: skip


def band_filters(name: str, *, is_read: bool) -> tuple[str, ...]:
    """Return the filters of page Question that leave one band's questions; () where it cannot have any."""
    return BANDS[name].filters if is_read else BANDS[name].unread


def band_counts(ledger: Ledger, *, is_read: bool) -> dict[str, int]:
    """Return the questions of each band, in the bands' order, those that cannot have any left out.

    Args:
        ledger: One policy's ledger.
        is_read: Whether a reader read the contexts.
    """
    return {name: int(getattr(ledger, name)) for name in BANDS if band_filters(name, is_read=is_read)}


def load_groups(run: Run, dataset: str, seed: int, reader: str | None) -> pd.DataFrame:
    """Return the questions of one data set and seed, grouped by what became of them.

    Args:
        run: The run.
        dataset: The data set.
        seed: The sample's seed.
        reader: The reader; None for none.

    Returns:
        policy, budget_tokens, answer_kind, answer_in_context, answer_in_retrieved (by the policy's representation),
        exact_match (NaN where undefined), then sums over the ``n`` questions of the group: n, n_gold_coverage,
        gold_coverage, n_token_f1, token_f1, context_tokens.
    """
    return run.query(_SQL, [dataset, seed, reader or ""])


def of_kinds(groups: pd.DataFrame, kinds: Kinds) -> pd.DataFrame:
    """Return the groups of span questions, or all."""
    return groups[groups["answer_kind"] == "span"] if kinds == "span" else groups


def n_questions(groups: pd.DataFrame, kinds: Kinds) -> int:
    """Return how many questions there are of these kinds.

    Every cell has the same questions, so those of one are counted.
    """
    own = of_kinds(groups, kinds)
    if own.empty:
        return 0
    policy, budget = own["policy"].iloc[0], own["budget_tokens"].iloc[0]
    return int(own.loc[(own["policy"] == policy) & (own["budget_tokens"] == budget), "n"].sum())


def aggregate(groups: pd.DataFrame, kinds: Kinds) -> pd.DataFrame:
    """Return the mean of every metric per policy and budget, each over the questions that have it.

    Args:
        groups: ``load_groups``.
        kinds: Which questions count.

    Returns:
        policy, budget_tokens, n, the ``METRICS`` (NaN where no question has it) and ``n_<metric>``, how many have it.
    """
    own = of_kinds(groups, kinds)
    own = own.assign(
        n_answer_in_context=own["n"].where(own["answer_in_context"].notna(), 0),
        answer_in_context=own["n"] * own["answer_in_context"],
        n_context_tokens=own["n"],
    )
    columns = ["n", *METRICS, *(f"n_{name}" for name in METRICS)]
    sums = own.groupby(["policy", "budget_tokens"])[columns].sum()
    for name in METRICS:
        sums[name] = sums[name] / sums[f"n_{name}"].where(sums[f"n_{name}"] > 0)
    return sums.reset_index()


def ledgers(groups: pd.DataFrame, kinds: Kinds, budget_tokens: int) -> dict[str, Ledger]:
    """Return each policy's loss ledger under one budget.

    Args:
        groups: ``load_groups``.
        kinds: Which questions count.
        budget_tokens: The budget.
    """
    own = of_kinds(groups, kinds)
    own = own[own["budget_tokens"] == budget_tokens]
    found = {}
    for policy, part in own.groupby("policy"):
        times = part["n"].to_numpy()
        columns = ("answer_in_retrieved", "answer_in_context", "exact_match")
        arrays = [np.repeat(part[name].to_numpy(dtype=float), times) for name in columns]
        found[str(policy)] = loss_ledger(*arrays)
    return found


def metric_grid(means: pd.DataFrame, policies: list[str], metric: str) -> tuple[list[int], dict[str, list[float]]]:
    """Return one metric as policies by budgets.

    Args:
        means: ``aggregate``.
        policies: Policies in the order of the rows.
        metric: One of ``METRICS``.

    Returns:
        The budgets, ascending, and per policy its values at them (NaN where undefined).
    """
    budgets = sorted(int(budget) for budget in means["budget_tokens"].unique())
    cells = {(row[0], row[1]): row[2] for row in means[["policy", "budget_tokens", metric]].itertuples(index=False)}
    nothing = float("nan")
    return budgets, {policy: [float(cells.get((policy, b), nothing)) for b in budgets] for policy in policies}


def headline(ledger: Ledger, kinds: Kinds) -> str:
    """Return what was lost where, in one sentence that needs no other.

    >>> headline(Ledger(10, 3, 2, 1, 3, 1, 0), "span")
    'Of 10 answers, retrieval missed 3, packing threw away 2 and the reader missed 1; 4 questions end right.'
    """
    noun = "answers" if kinds == "span" else "answers of any kind"
    start = f"Of {ledger.n:,} {noun}, retrieval missed {ledger.lost_in_retrieval:,}"
    if ledger.unread:
        return f"{start} and packing threw away {ledger.lost_in_packing:,}; {ledger.unread:,} reach the reader."
    right = ledger.right + ledger.right_without_context
    questions = "question ends" if right == 1 else "questions end"
    return (
        f"{start}, packing threw away {ledger.lost_in_packing:,} and the reader missed {ledger.lost_by_reader:,}; "
        f"{right:,} {questions} right."
    )


def headline_note(ledger: Ledger) -> str:
    """Return what the headline leaves out: answers that were right without the context."""
    n = ledger.right_without_context
    if not n:
        return ""
    return f"{n:,} of the right ones did not have the answer in the context: the reader knew it or guessed."
