"""The store: whole files or none, one writer, lazy reading, exports."""

from __future__ import annotations

import errno
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from hashlib import sha256
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from filled import fill
from formula_run import FormulaReader, FormulaRun, formula_run, full_disk
from tiny import tiny_config, tiny_plugins, write_records

from budgetrag.files import atomic_file, write_atomically
from budgetrag.rows import AnswerRow, CandidateRow, ContextRow, QuestionRow
from budgetrag.rows_retrieved import HitRow, PassageRow, RetrievalRow
from budgetrag.store import SCHEMAS, Run, open_run
from budgetrag.store.journal import Journal
from budgetrag.store.parts import write_part
from budgetrag.types import Answer
from precompute.preflight import identity

ROWS = {
    "questions": QuestionRow,
    "retrievals": RetrievalRow,
    "passages": PassageRow,
    "candidates": CandidateRow,
    "contexts": ContextRow,
}
TABLES = (*ROWS, "answers")
ISSUE_COLUMNS = """dataset, seed, question_id, question_type, answer_kind, policy, representation, packer,
    budget_tokens, counter, reader, answer, exact_match, token_f1, accuracy, answer_in_context,
    answer_in_context_soft, gold_coverage, all_gold_in_context, gold_token_density, distractor_passages,
    context_tokens, n_snippets, prompt_tokens, recall_at_5, all_gold_at_5, certificate"""


@pytest.fixture(scope="module")
def filled(tmp_path_factory) -> FormulaRun:
    return formula_run(tmp_path_factory)


def test_columns_are_the_rows_fields():
    for table, row in {**ROWS, "hits": HitRow, "answers": AnswerRow}.items():
        assert SCHEMAS[table].names == [field.name for field in fields(row)]


def test_tables_on_disk_have_the_schema(filled):
    for table in TABLES:
        assert pq.read_schema(filled.folder / f"{table}.parquet").equals(SCHEMAS[table])


def test_manifest_knows_rows_and_hashes_of_every_table(filled):
    tables = filled.run.manifest["tables"]
    assert set(tables) >= set(TABLES)
    for table, facts in tables.items():
        path = filled.folder / f"{table}.parquet"
        assert facts["rows"] == pq.read_metadata(path).num_rows
        assert facts["rows"] > 0 or table == "hits"
        assert facts["sha256"] == sha256(path.read_bytes()).hexdigest()


def test_manifest_holds_what_the_run_was_made_of(filled):
    manifest = filled.run.manifest
    assert manifest["schema_version"] == 2
    assert manifest["config"]["packing"]["counter"] == "words"
    assert manifest["prompts"]["lexical"]["template"] == "{context}\n\n{question}"
    assert manifest["models"] == {"embedder": "hashing:64", "readers": {"lexical": "echo:1"}}
    assert {"python", "pyarrow", "duckdb", "numpy"} <= set(manifest["versions"])
    assert {facts["status"] for facts in manifest["stages"].values()} == {"finished"}
    assert manifest["skipped"] == {"hotpotqa": {}}


def test_no_tables_hold_times(filled):
    for table in SCHEMAS:
        assert not any("date" in str(field.type) or "time" in str(field.type) for field in SCHEMAS[table])


def test_outcomes_have_the_columns_of_the_issue_in_its_order(filled):
    wanted = [name.strip() for name in ISSUE_COLUMNS.split(",")]
    assert list(filled.run.query("SELECT * FROM outcomes LIMIT 0").columns) == wanted
    assert next(filled.run.outcomes()).schema.names == wanted


def test_outcomes_are_one_row_per_cell_in_a_fixed_order(filled):
    keys = [
        (row["question_id"], row["policy"], row["budget_tokens"])
        for batch in filled.run.outcomes()
        for row in batch.to_pylist()
    ]
    assert len(keys) == len(set(keys)) == 10 * 2 * 3
    assert keys == sorted(keys)


def test_values_are_parameters_and_never_sql(filled):
    hostile = "q1' OR '1'='1"
    assert filled.run.passage_rows("hotpotqa", 42, hostile) == ()
    assert len(filled.run.query("SELECT * FROM questions WHERE question_id = ?", [hostile])) == 0
    with pytest.raises(KeyError, match="has no question"):
        filled.run.question("hotpotqa", 42, hostile)


