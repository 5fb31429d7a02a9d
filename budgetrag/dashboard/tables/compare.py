"""Comparing what several policies, budgets or readers made of the same questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt

from budgetrag.dashboard.tables.overview import Kinds
from budgetrag.dashboard.tables.question_record import QuestionRecord
from budgetrag.rows import CandidateRow
from budgetrag.store import Run

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

Mode = Literal["policies", "budgets", "readers"]
Mask = npt.NDArray[np.bool_]
METRICS = ("answer_in_context", "token_f1", "gold_coverage")
MOST_ARMS = 4
_SQL = """
    WITH wanted AS (
        SELECT unnest($3::VARCHAR[]) AS policy, unnest($4::INTEGER[]) AS budget_tokens, unnest($5::VARCHAR[]) AS reader,
               unnest($6::INTEGER[]) AS arm
    )
    SELECT w.arm, c.question_id, c.answer_in_context::DOUBLE AS answer_in_context, c.gold_coverage, a.token_f1
    FROM contexts c
    JOIN placed q ON q.dataset = $1 AND q.seed = $2 AND q.question_id = c.question_id
    JOIN wanted w ON w.policy = c.policy AND w.budget_tokens = c.budget_tokens
    LEFT JOIN reads r ON r.dataset = $1 AND r.budget_tokens = c.budget_tokens AND q.place < r.n_first
                     AND r.reader = w.reader
    LEFT JOIN answers a ON a.context_hash = c.context_hash AND a.reader = r.reader
    WHERE c.dataset = $1 AND c.seed = $2
