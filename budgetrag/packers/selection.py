"""What a packer returns: the selection with its trace, and the records made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from budgetrag.packers.fitting import Fitting
from budgetrag.packers.pool import Floats, Pool
from budgetrag.types import Decision, DropKind, DropReason, Packing


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
    """The candidates a packer chose and how it came to them.

    Attributes:
        order: Chosen candidate ids, in selection order.
        steps: One per chosen candidate.
        duplicates: Dropped candidate id -> (kept id it repeats, share of the kept one's distinct words).
        replaced: The greedy set that the best single snippet replaced (Lin-Bilmes fallback); () otherwise.
    """

    order: tuple[int, ...]
    steps: tuple[Step, ...]
    duplicates: Mapping[int, tuple[int, float]] = field(default_factory=dict)
    replaced: tuple[int, ...] = ()


class Packer(Protocol):
    """Chooses snippets under a budget."""

    @property
    def max_snippets(self) -> int:
        """The most snippets it keeps."""

    def select(self, pool: Pool, budget_tokens: int) -> Selection:
        """Choose candidates so that their rendered context keeps the budget.

        Raises:
            ValueError: If ``budget_tokens`` is negative.
        """


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
        self._max_snippets = max_snippets
        self._budget_tokens = budget_tokens
        self._prefixes = [Fitting(pool, budget_tokens, max_snippets) for _ in range(len(selection.order) + 1)]
        for n, prefix in enumerate(self._prefixes):
            for i in selection.order[:n]:
                prefix.add(i)

    def decision(self, i: int) -> Decision:
        return Decision(self._pool.candidates[i], False, int(self._pool.line_tokens[i]), reason=self._reason(i))

    def _reason(self, i: int) -> DropReason:
        if i in self._selection.duplicates:
            kept, share = self._selection.duplicates[i]
            return DropReason("near_duplicate", duplicate_of=kept, overlap=share)
        if not self._prefixes[-1].fits(i):
            return self._does_not_fit(i)
        n_steps = len(self._selection.order)
        if self._selection.replaced:
            return DropReason("lower_score", after_step=n_steps)
        kind: DropKind = "snippet_cap" if n_steps >= self._max_snippets else "zero_gain"
        score, chosen_score = self._scores(i, n_steps)
        return DropReason(kind, after_step=n_steps, score=score, chosen_score=chosen_score)

    def _does_not_fit(self, i: int) -> DropReason:
        after = len(self._prefixes) - 1
        while after > 0 and not self._prefixes[after - 1].fits(i):
            after -= 1
        at = self._prefixes[after]
        score, chosen_score = self._scores(i, after)
        return DropReason(
            "does_not_fit",
            needed_tokens=at.needed(i),
            left_tokens=self._budget_tokens - at.used_tokens,
            after_step=after,
            score=score,
            chosen_score=chosen_score,
        )

    def _scores(self, i: int, step: int) -> tuple[float | None, float | None]:
        """Return the scores of candidate ``i`` and of the winner at 1-based ``step``; None where there was no step."""
        if step == 0 or self._selection.replaced:
            return None, None
        made = self._selection.steps[step - 1]
        return float(made.scores[i]), float(made.scores[made.chosen])
