"""Retrieved passages and contexts as HTML: kept, dropped, clipped, gold and answer marked, everything escaped.

Each role has a glyph or a line beside its colour: kept is a tick and a solid rule, dropped a dot and a dotted rule,
clipped a half circle and a dashed rule, an answer is underlined, a gold passage has a star.
"""

from __future__ import annotations

from collections.abc import Sequence

from budgetrag.dashboard.definitions import define
from budgetrag.dashboard.representations import score_text
from budgetrag.dashboard.tables.question_sentences import ShownSentence, Span, shown_sentences
from budgetrag.dashboard.untrusted import attribute_text, html_text
from budgetrag.dashboard.view import PackedView
from budgetrag.dashboard.wording import brief_reason, decision_text, snippet_text
from budgetrag.metrics import answer_spans
from budgetrag.types import RetrievedPassage

STAR = '<span class="star" title="gold passage" role="img" aria-label="gold passage">★</span>'
_GLYPHS = {"kept": "✓", "clipped": "◐", "dropped": "·"}
_CLASSES = {"kept": "k", "clipped": "h", "dropped": "d"}
NOT_A_CANDIDATE = "no snippet of it is among the candidates: it repeats an earlier one, or ranks too low"


def title_html(title: str, rank: int) -> str:
    """Return a passage's heading, isolated from the direction of the text around it."""
    return f"<bdi>{html_text(title)}</bdi>" if title else f'<i class="br-soft">passage {rank + 1}, untitled</i>'


def marked_html(text: str, answers: Sequence[str]) -> str:
    """Return ``text`` as HTML with every occurrence of a gold answer marked."""
    return _marked(text, [Span(a, b) for a, b in answer_spans(text, answers)] if answers else [])


def retrieved_html(view: PackedView) -> str:
    """Return the retrieved passages in rank order, every sentence kept, clipped or dropped, and why."""
    blocks = [_passage_html(view, item) for item in view.retrieved]
    body = "".join(blocks) or '<p class="br-soft">Nothing was retrieved.</p>'
    n_gold = sum(view.is_gold(item.passage.id) for item in view.retrieved)
    gold = f" · {n_gold} of {len(view.gold_ids)} gold {STAR}" if view.gold_ids else ""
    n, by = len(view.retrieved), f" by <bdi>{html_text(view.source)}</bdi>" if view.source else ""
    legend = (
        '<span title="in the context">✓ kept</span> <span title="not in the context">· dropped</span> '
        '<span title="the window ends inside the sentence">◐ clipped</span>'
    )
    return (
        f'<div class="br br-card br-retrieved"><div class="br-h">Retrieved{by}: {n} passage{"s" * (n != 1)}{gold}'
        f'<span class="legend">{legend}</span></div>{body}</div>'
    )


def _passage_html(view: PackedView, item: RetrievedPassage) -> str:
    star = f" {STAR}" if view.is_gold(item.passage.id) else ""
    score = f'<small title="{attribute_text(define("score").text)}">{score_text(view.score_name, item.score)}</small>'
    rows, told = [], ""
    for sentence in shown_sentences(view, item):
        why = _why(view, sentence)
        rows.append(_sentence_html(view, sentence, why if why != told else ""))
        told = why
    title = marked_title(view, item)
    return (
        f'<section class="br-p"><header><span>{item.rank + 1} · {title}{star}</span>{score if view.score_name else ""}'
        f"</header>{''.join(rows)}</section>"
    )


def marked_title(view: PackedView, item: RetrievedPassage) -> str:
    """Return a passage's heading with answers marked, where headings are rendered at all."""
    if not item.passage.title or "{title}" not in view.template:
        return title_html(item.passage.title, item.rank)
    return f"<bdi>{marked_html(item.passage.title, view.answers)}</bdi>"


def _why(view: PackedView, sentence: ShownSentence) -> str:
    """Return why the most relevant snippet that shows a dropped sentence was dropped; "" for a kept one."""
    if sentence.state != "dropped":
        return ""
    if not sentence.decisions:
        return NOT_A_CANDIDATE
    best = sentence.decisions[0]
    return f"dropped: snippet #{best.candidate.id} {brief_reason(best.reason, view.unit)}"


def _sentence_html(view: PackedView, sentence: ShownSentence, why: str) -> str:
    told = [f"{snippet_text(d, view.unit)}: {decision_text(d, view.unit)}" for d in sentence.decisions]
    hover = attribute_text("\n".join(told) or NOT_A_CANDIDATE)
    listed = "".join(f"<li>{html_text(line)}</li>" for line in told) or f"<li>{NOT_A_CANDIDATE}</li>"
    shared = (
        f'<span class="x" title="{sentence.n_kept} kept snippets show this sentence">×{sentence.n_kept}</span>'
        if sentence.n_kept > 1
        else ""
    )
    state, cost = sentence.state, f"{sentence.tokens}"
    clip = '<span class="why">clipped: the window ends here, the rest is not in the context</span>'
    note = clip if state == "clipped" else f'<span class="why">{html_text(why)}</span>' if why else ""
    return (
        f'<details class="br-s {_CLASSES[state]}"><summary title="{hover}"><span class="g" role="img" '
        f'aria-label="{state}">{_GLYPHS[state]}</span><span><bdi>{_sentence_text(sentence)}</bdi>{shared}</span>'
        f'<span class="c" title="{view.unit} of this sentence alone">{cost}</span>{note}</summary>'
        f"<ul>{listed}</ul></details>"
    )


def _sentence_text(sentence: ShownSentence) -> str:
    if sentence.state != "clipped":
        return _marked(sentence.text, sentence.answers)
    cut = sentence.n_kept_characters
    head = [Span(s.start, min(s.end, cut)) for s in sentence.answers if s.start < cut]
    tail = [Span(max(s.start, cut) - cut, s.end - cut) for s in sentence.answers if s.end > cut]
    return f'<span class="t1">{_marked(sentence.text[:cut], head)}</span>{_marked(sentence.text[cut:], tail)}'


def _marked(text: str, spans: Sequence[Span]) -> str:
    parts, end = [], 0
    for span in spans:
        parts += [html_text(text[end : span.start]), f"<mark>{html_text(text[span.start : span.end])}</mark>"]
        end = span.end
    return "".join([*parts, html_text(text[end:])])
