"""The plan of a run before it is made: rows, storage and hours, each number with where it comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from budgetrag.config import Config
from budgetrag.config_readers import ReaderConfig
from budgetrag.config_representations import GIVEN, ResolvedRepresentation
from budgetrag.store import Run
from budgetrag.store.schema import TABLES
from precompute.rates import Rates

DEVICES = (1, 8)
_SHARE_SQL = """
    SELECT count(*) AS n, count(DISTINCT context_hash) AS n_distinct FROM contexts
    WHERE list_contains(?, policy) AND list_contains(?, budget_tokens)
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and where it comes from; None where nothing says it."""

    value: float | None
    source: str

    def times(self, factor: float | None) -> float | None:
        """Return the product; None where either is unknown."""
        return None if self.value is None or factor is None else self.value * factor


@dataclass(frozen=True, slots=True)
class TablePlan:
    """One table of the run.

    Attributes:
        name: The table.
        rows: Its rows.
        bytes_per_row: On disk, compressed.
    """

    name: str
    rows: Figure
    bytes_per_row: Figure

    @property
    def n_bytes(self) -> float | None:
        """Its bytes on disk."""
        return self.rows.times(self.bytes_per_row.value)


@dataclass(frozen=True, slots=True)
class WorkPlan:
    """One stage's work.

    Attributes:
        stage: "retrieve", "pack" or "read NAME".
        amount: Questions, or distinct contexts to read.
        per_second: How many of them one machine (or device) does.
    """

    stage: str
    amount: Figure
    per_second: Figure

    def hours(self, n_devices: int) -> float | None:
        """Return the hours it takes on so many machines or devices that share it evenly."""
        rate = self.per_second.value
        return self.amount.times(1 / (3600 * rate * n_devices)) if rate else None


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a run.

    Attributes:
        n_questions: Over all data sets and seeds.
        n_outcomes: Question x policy x budget x reader, as the export has them.
        tables: Every table, in the order they are written.
        work: Every stage, in order.
    """

    n_questions: Figure
    n_outcomes: int
    tables: tuple[TablePlan, ...]
    work: tuple[WorkPlan, ...]


def make_plan(config: Config, *, n_questions: int | None, rates: Rates, like: Run | None) -> Plan:
    """Return the plan of ``config``.

    Args:
        config: What to run.
        n_questions: Questions per data set and seed, over the config's own limits and sizes.
        rates: What is given: rates and bytes; it goes before what ``like`` says.
        like: A finished run to measure on: rows a question, bytes a row, distinct contexts, seconds a stage.

    Raises:
        ValueError: If the number of questions is not known, or ``like`` has none of the policies and budgets.
    """
    sizes = _sizes(config, n_questions)
    questions = _questions(config, sizes)
    measured = None if like is None else Measured(like)
    answers = {
        name: _answers(config, settings.budgets or config.budgets, _read_by(settings, sizes, config), measured)
        for name, settings in config.resolved_readers().items()
    }
    rows = {**_rows(config, questions, measured), "answers": _total(answers)}
    tables = tuple(TablePlan(name, rows[name], _bytes(name, rates, measured)) for name in TABLES)
    stages = [WorkPlan(stage, questions, _stage_rate(stage, rates, measured)) for stage in ("retrieve", "pack")]
    reading = [WorkPlan(f"read {name}", n, _reader_rate(name, rates)) for name, n in answers.items()]
    return Plan(questions, _n_outcomes(config, sizes), tables, (*stages, *reading))