def test_records_of_one_question_come_back_ready_to_pack(filled):
    from budgetrag.snippets import chunk_candidates

    question = filled.run.question("hotpotqa", 42, "q3")
    retrieved = filled.run.retrieved("hotpotqa", 42, "q3")
    assert [item.rank for item in retrieved] == [0, 1, 2]
    assert chunk_candidates(question.question, retrieved) == filled.run.candidates("hotpotqa", 42, "q3")


def test_threads_can_share_a_run(filled):
    run = filled.run

    def count(i: int) -> int:
        return int(run.query("SELECT count(*) n FROM outcomes WHERE budget_tokens = ?", [(0, 12, 30)[i % 3]])["n"][0])

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(count, range(48))) == {20}


def test_reading_writes_nothing(filled):
    before = sorted((path.name, path.stat().st_mtime_ns) for path in filled.folder.iterdir())
    list(filled.run.outcomes())
    assert sorted((path.name, path.stat().st_mtime_ns) for path in filled.folder.iterdir()) == before


def test_half_written_run_opens_with_empty_tables(tmp_path, filled):
    plugins = tiny_plugins()
    with open_run(tmp_path / "run", identity(filled.config, plugins)):
        pass
    run = Run.open(tmp_path / "run")
    assert not run.is_finished
    assert len(run.query("SELECT * FROM outcomes")) == 0


