"""Findings on the validity of answer in context: beyond recall, where retrieval was perfect, and by intervention."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from budgetrag.published import DIAGNOSTIC
from budgetrag.scope.contrasts import LEVEL, Contrast, contrasts
from budgetrag.scope.evidence import Evidence
from budgetrag.scope.figures import Intervals, Levels, Point, Series
from budgetrag.scope.findings import (
    Finding,
    View,
    contrast_point,
    contrast_table,
    estimate_point,
    floats,
    reader_note,
    rows_caption,
)
from budgetrag.scope.frames import Versus, units
from budgetrag.scope.wording import interval, percent, plain, signed
from budgetrag.stats.association import (
    Conditional,
    added_r2,
    conditional_means,
    correlation,
    partial_correlation,
)
from budgetrag.stats.multiple import benjamini_hochberg
from budgetrag.stats.regression import incremental_validity

QUALITIES = {"token_f1": "F1", "exact_match": "EM"}
MOVED = ("gold_coverage", "answer_in_context", "token_f1")


def conditional(evidence: Evidence, view: View, rows: pd.DataFrame) -> Finding:
    """Return F1 and EM with and without the answer in context."""
    return _split(evidence, view, rows, "conditional", "Quality with and without the answer in context", "")


def retrieval_perfect(evidence: Evidence, view: View, rows: pd.DataFrame) -> Finding:
    """Return the same where all gold was retrieved: what packing dropped, and what that cost."""
    perfect = rows[(rows["all_gold_at_5"] == 1).to_numpy()]
    kept = perfect["answer_in_context"].dropna()
    lead = ""
    if len(kept):
        lead = (
            f"Where all gold was retrieved ({len(kept):,} rows), {percent(1 - float(kept.mean()))} dropped the answer "
            "in packing (or never had it word for word). "
        )
    title = "All gold retrieved: what packing dropped, and what it cost"
    return _split(evidence, view, perfect, "retrieval_perfect", title, lead)


def _split(evidence: Evidence, view: View, rows: pd.DataFrame, name: str, title: str, lead: str) -> Finding:
    parts = {
        quality: conditional_means(
            floats(rows, "answer_in_context"), floats(rows, quality), units=units(rows),
            n_resamples=view.n_resamples, seed=view.seed,
        )
        for quality in QUALITIES
    }  # fmt: skip
    p_values = benjamini_hochberg([found.gap.p for found in parts.values()])
    adjusted = dict(zip(parts, p_values, strict=True))
    sides = {"in context": "present", "not in context": "absent", "difference": "gap"}
    table = pd.DataFrame(
        [
            {"quality": QUALITIES[quality], "answer": side, "mean": each.value, "low": each.low, "high": each.high,
             "corrected p": adjusted[quality] if attribute == "gap" else None, "rows": each.n,
             "questions": each.n_units, "note": each.reason}
            for quality, found in parts.items()
            for side, attribute in sides.items()
            for each in (getattr(found, attribute),)
        ]
    )  # fmt: skip
    series = tuple(
        Series(side, tuple(estimate_point(QUALITIES[quality], getattr(found, attribute), 0.0) for quality, found in
                           parts.items()), policy)
        for (side, attribute), policy in zip(list(sides.items())[:2], ("chunk_bridge", "chunk_naive"), strict=True)
    )  # fmt: skip
    estimates = [found.gap for found in parts.values()]
    sentence = lead + " ".join(_gap_sentence(QUALITIES[quality], found, adjusted[quality])
                               for quality, found in parts.items())  # fmt: skip
    sentence = f"{sentence} {reader_note(evidence, view)}".rstrip()
    figure = Levels(tuple(QUALITIES.values()), series, "mean")
    caption = rows_caption(evidence, view, estimates) + " · Benjamini-Hochberg over F1 and EM"
    return Finding(name, title, sentence, caption, table, figure, DIAGNOSTIC[name])


def _gap_sentence(label: str, found: Conditional, adjusted: float | None) -> str:
    gap = found.gap
    if gap.value is None:
        return f"{label} with and without cannot be compared: {gap.reason}."
    size = f"{label} is {plain(found.present.value)} with the answer in context and {plain(found.absent.value)} without"
    size += f", a difference of {signed(gap.value)} ({interval(gap)})"
    is_clear = adjusted is not None and adjusted < LEVEL and ((gap.low or 0) > 0 or (gap.high or 0) < 0)
    return size + ("." if is_clear else "; no difference can be told.")


def incremental(evidence: Evidence, view: View, rows: pd.DataFrame) -> Finding:
    """Return what answer in context adds to recall in explaining F1."""
    kept, recall, quality = (floats(rows, name) for name in ("answer_in_context", "recall_at_5", "token_f1"))
    labels = units(rows)
    options = {"units": labels, "n_resamples": view.n_resamples, "seed": view.seed}
    fit = incremental_validity(quality, recall, kept, names=("recall@5", "answer in context"), clusters=labels)
    if fit.delta_r2 is None:
        sentence = f"What answer in context adds to recall is undefined: {fit.reason}."
        return Finding("incremental", "Beyond recall", sentence, rows_caption(evidence, view, []), pd.DataFrame())
    added = added_r2(recall, kept, quality, **options)  # type: ignore[arg-type]
    partial = partial_correlation(kept, quality, recall, **options)  # type: ignore[arg-type]
    between = correlation(kept, recall, **options)  # type: ignore[arg-type]
    lines = [
        ("R² on recall@5 alone", fit.r2_first, None, None), ("R² with answer in context", fit.r2_both, None, None),
        ("added R²", fit.delta_r2, added.low, added.high),
        ("partial correlation given recall@5", partial.value, partial.low, partial.high),
        ("correlation of the two", between.value, between.low, between.high),
    ]  # fmt: skip
    for each in fit.coefficients:
        width = 1.959964 * each.standard_error
        lines.append((f"F1 per standard deviation of {each.name}", each.value, each.value - width, each.value + width))
        lines.append((f"standardised coefficient of {each.name}", each.beta, None, None))
    table = pd.DataFrame(lines, columns=["figure", "value", "low", "high"])
    second = fit.coefficients[1]
    sentence = (
        f"Recall@5 alone explains {percent(fit.r2_first)} of the variance of F1, with answer in context "
        f"{percent(fit.r2_both)}: {signed(fit.delta_r2)} (95 % interval {interval(added, sign=False)}); partial "
        f"correlation {signed(partial.value, 2)} ({interval(partial)})."
    )
    if second.p >= 0.05 or (partial.low or 0) <= 0:
        sentence += " That it adds anything cannot be told."
    caption = rows_caption(evidence, view, [added]) + " · coefficients with errors clustered by question"
    places = ("recall@5 alone", "with answer in context")
    points = tuple(Point(place, r2, None, None) for place, r2 in zip(places, (fit.r2_first, fit.r2_both), strict=True))
    figure = Levels(places, (Series("R² of F1", points, view.first),), "R² of F1")
    return Finding("incremental", "Beyond recall", sentence, caption, table, figure, DIAGNOSTIC["incremental"])


def interventional(evidence: Evidence, view: View, rows: pd.DataFrame) -> Finding:
    """Return the interventional reading: the change of packer that moves coverage, and what F1 did.

    The pair is the view's own; the claim is read off its three differences, corrected together.
    """
    versus = Versus(view.first, view.against[0])
    found: list[Contrast] = []
    for metric in MOVED:
        found += contrasts(
            rows, [versus], metric, by="budget_tokens", groups=[view.budget_tokens], n_resamples=view.n_resamples,
            seed=view.seed,
        )  # fmt: skip
    adjusted = benjamini_hochberg([each.estimate.p for each in found])
    names = ("gold coverage", "answer in context", "F1")
    found = [
        Contrast(each.versus, each.metric, name, each.first_mean, each.second_mean, each.estimate, p, each.detectable,
                 each.needed)
        for each, name, p in zip(found, names, adjusted, strict=True)
    ]  # fmt: skip
    points = tuple(contrast_point(each, str(each.group)) for each in found)
    figure = Intervals((Series(str(versus), points, view.first),), names, "what changed", "difference")
    caption = rows_caption(evidence, view, [each.estimate for each in found]) + " · Benjamini-Hochberg over 3 contrasts"
    return Finding(
        "interventional", "Move coverage, watch F1", _moved(found), caption, contrast_table(found, "what changed"),
        figure, DIAGNOSTIC["interventional"],
    )  # fmt: skip


def _moved(found: Sequence[Contrast]) -> str:
    coverage, kept, quality = found
    versus = coverage.versus
    if any(each.estimate.value is None for each in found):
        return f"{versus.first} and {versus.second} have no common outcomes with gold passages and answers here."
    lead = f"From {versus.second} to {versus.first}: " + ", ".join(
        f"{each.group} {signed(each.estimate.value)} ({interval(each.estimate)})" for each in found
    )
    if not coverage.is_significant:
        return f"{lead}. Coverage cannot be told to move, so this pair is no intervention on it."
    if kept.is_significant:
        return f"{lead}. Both coverage and answer in context move, so this pair cannot tell them apart."
    if not _moves_less(kept, coverage):
        return (
            f"{lead}. Coverage moves; that answer in context moves as much cannot be ruled out, so this pair decides "
            "nothing."
        )
    if quality.is_significant:
        return f"{lead}. Coverage moves, answer in context less or not at all, and F1 moves: against the diagnostic."
    return (
        f"{lead}. Coverage moves, answer in context less or not at all, and F1 cannot be told to: in line with the "
        "diagnostic, as far as so many questions can show."
    )


def _moves_less(kept: Contrast, coverage: Contrast) -> bool:
    """Return whether an interval leaves out a move as large as coverage's: not told from 0 is not standing still."""
    low, high, move = kept.estimate.low, kept.estimate.high, abs(coverage.estimate.value or 0)
    return low is not None and high is not None and -move < low and high < move
