"""One question under several arms, side by side, as HTML: answers, numbers and differences, snippets kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from budgetrag.dashboard.context_html import flag_html
from budgetrag.dashboard.definitions import NOT_READ, define
from budgetrag.dashboard.highlight import STAR, marked_html
from budgetrag.dashboard.tables.compare import Aligned, Arm, Mode, Snippet
from budgetrag.dashboard.tables.question_record import QuestionRecord, Read
from budgetrag.dashboard.untrusted import attribute_text, html_text
from budgetrag.rows import ContextRow, QuestionRow

Why = Callable[[int, Snippet], str]
NUMBERS = (
    "answer_in_context",
    "gold_coverage",
    "all_gold_in_context",
    "gold_token_density",
    "distractor_passages",
    "context_tokens",
    "n_snippets",
    "certificate",
    "exact_match",
    "token_f1",
)
_FLAGS = ("answer_in_context", "exact_match", "all_gold_in_context")
_NO_DIFFERENCE = ("certificate",)  # a lower bound: the difference of two says nothing
_OF_READER = ("exact_match", "token_f1")


@dataclass(frozen=True, slots=True)
class Side:
    """What one arm made of the question.

    Attributes:
        arm: The arm.
        context: Its packing; None where the run has none.
        read: What its reader said; None where it read nothing.
    """

    arm: Arm
    context: ContextRow | None
    read: Read | None

    def number(self, name: str) -> float | None:
        """Return one of ``NUMBERS``; None where undefined."""
        source = self.read if name in _OF_READER else self.context
        value = getattr(source, name, None)
        return None if value is None else float(value)


def sides(record: QuestionRecord, arms: Sequence[Arm]) -> tuple[Side, ...]:
    """Return what each arm made of the question."""
    found = []
    for arm in arms:
        context = record.context(arm.policy, arm.budget_tokens)
        reads = record.reads.get(context.context_hash, ()) if context else ()
        found.append(Side(arm, context, next((read for read in reads if read.reader == arm.reader), None)))
    return tuple(found)


def sides_html(parts: Sequence[Side], mode: Mode, answers: Sequence[str]) -> str:
    """Return answers, numbers and differences from the first side, one column per side.

    Args:
        parts: ``sides``.
        mode: What tells the sides apart.
        answers: Gold answers.
    """
    head = "".join(
        f'<th scope="col"><bdi>{html_text(side.arm.name(mode))}</bdi>'
        + ("" if i else ' <small class="br-soft">reference</small>')
        + "</th>"
        for i, side in enumerate(parts)
    )
    said = "".join(f"<td>{_answer(side, answers)}</td>" for side in parts)
    rows = "".join(_number_row(name, [side.number(name) for side in parts]) for name in NUMBERS)
    return (
        '<div class="br br-card"><div class="br-h">Answers and numbers <span class="legend">differences are from the '
        'first column</span></div><div class="br-scroll"><table class="br-sides">'
        f"<thead><tr><td></td>{head}</tr></thead>"
        f'<tbody><tr><th scope="row">reader\'s answer</th>{said}</tr>{rows}</tbody></table></div></div>'
    )


def snippets_html(aligned: Aligned, names: Sequence[str], question: QuestionRow, why: Why, *, unit: str) -> str:
    """Return the snippets that all, some, and one alone keep; a glyph and a label per side say who does.

    Args:
        aligned: ``align``.
        names: Names of the sides.
        question: The question; its gold answers are marked, its gold passages starred.
        why: (side, snippet) -> why that side does not keep it, for the hover.
        unit: What the run's counter counts.
    """
    k = len(names)
    everyone = "Both keep" if k == 2 else f"All {k} keep"
    groups = ((everyone, aligned.by_all), ("Some keep", aligned.by_some), ("One alone keeps", aligned.by_one))
    head = "".join(f'<th scope="col"><bdi>{html_text(name)}</bdi></th>' for name in names)
    body = "".join(
        f'<tr class="group"><th colspan="{k + 1}" scope="colgroup">{label}: {len(snippets)}</th></tr>'
        + "".join(_snippet_row(each, names, question, why, unit) for each in snippets)
        for label, snippets in groups
        if not (label == "Some keep" and k == 2)
    )
    return (
        '<div class="br br-card"><div class="br-h">Snippets in the contexts <span class="legend">✓ kept, with its step '
        '· dropped</span></div><div class="br-scroll"><table class="br-sides"><thead><tr><th scope="col">snippet</th>'
        f"{head}</tr></thead><tbody>{body}</tbody></table></div></div>"
    )


def head_html(record: QuestionRecord, tags: Sequence[str]) -> str:
    """Return the question with its gold answers, under tags that say what is compared."""
    question = record.question
    shown = "".join(f'<span class="br-tag"><bdi>{html_text(tag)}</bdi></span>' for tag in tags)
    answers = " · ".join(f"<b><bdi>{html_text(answer)}</bdi></b>" for answer in question.answers) or "none known"
    return (
        f'<div class="br"><div class="br-meta">{shown}</div><div class="br-q"><bdi>{html_text(question.question)}</bdi>'
        f'</div><div class="br-meta"><span>gold answer: {answers}</span></div></div>'
    )


def _answer(side: Side, answers: Sequence[str]) -> str:
    if side.context is None:
        return '<span class="br-soft">not packed</span>'
    if side.read is None:
        return f'<span class="br-soft">{NOT_READ}</span>'
    text = side.read.answer
    return f"<b>“<bdi>{marked_html(text, answers)}</bdi>”</b>" if text else '<span class="br-soft">said nothing</span>'


def _number_row(name: str, values: Sequence[float | None]) -> str:
    definition = define(name)
    cells = "".join(_number(name, value, values[0] if i else None) for i, value in enumerate(values))
    return f'<tr><th scope="row" title="{attribute_text(definition.text)}">{definition.label}</th>{cells}</tr>'


def _number(name: str, value: float | None, reference: float | None) -> str:
    definition = define(name)
    shown = definition.shown(value)
    if name in _FLAGS and value is not None:
        shown = flag_html(value)
    note = ""
    if value is not None and reference is not None and value != reference and name not in _NO_DIFFERENCE:
        size = f"{abs(value - reference):.0f}" if name in _FLAGS else definition.shown(abs(value - reference))
        note = f' <small class="br-soft">({"+" if value > reference else "−"}{size})</small>'
    hover = definition.hover(value)
    if value is None and name in _OF_READER:
        hover = f"{definition.text} Blank here because {NOT_READ}, or it has no gold answer."
    return f'<td title="{attribute_text(hover)}">{shown}{note}</td>'


def _snippet_row(snippet: Snippet, names: Sequence[str], question: QuestionRow, why: Why, unit: str) -> str:
    row = snippet.candidate
    title = f"<bdi>{html_text(row.title)}</bdi>" if row.title else f"passage {row.passage_rank + 1}, untitled"
    star = f" {STAR}" if row.passage_id in question.gold_passage_ids else ""
    cells = "".join(_kept(i, snippet, name, why) for i, name in enumerate(names))
    return (
        f'<tr><td class="text"><b>{title}{star}</b> <small class="br-soft">rank {row.passage_rank + 1} · {row.tokens} '
        f"{unit}</small><br><bdi>{marked_html(row.text, question.answers)}</bdi></td>{cells}</tr>"
    )


def _kept(i: int, snippet: Snippet, name: str, why: Why) -> str:
    step = snippet.steps[i]
    if step is not None:
        return f'<td class="k" title="{attribute_text(f"{name} keeps it, at step {step}")}">✓ step {step}</td>'
    return f'<td class="d" title="{attribute_text(f"{name}: {why(i, snippet)}")}">· dropped</td>'
