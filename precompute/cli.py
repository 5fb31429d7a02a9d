"""The commands of ``python -m precompute``."""

from __future__ import annotations

import os
import shlex
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from budgetrag.config import Config
from budgetrag.config_policies import POLICIES
from budgetrag.config_readers import READER_PRESETS
from budgetrag.datasets import DATASETS
from budgetrag.engines import ENGINES, Engine
from budgetrag.models import OFFLINE_MODELS, fetch_and_convert
from budgetrag.packers import PACKERS
from budgetrag.pipeline import run_pipeline
from budgetrag.readers import READERS
from budgetrag.store import Run, export_run, open_run
from budgetrag.store.remote import run_folder, run_place
from precompute.edge import one_sentence
from precompute.engines import EngineChoice
from precompute.importing import import_log
from precompute.overrides import Overrides, load
from precompute.planning import plan
from precompute.preflight import check_data, identity, make_plugins
from precompute.progress import ConsoleProgress
from precompute.report import report
from precompute.summary import print_summary, summary_console

app = typer.Typer(help="Fill, look at and export runs.", no_args_is_help=True, pretty_exceptions_enable=False)

RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="A run's folder, or its URL.")]
AllKinds = Annotated[bool, typer.Option("--all", help="Summarise all questions, not only those with a span answer.")]


@app.command()
def run(  # noqa: PLR0913, PLR0917  one parameter per option
    config: Annotated[Path, typer.Argument(metavar="CONFIG", help="A TOML file; see configs/.")],
    out: Annotated[str | None, typer.Option(help="The run's folder or URL. Default: runs/NAME.")] = None,
    data: Annotated[list[str] | None, typer.Option(help="Read a local FILE, or NAME=FILE; repeatable.")] = None,
    limit: Annotated[int | None, typer.Option(help="Questions per data set and seed.")] = None,
    seeds: Annotated[str | None, typer.Option(help="Such as 42,13,7.")] = None,
    budgets: Annotated[str | None, typer.Option(help="Such as 96,160.")] = None,
    policies: Annotated[str | None, typer.Option(help="Such as chunk_naive,ace_submodular.")] = None,
    readers: Annotated[str | None, typer.Option(help="Such as lexical,smollm2-135m; or none.")] = None,
    setting: Annotated[list[str] | None, typer.Option("--set", help="KEY=VALUE, as in TOML; repeatable.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes that pack.")] = os.cpu_count() or 1,
    fresh: Annotated[bool, typer.Option("--fresh", help="Replace a run that is there.")] = False,
    engine: Annotated[str, typer.Option(help=f"Who packs and reads: {' or '.join(ENGINES)}.")] = "local",
    address: Annotated[str | None, typer.Option(help="A Ray cluster's address. Default: Ray on this machine.")] = None,
    reader_actors: Annotated[int | None, typer.Option(min=1, help="Most readers at a time, on Ray.")] = None,
    gpus_per_reader: Annotated[float | None, typer.Option(min=0, help="Such as 0.5, on Ray.")] = None,
    cpus_per_reader: Annotated[int | None, typer.Option(min=1, help="Default: 1, on Ray.")] = None,
    no_answer_store: Annotated[
        bool, typer.Option("--no-answer-store", help="Read every prompt anew, and keep no answer for other runs.")
    ] = False,
    all_kinds: AllKinds = False,
) -> None:
    """Run all stages of CONFIG; interrupted, the same command goes on where it stopped."""
    with one_sentence():
        changes = Overrides(tuple(data or ()), limit, seeds, budgets, policies, readers, tuple(setting or ()))
        resolved = load(config, changes)
        place = out or str(Path("runs") / resolved.name)
        choice = EngineChoice(engine, workers, address, reader_actors, gpus_per_reader, cpus_per_reader)
        folder = _fill(resolved, place, fresh=fresh, opening=choice.open(), keep_answers=not no_answer_store)
        print_summary(Run.open(folder), summary_console(), all_kinds=all_kinds)
        typer.echo(f"export: python -m precompute export {shlex.quote(place)} --to outcomes.csv")