"""


@dataclass(frozen=True, slots=True)
class Arm:
    """One side of a comparison.

    Attributes:
        policy: The policy.
        budget_tokens: The budget.
        reader: The reader; None for none.
    """

    policy: str
    budget_tokens: int
    reader: str | None

    def name(self, mode: Mode) -> str:
        """Return what tells it from the other sides: its policy, budget or reader."""
        return {"policies": self.policy, "budgets": str(self.budget_tokens), "readers": self.reader or "none"}[mode]


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """Every question under every arm.

    Attributes:
        question_ids: (n,) ids.
        arms: The k arms.
        values: Metric -> (n, k); NaN where undefined, or not packed or read.
    """

    question_ids: tuple[str, ...]
    arms: tuple[Arm, ...]
    values: Mapping[str, npt.NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Snippet:
    """One snippet that some arm keeps.

    Attributes:
        candidate: The snippet, as the first arm that keeps it has it.
        steps: Per arm the 1-based step at which it came in; None where it is not in the context.
    """

    candidate: CandidateRow
    steps: tuple[int | None, ...]

    @property
    def n_kept(self) -> int:
        """How many arms keep it."""
        return sum(step is not None for step in self.steps)


@dataclass(frozen=True, slots=True)
class Aligned:
    """The snippets that some arm keeps, by how many keep them; each in order of passage and sentence."""

    by_all: tuple[Snippet, ...]
    by_some: tuple[Snippet, ...]
    by_one: tuple[Snippet, ...]


def load_arms(run: Run, dataset: str, seed: int, arms: Sequence[Arm], question_ids: Sequence[str]) -> Outcomes:
    """Return every question under every arm, in one query.

    Args:
        run: The run.
        dataset: The data set.
        seed: The sample's seed.
        arms: The arms.
        question_ids: The questions, in the order wanted.
    """
    import pandas as pd

    columns = [[arm.policy for arm in arms], [arm.budget_tokens for arm in arms], [arm.reader or "" for arm in arms]]
    frame = run.query(_SQL, [dataset, seed, *columns, list(range(len(arms)))])
    rows = pd.Index(question_ids).get_indexer(pd.Index(frame["question_id"]))
    known, columns_of = rows >= 0, frame["arm"].to_numpy()
    values = {}
    for metric in METRICS:
        values[metric] = np.full((len(question_ids), len(arms)), np.nan)
        values[metric][rows[known], columns_of[known]] = frame[metric].to_numpy(dtype=float)[known]
    return Outcomes(tuple(question_ids), tuple(arms), values)


def counted_mask(questions: pd.DataFrame, kinds: Kinds) -> Mask:
    """Return which questions count.

    Args:
        questions: ``load_questions``.
        kinds: Which kinds count.
    """
    if kinds == "span":
        return (questions["answer_kind"] == "span").to_numpy(dtype=bool)
    return np.ones(len(questions), dtype=bool)


def win_tie_loss(values: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """Count for every two arms how often the first has more, as much, and less.

    Args:
        values: (n, k) one metric.

    Returns:
        (k, k, 3) wins, ties and losses of the row's arm over the questions where both have a value.
    """
    k = values.shape[1]
    counts = np.zeros((k, k, 3), dtype=np.int64)
    for a in range(k):
        difference = values[:, [a]] - values
        with np.errstate(invalid="ignore"):
            signs = (difference > 0, difference == 0, difference < 0)
        counts[a] = np.stack([sign.sum(axis=0) for sign in signs], axis=1)
    return counts


def differing(values: npt.NDArray[np.float64], a: int, b: int, counted: Mask) -> npt.NDArray[np.int64]:
    """Return the rows where two arms differ, the largest difference first, equal ones in the rows' order.

    Args:
        values: (n, k) one metric.
        a: One arm.
        b: The other.
        counted: (n,) which rows count.
    """
    size = np.abs(values[:, a] - values[:, b])
    rows = np.flatnonzero(counted & (np.nan_to_num(size) > 0))
    return rows[np.argsort(-size[rows], kind="stable")]


def shown_differences(
    questions: pa.Table, values: npt.NDArray[np.float64], a: int, b: int, rows: npt.NDArray[np.int64]
) -> pa.Table:
    """Return the rows of the table of differing questions.

    Args:
        questions: ``shown_questions``, in the order of ``values``.
        values: (n, k) one metric.
        a: The first arm.
        b: The second arm.
        rows: ``differing``.

    Returns:
        question, answers, difference (first - second), first, second.
    """
    import pyarrow as pa

    own = questions.select(["question", "answers"]).take(pa.array(rows))
    first, second = values[rows, a], values[rows, b]
    for name, column in (("difference", first - second), ("first", first), ("second", second)):
        own = own.append_column(name, pa.array(column))
    return own


def align(record: QuestionRecord, arms: Sequence[Arm]) -> Aligned:
    """Return the snippets that some arm keeps, the same snippet once.

    A snippet is the same where its passage, its sentences and its text are, whatever its representation or number.

    Args:
        record: The question.
        arms: The arms; one without a packing of it keeps nothing.

    Raises:
        ValueError: If a context names a candidate that the run does not hold.
    """
    found: dict[tuple[object, ...], tuple[CandidateRow, list[int | None]]] = {}
    by_id = {(row.representation, row.candidate_id): row for row in record.candidates}
    for i, arm in enumerate(arms):
        context = record.context(arm.policy, arm.budget_tokens)
        if context is None:
            continue
        for step, candidate_id in enumerate(context.candidate_ids, start=1):
            row = by_id.get((context.representation, candidate_id))
            if row is None:
                raise ValueError(f"a context's candidates must be in the run, found none with id {candidate_id}")
            key = (row.passage_id, row.first_sentence, row.last_sentence, row.text)
            _, steps = found.setdefault(key, (row, [None] * len(arms)))
            steps[i] = step
    snippets = [Snippet(row, tuple(steps)) for row, steps in found.values()]
    snippets.sort(key=lambda s: (s.candidate.passage_rank, s.candidate.first_sentence, s.candidate.last_sentence))
    return Aligned(
        by_all=tuple(each for each in snippets if each.n_kept == len(arms)),
        by_some=tuple(each for each in snippets if 1 < each.n_kept < len(arms)),
        by_one=tuple(each for each in snippets if each.n_kept == 1 < len(arms)),
    )
