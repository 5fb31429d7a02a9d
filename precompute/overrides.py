"""A config file with the command line's changes."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from budgetrag.config import Config, parse_config, read_toml
from budgetrag.datasets.files import read_records

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Overrides:
    """What ``run`` takes on the command line; None changes nothing.

    Attributes:
        data: ``FILE`` or ``NAME=FILE`` entries.
        limit: Questions per data set and seed.
        seeds: Comma-separated seeds.
        budgets: Comma-separated budgets.
        policies: Comma-separated policies.
        readers: Comma-separated readers, or ``none``.
        settings: ``key=value`` entries.
    """

    data: tuple[str, ...] = ()
    limit: int | None = None
    seeds: str | None = None
    budgets: str | None = None
    policies: str | None = None
    readers: str | None = None
    settings: tuple[str, ...] = ()


def load(path: Path, overrides: Overrides) -> Config:
    """Read the config in ``path`` and apply ``overrides``.

    Raises:
        FileNotFoundError: If a file does not exist.
        ValueError: If a value is wrong, with its key or option.
    """
    values = read_toml(path)
    for setting in overrides.settings:
        values = merged(values, parse_setting(setting))
    if overrides.seeds is not None:
        values["seeds"] = _numbers("--seeds", overrides.seeds)
    if overrides.budgets is not None:
        values["budgets"] = budgets = _numbers("--budgets", overrides.budgets)
        _narrow_readers(values, "budgets", budgets)  # a reader left with none reads all
    if overrides.policies is not None:
        values["policies"] = _names("--policies", "names of policies with commas between", overrides.policies)
    if overrides.readers is not None:
        names = _names("--readers", "names of readers with commas between, or none", overrides.readers)
        values["readers"] = [] if names == ["none"] else names
    if overrides.data or overrides.limit is not None:
        values["datasets"] = tables = _with_data(_tables(values, path), overrides)
        _leave_out(values, _narrow_readers(values, "datasets", [table["name"] for table in tables]))
    return parse_config(values, source=str(path))


def parse_setting(setting: str) -> Values:
    """Read one ``--set``: a dotted TOML key and a TOML value; a value that is no TOML is taken as text.

    >>> parse_setting("retrieval.top_k=3")
    {'retrieval': {'top_k': 3}}
    >>> parse_setting("packing.counter=words")
    {'packing': {'counter': 'words'}}

    Raises:
        ValueError: If it is no ``key=value``, or the key is no TOML key.
    """
    key, equals, value = setting.partition("=")
    if not equals or not key.strip():
        raise ValueError(f"--set must be key=value, got {setting!r}")
    for written in (value, json.dumps(value.strip())):
        try:
            return tomllib.loads(f"{key} = {written}")
        except (ValueError, RecursionError):  # no TOML, or a number or a nesting that nobody means
            continue
    raise ValueError(
        f"--set must start with a dotted TOML key, names in quotes where they hold other characters than letters "
        f"a to z, digits, '_' and '-', got {setting!r}"
    )


def merged(base: Any, change: Any) -> Any:
    """Return ``base`` with ``change`` laid over it; a number as a key is a place in a list.

    >>> merged({"datasets": [{"limit": 5}]}, {"datasets": {"0": {"limit": 7}}})
    {'datasets': [{'limit': 7}]}

    Raises:
        ValueError: If a place is beyond the end of its list.
    """
    if isinstance(base, list) and isinstance(change, Mapping) and all(str(key).isdigit() for key in change):
        out = list(base)
        for key, value in change.items():
            if int(key) >= len(out):
                raise ValueError(f"--set place must be below {len(out)}, got {key}")
            out[int(key)] = merged(out[int(key)], value)
        return out
    if isinstance(base, Mapping) and isinstance(change, Mapping):
        return {**base, **{key: merged(base.get(key), value) for key, value in change.items()}}
    return copy.deepcopy(change)


def _names(option: str, rule: str, text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise ValueError(f"{option} must be {rule}, got nothing")
    return names


def _numbers(option: str, text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError as error:
        raise ValueError(f"{option} must be whole numbers with commas between, got {text!r}") from error


def _narrow_readers(values: Values, key: str, there: Container[object]) -> set[str]:
    """Keep only those of a reader's own budgets or data sets that are still run; return the readers left with none."""
    readers, idle = values.get("reader"), set()
    for name, reader in readers.items() if isinstance(readers, dict) else ():
        if isinstance(reader, dict) and isinstance(reader.get(key), list):
            kept = [each for each in reader.pop(key) if each in there]
            if kept:
                reader[key] = kept
            else:
                idle.add(name)
    return idle


def _leave_out(values: Values, names: set[str]) -> None:
    if names and isinstance(values.get("readers"), list):
        values["readers"] = [name for name in values["readers"] if name not in names]


def _tables(values: Values, path: Path) -> list[Values]:
    tables = values.get("datasets")
    named = isinstance(tables, list) and all(isinstance(table, dict) and "name" in table for table in tables)
    if not tables or not named:
        raise ValueError(f"{path}: datasets must be [[datasets]] tables, each with a name")
    return copy.deepcopy(tables)


def _with_data(tables: list[Values], overrides: Overrides) -> list[Values]:
    files = [_named(entry, [str(table["name"]) for table in tables]) for entry in overrides.data]
    by_name = dict(files)
    if len(by_name) < len(files):
        raise ValueError(f"--data must name each data set once, got {', '.join(name for name, _ in files)}")
    kept = [table for table in tables if not by_name or table["name"] in by_name]
    for table in kept:
        if table["name"] in by_name:
            for key in ("hub_id", "subset", "split"):
                table.pop(key, None)
            table["file"] = by_name[table["name"]]
        if overrides.limit is not None:
            table["limit"] = overrides.limit
    return kept


def _named(entry: str, names: Sequence[str]) -> tuple[str, str]:
    """Return the data set that a ``--data`` entry is for, and its file."""
    name, equals, file = entry.partition("=")
    if equals and not Path(entry).exists():
        if name not in names:
            raise ValueError(f"--data must name a data set of the config ({', '.join(names)}), got {name!r}")
        return name, file
    if len(names) == 1:
        return names[0], entry
    fitting = [name for name in names if _fits(Path(entry), name)]
    if len(fitting) != 1:
        raise ValueError(
            "--data must say which data set a file is for, as NAME=FILE with NAME one of "
            f"{', '.join(names)}; got {entry!r}"
        )
    return fitting[0], entry


def _fits(file: Path, name: str) -> bool:
    """Return whether a file's name, or the ``dataset_name`` of its first record, is the data set's."""
    short = name.rpartition("_")[2]
    if short in file.name.casefold():
        return True
    if not file.is_file():
        return False
    return any(str(record.fields.get("dataset_name", "")).startswith(short) for record in islice(read_records(file), 1))
