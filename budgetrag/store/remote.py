"""Runs at a URL: made in a folder on this machine, and copied to the URL after every stage."""

from __future__ import annotations

import hashlib
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import fsspec  # type: ignore[import-untyped]

from budgetrag.files import sha256
from budgetrag.models import cache_dir
from budgetrag.store.files import locked
from budgetrag.store.manifest import MANIFEST, Manifest, parse_manifest, read_manifest, write_manifest
from budgetrag.store.schema import TABLES
from budgetrag.store.writer import PARTS, RETRIEVE_TABLES

RUN_FILES = (MANIFEST, *(f"{table}.parquet" for table in TABLES))
_STORE_ERRORS = (
    ("botocore.exceptions", "BotoCoreError"),
    ("google.auth.exceptions", "GoogleAuthError"),
    ("azure.core.exceptions", "AzureError"),
    ("aiohttp.client_exceptions", "ClientError"),
)


def is_url(place: str) -> bool:
    """Return whether a run's place is a URL, such as ``s3://bucket/run``, and no folder.

    >>> is_url("s3://bucket/run"), is_url("runs/demo")
    (True, False)
    """
    return "://" in place


@dataclass(frozen=True, slots=True)
class LocalRun:
    """A run in a folder: made where it is read, so that nothing is copied.

    Attributes:
        folder: The folder.
    """

    folder: Path

    def fetch(self) -> None:
        """Do nothing."""

    def publish(self) -> None:
        """Do nothing."""

    def clear(self) -> None:
        """Do nothing: opening it afresh removes it."""


@dataclass(frozen=True, slots=True)
class RemoteRun:
    """A run at a URL and its folder on this machine, where it is made and from where it is read.

    Attributes:
        url: Where the finished tables and the manifest go.
        folder: Where the run is made; unfinished stages are here alone.
        files: The file system of the URL.
        root: The run's path in it.
    """

    url: str
    folder: Path
    files: Any
    root: str

    @classmethod
    def at(cls, url: str) -> RemoteRun:
        """Return the run at a URL; its folder lies in the cache folder and is the same every time.

        Raises:
            ValueError: If there is no such kind of URL, or its library is not installed.
        """
        kind, _, path = url.partition("://")
        if kind.rpartition("::")[2] not in fsspec.available_protocols() or not path.strip("/"):
            raise ValueError(f"URL must be of a known kind and name a place, such as s3://bucket/run, got {url}")
        try:
            files, root = fsspec.url_to_fs(url)
        except ImportError as error:
            raise ValueError(f"URL {url} must be of a kind whose library is installed: {error}") from error
        except (ValueError, TypeError, AttributeError) as error:  # kinds that need more than an address
            raise ValueError(f"URL {url} must be of a kind that files can be written to by address: {error}") from error
        key = hashlib.sha256(files.unstrip_protocol(root).encode()).hexdigest()[:16]
        return cls(url, cache_dir() / "runs" / f"{PurePosixPath(root).name}-{key}", files, root.rstrip("/"))

    def exists(self) -> bool:
        """Return whether the URL holds a run."""
        with _answering(self.url):
            return bool(self.files.exists(self._path(MANIFEST)))

    def fetch(self) -> None:
        """Bring the folder up to the state at the URL, unless it is further already.

        A table at the URL that is not as the manifest there says (a copy that was cut off) is left; its stage and those
        after it count as not finished, there too.

        Raises:
            BlockingIOError: If another process on this machine writes the folder.
            OSError: If the URL cannot be read.
            ValueError: If the manifest at the URL is damaged.
        """
        with _answering(self.url):
            there = self._manifest()
        if there is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        with locked(self.folder), _answering(self.url):
            if not self._is_further(there):
                self._replace(there)

    def publish(self) -> None:
        """Copy the tables that the URL lacks, then the manifest.

        Raises:
            OSError: If the URL cannot be written.
        """
        here = read_manifest(self.folder)
        with _answering(self.url):
            known = (self._manifest() or {}).get("tables", {})
            self.files.makedirs(self.root, exist_ok=True)
            for table, facts in here["tables"].items():
                if known.get(table, {}).get("sha256") != facts["sha256"]:
                    self.files.put_file(str(self.folder / f"{table}.parquet"), self._path(f"{table}.parquet"))
            self._send_manifest()

    def clear(self) -> None:
        """Remove the run at the URL.

        Raises:
            OSError: If it cannot be removed.
        """
        with _answering(self.url):
            for name in RUN_FILES:
                if self.files.exists(self._path(name)):
                    self.files.rm_file(self._path(name))

    def _send_manifest(self) -> None:
        self.files.pipe_file(self._path(MANIFEST), (self.folder / MANIFEST).read_bytes())

    def _path(self, name: str) -> str:
        return f"{self.root}/{name}"

    def _manifest(self) -> Manifest | None:
        try:
            content = self.files.cat_file(self._path(MANIFEST))
        except FileNotFoundError:
            return None
        return parse_manifest(content, place=self.url)

    def _is_further(self, there: Manifest) -> bool:
        """Return whether the folder holds the same run, with no stage less; one that cannot be read does not."""
        try:
            here = read_manifest(self.folder)
        except (FileNotFoundError, ValueError):
            return False
        return here["started"] == there["started"] and _finished(there) <= _finished(here)

    def _replace(self, there: Manifest) -> None:
        for name in RUN_FILES:
            (self.folder / name).unlink(missing_ok=True)
        shutil.rmtree(self.folder / PARTS, ignore_errors=True)
        whole = {table for table, facts in there["tables"].items() if self._download(table, facts["sha256"])}
        manifest = _of_whole_tables(there, whole)
        for table in whole - manifest["tables"].keys():
            (self.folder / f"{table}.parquet").unlink()
        write_manifest(self.folder, manifest)
        if manifest != there:
            self._send_manifest()

    def _download(self, table: str, digest: str) -> bool:
        """Fetch one table and return whether it is whole; else it is gone."""
        path = self.folder / f"{table}.parquet"
        try:
            with self.files.open(self._path(path.name), "rb") as source, path.open("wb") as target:
                shutil.copyfileobj(source, target)
        except FileNotFoundError:
            path.unlink(missing_ok=True)
            return False
        if sha256(path) == digest:
            return True
        path.unlink()
        return False


