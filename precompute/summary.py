"""The table at the end of a run: per data set, policy, budget and reader."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from budgetrag.store import Run

_SQL = """
    SELECT dataset, policy, budget_tokens, reader, count(*) AS n,
           avg(answer_in_context) AS answer_in_context, avg(gold_coverage) AS gold_coverage,
           avg(context_tokens) AS context_tokens, avg(exact_match) AS exact_match, avg(token_f1) AS token_f1
    FROM outcomes
    WHERE dataset = ? AND (? OR answer_kind = 'span')
    GROUP BY dataset, policy, budget_tokens, reader
"""
_KINDS_SQL = """
    SELECT dataset, count(*) AS n, count(*) FILTER (answer_kind = 'span') AS n_span,
           count(*) FILTER (answer_kind = 'boolean') AS n_boolean,
           count(*) FILTER (answer_kind = 'free_form') AS n_free_form,
           count(*) FILTER (answer_kind IS NULL) AS n_unknown
    FROM questions GROUP BY dataset ORDER BY dataset
"""
_HEADINGS = ("policy", "budget", "reader", "n", "answer in context", "gold coverage", "tokens", "EM", "F1")
PLAIN_WIDTH = 120  # characters, where the output is no terminal


def summary_console() -> Console:
    """Return a console on stdout that does not squeeze tables where the output is no terminal."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=PLAIN_WIDTH)


def print_summary(run: Run, console: Console, *, all_kinds: bool = False) -> None:
    """Print one table per data set, over its span questions unless told otherwise.

    Args:
        run: The run.
        console: Where to print.
        all_kinds: Count yes/no and free-form questions too, as the published set-up does.
    """
    for kinds in run.query(_KINDS_SQL).to_dict("records"):
        everything = all_kinds or kinds["n_span"] == 0
        console.print(_table(run, str(kinds["dataset"]), everything))
        caption = _caption(kinds, everything=everything, asked=all_kinds)
        readers = run.manifest["config"]["readers"].values()
        caption += "; n where a reader reads a part of them" if any(each.get("limit") for each in readers) else ""
        console.print(caption, soft_wrap=True)


def _table(run: Run, dataset: str, everything: bool) -> Table:
    table = Table(title=dataset, title_justify="left")
    for heading in _HEADINGS:
        left = heading in ("policy", "reader")
        table.add_column(heading, justify="left" if left else "right", no_wrap=left)
    policies = list(run.manifest["config"]["policies"])
    rows = run.query(_SQL, [dataset, everything]).to_dict("records")
    for row in sorted(rows, key=lambda r: (policies.index(r["policy"]), r["budget_tokens"], str(r["reader"]))):
        table.add_row(
            row["policy"],
            str(row["budget_tokens"]),
            row["reader"] if isinstance(row["reader"], str) else "–",
            str(row["n"]),
            _number(row["answer_in_context"]),
            _number(row["gold_coverage"]),
            _number(row["context_tokens"], 1),
            _number(row["exact_match"]),
            _number(row["token_f1"]),
        )
    return table


def _caption(kinds: Mapping[Hashable, Any], *, everything: bool, asked: bool) -> str:
    left_out = [
        f"{kinds[key]} {word}"
        for key, word in (("n_boolean", "yes/no"), ("n_free_form", "free-form"), ("n_unknown", "without gold answers"))
        if kinds[key]
    ]
    if not everything:
        rest = f"; left out: {', '.join(left_out)} (--all counts them)" if left_out else ""
        return f"over the {kinds['n_span']} questions with a span answer{rest}"
    reason = "" if asked else ", for none has a span answer"
    return f"over all {kinds['n']} questions{reason}" + (f"; among them: {', '.join(left_out)}" if left_out else "")


def _number(value: float | None, digits: int = 3) -> str:
    return "–" if value is None or value != value else f"{value:.{digits}f}"  # noqa: PLR0124  NaN is unlike itself
