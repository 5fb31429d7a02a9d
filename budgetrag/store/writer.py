"""Filling a run: stages, their parts, and the tables they become."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from budgetrag.files import TEMPORARY, sha256, sync_folder
from budgetrag.rows import AnswerRow, PackedQuestion, RetrievedQuestion, Row
from budgetrag.store.damage import check_tables, readable
from budgetrag.store.files import locked
from budgetrag.store.journal import Journal
from budgetrag.store.manifest import (
    MANIFEST,
    Manifest,
    differences,
    new_manifest,
    now,
    read_manifest,
    write_manifest,
)
from budgetrag.store.parts import join_parts, part_path, write_part, write_table
from budgetrag.store.reads import KEY_COLUMNS, Key, places
from budgetrag.store.schema import SCHEMAS, TABLES, to_table
from budgetrag.store.stream import packed_questions, retrieved_questions

PARTS = ".parts"
RETRIEVE_TABLES = ("questions", "retrievals", "hits", "passages")  # in the order they are written
ANSWERS_PER_PIECE = 1024


class RunWriter:
    """The one process that writes a run.

    Attributes:
        folder: The run's folder.
        manifest: Its manifest, as on disk.
    """

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        """Wrap a folder that ``open_run`` holds."""
        self.folder = folder
        self.manifest = manifest

    @property
    def is_finished(self) -> bool:
        """Whether every stage is finished."""
        return self.manifest["finished"] is not None

    def stage_is_finished(self, stage: str) -> bool:
        """Return whether the stage's tables are written."""
        return bool(self.manifest["stages"].get(stage, {}).get("status") == "finished")

    def start_stage(self, stage: str) -> None:
        """Note in the manifest that a stage is under way, unless that is noted already."""
        if stage not in self.manifest["stages"]:
            self.manifest["stages"][stage] = {"status": "started", "started": now()}
            self._save()

    def note(self, section: str, key: str, value: object) -> None:
        """Note a fact in the manifest, such as a reader's prompt; it is on disk at the next stage's start or end."""
        self.manifest.setdefault(section, {})[key] = value

    def has_part(self, stage: str, index: int, table: str) -> bool:
        """Return whether part ``index`` of a stage is written; ``table`` is the last table of its parts."""
        return part_path(self._parts(stage), table, index).is_file()

    def write_part(self, stage: str, index: int, tables: Mapping[str, Sequence[Row]]) -> None:
        """Write one part of a stage.

        Raises:
            OSError: If it cannot be written; earlier parts stay.
        """
        write_part(self._parts(stage), index, tables)

    def write_retrieved(self, index: int, items: Sequence[RetrievedQuestion]) -> None:
        """Write one part of stage "retrieve", unless it is written.

        Raises:
            OSError: If it cannot be written; earlier parts stay.
        """
        if not self.has_part("retrieve", index, RETRIEVE_TABLES[-1]):
            tables: dict[str, Sequence[Row]] = {
                "questions": [item.question for item in items],
                "retrievals": [row for item in items for row in item.retrievals],
                "hits": [row for item in items for row in item.hits],
                "passages": [row for item in items for row in item.passages],
            }
            self.write_part("retrieve", index, tables)

    def finish_retrieve(self, n_parts: int) -> None:
        """Make the tables of stage "retrieve" of its parts.

        Raises:
            OSError: If a table cannot be written; the parts stay.
        """
        self.finish_stage("retrieve", RETRIEVE_TABLES, n_parts)

    def finish_stage(self, stage: str, tables: Sequence[str], n_parts: int) -> None:
        """Make the stage's tables of its parts.

        Raises:
            OSError: If a table cannot be written; the parts stay.
        """
        for table in tables:
            join_parts(self._parts(stage), table, n_parts, self._table(table))
        self._close_stage(stage, tables)

    def journal(self, reader: str) -> Journal:
        """Return the journal of a reader's finished answers."""
        return Journal(self._parts(f"read-{reader}") / "journal.jsonl")

    def finish_reader(self, reader: str, rows: Sequence[AnswerRow]) -> None:
        """Add a reader's answers to table ``answers``, readers in the order of the config.

        Args:
            reader: Its name in the config; the rows bear its label, which says where there is no model.
            rows: Its answers.

        Raises:
            OSError: If the table cannot be written; the journal stays.
        """
        write_table("answers", self._answers(reader, rows), self._table("answers"))
        self._close_stage(f"read-{reader}", ["answers"])

    def finish(self) -> None:
        """Note that the run is complete."""
        self.manifest["finished"] = now()
        self._save()
        shutil.rmtree(self.folder / PARTS, ignore_errors=True)

    def n_rows(self, table: str) -> int:
        """Return the number of rows of a finished table."""
        return int(self.manifest["tables"][table]["rows"])

    def retrieved(self) -> Iterator[RetrievedQuestion]:
        """Yield the questions with their retrieved passages, in table order, streaming."""
        return retrieved_questions(self._table("questions"), self._table("passages"), self._table("hits"))

    def packed(self) -> Iterator[PackedQuestion]:
        """Yield the questions with their candidates and contexts, in table order, streaming."""
        return packed_questions(self._table("questions"), self._table("candidates"), self._table("contexts"))

    def places(self) -> dict[Key, int]:
        """Return where every question stands in its sample, by data set, seed and id (see ``reads.places``)."""
        keys = pq.read_table(self._table("questions").absolute(), columns=[*KEY_COLUMNS])
        return places(zip(*(column.to_pylist() for column in keys.columns), strict=True))

    def scratch(self) -> Path:
        """Return a folder for passing files of this process; it goes when the run is finished."""
        folder = self.folder / PARTS / "scratch"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _answers(self, reader: str, rows: Sequence[AnswerRow]) -> Iterator[pa.Table]:
        earlier = self._table("answers")
        for name in self.manifest["config"]["readers"]:
            if name == reader:
                for start in range(0, len(rows), ANSWERS_PER_PIECE):
                    yield to_table("answers", rows[start : start + ANSWERS_PER_PIECE])
            elif self.stage_is_finished(f"read-{name}"):
                yield from _of_reader(earlier, self.manifest["labels"][name])

    def _close_stage(self, stage: str, tables: Sequence[str]) -> None:
        for table in tables:
            path = self._table(table)
            n_rows = pq.read_metadata(path.absolute()).num_rows
            self.manifest["tables"][table] = {"rows": n_rows, "bytes": path.stat().st_size, "sha256": sha256(path)}
        self.manifest["stages"][stage] |= {"status": "finished", "finished": now()}
        self._save()
        shutil.rmtree(self._parts(stage), ignore_errors=True)

    def _parts(self, stage: str) -> Path:
        return self.folder / PARTS / stage

    def _table(self, name: str) -> Path:
        return self.folder / f"{name}.parquet"

    def _save(self) -> None:
        write_manifest(self.folder, self.manifest)