@contextmanager
def _answering(url: str) -> Iterator[None]:
    """Turn what a store's own library raises inside the block into one sentence.

    Raises:
        ConnectionError: If the store cannot be reached, or refuses.
        ValueError: If nothing can be written to such a URL.
    """
    try:
        yield
    except _store_errors() as error:
        raise ConnectionError(
            f"URL {url} must be reachable, with credentials that its library finds: {error}"
        ) from error
    except NotImplementedError as error:
        raise ValueError(f"URL {url} must be of a kind that files can be written to, and is not") from error


def _store_errors() -> tuple[type[Exception], ...]:
    """Return the errors of the stores' libraries that are no OSError, of those libraries that are in use."""
    return tuple(getattr(sys.modules[module], name) for module, name in _STORE_ERRORS if module in sys.modules)


def run_place(place: str) -> LocalRun | RemoteRun:
    """Return the run at a folder or URL.

    Raises:
        ValueError: If there is no such kind of URL, or its library is not installed.
    """
    return RemoteRun.at(place) if is_url(place) else LocalRun(Path(place))


def run_folder(place: str) -> Path:
    """Return the folder of a run to read: itself, or for a URL the folder it was fetched to.

    Raises:
        FileNotFoundError: If there is no run at the URL.
        OSError: If the URL cannot be read.
        ValueError: If there is no such kind of URL.
    """
    run = run_place(place)
    if isinstance(run, RemoteRun) and not run.exists():
        raise FileNotFoundError(f"run must be a folder or URL that holds {MANIFEST}, found none at {place}")
    with suppress(BlockingIOError):  # being written on this machine: the folder is at least as far as the URL
        run.fetch()
    return run.folder


def _finished(manifest: Manifest) -> set[str]:
    return {stage for stage, facts in manifest["stages"].items() if facts["status"] == "finished"}


def _of_whole_tables(manifest: Manifest, whole: set[str]) -> Manifest:
    """Return the manifest without the stages, from the first on, whose tables are not all whole."""
    lost = set(manifest["tables"]) - whole
    if not lost:
        return manifest
    stages = list(manifest["stages"])
    end = min(place for place, stage in enumerate(stages) if any(_made_by(table, stage) for table in lost))
    tables = {
        table: facts
        for table, facts in manifest["tables"].items()
        if any(_made_by(table, stage) for stage in stages[:end])
    }
    kept = {stage: manifest["stages"][stage] for stage in stages[:end]}
    return manifest | {"stages": kept, "tables": tables, "finished": None}


def _made_by(table: str, stage: str) -> bool:
    if table == "answers":
        return stage.startswith("read-")
    return stage == ("retrieve" if table in RETRIEVE_TABLES else "pack")
