"""What each reader of a run reads: of which data sets, at which budgets, and how many questions of every sample."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import duckdb
import pyarrow as pa

from budgetrag.datasets.sampling import place
from budgetrag.store.manifest import Manifest

Key = tuple[str, int, str]
KEY_COLUMNS = ("dataset", "seed", "question_id")
_NO_LIMIT = 2**31 - 1
_PLACES = pa.schema(
    [("dataset", pa.string()), ("seed", pa.int64()), ("question_id", pa.string()), ("place", pa.int32())]
)


@dataclass(frozen=True, slots=True)
class ReaderPart:
    """The part of a run that one reader reads.

    Attributes:
        reader: Its name, as outcomes have it.
        datasets: The data sets.
        budgets: The budgets.
        limit: Most questions of every sample; None for all.
    """

    reader: str
    datasets: tuple[str, ...]
    budgets: tuple[int, ...]
    limit: int | None

    @property
    def n_first(self) -> int:
        """How many of a sample's questions it reads, the first ones."""
        return _NO_LIMIT if self.limit is None else self.limit

    def includes(self, dataset: str, budget_tokens: int) -> bool:
        """Return whether it reads contexts of a data set at a budget."""
        return dataset in self.datasets and budget_tokens in self.budgets


def finished_reads(manifest: Mapping[str, Any]) -> Iterator[ReaderPart]:
    """Yield what the readers that have finished have read, in the run's order."""
    config = manifest["config"]
    for name, settings in config["readers"].items():
        if manifest["stages"].get(f"read-{name}", {}).get("status") == "finished":
            yield ReaderPart(
                str(manifest["labels"][name]),
                tuple(settings.get("datasets") or (entry["name"] for entry in config["datasets"])),
                tuple(settings.get("budgets") or config["budgets"]),
                settings.get("limit"),
            )


def readers_of(manifest: Mapping[str, Any], dataset: str, budget_tokens: int) -> tuple[str, ...]:
    """Return the readers that have read a data set at a budget, by their names in outcomes, in the run's order."""
    return tuple(each.reader for each in finished_reads(manifest) if each.includes(dataset, budget_tokens))


def places(keys: Iterable[Key]) -> dict[Key, int]:
    """Return each question's place in its sample, from 0: a sample of n questions would hold the places below n.

    Args:
        keys: Data set, seed and id of every question of a run.
    """
    samples: dict[tuple[str, int], list[str]] = defaultdict(list)
    for dataset, seed, question_id in keys:
        samples[dataset, seed].append(question_id)
    found: dict[Key, int] = {}
    for (dataset, seed), ids in samples.items():
        ordered = sorted(ids, key=partial(place, seed))
        found |= {(dataset, seed, question_id): i for i, question_id in enumerate(ordered)}
    return found


def add_reads(connection: duckdb.DuckDBPyConnection, manifest: Manifest) -> None:
    """Make table ``reads`` and view ``placed`` (the questions with their ``place``, 0 where no reader has a limit)."""
    reads = [*finished_reads(manifest)]
    connection.execute("CREATE TABLE reads (reader VARCHAR, dataset VARCHAR, budget_tokens INTEGER, n_first INTEGER)")
    rows = [
        [each.reader, dataset, budget, each.n_first]
        for each in reads
        for dataset in each.datasets
        for budget in each.budgets
    ]
    if rows:
        connection.executemany("INSERT INTO reads VALUES (?, ?, ?, ?)", rows)
    if all(each.limit is None for each in reads):
        connection.execute("CREATE VIEW placed AS SELECT *, 0 AS place FROM questions")
        return
    found = places(connection.execute(f"SELECT {', '.join(KEY_COLUMNS)} FROM questions").fetchall())
    placed = [{**dict(zip(KEY_COLUMNS, key, strict=True)), "place": i} for key, i in found.items()]
    connection.from_arrow(pa.Table.from_pylist(placed, _PLACES)).create("places")
    connection.execute("CREATE VIEW placed AS SELECT * FROM questions JOIN places USING (dataset, seed, question_id)")