def without(folder, *keys):
    """Write a run's manifest without one key."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    inner = manifest
    for key in keys[:-1]:
        inner = inner[key]
    del inner[keys[-1]]
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda f: (f / "manifest.json").unlink(), "run must be a folder that holds manifest.json"),
        (lambda f: (f / "manifest.json").write_text("{"), "must be JSON"),
        (lambda f: (f / "manifest.json").write_text('{"schema_version": 0}'), "must have schema_version 2, found 0"),
        (lambda f: (f / "manifest.json").write_text("[" * 100_000), "must be JSON"),
        (
            lambda f: (f / "manifest.json").write_text('{"schema_version": 1}'),
            r"was made by an older version \(tables of schema 1, now 2\); make it again with --fresh",
        ),
        (
            lambda f: (f / "manifest.json").write_text('{"schema_version": 2}'),
            "is damaged: config is missing",
        ),
        (lambda f: without(f, "stages"), "manifest.json is damaged: stages is missing; run again with --fresh"),
        (lambda f: without(f, "finished"), "finished is missing"),
        (lambda f: without(f, "config", "readers"), r"config\.readers is missing"),
        (
            lambda f: (f / "contexts.parquet").write_bytes(b"PAR1"),
            r"contexts\.parquet must have \d+ bytes, found 4",
        ),
        (lambda f: (f / "answers.parquet").unlink(), "answers.parquet must be a file, found none"),
        (
            lambda f: pq.write_table(pa.table({"a": [1]}), f / "contexts.parquet"),
            r"contexts\.parquet must have \d+ bytes, found",
        ),
    ],
)
def test_broken_run_is_refused_in_one_sentence(tmp_path, filled, spoil, message):
    folder = tmp_path / "run"
    folder.mkdir()
    for path in filled.folder.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    spoil(folder)
    with pytest.raises((ValueError, FileNotFoundError), match=message):
        Run.open(folder)


def test_changed_settings_are_refused_with_both_values(tmp_path, filled):
    changed = tiny_config(
        Path(filled.config.datasets[0].file), policies=["chunk_naive", "chunk_bridge"], budgets=[12, 30]
    )
    expected = r"budgets: run \[0, 12, 30\], now \[12, 30\]"
    with pytest.raises(ValueError, match=expected), open_run(filled.folder, identity(changed, tiny_plugins())):
        pass


def test_changed_data_are_refused_and_moved_data_are_not(tmp_path, filled):
    plugins = tiny_plugins(lambda name, settings: FormulaReader())
    policies = ["chunk_naive", "chunk_bridge"]
    moved = tiny_config(write_records(tmp_path / "elsewhere.jsonl"), policies=policies)
    with open_run(filled.folder, identity(moved, plugins)) as run:
        assert run.is_finished
    other = tiny_config(write_records(tmp_path / "other.jsonl", 9), policies=policies)
    with (
        pytest.raises(ValueError, match=r"data_sha256\.hotpotqa: run "),
        open_run(filled.folder, identity(other, plugins)),
    ):
        pass


def test_dropped_reader_is_refused(filled):
    config = tiny_config(Path(filled.config.datasets[0].file), policies=["chunk_naive", "chunk_bridge"], readers=[])
    expected = r'readers\.lexical\.kind: run "lexical", now none'
    with pytest.raises(ValueError, match=expected), open_run(filled.folder, identity(config, tiny_plugins())):
        pass


def test_folder_of_something_else_is_left_alone_even_fresh(tmp_path, filled):
    (tmp_path / "thesis.tex").write_text("precious")
    with (
        pytest.raises(ValueError, match="holds other files"),
        open_run(tmp_path, identity(filled.config, tiny_plugins()), fresh=True),
    ):
        pass
    assert (tmp_path / "thesis.tex").read_text() == "precious"


def test_fresh_removes_the_run_and_nothing_else(tmp_path, filled):
    plugins = tiny_plugins()
    fill(tmp_path / "run", filled.config, plugins)
    (tmp_path / "run" / "notes.txt").write_text("mine")
    with open_run(tmp_path / "run", identity(filled.config, plugins), fresh=True) as run:
        assert not run.is_finished
    assert {path.name for path in (tmp_path / "run").iterdir()} == {".lock", "manifest.json", "notes.txt"}


def test_atomic_file_keeps_the_old_file_when_writing_fails(tmp_path):
    path = tmp_path / "table"
    write_atomically(path, b"old")
    with pytest.raises(RuntimeError, match="stop"), atomic_file(path) as file:
        file.write(b"new")
        raise RuntimeError("stop")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written_is_named_as_it_was_asked_for(tmp_path, monkeypatch):
    def read_only(path, *_args, **_options):
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(Path, "open", read_only)
    monkeypatch.setattr(Path, "unlink", read_only)
    with pytest.raises(OSError, match="Read-only") as caught:
        write_atomically(tmp_path / "o.csv", b"new")
    assert caught.value.filename == str(tmp_path / "o.csv")


def test_full_disk_leaves_earlier_parts_and_no_rest(tmp_path):
    def rows(n):
        return {
            "answers": [AnswerRow("r", f"{i:016x}", f"{i * 7:016x}", "x" * (i % 50), 1, 1, 1.0, 1) for i in range(n)]
        }

    write_part(tmp_path, 0, rows(3))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with full_disk(4000), pytest.raises(OSError, match="File too large"):
        write_part(tmp_path, 1, rows(5000))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_full_disk_while_joining_leaves_the_parts_and_the_same_command_goes_on(tmp_path, filled):
    plugins = tiny_plugins(lambda name, settings: FormulaReader())
    folder = tmp_path / "run"
    with full_disk(6000), pytest.raises(OSError, match="File too large"):
        fill(folder, filled.config, plugins)
    assert not list(folder.rglob(".tmp-*"))
    fill(folder, filled.config, plugins)
    for table in TABLES:
        assert (folder / f"{table}.parquet").read_bytes() == (filled.folder / f"{table}.parquet").read_bytes()


def test_journal_forgets_a_torn_line_only(tmp_path):
    path = tmp_path / "journal.jsonl"
    journal = Journal(path)
    journal.append({"a": Answer("one", 3), "b": Answer("two\n", None)})
    journal.append({"c": Answer("\ud800", 3, "length")})
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"d": ["thr')
    assert Journal(path).answers == {
        "a": Answer("one", 3),
        "b": Answer("two\n", None),
        "c": Answer("\ud800", 3, "length"),
    }
    assert path.read_bytes() == whole


def test_manifest_is_plain_json(filled):
    assert json.loads((filled.folder / "manifest.json").read_text(encoding="utf-8"))["config"]["name"] == "tiny"
