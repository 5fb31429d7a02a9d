"""``import``: a run of a log, with the passages it says were retrieved."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from budgetrag.config import Config, parse_config
from budgetrag.config_policies import CHUNK_POLICIES
from budgetrag.engines import LocalEngine
from budgetrag.importing import BUDGETS, ROLES, Log, read_log
from budgetrag.importing.recipe import Recipe
from budgetrag.pipeline import run_pipeline
from budgetrag.store import Run, open_run
from precompute.edge import one_sentence
from precompute.preflight import identity, make_plugins
from precompute.progress import ConsoleProgress
from precompute.summary import print_summary, summary_console

SHOWN_ROWS = 5


def import_log(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="JSONL, JSON, CSV, TSV, Parquet or XLSX.")],
    out: Annotated[Path | None, typer.Option(help="The run's folder. Default: runs/NAME.")] = None,
    map_: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="ROLE=COLUMN", help=f"Which column is {', '.join(ROLES)}; repeatable."),
    ] = None,
    counter: Annotated[str, typer.Option(help="What budgets count.")] = "words",
    budgets: Annotated[str, typer.Option(help="Such as 96,160.")] = ",".join(map(str, BUDGETS)),
    policies: Annotated[str, typer.Option(help="Such as chunk_naive,chunk_bridge.")] = ",".join(CHUNK_POLICIES),
    readers: Annotated[str, typer.Option(help="Such as lexical,smollm2-135m; or none.")] = "none",
    workers: Annotated[int, typer.Option(min=1, help="Processes that pack.")] = os.cpu_count() or 1,
    fresh: Annotated[bool, typer.Option("--fresh", help="Replace a run that is there.")] = False,
) -> None:
    """Make a run of a log FILE: its questions, with the passages that your own system retrieved for them."""
    with one_sentence():
        config = log_config(
            file,
            mapping=dict(map(_role_and_column, map_ or ())),
            counter=counter,
            budgets=_numbers(budgets),
            policies=_names(policies),
            readers=[] if readers.strip() == "none" else _names(readers),
        )
        _say_what_was_read(read_log(file.name, file, mapping=config.datasets[0].columns, max_rows=None))
        folder = out or Path("runs") / config.name
        plugins, console = make_plugins(config), Console(stderr=True)
        with open_run(folder, identity(config, plugins), fresh=fresh) as run:
            if run.is_finished:
                console.print(f"run {folder} is complete: nothing to do", highlight=False, soft_wrap=True)
            else:
                run_pipeline(config, run, plugins, ConsoleProgress(console), engine=LocalEngine(workers))
        print_summary(Run.open(folder), summary_console())


def log_config(
    file: Path,
    *,
    mapping: dict[str, str],
    counter: str,
    budgets: list[int],
    policies: list[str],
    readers: list[str],
) -> Config:
    """Return the config of a run of a log.

    Args:
        file: The log.
        mapping: Role -> column; empty recognises or guesses the columns.
        counter: Name of the token counter.
        budgets: In its tokens.
        policies: Names of built-in chunk policies.
        readers: Names of built-in readers.

    Raises:
        ValueError: If a value is wrong.
    """
    dataset: dict[str, object] = {"name": "log", "file": str(file)}
    values = {
        "name": Recipe(file.name, budgets, policies, counter).run_name,
        "budgets": budgets,
        "policies": policies,
        "readers": readers,
        "retrieval": {"retriever": "given"},
        "packing": {"counter": counter},
        "datasets": [dataset | ({"columns": mapping} if mapping else {})],
    }
    return parse_config(values, source="import")


def _say_what_was_read(log: Log) -> None:
    layout = f", recognised as {log.layout}" if log.layout else ""
    lines = [f"{log.name}: {len(log.entries)} questions of {log.n_rows} rows, {log.format}{layout}", *log.notes]
    lines += [f"skipped: {row}" for row in log.broken[:SHOWN_ROWS]]
    if len(log.broken) > SHOWN_ROWS:
        lines.append(f"skipped: {len(log.broken) - SHOWN_ROWS} more rows; manifest.json names them")
    print("\n".join(lines), file=sys.stderr)


def _role_and_column(entry: str) -> tuple[str, str]:
    role, equals, column = entry.partition("=")
    if not equals or role not in ROLES:
        raise ValueError(f"--map must be ROLE=COLUMN with ROLE one of {', '.join(ROLES)}, got {entry!r}")
    return role, column


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _numbers(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError as error:
        raise ValueError(f"--budgets must be whole numbers with commas between, got {text!r}") from error