def _of_reader(path: Path, reader: str) -> Iterator[pa.Table]:
    """Yield one reader's rows in the pieces they were first written in, so that the bytes come out the same."""
    rows = [SCHEMAS["answers"].empty_table()]
    with readable(path), pq.ParquetFile(path.absolute()) as file:
        for i in range(file.num_row_groups):
            group = file.read_row_group(i)
            rows.append(group.filter(pc.equal(group["reader"], reader)))
    whole = pa.concat_tables(rows)
    for start in range(0, whole.num_rows, ANSWERS_PER_PIECE):
        yield whole.slice(start, ANSWERS_PER_PIECE)


@contextmanager
def open_run(folder: Path, identity: Mapping[str, object], *, fresh: bool = False) -> Iterator[RunWriter]:
    """Start, or go on with, the run in ``folder``, alone.

    Args:
        folder: Made if absent.
        identity: What decides the tables: ``config``, ``data_sha256``, ``models``.
        fresh: Remove a run that is there first.

    Raises:
        ValueError: If the run there was made with another config or is damaged, or the folder holds something else.
        BlockingIOError: If another process writes it.
        OSError: If the folder cannot be written.
    """
    _refuse_other_folders(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        if fresh:
            _remove_run(folder)
        for left in (*folder.glob(f"{TEMPORARY}*"), *(folder / PARTS).rglob(f"{TEMPORARY}*")):
            left.unlink()
        yield RunWriter(
            folder, _continued(folder, identity) if (folder / MANIFEST).exists() else _begun(folder, identity)
        )


def _refuse_other_folders(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(f"run must be a folder, got the file {folder}")
    ours = {MANIFEST, PARTS, ".lock", *(f"{table}.parquet" for table in TABLES)}
    names = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    if names and MANIFEST not in names and any(n not in ours and not n.startswith(TEMPORARY) for n in names):
        raise ValueError(f"run folder must be new, empty or a run, got {folder}, which holds other files")


def _remove_run(folder: Path) -> None:
    for name in (MANIFEST, *(f"{table}.parquet" for table in TABLES)):
        (folder / name).unlink(missing_ok=True)
    shutil.rmtree(folder / PARTS, ignore_errors=True)
    sync_folder(folder)


def _begun(folder: Path, identity: Mapping[str, object]) -> Manifest:
    _remove_run(folder)
    manifest = new_manifest(identity)
    write_manifest(folder, manifest)
    return manifest


def _continued(folder: Path, identity: Mapping[str, object]) -> Manifest:
    manifest = read_manifest(folder)
    changed = differences(manifest, identity)
    if changed:
        raise ValueError(
            f"run {folder} was made with other settings ({'; '.join(changed)}); "
            "give another --out, or --fresh to replace it"
        )
    check_tables(folder, manifest, hashes=True)
    added = {**identity["config"]["readers"]}.keys() - manifest["config"]["readers"].keys()  # type: ignore[index]
    if added:
        manifest |= new_manifest(identity) | {
            key: manifest[key] for key in ("started", "labels", "prompts", "skipped", "stages", "tables")
        }
        manifest["finished"] = None
        write_manifest(folder, manifest)
    if manifest["finished"] is not None:
        shutil.rmtree(folder / PARTS, ignore_errors=True)  # left by a process that was killed at its very end
    return manifest
