"""Reading a run: its tables and its outcomes through DuckDB, lazily, and one question at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import duckdb

from budgetrag.rows import (
    CandidateRow,
    ContextRow,
    QuestionRow,
    to_candidate,
    to_retrieved,
)
from budgetrag.rows_retrieved import HitRow, PassageRow, RetrievalRow
from budgetrag.store.damage import REMEDY, ChangedRunError, DamagedRunError, check_tables
from budgetrag.store.manifest import Manifest, read_manifest
from budgetrag.store.reads import add_reads
from budgetrag.store.schema import EXPORT_COLUMNS, OUTCOMES_SQL, SCHEMAS
from budgetrag.store.stream import frozen
from budgetrag.types import Candidate, RetrievedPassage

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

R = TypeVar("R", QuestionRow, RetrievalRow, PassageRow, HitRow, CandidateRow, ContextRow)
_ORDER = "dataset, seed, question_id, policy, budget_tokens, reader"


class Run:
    """A run, opened for reading; nothing is written, and only what a query asks for is read.

    Safe to share between threads. A table that is not written yet is empty. Where a reader read only some questions of
    a sample, the questions' ids are read at once.

    Attributes:
        folder: The run's folder.
        manifest: Its manifest, as it was when the run was opened.
    """

    def __init__(self, folder: Path, manifest: Manifest, connection: duckdb.DuckDBPyConnection) -> None:
        """Wrap an open connection; use ``Run.open``."""
        self.folder = folder
        self.manifest = manifest
        self._connection = connection

    @classmethod
    def open(cls, folder: Path | str) -> Run:
        """Open the run in ``folder``.

        Raises:
            FileNotFoundError: If there is none.
            ValueError: If its manifest or a table is damaged.
        """
        path = Path(folder)
        manifest = read_manifest(path)
        while True:
            try:
                check_tables(path, manifest)
                return cls(path, manifest, _connect(path, manifest))
            except DamagedRunError:
                before, manifest = manifest, read_manifest(path)
                if manifest == before:  # otherwise the run was written on just then
                    raise

    def checked(self) -> Run:
        """Return this run after every table has been compared with what was written, which reads them all.

        Raises:
            DamagedRunError: If one differs.
        """
        check_tables(self.folder, self.manifest, hashes=True)
        return self

    @property
    def name(self) -> str:
        """The name of the run's config."""
        return str(self.manifest["config"]["name"])

    @property
    def is_finished(self) -> bool:
        """Whether every stage was finished when the run was opened."""
        return self.manifest["finished"] is not None

    def query(self, sql: str, parameters: Sequence[object] = ()) -> pd.DataFrame:
        """Return the rows of a query over the run's tables and ``outcomes``, the join of them.

        Args:
            sql: DuckDB SQL; values come in as ``?``, never as text.
            parameters: The values.

        Raises:
            DamagedRunError: If a table it needs is damaged.
        """
        with self._readable():
            return self._connection.cursor().execute(sql, list(parameters)).df()

    def batches(self, sql: str, parameters: Sequence[object] = (), *, n_rows: int = 16384) -> Iterator[pa.RecordBatch]:
        """Yield a query's rows as Arrow batches of at most ``n_rows``, streaming."""
        with self._readable():
            reader: pa.RecordBatchReader = (
                self._connection.cursor().sql(sql, params=list(parameters)).to_arrow_reader(n_rows)
            )
            yield from reader

    def outcomes(self) -> Iterator[pa.RecordBatch]:
        """Yield every outcome (question x policy x budget x reader) in a fixed order, streaming."""
        yield from self.batches(f"SELECT {', '.join(EXPORT_COLUMNS)} FROM outcomes ORDER BY {_ORDER}")

    def question(self, dataset: str, seed: int, question_id: str) -> QuestionRow:
        """Return one question.

        Raises:
            KeyError: If the run has no such question.
        """
        rows = self._rows(QuestionRow, "questions", (dataset, seed, question_id))
        if not rows:
            raise KeyError(f"run {self.name} has no question {question_id!r} of {dataset}, seed {seed}")
        return rows[0]

    def passage_rows(
        self, dataset: str, seed: int, question_id: str, *, representation: str | None = "chunk"
    ) -> tuple[PassageRow, ...]:
        """Return what one representation's retrieval, None for each one's, returned for one question, by rank."""
        key = (dataset, seed, question_id)
        return self._rows(PassageRow, "passages", key, representation, order="representation, rank")

    def hit_rows(
        self, dataset: str, seed: int, question_id: str, *, representation: str | None = "ace"
    ) -> tuple[HitRow, ...]:
        """Return the nodes that brought one question's passages in, by passage, then by their own rank."""
        key, order = (dataset, seed, question_id), "representation, passage_rank, node_rank"
        return self._rows(HitRow, "hits", key, representation, order=order)

    def retrieval_rows(self, dataset: str, seed: int, question_id: str) -> tuple[RetrievalRow, ...]:
        """Return how well each representation's retrieval served one question."""
        return self._rows(RetrievalRow, "retrievals", (dataset, seed, question_id), order="representation")

    def retrieval_row(
        self, dataset: str, seed: int, question_id: str, *, representation: str = "chunk"
    ) -> RetrievalRow:
        """Return how well one representation's retrieval served one question.

        Raises:
            KeyError: If the run did not retrieve for it.
        """
        rows = self._rows(RetrievalRow, "retrievals", (dataset, seed, question_id), representation)
        if not rows:
            raise KeyError(
                f"run {self.name} retrieved nothing by representation {representation} for question {question_id!r} "
                f"of {dataset}, seed {seed}"
            )
        return rows[0]

    def candidate_rows(
        self, dataset: str, seed: int, question_id: str, *, representation: str | None = "chunk"
    ) -> tuple[CandidateRow, ...]:
        """Return one question's candidates under one representation, None for each, in relevance order."""
        key, order = (dataset, seed, question_id), "representation, candidate_id"
        return self._rows(CandidateRow, "candidates", key, representation, order=order)

    def contexts(self, dataset: str, seed: int, question_id: str) -> tuple[ContextRow, ...]:
        """Return one question's contexts, by policy and budget."""
        return self._rows(ContextRow, "contexts", (dataset, seed, question_id), order="policy, budget_tokens")

    def answers(self, context_hash: str) -> pd.DataFrame:
        """Return what each reader said about one context."""
        return self.query("SELECT * FROM answers WHERE context_hash = ? ORDER BY reader", [context_hash])

    def retrieved(
        self, dataset: str, seed: int, question_id: str, *, representation: str = "chunk"
    ) -> tuple[RetrievedPassage, ...]:
        """Return one question's retrieved passages as records, ready for ``chunk_candidates`` or ``build_pool``."""
        hits = self.hit_rows(dataset, seed, question_id, representation=representation)
        passages = self.passage_rows(dataset, seed, question_id, representation=representation)
        return tuple(to_retrieved(row, hits) for row in passages)

    def candidates(
        self, dataset: str, seed: int, question_id: str, *, representation: str = "chunk"
    ) -> tuple[Candidate, ...]:
        """Return one question's candidates as records, ready for ``build_pool``."""
        rows = self.candidate_rows(dataset, seed, question_id, representation=representation)
        return tuple(to_candidate(row) for row in rows)

    @contextmanager
    def _readable(self) -> Iterator[None]:
        """Turn what DuckDB says of a damaged table into a DamagedRunError; a mistake in SQL still raises as such."""
        try:
            yield
        except (duckdb.ParserException, duckdb.BinderException, duckdb.CatalogException, duckdb.OutOfMemoryException):
            raise
        except duckdb.Error as error:
            if self._is_another():
                raise ChangedRunError(f"run {self.folder} was made anew while it was read; open it again") from error
            raise DamagedRunError(f"a table of run {self.folder} cannot be read: {error}; {REMEDY}") from error

    def _is_another(self) -> bool:
        try:
            return read_manifest(self.folder) != self.manifest
        except (ValueError, OSError):
            return True

    def _rows(
        self,
        row: type[R],
        table: str,
        key: tuple[str, int, str],
        representation: str | None = None,
        *,
        order: str = "ALL",
    ) -> tuple[R, ...]:
        """Return the rows of one question, of one representation unless it is None."""
        own = "" if representation is None else "AND representation = ?"
        sql = f"SELECT * FROM {table} WHERE dataset = ? AND seed = ? AND question_id = ? {own} ORDER BY {order}"
        values = [*key] if representation is None else [*key, representation]
        with self._readable():
            found: pa.Table = self._connection.cursor().sql(sql, params=values).to_arrow_table()
        return tuple(row(**{name: frozen(value) for name, value in each.items()}) for each in found.to_pylist())


