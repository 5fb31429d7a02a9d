"""What a packer returns: the selection with its trace, and the records made from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from budgetrag.packers.pool import Floats, Ints, Pool
from budgetrag.types import Decision, DropKind, DropReason, Packing


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """What the greedy loop saw before one choice, for s states at once.

    Attributes:
        state: (b,) the state that each of b budgets was in.
        terms: (k, s, n) gains by term.
        scores: (s, n) the scores that decided.
    """

    state: Ints
    terms: Floats
    scores: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One step of a packer.

    Attributes:
        chosen: The candidate chosen.
        terms: Its gain split by term, as (term, value) pairs.
        scores: (n,) the scores the choice was made by, over all candidates.
    """

    chosen: int
    terms: tuple[tuple[str, float], ...]
    scores: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Selection:
    """The candidates a packer chose under one budget and how it came to them.

    Attributes:
        order: Chosen candidate ids, in selection order.
        names: Names of the terms of the gain.
        rounds: What the packer saw before each choice, and when nothing was left to choose.
        row: The budget's place in the rounds.
        duplicates: Dropped candidate id -> (kept id it repeats, share of the kept one's distinct words).
        replaced: The greedy set that the best single snippet replaced (Lin-Bilmes fallback); () otherwise.
    """

    order: tuple[int, ...]
    names: tuple[str, ...] = ()
    rounds: tuple[Round, ...] = ()
    row: int = 0
    duplicates: Mapping[int, tuple[int, float]] = field(default_factory=dict)
    replaced: tuple[int, ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """One step per chosen candidate."""
        return tuple(self._step(*pair) for pair in zip(self.order, self.rounds[: len(self.order)], strict=True))

    def _step(self, chosen: int, seen: Round) -> Step:
        state = int(seen.state[self.row])
        values = seen.terms[:, state, chosen].tolist()
        return Step(chosen, tuple(zip(self.names, values, strict=True)), seen.scores[state])


class Packer(Protocol):
    """Chooses snippets under budgets."""

    @property
    def max_snippets(self) -> int:
        """The most snippets it keeps."""

    def sweep(self, pool: Pool, budgets: Sequence[int]) -> list[Selection]:
        """Choose candidates under every budget, so that each rendered context keeps its own.

        Raises:
            ValueError: If a budget is negative.
        """

    def select(self, pool: Pool, budget_tokens: int) -> Selection:
        """Choose candidates under one budget: ``sweep`` of it alone."""


class OneBudget:
    """Gives a packer that can sweep its ``select``."""

    __slots__ = ()

    def select(self: Packer, pool: Pool, budget_tokens: int) -> Selection:
        """Choose candidates under one budget.

        Raises:
            ValueError: If ``budget_tokens`` is negative.
        """
        return self.sweep(pool, (budget_tokens,))[0]


def describe(
    pool: Pool, selection: Selection, *, name: str, packer: Packer, budget_tokens: int, certificate: float | None
) -> Packing:
    """Turn a selection into a Packing with one decision per candidate."""
    kept = set(selection.order)
    dropped = [i for i in range(len(pool.candidates)) if i not in kept]
    explain = _Explainer(pool, selection, packer.max_snippets, budget_tokens)
    return Packing(
        context=pool.render(selection.order),
        kept=tuple(pool.candidates[i] for i in selection.order),
        dropped=tuple(pool.candidates[i] for i in dropped),
        decisions=(*_kept_decisions(pool, selection), *(explain.decision(i) for i in dropped)),
        certificate=certificate,
        context_tokens=pool.tokens(selection.order),
        budget_tokens=budget_tokens,
        counter=pool.counter.name,
        packer=name,
        fallback=bool(selection.replaced),
    )


def _kept_decisions(pool: Pool, selection: Selection) -> list[Decision]:
    decisions = []
    for number, step in enumerate(selection.steps, start=1):
        gain = sum(value for _, value in step.terms)
        tokens = int(pool.line_tokens[step.chosen])
        decisions.append(
            Decision(
                candidate=pool.candidates[step.chosen],
                kept=True,
                tokens=tokens,
                step=number,
                gain=gain,
                gain_by_term=step.terms,
                gain_per_token=gain / max(tokens, 1),
                running_tokens=pool.tokens(selection.order[:number]),
            )
        )
    return decisions


class _Explainer:
    """Replays the budget of one selection to say why a candidate is not in it."""

    def __init__(self, pool: Pool, selection: Selection, max_snippets: int, budget_tokens: int) -> None:
        self._pool = pool
        self._selection = selection
        self._steps = selection.steps
        self._max_snippets = max_snippets
        self._left = [budget_tokens - pool.tokens(selection.order[:n]) for n in range(len(selection.order) + 1)]

    def decision(self, i: int) -> Decision:
        return Decision(self._pool.candidates[i], False, int(self._pool.line_tokens[i]), reason=self._reason(i))

    def _reason(self, i: int) -> DropReason:
        if i in self._selection.duplicates:
            kept, share = self._selection.duplicates[i]
            return DropReason("near_duplicate", duplicate_of=kept, overlap=share)
        n_steps = len(self._selection.order)
        if not self._fits(i, n_steps):
            return self._does_not_fit(i)
        if self._selection.replaced:
            return DropReason("lower_score", after_step=n_steps)
        kind: DropKind = "snippet_cap" if n_steps >= self._max_snippets else "zero_gain"
        score, chosen_score = self._scores(i, n_steps)
        return DropReason(kind, after_step=n_steps, score=score, chosen_score=chosen_score)

    def _needed(self, i: int, after: int) -> int:
        return self._pool.extra_tokens(self._selection.order[:after], i)

    def _fits(self, i: int, after: int) -> bool:
        return self._needed(i, after) <= self._left[after]

    def _does_not_fit(self, i: int) -> DropReason:
        after = len(self._selection.order)
        while after > 0 and not self._fits(i, after - 1):
            after -= 1
        score, chosen_score = self._scores(i, after)
        return DropReason(
            "does_not_fit",
            needed_tokens=self._needed(i, after),
            left_tokens=self._left[after],
            after_step=after,
            score=score,
            chosen_score=chosen_score,
        )

    def _scores(self, i: int, step: int) -> tuple[float | None, float | None]:
        """Return the scores of candidate ``i`` and of the winner at 1-based ``step``; None where there was no step."""
        if step == 0 or self._selection.replaced:
            return None, None
        made = self._steps[step - 1]
        return float(made.scores[i]), float(made.scores[made.chosen])
