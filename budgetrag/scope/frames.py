"""Outcome frames: the metrics in them, pairs of two policies, and the units that are resampled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
import pandas as pd

from budgetrag.stats.resampling import Floats

INSTANCE = ["dataset", "seed", "question_id"]


@dataclass(frozen=True, slots=True)
class Metric:
    """A number that policies can be compared by.

    Attributes:
        name: Its column.
        label: What it is called.
        needs_reader: Whether it depends on the reader.
    """

    name: str
    label: str
    needs_reader: bool


_NAMES = {
    "token_f1": ("F1", True),
    "exact_match": ("EM", True),
    "accuracy": ("accuracy", True),
    "answer_in_context": ("answer in context", False),
    "answer_in_context_soft": ("answer in context, soft", False),
    "gold_coverage": ("gold coverage", False),
    "all_gold_in_context": ("all gold in context", False),
    "gold_token_density": ("gold density", False),
}
METRICS: Mapping[str, Metric] = MappingProxyType(
    {name: Metric(name, label, needs_reader) for name, (label, needs_reader) in _NAMES.items()}
)


def get_metric(name: str) -> Metric:
    """Return the metric called ``name``.

    Raises:
        ValueError: If there is none.
    """
    if name not in METRICS:
        raise ValueError(f"metric must be one of {sorted(METRICS)}, got {name!r}")
    return METRICS[name]


@dataclass(frozen=True, slots=True)
class Versus:
    """Two policies to compare: ``first`` minus ``second``."""

    first: str
    second: str

    def __str__(self) -> str:
        return f"{self.first} − {self.second}"


def metric_rows(outcomes: pd.DataFrame, policy: str, metric: str) -> pd.DataFrame:
    """Return one policy's rows that have a value of ``metric``; one per context where no reader matters.

    Args:
        outcomes: One row per question x policy x budget x reader.
        policy: The policy.
        metric: One of ``METRICS``.
    """
    rows = outcomes[(outcomes["policy"] == policy).to_numpy() & outcomes[metric].notna().to_numpy()]
    if get_metric(metric).needs_reader:
        return rows
    return rows.drop_duplicates([*INSTANCE, "budget_tokens"]).assign(reader="")


def read_by_all(outcomes: pd.DataFrame, metric: str) -> pd.DataFrame:
    """Return the rows of readers that have values of ``metric``, of the instances for which every one of them has.

    Readers compared on other questions would differ by the questions.

    Args:
        outcomes: One row per question x policy x budget x reader.
        metric: One of ``METRICS``.
    """
    known = outcomes[outcomes["reader"].notna().to_numpy() & outcomes[metric].notna().to_numpy()]
    reader, names = pd.factorize(known["reader"])
    instance = known.groupby(INSTANCE, sort=False, observed=True).ngroup().to_numpy(dtype=np.int64)
    has = np.zeros((int(instance.max(initial=-1)) + 1, len(names)), dtype=np.bool_)
    has[instance, reader] = True
    is_read = np.all(has, axis=1)
    shared: pd.DataFrame = known[is_read[instance]]
    return shared


def pairs(outcomes: pd.DataFrame, versus: Versus, metric: str) -> pd.DataFrame:
    """Return both policies' values side by side, paired by question instance, reader and budget.

    Args:
        outcomes: One row per question x policy x budget x reader.
        versus: The two policies.
        metric: One of ``METRICS``; rows where either has no value are left out.

    Returns:
        Columns: the instance, ``reader``, ``budget_tokens``, ``first``, ``second``, ``difference``, ``first_has`` and
        ``second_has`` (answer in context), sorted by instance.
    """
    keys = [*INSTANCE, "reader", "budget_tokens"]
    sides = []
    for name, policy in (("first", versus.first), ("second", versus.second)):
        rows = metric_rows(outcomes, policy, metric)
        side = rows[keys].copy()
        side[name] = rows[metric].to_numpy(dtype=np.float64)
        side[f"{name}_has"] = rows["answer_in_context"].to_numpy(dtype=np.float64, na_value=np.nan)
        sides.append(side)
    joined = sides[0].merge(sides[1], on=keys, how="inner", validate="one_to_one")
    joined["difference"] = joined["first"] - joined["second"]
    return joined.sort_values(keys, kind="stable", ignore_index=True)


def units(frame: pd.DataFrame) -> npt.NDArray[np.int64]:
    """Return each row's resampling unit (n,): its question, whichever seeds it was drawn by.

    Where no question recurs, these are the (seed, question) instances; where one does, its rows are drawn together.
    """
    grouped = frame.groupby(["dataset", "question_id"], sort=True, observed=True)
    return np.asarray(grouped.ngroup(), dtype=np.int64)


def matrix(frame: pd.DataFrame, column: npt.NDArray[np.int64], n_columns: int) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Return the differences of ``frame`` as instances x columns, NaN where a pair is missing, and each row's unit.

    Args:
        frame: Rows of ``pairs``, at most one per instance and column.
        column: (n,) column of each row.
        n_columns: How many columns there are.
    """
    instance = frame.groupby(INSTANCE, sort=True, observed=True).ngroup().to_numpy(dtype=np.int64)
    n_instances = int(instance.max()) + 1 if len(instance) else 0
    values = np.full((n_instances, n_columns), np.nan)
    values[instance, column] = frame["difference"].to_numpy(dtype=np.float64)
    of_instance = np.zeros(n_instances, dtype=np.int64)
    of_instance[instance] = units(frame)
    return values, of_instance


def unit_means(values: Floats, labels: npt.NDArray[np.int64]) -> Floats:
    """Return the mean of each unit's known values (u,): what power is reckoned from when questions recur."""
    known = ~np.isnan(values)
    sums = np.bincount(labels[known], weights=values[known])
    counts = np.bincount(labels[known])
    return np.asarray(sums[counts > 0] / counts[counts > 0])
