"""A run's manifest in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from budgetrag.dashboard.representations import found_by
from budgetrag.explain import token_unit
from budgetrag.store import Run

_POOLS = {
    "corpus": "searched in all sampled questions' passages",
    "question": "searched in the question's own passages",
}
_PACKAGES = ("budgetrag", "python", "numpy", "duckdb", "torch", "transformers", "sentence-transformers")


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing about a run.

    Attributes:
        label: What it is about.
        text: What is so, in words; not escaped.
        hover: More about it; "" for nothing.
    """

    label: str
    text: str
    hover: str = ""


def question_counts(run: Run) -> dict[str, int]:
    """Return the number of questions per data set, over all seeds."""
    counts = run.query("SELECT dataset, count(*) AS n FROM questions GROUP BY dataset ORDER BY dataset")
    return {str(name): int(n) for name, n in zip(counts["dataset"], counts["n"], strict=True)}


def run_facts(manifest: Mapping[str, Any], counts: Mapping[str, int]) -> tuple[Fact, ...]:
    """Return what a run is, fact by fact.

    Args:
        manifest: The run's manifest.
        counts: ``question_counts``.
    """
    config, unit = manifest["config"], token_unit(manifest["config"]["packing"]["counter"])
    packing = config["packing"]
    budgets = ", ".join(f"{budget:,}" for budget in sorted(config["budgets"]))
    shared = f"at most {packing['max_snippets']} snippets from {packing['max_candidates']} candidates"
    return (
        Fact("questions", _questions(config, counts), _skipped(manifest.get("skipped", {}))),
        Fact("retrieval", _retrieval(config), _representations(config["representations"])),
        Fact("policies", f"{len(config['policies'])}: {', '.join(config['policies'])}", _policies(config, shared)),
        Fact("budgets", f"{budgets} {unit}", f"Counted by {packing['counter']}; {shared}."),
        Fact("readers", _readers(manifest), "Packing and survival never depend on the reader."),
        Fact("made", _when(manifest), _versions(manifest)),
    )


def missing_parts(manifest: Mapping[str, Any]) -> str:
    """Return what a half-written run lacks, in a sentence; "" for a finished one."""
    if manifest["finished"] is not None:
        return ""
    stages = manifest["stages"]
    wanted = {"retrieve": "retrieval", "pack": "packing"}
    wanted |= {f"read-{name}": f"the answers of {name}" for name in manifest["config"]["readers"]}
    missing = [text for stage, text in wanted.items() if stages.get(stage, {}).get("status") != "finished"]
    return f"This run is half-written; it lacks {_listed(missing) or 'its last step'}. What is there is shown."


def _questions(config: Mapping[str, Any], counts: Mapping[str, int]) -> str:
    seeds = config["seeds"]
    sets = _listed([f"{n:,} of {name}" for name, n in counts.items()]) or "none yet"
    over = f"seed {seeds[0]}" if len(seeds) == 1 else f"{len(seeds)} seeds ({', '.join(map(str, seeds))})"
    return f"{sets}, {over}"


def _skipped(skipped: Mapping[str, Mapping[str, int]]) -> str:
    parts = [f"{n:,} {reason} ({name})" for name, reasons in skipped.items() for reason, n in reasons.items()]
    return f"Records left out: {', '.join(parts)}." if parts else "No record was left out."


def _retrieval(config: Mapping[str, Any]) -> str:
    used, shared = config["representations"], config["retrieval"]
    ways = list(dict.fromkeys(map(found_by, used.values())))
    if any(each.get("retriever") == "given" for each in used.values()):
        return ways[0]
    what = ways[0] if len(ways) == 1 else f"{len(ways)} ways ({', '.join(used)})"
    return f"{what}, embedded by {shared['embedder']}, {_POOLS[shared['pool']]}"


def _representations(used: Mapping[str, Mapping[str, Any]]) -> str:
    return "\n".join(f"{name}: {found_by(settings)}" for name, settings in used.items())


def _policies(config: Mapping[str, Any], shared: str) -> str:
    lines = [
        f"{name}: snippets of {policy['representation']}, packer {policy['packer']}"
        + "".join(f", {option} {value}" for option, value in policy["options"].items())
        for name, policy in config["policies"].items()
    ]
    return "\n".join([*lines, f"All: {shared}."])


def _readers(manifest: Mapping[str, Any]) -> str:
    labels, readers = manifest["labels"], manifest["config"]["readers"]
    return _listed([_reader(str(labels.get(name, name)), reader) for name, reader in readers.items()]) or "none"


def _reader(label: str, reader: Mapping[str, Any]) -> str:
    """Return a reader's name with its model and, in brackets too, which part of the run it reads."""
    model, datasets, budgets = str(reader["model"] or ""), reader.get("datasets"), reader.get("budgets")
    notes = [model.rsplit("/", 1)[-1]] if model and model not in label else []
    part = [f"first {reader['limit']:,} questions"] if reader.get("limit") else []
    part += [f"of {', '.join(datasets)}"] if datasets else []
    part += [f"at {', '.join(map(str, budgets))}"] if budgets else []
    notes += [" ".join(part)] if part else []
    return f"{label} ({'; '.join(notes)})" if notes else label


def _when(manifest: Mapping[str, Any]) -> str:
    started = datetime.fromisoformat(manifest["started"])
    text = f"{started:%d %B %Y, %H:%M} UTC"
    if manifest["finished"] is None:
        return f"begun {text}, not finished"
    seconds = (datetime.fromisoformat(manifest["finished"]) - started).total_seconds()
    return f"{text}, in {_duration(seconds)}"


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def _versions(manifest: Mapping[str, Any]) -> str:
    versions = manifest["versions"]
    found = [f"{name} {versions[name]}" for name in _PACKAGES if name in versions]
    return f"Versions: {', '.join(found)}. Tables: schema {manifest['schema_version']}."


def _listed(parts: Sequence[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)
