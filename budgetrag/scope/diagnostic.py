"""Does what survives into the context predict quality better than recall: findings of page Diagnostic."""

from __future__ import annotations

import pandas as pd

from budgetrag.published import CORRELATION_BY_DATASET, CORRELATIONS
from budgetrag.scope.evidence import Evidence
from budgetrag.scope.figures import Intervals, Point, Series
from budgetrag.scope.findings import Finding, View, estimate_point, floats, reader_note, rows_caption
from budgetrag.scope.frames import units
from budgetrag.scope.validity import QUALITIES, conditional, incremental, interventional, retrieval_perfect
from budgetrag.scope.wording import interval, listed, plain, signed
from budgetrag.stats.association import correlation, correlation_difference
from budgetrag.stats.bootstrap import Estimate
from budgetrag.stats.multiple import benjamini_hochberg

FEATURES = {
    "answer_in_context": "answer in context",
    "gold_coverage": "gold coverage",
    "all_gold_at_5": "all gold@5",
    "recall_at_5": "recall@5",
    "gold_token_density": "gold density",
}


def diagnostic(evidence: Evidence, view: View) -> tuple[Finding, ...]:
    """Return the findings of page Diagnostic.

    Rows are policy x question at the view's budget and reader, as published; intervals draw questions, so that the
    policies' rows of one question stay together.

    Args:
        evidence: The runs.
        view: What to look at; its metric is not used.
    """
    columns = list(dict.fromkeys([*FEATURES, *QUALITIES]))
    every = evidence.outcomes(
        list(evidence.policies), ["answer_kind", *columns], kinds="all", budget_tokens=view.budget_tokens,
        reader=view.reader,
    )  # fmt: skip
    every[columns] = every[columns].astype("float64")
    every = every[every["token_f1"].notna().to_numpy()]
    read = every[(every["answer_kind"] == "span").to_numpy()] if view.kinds == "span" else every
    own, whole = (
        rows if view.dataset is None else rows[(rows["dataset"] == view.dataset).to_numpy()] for rows in (read, every)
    )
    return (
        correlations(evidence, view, whole),
        conditional(evidence, view, own),
        incremental(evidence, view, own),
        retrieval_perfect(evidence, view, own),
        by_dataset(evidence, view, read),
        interventional(evidence, view, own),
    )


def correlations(evidence: Evidence, view: View, rows: pd.DataFrame) -> Finding:
    """Return the correlation of each feature with F1 and EM, over all and over span questions, corrected together.

    Args:
        evidence: The runs.
        view: What to look at; the chart shows the kinds it counts.
        rows: Outcomes of all kinds of questions, with ``answer_kind``.
    """
    kinds = {"span": rows[(rows["answer_kind"] == "span").to_numpy()], "all": rows}
    found = {
        (kind, feature, quality): correlation(
            floats(own, feature), floats(own, quality), units=units(own), n_resamples=view.n_resamples, seed=view.seed
        )
        for kind, own in kinds.items()
        for feature in FEATURES
        for quality in QUALITIES
    }
    adjusted = dict(zip(found, benjamini_hochberg([each.p for each in found.values()]), strict=True))
    table = pd.DataFrame(
        [
            {"questions counted": kind, "feature": FEATURES[feature], "with": QUALITIES[quality], "r": each.value,
             "low": each.low, "high": each.high, "corrected p": adjusted[kind, feature, quality], "rows": each.n,
             "questions": each.n_units, "note": each.reason,
             "published r (HotpotQA, all)": CORRELATIONS[feature][list(QUALITIES).index(quality)]}
            for (kind, feature, quality), each in found.items()
        ]
    )  # fmt: skip
    own_kind = {key[1:]: each for key, each in found.items() if key[0] == view.kinds}
    p_values = {key[1:]: p for key, p in adjusted.items() if key[0] == view.kinds}
    caption = rows_caption(evidence, view, list(own_kind.values()))
    caption += (
        f" · Benjamini-Hochberg over {len(found)} correlations (span and all questions); their difference is one "
    )
    caption += "test, uncorrected"
    own = kinds[view.kinds]
    more = correlation_difference(
        floats(own, "answer_in_context"), floats(own, "recall_at_5"), floats(own, "token_f1"), units=units(own),
        n_resamples=view.n_resamples, seed=view.seed,
    )  # fmt: skip
    sentence = f"{_strongest(own_kind, more)} {reader_note(evidence, view)}".rstrip()
    return Finding(
        "correlations", "What goes with quality", sentence, caption, table, _figure(own_kind, p_values),
        "HotpotQA, seed 42, n = 2,500, all questions: answer in context 0.50 with F1, recall@5 0.31",
    )  # fmt: skip


