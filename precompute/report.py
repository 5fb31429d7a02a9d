"""``python -m precompute report``: the findings of finished runs as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from budgetrag.report.write import make_report, write_report
from budgetrag.store import Run
from budgetrag.store.remote import run_folder
from precompute.edge import one_sentence


def report(
    runs: Annotated[list[str], typer.Argument(metavar="RUN…", help="Folders or URLs of runs, pooled.")],
    to: Annotated[Path, typer.Option(metavar="FILE", help="The HTML file; tables and figures go beside it.")],
    budget: Annotated[int | None, typer.Option(help="Default: 160, or the middle one.")] = None,
    all_kinds: Annotated[bool, typer.Option("--all", help="Count yes/no and free-form questions too.")] = False,
) -> None:
    """Write the findings, charts, tables, definitions, limits and manifests of RUN… into one file."""
    with one_sentence():
        if to.suffix != ".html":
            raise ValueError(f"report file must end in .html, got {to.name!r}")
        if not to.parent.is_dir():
            raise FileNotFoundError(f"report folder must exist, found none at {to.parent}")
        kinds = "all" if all_kinds else "span"
        made = make_report([Run.open(run_folder(run)).checked() for run in runs], kinds=kinds, budget_tokens=budget)
        written = write_report(made, to)
        typer.echo(made.scope.headline)
        typer.echo(f"{to} and {len(written) - 1} files of tables and figures beside it")
