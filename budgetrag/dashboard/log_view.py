"""One question of a log, as what page Question draws: the view, its heading and the system's own answer."""

from __future__ import annotations

from budgetrag.config_policies import CHUNK_POLICIES
from budgetrag.dashboard.repack import repack
from budgetrag.dashboard.untrusted import html_text
from budgetrag.dashboard.view import PackedView
from budgetrag.importing import Entry, pool_of
from budgetrag.metrics import exact_match, token_f1


def view_of(entry: Entry, policy: str, budget_tokens: int, counter: str) -> PackedView:
    """Return an entry packed with one built-in policy under one budget.

    Scores are not shown: a log does not say what kind of score it holds.

    Args:
        entry: The entry.
        policy: Name of the policy.
        budget_tokens: The budget.
        counter: Name of the token counter.
    """
    chosen = CHUNK_POLICIES[policy]
    packing = repack(pool_of(entry, counter=counter), chosen.packer, chosen.options, budget_tokens)
    question = entry.question
    return PackedView(question.text, question.answers, question.gold_ids, entry.retrieved, packing, score_name="")


def heading_html(entry: Entry) -> str:
    """Return the question, its gold answers and where it stands in the log."""
    answers = " · ".join(f"<b><bdi>{html_text(answer)}</bdi></b>" for answer in entry.question.answers)
    n_gold = len(entry.question.gold_ids)
    gold = f"gold answer: {answers}" if answers else "no gold answer in the log"
    golds = f"<span>gold passages: {n_gold}</span>" if n_gold else ""
    return (
        f'<div class="br"><div class="br-meta"><span class="br-tag">{html_text(entry.where)}</span>'
        f'<span class="br-tag">id <bdi>{html_text(entry.question.id)}</bdi></span></div>'
        f'<div class="br-q"><bdi>{html_text(entry.question.text)}</bdi></div>'
        f'<div class="br-meta"><span>{gold}</span>{golds}</div></div>'
    )


def response_html(entry: Entry, response: str) -> str:
    """Return what the user's own system answered, judged where there is a gold answer."""
    em, f1 = exact_match(response, entry.question.answers), token_f1(response, entry.question.answers)
    judged = "" if f1 is None else f' <span class="br-soft">· exact match {em:.0f} · F1 {f1:.2f}</span>'
    return (
        '<div class="br br-card"><div class="br-h">Your system\'s answer</div>'
        f"<b>“<bdi>{html_text(response)}</bdi>”</b>{judged}</div>"
    )