def _fill(
    config: Config, place: str, *, fresh: bool, opening: AbstractContextManager[Engine], keep_answers: bool
) -> Path:
    """Make the run and return its folder; that of a run at a URL is fetched before, and published as it grows."""
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")  # the bars shown are our own
    console = Console(stderr=True)
    plugins = make_plugins(config)
    if not keep_answers:
        plugins = replace(plugins, answers=None)
    decides = identity(config, plugins)
    run = run_place(place)
    if not fresh:
        run.fetch()
    elif run.folder.exists():
        check_data(config)  # what is there is removed only where something can take its place
    with open_run(run.folder, decides, fresh=fresh) as opened:
        if fresh:
            run.clear()
        if opened.is_finished:
            console.print(f"run {place} is complete: nothing to do", highlight=False, soft_wrap=True)
        else:
            with opening as engine:
                run_pipeline(config, opened, plugins, ConsoleProgress(console), engine=engine, after_stage=run.publish)
        run.publish()
    return run.folder


app.command("import")(import_log)
app.command()(plan)
app.command()(report)


@app.command()
def models(
    names: Annotated[list[str] | None, typer.Argument(help="Default: all that need no acceptance of terms.")] = None,
    accept_terms: Annotated[bool, typer.Option("--accept-terms", help="You accept a model's terms of use.")] = False,
) -> None:
    """Fetch and convert the offline models into the cache folder; a model that is there is only checked."""
    with one_sentence():
        for name in names or [model.name for model in OFFLINE_MODELS.values() if not model.optional]:
            typer.echo(f"{name}: {fetch_and_convert(name, accept_terms=accept_terms)}")


@app.command()
def status(run: RunArgument, all_kinds: AllKinds = False) -> None:
    """Show what a run holds, which stages are finished, and its summary."""
    with one_sentence():
        opened = Run.open(run_folder(run)).checked()
        manifest = opened.manifest
        typer.echo(f"run {opened.name}: {'complete' if opened.is_finished else 'not complete'}")
        for stage, facts in manifest["stages"].items():
            typer.echo(f"  stage {stage}: {facts['status']}, {facts.get('finished', facts['started'])}")
        for table, facts in manifest["tables"].items():
            typer.echo(f"  table {table}: {facts['rows']} rows, {facts['bytes']} bytes, sha256 {facts['sha256'][:16]}")
        for dataset, reasons in manifest["skipped"].items():
            if reasons:
                typer.echo(f"  left out of {dataset}: {', '.join(f'{n} {why}' for why, n in reasons.items())}")
        print_summary(opened, summary_console(), all_kinds=all_kinds)


@app.command()
def export(
    run: RunArgument,
    to: Annotated[Path, typer.Option(metavar="FILE", help="Ends in .csv, .parquet or .xlsx.")],
) -> None:
    """Write one row per question x policy x budget x reader."""
    with one_sentence():
        n_rows = export_run(Run.open(run_folder(run)).checked(), to)
        typer.echo(f"{n_rows} rows in {to}")


@app.command()
def packers() -> None:
    """List the packers and the built-in policies."""
    for name, packer in sorted(PACKERS.items()):
        typer.echo(f"{name}: {_first_line(packer)}")
    for name, policy in POLICIES.items():
        options = ", ".join(f"{key} = {value}" for key, value in policy.options.items())
        typer.echo(f"policy {name}: {policy.representation} + {policy.packer}{f' ({options})' if options else ''}")


@app.command()
def datasets() -> None:
    """List the data sets."""
    for name, dataset in sorted(DATASETS.items()):
        typer.echo(f"{name}: {_first_line(type(dataset))}")


@app.command()
def readers() -> None:
    """List the kinds of reader and the built-in readers."""
    for name, reader in sorted(READERS.items()):
        typer.echo(f"{name}: {_first_line(reader)}")
    for name, settings in READER_PRESETS.items():
        typer.echo(f"reader {name}: {settings.kind}{f', {settings.model}' if settings.model else ''}")


def _first_line(documented: object) -> str:
    return (documented.__doc__ or "").partition("\n")[0]
