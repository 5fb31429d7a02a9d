"""A run of a million outcomes for timing the pages: some questions packed for real, repeated; made-up answers.

Usage: python -m bench.million FOLDER
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import duckdb
import pyarrow.parquet as pq

from bench.corpus import HashedWords, write_questions
from bench.pipeline import Stages, no_reader
from budgetrag.config import Config, parse_config
from budgetrag.pipeline import Plugins, run_pipeline
from budgetrag.store import open_run
from budgetrag.store.manifest import new_manifest, now, write_manifest
from budgetrag.store.schema import ROWS_PER_GROUP, SCHEMAS

DATASETS = ("hotpotqa", "2wikimultihopqa", "musique", "ragbench_covidqa")
SEEDS, BUDGETS = (42, 13, 7), (64, 96, 128, 160, 192, 224, 320)
POLICIES = ("chunk_naive", "chunk_focused", "chunk_mmr", "chunk_submodular", "chunk_submodular_half", "chunk_bridge")
READERS = {"three": "Made-up-3B", "seven": "Made-up-7B", "fourteen": "Made-up-14B", "thirty": "Made-up-32B"}
N_QUESTIONS = 500  # of each data set and seed
N_PACKED = 50

# Tables are ordered as a real run's, so that as much, or as little, of them can be skipped.
_REPEATED = """
    SELECT * REPLACE (i.dataset AS dataset, i.seed AS seed, i.question_id AS question_id {more})
    FROM base.{table} b JOIN instances i ON b.question_id = i.source ORDER BY i.place, b.place
"""
_ANSWERS = """
    WITH read AS (SELECT DISTINCT context_hash, answer_in_context FROM contexts),
    made AS (
        SELECT r.reader, c.context_hash, c.answer_in_context AS alive, hash(r.reader || c.context_hash) % 1000 AS u
        FROM read c CROSS JOIN (SELECT unnest(?::VARCHAR[]) AS reader) r
    )
    SELECT reader, context_hash, context_hash AS prompt_hash, 'answer ' || u AS answer, 200 + u % 90 AS prompt_tokens,
           (u < 150 + 350 * coalesce(alive, 0))::INT AS exact_match,
           CASE WHEN u < 150 + 350 * coalesce(alive, 0) THEN 1.0 ELSE u / 2000 END AS token_f1,
           (u < 200 + 350 * coalesce(alive, 0))::INT AS accuracy, 'stop' AS finish
    FROM made ORDER BY list_position(?::VARCHAR[], reader), context_hash
"""


def write_million(folder: Path, *, n_questions: int = N_QUESTIONS, n_packed: int = N_PACKED) -> int:
    """Write the run and return how many outcomes it has.

    Args:
        folder: Where to.
        n_questions: Questions of each data set and seed.
        n_packed: How many different ones there are.
    """
    folder.mkdir(parents=True, exist_ok=True)
    connection = duckdb.connect()
    with tempfile.TemporaryDirectory() as packed:
        _pack(Path(packed), n_packed)
        _repeat(connection, Path(packed) / "run", folder, n_questions)
    names = list(READERS)
    _write(folder, "answers", connection.sql(_ANSWERS, params=[names, names]))
    _manifest(folder, n_questions)
    return len(READERS) * connection.sql("SELECT count(*) FROM contexts").fetchall()[0][0]


def _pack(folder: Path, n_packed: int) -> None:
    """Run the pipeline, without a reader, over almanac questions."""
    file = folder / "questions.jsonl"
    write_questions(file, n_packed)
    config = _config({"datasets": [{"name": "hotpotqa", "file": str(file)}], "readers": []})
    with open_run(folder / "run", {"config": config.as_record()}) as run:
        run_pipeline(config, run, Plugins(HashedWords(), no_reader), Stages())


def _repeat(connection: duckdb.DuckDBPyConnection, source: Path, folder: Path, n_questions: int) -> None:
    """Write every table but ``answers``, each question of ``source`` many times under other names."""
    connection.execute("CREATE SCHEMA base")
    for table in SCHEMAS:
        if table != "answers":
            sql = f"CREATE TABLE base.{table} AS SELECT *, row_number() OVER () AS place FROM read_parquet(?)"
            connection.execute(sql, [str(source / f"{table}.parquet")])
    connection.execute(
        """
        CREATE TABLE instances AS
        SELECT dataset, seed, format('{}-{}', seed, i) AS question_id, row_number() OVER () AS place,
               sources[1 + i % len(sources)] AS source
        FROM (SELECT unnest(?::VARCHAR[]) AS dataset), (SELECT unnest(?::BIGINT[]) AS seed), range(?) AS r(i),
             (SELECT list(question_id ORDER BY place) AS sources FROM base.questions)
        """,
        [list(DATASETS), list(SEEDS), n_questions],
    )
    for table in SCHEMAS:
        if table == "answers":
            continue
        more = ", substr(md5(b.context_hash || i.place), 1, 16) AS context_hash" if table == "contexts" else ""
        written = _write(folder, table, connection.sql(_REPEATED.format(table=table, more=more)))
        if table == "contexts":
            connection.execute("CREATE TABLE contexts AS SELECT * FROM read_parquet(?)", [str(written)])


def _write(folder: Path, name: str, found: duckdb.DuckDBPyRelation) -> Path:
    path, schema = folder / f"{name}.parquet", SCHEMAS[name]
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for batch in found.to_arrow_reader(ROWS_PER_GROUP):
            writer.write_batch(batch.select(schema.names).cast(schema))
    return path


def _config(more: dict[str, object]) -> Config:
    fixed = {"name": "million", "budgets": list(BUDGETS), "policies": list(POLICIES)}
    return parse_config(fixed | {"retrieval": {"embedder": "hashed words", "pool": "question"}} | more)


def _manifest(folder: Path, n_questions: int) -> None:
    config = _config(
        {
            "seeds": list(SEEDS),
            "readers": list(READERS),
            "reader": {name: {"kind": "hf", "model": model} for name, model in READERS.items()},
            "datasets": [{"name": name, "limit": n_questions} for name in DATASETS],
        }
    )
    manifest = new_manifest({"config": config.as_record(), "data_sha256": {}, "models": {}})
    manifest["labels"] = {name: name for name in READERS}
    manifest["prompts"] = {name: {"style": "chat", "template": "{context}"} for name in READERS}
    for stage in ("retrieve", "pack", *(f"read-{name}" for name in READERS)):
        manifest["stages"][stage] = {"status": "finished", "started": now(), "finished": now()}
    manifest["finished"] = now()
    write_manifest(folder, manifest)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    print(f"{write_million(target):,} outcomes in {target}")
