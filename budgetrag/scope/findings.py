"""Findings: a sentence with its numbers, a chart, the table behind it, and the published figure beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from budgetrag.published import PublishedContrast
from budgetrag.scope.contrasts import Contrast
from budgetrag.scope.evidence import Evidence
from budgetrag.scope.figures import Figure, Point
from budgetrag.scope.frames import INSTANCE, get_metric
from budgetrag.scope.wording import interval, p_value, plain, signed
from budgetrag.stats.bootstrap import Estimate
from budgetrag.stats.resampling import N_RESAMPLES, Floats


@dataclass(frozen=True, slots=True)
class View:
    """What the findings are about.

    Attributes:
        first: The policy in question.
        against: Policies it is compared with; the first one is the main contrast.
        metric: One of ``frames.METRICS``.
        dataset: The data set; None pools all.
        budget_tokens: The budget.
        reader: The reader; None where none has read.
        kinds: "span" or "all" (the published setting).
        n_resamples: Resamples.
        seed: Seed of the resampling.
    """

    first: str
    against: tuple[str, ...]
    metric: str
    dataset: str | None
    budget_tokens: int
    reader: str | None
    kinds: str = "span"
    n_resamples: int = N_RESAMPLES
    seed: int = 0

    def __post_init__(self) -> None:
        get_metric(self.metric)
        if not self.against or self.first in self.against:
            raise ValueError(f"policies compared must differ from {self.first!r}, got {list(self.against)}")


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """One finding.

    Attributes:
        name: Short name, for keys and files.
        title: Heading.
        sentence: What was found, with its numbers, hedged where the interval includes no effect.
        caption: What it rests on: n, interval, correction, which questions.
        table: The table behind the chart.
        figure: The chart; None where there is nothing to draw.
        published: The published figure beside it; "" where there is none.
    """

    name: str
    title: str
    sentence: str
    caption: str
    table: pd.DataFrame
    figure: Figure | None = None
    published: str = ""


def counted_kinds(evidence: Evidence, view: View) -> str:
    """Return which questions are counted, for a caption: yes/no and free-form ones are in or out by a switch."""
    rows = evidence.questions
    if view.reader is not None and get_metric(view.metric).needs_reader:
        read = evidence.read_by(view.reader)
        rows = rows if read is None else rows.merge(read, on=INSTANCE)
    rows = rows if view.dataset is None else rows[rows["dataset"] == view.dataset]
    counts = rows["answer_kind"].value_counts()
    others = [f"{counts.get(kind, 0)} {word}" for kind, word in (("boolean", "yes/no"), ("free_form", "free-form"))]
    unknown = f", {counts['none']} without gold answers left out" if counts.get("none", 0) else ""
    if view.kinds == "all":
        return f"all {counts.sum() - counts.get('none', 0):,} questions, {' and '.join(others)} among them{unknown}"
    return f"{counts.get('span', 0):,} span questions, {' and '.join(others)} left out{unknown}"


def where(view: View, unit: str, *, without: str = "") -> str:
    """Return data set, budget and reader in words, one of them left out."""
    parts = {
        "dataset": view.dataset or "all data sets",
        "budget_tokens": f"{view.budget_tokens} {unit}",
        "reader": f"reader {view.reader}" if view.reader and get_metric(view.metric).needs_reader else "",
    }
    return ", ".join(text for name, text in parts.items() if name != without and text)


def reader_note(evidence: Evidence, view: View) -> str:
    """Return a warning about a small reader, or one without a model; "" for others."""
    rung = next((each for each in evidence.rungs if each.reader == view.reader), None)
    if rung is None or not rung.is_small:
        return ""
    if rung.base_model is None:
        return "This reader has no model: it can only copy from its context."
    return f"A small reader ({rung.size}): what it shows says little about larger ones."


def resampling(view: View, estimates: Sequence[Estimate]) -> str:
    """Return how intervals were made, for a caption."""
    sizes = sorted({(each.n, each.n_units) for each in estimates if each.n})
    if not sizes:
        return "nothing to resample"
    pairs = "–".join(f"{n:,}" for n in sorted({sizes[0][0], sizes[-1][0]}))
    questions = "–".join(f"{n:,}" for n in sorted({min(u for _, u in sizes), max(u for _, u in sizes)}))
    base = f"n = {pairs}" if pairs == questions else f"n = {pairs} instances of {questions} questions"
    return f"paired, {base}; 95 % percentile bootstrap by question, {view.n_resamples:,} resamples, seed {view.seed}"


def contrast_table(family: Sequence[Contrast], group_title: str) -> pd.DataFrame:
    """Return a family of contrasts as a table."""
    return pd.DataFrame(
        {
            "contrast": [str(each.versus) for each in family],
            group_title: [each.group for each in family],
            "first": [each.first_mean for each in family],
            "second": [each.second_mean for each in family],
            "difference": [each.estimate.value for each in family],
            "low": [each.estimate.low for each in family],
            "high": [each.estimate.high for each in family],
            "p": [each.estimate.p for each in family],
            "corrected p": [each.adjusted_p for each in family],
            "pairs": [each.estimate.n for each in family],
            "questions": [each.estimate.n_units for each in family],
            "smallest difference shown": [each.detectable for each in family],
            "reads as": [each.state for each in family],
            "note": [each.estimate.reason for each in family],
        }
    )


def contrast_point(contrast: Contrast, place: str, *, is_control: bool = False) -> Point:
    """Return a contrast as a point of a chart."""
    found = contrast.estimate
    note = (
        f"{contrast.versus}<br>{signed(found.value)} ({signed(found.low)} to {signed(found.high)})<br>corrected p "
        f"{p_value(contrast.adjusted_p, n_resamples=found.n_resamples)}, {found.n_units:,} questions"
    )
    return Point(place, found.value, found.low, found.high, contrast.is_significant, is_control, note)


def published_point(each: PublishedContrast, place: str) -> Point:
    """Return a published contrast as a point of a chart."""
    is_significant = each.p is not None and each.p < 0.05
    if each.low is not None and each.high is not None:
        is_significant = each.low > 0 or each.high < 0
    return Point(place, each.value, each.low, each.high, is_significant, note=f"published: {signed(each.value)}")


def estimate_point(place: str, found: Estimate, adjusted: float | None) -> Point:
    """Return an estimate as a point, filled where its interval leaves out 0 and its corrected p is below 0.05."""
    is_clear = found.low is not None and found.high is not None and (found.low > 0 or found.high < 0)
    note = f"{place}: {plain(found.value)} ({interval(found, sign=False)}), {found.n_units:,} questions"
    return Point(place, found.value, found.low, found.high, is_clear and (adjusted or 0) < 0.05, note=note)


def floats(rows: pd.DataFrame, name: str) -> Floats:
    """Return a column (n,) as floats, NaN where undefined."""
    return np.asarray(rows[name], dtype=np.float64)


def rows_caption(evidence: Evidence, view: View, estimates: Sequence[Estimate], *, every: bool = False) -> str:
    """Return what findings over policy x question rows rest on; ``every`` where they cover all data sets."""
    n = max((each.n for each in estimates), default=0)
    n_units = max((each.n_units for each in estimates), default=0)
    place = where(view, evidence.unit, without="dataset" if every else "")
    return (
        f"{place} · n = {n:,} policy × question rows of {n_units:,} questions; 95 % percentile bootstrap by question, "
        f"{view.n_resamples:,} resamples, seed {view.seed} · {counted_kinds(evidence, view)}"
    )


def as_text(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table as it is read: three decimals, whole numbers with separators, undefined cells blank, no p of 0."""
    return pd.DataFrame({str(name): [_cell(value, str(name)) for value in table[name]] for name in table})


def _cell(value: object, column: str) -> str:
    if value is None or (isinstance(value, float) and np.isnan(value)):
        return ""
    if column in ("p", "corrected p") and isinstance(value, float | np.floating):
        return p_value(float(value), n_resamples=N_RESAMPLES)
    if isinstance(value, float | np.floating):
        return plain(float(value))
    return f"{value:,}" if isinstance(value, int | np.integer) else str(value)