def _connect(folder: Path, manifest: Manifest) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(config={"autoinstall_known_extensions": "false"})
    for name in SCHEMAS:
        try:
            _add_table(connection, name, folder / f"{name}.parquet", is_written=name in manifest["tables"])
        except DamagedRunError:
            connection.close()
            raise
    try:
        add_reads(connection, manifest)
    except duckdb.Error as error:
        connection.close()
        raise DamagedRunError(f"table {folder / 'questions.parquet'} cannot be read: {error}; {REMEDY}") from error
    connection.execute(f"CREATE VIEW outcomes AS {OUTCOMES_SQL}")
    return connection


def _add_table(connection: duckdb.DuckDBPyConnection, name: str, path: Path, *, is_written: bool) -> None:
    """Make a table known by its name; one that is not written yet is empty."""
    schema = SCHEMAS[name]
    if not is_written and not path.is_file():
        connection.from_arrow(schema.empty_table()).create(name)
        return
    if not path.is_file():
        raise DamagedRunError(f"table {path} must be a file, found none; {REMEDY}")
    try:
        found = connection.read_parquet(_literal(path))
    except duckdb.Error as error:
        raise DamagedRunError(f"table {path} cannot be read: {error}; {REMEDY}") from error
    missing = [column for column in schema.names if column not in found.columns]
    if missing:
        raise DamagedRunError(f"table {path} must have the column {missing[0]}, found none; {REMEDY}")
    found.create_view(name)


def _literal(path: Path) -> str:
    """Return the path as DuckDB takes it for itself alone: neither as a pattern nor from the home folder.

    >>> _literal(Path("/runs/a[1]*"))
    '/runs/a[[]1][*]'
    """
    return re.sub(r"[*?\[]", r"[\g<0>]", str(path.absolute()))
