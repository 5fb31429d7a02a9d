"""One question of a log as HTML: what was retrieved, sentence by sentence, and the context; everything escaped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from budgetrag.counters import get_counter
from budgetrag.dashboard.definitions import define
from budgetrag.dashboard.untrusted import attribute_text, html_text
from budgetrag.explain import reason_text, token_unit
from budgetrag.importing import Entry, retrieved_text
from budgetrag.metrics import (
    answer_in_context,
    answer_spans,
    distractor_passages,
    exact_match,
    gold_coverage,
    gold_token_density,
    token_f1,
)
from budgetrag.snippets import sentences_of
from budgetrag.types import Decision, Packing, RetrievedPassage


@dataclass(frozen=True, slots=True)
class View:
    """A question and one packing of it."""

    entry: Entry
    packing: Packing

    @property
    def unit(self) -> str:
        """What the counter counts."""
        return token_unit(self.packing.counter)

    @property
    def gold_ids(self) -> tuple[str, ...]:
        """Identities of the gold passages."""
        return self.entry.question.gold_ids


def verdict_html(view: View) -> str:
    """Return what became of the answer, in one sentence."""
    answers = view.entry.question.answers
    retrieved = answer_in_context(retrieved_text(view.entry), answers)
    kept = answer_in_context(view.packing.context, answers)
    n_kept, n_all = len(view.packing.kept), len(view.packing.decisions)
    size = f"{view.packing.context_tokens} of {view.packing.budget_tokens} {view.unit}, {n_kept} of {n_all} snippets"
    if kept is None:
        return _verdict("", "no gold answer", f"What survives cannot be judged; kept are {size}.")
    if kept:
        return _verdict("alive", "✓ in context", f"The gold answer is in the context: {size}.")
    if retrieved:
        ranks = [item.rank + 1 for item in view.entry.retrieved if answer_spans(item.passage.text, answers)]
        where = f"rank {ranks[0]}" if ranks else "across passages"
        text = f"Retrieval found the answer ({where}), but the packer left it out: {size}."
        return _verdict("lost", "✕ lost in packing", text)
    return _verdict("warn", "– not retrieved", "No retrieved passage holds the gold answer; no packer could keep it.")


def _verdict(role: str, head: str, text: str) -> str:
    return f'<div class="br"><div class="br-verdict {role}"><b>{head}</b><div>{html_text(text)}</div></div></div>'


def retrieved_html(view: View) -> str:
    """Return the retrieved passages in rank order, every sentence kept or dropped, and why."""
    passages = view.entry.retrieved
    body = "".join(_passage_html(view, item) for item in passages)
    return f'<div class="br br-card"><div class="br-h">Retrieved: {len(passages)} passages</div>{body}</div>'


def _passage_html(view: View, item: RetrievedPassage) -> str:
    score = view.entry.scores[item.rank]
    star = ' <span class="star" title="gold passage">★</span>' if item.passage.id in view.gold_ids else ""
    small = f"<small>score {score:.3g}</small>" if score is not None else ""
    own = [d for d in view.packing.decisions if d.candidate.snippet.passage_rank == item.rank]
    title = f"{item.rank + 1} · {html_text(item.passage.title)}" if item.passage.title else f"Passage {item.rank + 1}"
    lines, last_reason = [], ""
    for i, sentence in enumerate(sentences_of(item.passage)):
        here = [d for d in own if d.candidate.snippet.first_sentence <= i <= d.candidate.snippet.last_sentence]
        reason = "" if any(d.kept for d in here) else _reason(here, view.unit)
        lines.append(_sentence_html(view, sentence, here, reason if reason != last_reason else ""))
        last_reason = reason
    return f'<div class="br-p"><header>{title}{star} {small}</header>{"".join(lines)}</div>'


def _sentence_html(view: View, sentence: str, here: Sequence[Decision], reason: str) -> str:
    kept = any(d.kept for d in here)
    tokens = get_counter(view.packing.counter).count(sentence)
    why = f'<span class="why">dropped: {html_text(reason)}</span>' if reason else ""
    text = marked_html(sentence, view.entry.question.answers)
    return (
        f'<div class="br-s {"k" if kept else ""}"><div class="br-line">'
        f'<span class="g" title="{"kept" if kept else "dropped"}">{"✓" if kept else "·"}</span>'
        f'<span class="br-t">{text}</span><span class="c" title="{view.unit} of this sentence">{tokens}</span>'
        f"{why}</div></div>"
    )


def _reason(here: Sequence[Decision], unit: str) -> str:
    """Return why the most relevant window over a sentence was dropped."""
    dropped = [d for d in here if d.reason is not None]
    if not dropped:
        return "no window of it is among the candidates: it repeats an earlier one, or ranks too low"
    best = min(dropped, key=lambda d: d.candidate.id)
    return reason_text(best.reason, unit) if best.reason else ""


def marked_html(text: str, answers: Sequence[str]) -> str:
    """Return text as HTML with the gold answers marked."""
    parts, end = [], 0
    for start, stop in answer_spans(text, answers):
        parts += [html_text(text[end:start]), f"<mark>{html_text(text[start:stop])}</mark>"]
        end = stop
    return "".join([*parts, html_text(text[end:])])


def context_html(view: View) -> str:
    """Return the context verbatim, with its gauge and its numbers."""
    packing = view.packing
    head = f"What a reader would see: {packing.context_tokens} of {packing.budget_tokens} {view.unit}"
    lines = "".join(
        f'<span class="line">{marked_html(line, view.entry.question.answers)}</span>'
        for line in packing.context.split("\n")
    )
    shown = f'<div class="br-ctx">{lines}</div>' if packing.context else '<p class="br-soft">Nothing fits.</p>'
    return (
        f'<div class="br br-card"><div class="br-h">{head}</div>{_gauge_html(view)}{shown}{_numbers_html(view)}</div>'
    )


def _gauge_html(view: View) -> str:
    tokens: dict[int, int] = {}
    for decision in view.packing.decisions:
        if decision.kept:
            rank = decision.candidate.snippet.passage_rank
            tokens[rank] = tokens.get(rank, 0) + decision.tokens
    budget = max(view.packing.budget_tokens, 1)
    parts = []
    for rank, n in sorted(tokens.items()):
        passage = view.entry.retrieved[rank].passage
        is_gold = passage.id in view.gold_ids
        label = f"{passage.title or f'passage {rank + 1}'}{' ★' if is_gold else ''}: {n}"
        parts.append(
            f'<i class="{"gold" if is_gold else ""}" style="width:{100 * n / budget:.2f}%" '
            f'title="{attribute_text(label)} {view.unit}">{html_text(label)}</i>'
        )
    return f'<div class="br-gauge">{"".join(parts)}</div>'


def _numbers_html(view: View) -> str:
    kept, gold = [c.snippet.passage_id for c in view.packing.kept], view.gold_ids
    tokens = [d.tokens for d in view.packing.decisions if d.kept]
    numbers = {
        "gold_coverage": gold_coverage(kept, gold),
        "gold_token_density": gold_token_density(tokens, [p in gold for p in kept]) if gold else None,
        "distractor_passages": distractor_passages(kept, gold),
        "certificate": view.packing.certificate,
    }
    cells = "".join(
        f'<div title="{attribute_text(define(name).hover(value))}"><b>{define(name).shown(value) or "–"}</b>'
        f"<span>{define(name).label}</span></div>"
        for name, value in numbers.items()
    )
    return f'<div class="br-nums">{cells}</div>'


def response_html(entry: Entry, response: str) -> str:
    """Return what the user's own system answered, judged where there is a gold answer."""
    em, f1 = exact_match(response, entry.question.answers), token_f1(response, entry.question.answers)
    judged = "" if f1 is None else f' <span class="br-soft">· exact match {em:.0f} · F1 {f1:.2f}</span>'
    return (
        '<div class="br br-card"><div class="br-h">Your system\'s answer</div>'
        f"<b>“{html_text(response)}”</b>{judged}</div>"
    )
