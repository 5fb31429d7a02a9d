"""The same again without the page: five lines of Python, one shell command, the config of a run."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from budgetrag.config_policies import CHUNK_POLICIES


@dataclass(frozen=True, slots=True)
class Recipe:
    """What was chosen.

    Attributes:
        file: Name of the log file.
        budgets: In the counter's tokens.
        policies: Names of built-in chunk policies.
        counter: Name of the token counter.
        mapping: Role -> column; empty where the columns are recognised.
    """

    file: str
    budgets: Sequence[int]
    policies: Sequence[str]
    counter: str
    mapping: Mapping[str, str] = field(default_factory=dict)

    @property
    def run_name(self) -> str:
        """A name for the run: the file's, with nothing but letters, digits, ``-`` and ``_``."""
        stem = PurePath(self.file).name.partition(".")[0]
        name = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in stem).strip("-")
        return name or "log"


def python_lines(recipe: Recipe) -> str:
    """Return five lines of Python that do what the page did."""
    mapping = f", mapping={dict(recipe.mapping)!r}" if recipe.mapping else ""
    budgets, policies = tuple(recipe.budgets), tuple(recipe.policies)
    chosen = "" if policies == tuple(CHUNK_POLICIES) else f", policies={policies}"
    return "\n".join(
        (
            "from pathlib import Path",
            "from budgetrag.importing import analyse, read_log",
            f"log = read_log({recipe.file!r}, Path({recipe.file!r}){mapping})",
            f"found = analyse(log, budgets={budgets}{chosen}, counter={recipe.counter!r})",
            'print(found.outcomes.groupby(["policy", "budget_tokens"], sort=False).mean(numeric_only=True))',
        )
    )


def shell_command(recipe: Recipe) -> str:
    """Return the command that makes a run of the log, ready for any reader."""
    parts = ["python", "-m", "precompute", "import", recipe.file, "--out", f"runs/{recipe.run_name}"]
    for role, column in recipe.mapping.items():
        parts += ["--map", f"{role}={column}"]
    parts += ["--budgets", ",".join(map(str, recipe.budgets))]
    if tuple(recipe.policies) != tuple(CHUNK_POLICIES):
        parts += ["--policies", ",".join(recipe.policies)]
    if recipe.counter != "words":
        parts += ["--counter", recipe.counter]
    return shlex.join(parts)


def config_toml(recipe: Recipe) -> str:
    """Return the config that ``python -m precompute run`` takes for the same run."""
    lines = [
        f"name = {_toml(recipe.run_name)}",
        f"budgets = {_toml(list(recipe.budgets))}",
        f"policies = {_toml(list(recipe.policies))}",
        'readers = []  # such as ["lexical"] or ["smollm2-135m"]',
        "",
        "[retrieval]",
        'retriever = "given"  # the passages of the log, in their order',
        "",
        "[packing]",
        f"counter = {_toml(recipe.counter)}",
        "",
        "[[datasets]]",
        'name = "log"',
        f"file = {_toml(recipe.file)}",
    ]
    if recipe.mapping:
        lines += ["", "[datasets.columns]", *(f"{role} = {_toml(column)}" for role, column in recipe.mapping.items())]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """Return a string, a number or a list of them as TOML, which writes these as JSON does."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