class Measured:
    """What a finished run says about a larger one like it."""

    def __init__(self, run: Run) -> None:
        """Measure on ``run``.

        Raises:
            ValueError: If it is not finished, or nothing is in it.
        """
        if not run.is_finished:
            raise ValueError(f"--like must be a finished run, got {run.name}, which is half-written")
        self.run, self.tables = run, run.manifest["tables"]
        if not self.tables.get("questions", {}).get("rows") or not {"retrieve", "pack"} <= {*run.manifest["stages"]}:
            raise ValueError(f"--like must be a run with questions, retrieved and packed, got {run.name}")
        self.source = f"measured on {run.name}, {self.tables['questions']['rows']:,} questions"

    def rows_per_question(self, table: str, planned: Mapping[str, ResolvedRepresentation]) -> Figure:
        """Return the rows a question of ``passages``, ``hits`` or ``candidates`` over the planned representations.

        One that the run has, under whatever name, counts as there; another one as those of its kind, by passage taken.
        """
        rows = self.run.query(f"SELECT representation, count(*) AS n FROM {table} GROUP BY ALL")
        counts = dict(zip(rows["representation"], rows["n"], strict=True))
        total = 0.0
        for each in planned.values():
            if table == "hits" and each.kind != "ace":
                continue  # passages themselves are searched
            alike = self._alike(each.as_record())
            if not alike:
                return Figure(None, f"unknown: {self.run.name} has no representation of kind {each.kind}")
            total += sum(float(counts.get(name, 0)) * share for name, share in alike.items())
        return Figure(total / self.tables["questions"]["rows"], self.source)

    def _alike(self, planned: Mapping[str, Any]) -> dict[str, float]:
        """Return the run's representations that stand for a planned one, each with the share of its rows."""
        known = self.run.manifest["config"]["representations"]
        same = [name for name, each in known.items() if each == planned]
        if same:
            return {same[0]: 1.0}
        sizes = {name: _n_taken(each) for name, each in known.items() if each["kind"] == planned["kind"]}
        taken = sum(sizes.values())
        return dict.fromkeys(sizes, _n_taken(planned) / taken) if taken else {}

    def bytes_per_row(self, table: str) -> Figure | None:
        """Return a table's bytes a row; None where it has none."""
        facts = self.tables.get(table, {"rows": 0})
        return Figure(facts["bytes"] / facts["rows"], self.source) if facts["rows"] else None

    def distinct_share(self, policies: Sequence[str], budgets: Sequence[int]) -> Figure:
        """Return the share of contexts that are distinct, over the policies and budgets that it has of those given.

        Raises:
            ValueError: If it has none.
        """
        (counts,) = self.run.query(_SHARE_SQL, [list(policies), list(budgets)]).to_dict("records")
        if not counts["n"]:
            raise ValueError(f"--like must have some of the policies and budgets, got {self.run.name}, which has none")
        known = self.run.manifest["config"]
        part = f"{len({*policies} & {*known['policies']})} policies x {len({*budgets} & {*known['budgets']})} budgets"
        return Figure(float(counts["n_distinct"] / counts["n"]), f"{self.source}, {part}")

    def questions_per_second(self, stage: str) -> Figure:
        """Return how fast a stage was by the clock, from its start to its end."""
        facts = self.run.manifest["stages"][stage]
        start, end = (datetime.fromisoformat(facts[key]) for key in ("started", "finished"))
        seconds = max((end - start).total_seconds(), 1.0)  # the manifest knows whole seconds
        grows = "; searching takes longer in a larger corpus" if stage == "retrieve" else ""
        return Figure(self.tables["questions"]["rows"] / seconds, f"{self.source}, by the clock{grows}")


def _sizes(config: Config, given: int | None) -> dict[str, int]:
    """Return the questions of a sample of every data set."""
    sizes = {}
    for dataset in config.datasets:
        each = given or dataset.limit or dataset.size
        if each is None:
            raise ValueError(f"--questions must say how many questions data set {dataset.name} has, got nothing")
        sizes[dataset.name] = each
    return sizes


def _questions(config: Config, sizes: Mapping[str, int]) -> Figure:
    seeds = f" x {len(config.seeds)} seeds" if len(config.seeds) > 1 else ""
    source = " + ".join(f"{each:,} of {name}" for name, each in sizes.items())
    return Figure(sum(sizes.values()) * len(config.seeds), f"{source}{seeds}")


def _read_by(settings: ReaderConfig, sizes: Mapping[str, int], config: Config) -> Figure:
    """Return the questions that a reader reads."""
    own = {name: settings.n_read(name, each) for name, each in sizes.items() if settings.reads(name)}
    return _questions(config, own)


