"""``python -m precompute plan``: what a run will take, printed before it is made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from budgetrag.store import Run
from budgetrag.store.remote import run_folder
from precompute.edge import one_sentence
from precompute.overrides import Overrides, load
from precompute.plan import DEVICES, Figure, Plan, make_plan, n_bytes, reading_hours
from precompute.rates import Rates, ReaderRate, read_rates
from precompute.summary import summary_console

MAX_QUESTIONS = 2**31 - 1


def plan(
    config: Annotated[Path, typer.Argument(metavar="CONFIG", help="A TOML file; see configs/.")],
    questions: Annotated[
        int | None, typer.Option(min=1, max=MAX_QUESTIONS, help="Questions per data set and seed.")
    ] = None,
    like: Annotated[str | None, typer.Option(metavar="RUN", help="A finished run like it, to measure on.")] = None,
    rates: Annotated[Path | None, typer.Option(metavar="FILE", help="A TOML file of rates and bytes.")] = None,
    answers_per_second: Annotated[
        float | None, typer.Option(help="How many contexts one device reads, for readers that --rates leaves out.")
    ] = None,
    policies: Annotated[str | None, typer.Option(help="Such as chunk_naive,ace_submodular.")] = None,
    budgets: Annotated[str | None, typer.Option(help="Such as 96,160.")] = None,
    readers: Annotated[str | None, typer.Option(help="Such as lexical,smollm2-135m; or none.")] = None,
    setting: Annotated[list[str] | None, typer.Option("--set", help="KEY=VALUE, as in TOML; repeatable.")] = None,
) -> None:
    """Print the rows, storage and hours of a run of CONFIG, each with where the number comes from."""
    with one_sentence():
        changes = Overrides(budgets=budgets, policies=policies, readers=readers, settings=tuple(setting or ()))
        resolved = load(config, changes)
        given = Rates() if rates is None else read_rates(rates)
        known = with_default(given, resolved.readers, answers_per_second)
        measured = None if like is None else Run.open(run_folder(like))
        made = make_plan(resolved, n_questions=questions, rates=known, like=measured)
        print_plan(made, summary_console())


def with_default(rates: Rates, readers: Sequence[str], answers_per_second: float | None) -> Rates:
    """Give the readers without a rate ``answers_per_second``.

    Raises:
        ValueError: If it is not above 0.
    """
    if answers_per_second is None:
        return rates
    if not 0 < answers_per_second < float("inf"):
        raise ValueError(f"--answers-per-second must be > 0, got {answers_per_second}")
    default = ReaderRate(answers_per_second=answers_per_second, source="--answers-per-second")
    return rates.model_copy(update={"reader": {**dict.fromkeys(readers, default), **rates.reader}})


def print_plan(plan: Plan, console: Console) -> None:
    """Print the tables, then the stages, then where every number comes from."""
    tables = _table("table", "rows", "bytes a row", "MB")
    for table in plan.tables:
        tables.add_row(
            table.name, _shown(table.rows.value), _shown(table.bytes_per_row.value, 1), _shown(_mb(table.n_bytes), 1)
        )
    tables.add_row("all", "", "", _shown(_mb(n_bytes(plan.tables)), 1))
    work = _table("stage", "amount", "a second", *(f"hours on {n}" for n in DEVICES))
    for each in plan.work:
        hours = [_shown(each.hours(n), 2) for n in DEVICES]
        work.add_row(each.stage, _shown(each.amount.value), _shown(each.per_second.value, 2), *hours)
    if len(plan.work) > 2:
        work.add_row("read, all", "", "", *(_shown(reading_hours(plan.work, n), 2) for n in DEVICES))
    console.print(tables)
    console.print(f"{plan.n_outcomes:,} outcomes: question x policy x budget x reader")
    console.print(work)
    console.print("hours on so many machines (retrieve, pack) or devices (read) that share the work evenly")
    for line in dict.fromkeys(_sources(plan)):
        console.print(line, soft_wrap=True)


def _sources(plan: Plan) -> list[str]:
    figures: list[tuple[str, Figure]] = [("questions", plan.n_questions)]
    figures += [(f"rows of {table.name}", table.rows) for table in plan.tables if table.name != "questions"]
    figures += [(f"bytes a row of {table.name}", table.bytes_per_row) for table in plan.tables if table.rows.value]
    figures += [(f"rate of {each.stage}", each.per_second) for each in plan.work]
    names: dict[str, list[str]] = {}
    for name, figure in figures:
        kind, _, what = name.partition(" of ")
        names.setdefault(f"{kind}|{figure.source}", []).append(what or name)
    lines = []
    for key, of in names.items():
        kind, _, source = key.partition("|")
        lines.append(f"- {kind if of == [kind] else f'{kind} of ' + ', '.join(of)}: {source}")
    return lines


def _table(*headings: str) -> Table:
    table = Table()
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left", no_wrap=True)
    return table


def _mb(size: float | None) -> float | None:
    return None if size is None else size / 1e6


def _shown(value: float | None, digits: int = 0) -> str:
    return "?" if value is None else f"{value:,.{digits}f}"