def _figure(found: dict[tuple[str, str], Estimate], adjusted: dict[tuple[str, str], float | None]) -> Intervals:
    series = [
        Series(label, tuple(estimate_point(FEATURES[feature], found[feature, quality], adjusted[feature, quality])
                            for feature in FEATURES), policy)
        for (quality, label), policy in zip(QUALITIES.items(), ("chunk_submodular", "chunk_focused"), strict=True)
    ]  # fmt: skip
    shown = tuple(
        Point(FEATURES[name], r[0], None, None, note=f"published: {r[0]}") for name, r in CORRELATIONS.items()
    )
    series.append(Series("published, F1 (HotpotQA)", shown))
    return Intervals(tuple(series), tuple(FEATURES.values()), "feature", "correlation r", is_horizontal=True)


def _strongest(found: dict[tuple[str, str], Estimate], more: Estimate) -> str:
    """Return which of answer in context and recall says more.

    Args:
        found: (feature, quality) -> correlation.
        more: How much more answer in context correlates with F1 than recall@5.
    """
    kept, recall = found["answer_in_context", "token_f1"], found["recall_at_5", "token_f1"]
    if kept.value is None:
        return f"The correlation of answer in context with F1 is undefined: {kept.reason}."
    sentence = f"Answer in context correlates {plain(kept.value, 2)} with F1 ({interval(kept, sign=False)})"
    if recall.value is None:
        return f"{sentence}; recall@5 has none: {recall.reason}."
    sentence += f", recall@5 {plain(recall.value, 2)} ({interval(recall, sign=False)})"
    if more.value is None or more.low is None or more.high is None:
        return f"{sentence}; which says more cannot be told: {more.reason}."
    sentence += f", a difference of {signed(more.value, 2)} ({interval(more)})"
    if more.low > 0:
        return f"{sentence}: what survives says more than what was retrieved."
    return f"{sentence}: recall says more here." if more.high < 0 else f"{sentence}; which says more cannot be told."


def by_dataset(evidence: Evidence, view: View, rows: pd.DataFrame) -> Finding:
    """Return the correlation of answer in context with F1 on every data set."""
    found = {}
    for name in evidence.datasets:
        own = rows[(rows["dataset"] == name).to_numpy()]
        found[name] = correlation(
            floats(own, "answer_in_context"), floats(own, "token_f1"), units=units(own),
            n_resamples=view.n_resamples, seed=view.seed,
        )  # fmt: skip
    adjusted = benjamini_hochberg([each.p for each in found.values()])
    table = pd.DataFrame(
        [
            {"data set": name, "r": each.value, "low": each.low, "high": each.high, "corrected p": p, "rows": each.n,
             "questions": each.n_units, "published r": CORRELATION_BY_DATASET.get(name), "note": each.reason}
            for (name, each), p in zip(found.items(), adjusted, strict=True)
        ]
    )  # fmt: skip
    points = tuple(estimate_point(name, each, p) for (name, each), p in zip(found.items(), adjusted, strict=True))
    shown = tuple(Point(name, r, None, None, note=f"published: {r}") for name, r in CORRELATION_BY_DATASET.items())
    groups = tuple(dict.fromkeys([*found, *CORRELATION_BY_DATASET]))
    series = (Series("loaded runs", points, "chunk_submodular"), Series("published", shown))
    parts = [
        f"{name} {plain(each.value, 2)} ({interval(each, sign=False)})" if each.value is not None
        else f"{name} undefined ({each.reason})"
        for name, each in found.items()
        if each.n
    ]  # fmt: skip
    nothing = [name for name, each in found.items() if not each.n]
    parts += [f"no rows of {listed(nothing)}"] if nothing else []
    sentence = f"Answer in context with F1, by data set: {'; '.join(parts)}."
    caption = rows_caption(evidence, view, list(found.values()), every=True)
    caption += f" · Benjamini-Hochberg over {len(found)} correlation{'s' if len(found) > 1 else ''}"
    figure = Intervals(series, groups, "data set", "correlation r", is_horizontal=True)
    return Finding("by_dataset", "The same on every data set", sentence, caption, table, figure)