def _n_outcomes(config: Config, sizes: Mapping[str, int]) -> int:
    """Return the rows of the outcomes: of every reader what it reads, and once what none reads.

    Readers read the first questions of a sample, so that which reads most reads all that any does.
    """
    readers, n = config.resolved_readers().values(), 0
    for name, size in sizes.items():
        for budget in config.budgets:
            read = [each.n_read(name, size) for each in readers if budget in (each.budgets or config.budgets)]
            n += sum(read) + size - max(read, default=0)
    return n * len(config.seeds) * len(config.policies)


def _rows(config: Config, questions: Figure, measured: Measured | None) -> dict[str, Figure]:
    n, n_policies, n_budgets = int(questions.value or 0), len(config.policies), len(config.budgets)
    used = config.resolved_representations()
    taken = sum(_n_taken(each.as_record()) for each in used.values())
    rows = {
        "questions": Figure(n, questions.source),
        "retrievals": Figure(n * len(used), f"questions x {len(used)} representations"),
        "passages": Figure(n * taken, f"questions x {taken} passages, at most"),
        "contexts": Figure(n * n_policies * n_budgets, f"questions x {n_policies} policies x {n_budgets} budgets"),
        "survival": Figure(n * n_policies, f"questions x {n_policies} policies"),
    }
    is_given = any(each.retriever == GIVEN for each in used.values())  # as many passages as the log has
    for table in (*(("passages",) if is_given else ()), "hits", "candidates"):
        per_question = measured.rows_per_question(table, used) if measured else Figure(None, "unknown: --like")
        a_question = "" if per_question.value is None else f"{per_question.value:.1f} a question, "
        rows[table] = Figure(per_question.times(n), a_question + per_question.source)
    return rows


def _n_taken(representation: Mapping[str, Any]) -> int:
    """Return the most passages that a representation takes for a question; 0 where they are given."""
    return int(representation.get("top_k") or representation.get("max_passages") or 0)


def _answers(config: Config, budgets: Sequence[int], questions: Figure, measured: Measured | None) -> Figure:
    """Return the distinct contexts of one reader: what it reads, and its rows of table ``answers``."""
    contexts = questions.times(len(config.policies) * len(budgets)) or 0
    if measured is None:
        return Figure(contexts, "every context, at most; --like measures how many repeat")
    share = measured.distinct_share(config.policies, budgets)
    return Figure(share.times(contexts), f"{share.value:.1%} of {contexts:,.0f} contexts are distinct, {share.source}")


def _total(parts: Mapping[str, Figure]) -> Figure:
    """Return the answers of all readers, with where each number comes from; once, where it is the same for all."""
    known = [part.value for part in parts.values() if part.value is not None]
    sources = {part.source for part in parts.values()}
    if len(sources) > 1:
        return Figure(sum(known), "; ".join(f"{name}: {part.source}" for name, part in parts.items()))
    each = f"{len(parts)} readers, of each: " if len(parts) > 1 else ""
    return Figure(sum(known), each + next(iter(sources), "no readers"))


def _bytes(table: str, rates: Rates, measured: Measured | None) -> Figure:
    if table in rates.bytes_per_row:
        return Figure(rates.bytes_per_row[table], f"given, {rates.bytes_source}")
    return (measured and measured.bytes_per_row(table)) or Figure(None, "unknown: --like or bytes_per_row")


def _stage_rate(stage: str, rates: Rates, measured: Measured | None) -> Figure:
    given = rates.retrieving if stage == "retrieve" else rates.packing
    if given is not None:
        return Figure(given.questions_per_second, f"given, {given.source}")
    return measured.questions_per_second(stage) if measured else Figure(None, "unknown: --like or --rates")


def _reader_rate(name: str, rates: Rates) -> Figure:
    given = rates.reader.get(name)
    return Figure(given.answers_per_second, f"given, {given.source}") if given else Figure(None, "unknown: --rates")


def reading_hours(work: Sequence[WorkPlan], n_devices: int) -> float | None:
    """Return the hours of all readers one after the other; None where one is unknown."""
    hours = [each.hours(n_devices) for each in work if each.stage.startswith("read ")]
    return None if None in hours else sum(each for each in hours if each is not None)


def n_bytes(tables: Sequence[TablePlan]) -> float | None:
    """Return the bytes of all tables with rows; None where one is unknown."""
    sizes = [table.n_bytes for table in tables if table.rows.value != 0]
    return None if None in sizes else sum(each for each in sizes if each is not None)
