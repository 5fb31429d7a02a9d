"""``manifest.json``: what a run is made of, and which of its stages are finished."""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from budgetrag.files import write_atomically
from budgetrag.store.manifest_shape import fault
from budgetrag.store.schema import SCHEMA_VERSION

MANIFEST = "manifest.json"
Manifest = dict[str, Any]
PACKAGES = ("budgetrag", "numpy", "pyarrow", "duckdb", "torch", "transformers", "sentence-transformers", "sentencex")
# Where the data lie does not matter, only what they are: their hash is compared instead.
_FREE_KEYS = re.compile(r"config\.datasets\[\d+\]\.file|config\.name")


def now() -> str:
    """Return the time as ISO 8601, UTC, in seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def versions() -> dict[str, str]:
    """Return the versions of Python and of the packages that decide what a run holds; absent ones are left out."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def new_manifest(identity: Mapping[str, object]) -> Manifest:
    """Return the manifest of a run that begins now.

    Args:
        identity: What decides the tables: ``config``, ``data_sha256``, ``models``.
    """
    return {
        "schema_version": SCHEMA_VERSION,
        **json.loads(json.dumps(identity)),
        "versions": versions(),
        "started": now(),
        "finished": None,
        "labels": {},
        "prompts": {},
        "skipped": {},
        "stages": {},
        "tables": {},
    }


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of the run in ``folder``.

    Raises:
        FileNotFoundError: If there is none.
        ValueError: If it cannot be read, is not as it was written, or another version of the tables wrote it.
    """
    path = folder / MANIFEST
    if not path.is_file():
        raise FileNotFoundError(
            f"run must be a folder that holds {MANIFEST}, found none in {folder}; "
            "make one with: python -m precompute run configs/demo.toml"
        )
    return parse_manifest(path.read_bytes(), place=str(folder))


def parse_manifest(content: bytes, *, place: str) -> Manifest:
    """Return the manifest that a file holds.

    Args:
        content: The file's bytes.
        place: The folder or URL of its run, for errors.

    Raises:
        ValueError: If it cannot be read, is not as it was written, or another version of the tables wrote it.
    """
    path = f"{place}/{MANIFEST}"
    try:
        manifest = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} must be JSON: {error}; run again with --fresh to start over") from error
    found = manifest.get("schema_version") if isinstance(manifest, dict) else None
    if isinstance(found, int) and not isinstance(found, bool) and 0 < found < SCHEMA_VERSION:
        raise ValueError(
            f"run {place} was made by an older version (tables of schema {found}, now {SCHEMA_VERSION}); "
            "make it again with --fresh"
        )
    if found != SCHEMA_VERSION:
        raise ValueError(f"{path} must have schema_version {SCHEMA_VERSION}, found {found!r}; run again with --fresh")
    wrong = fault(manifest)
    if wrong:
        raise ValueError(f"{path} is damaged: {wrong}; run again with --fresh to start over")
    return dict(manifest)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest, whole or not at all."""
    text = json.dumps(manifest, indent=2, ensure_ascii=False)
    write_atomically(folder / MANIFEST, text.encode("utf-8", "backslashreplace"))


def differences(manifest: Manifest, identity: Mapping[str, object]) -> tuple[str, ...]:
    """Return the keys in which a run differs from what is wanted, each with both values; added readers are none.

    >>> differences({"config": {"budgets": [96], "readers": {}}}, {"config": {"budgets": [128], "readers": {"a": 1}}})
    ('budgets: run [96], now [128]',)
    """
    wanted = json.loads(json.dumps(identity))
    old = dict(_flat({key: manifest.get(key) for key in wanted}))
    new = dict(_flat(wanted))
    added = _reader_names(wanted) - _reader_names(manifest)
    return tuple(
        f"{key.removeprefix('config.')}: run {_shown(old, key)}, now {_shown(new, key)}"
        for key in [*old, *(key for key in new if key not in old)]
        if old.get(key) != new.get(key) and not _FREE_KEYS.fullmatch(key) and not _is_of_reader(key, added)
    )


def _shown(values: Mapping[str, object], key: str) -> str:
    return json.dumps(values[key], ensure_ascii=False) if key in values else "none"


def _reader_names(manifest: Mapping[str, Any]) -> set[str]:
    return set(manifest["config"].get("readers", {}))


def _is_of_reader(key: str, names: set[str]) -> bool:
    return any(f"{key}.".startswith((f"config.readers.{name}.", f"models.readers.{name}.")) for name in names)


def _flat(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _flat(part, f"{path}.{key}" if path else str(key))
    elif isinstance(value, Sequence) and any(isinstance(part, Mapping) for part in value):
        for i, part in enumerate(value):
            yield from _flat(part, f"{path}[{i}]")
    else:
        yield path, value
