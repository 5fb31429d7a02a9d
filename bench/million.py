"""A run of about a million outcomes, made of random numbers: for timing the pages.

Usage: python -m bench.million FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from budgetrag.config import parse_config
from budgetrag.store.manifest import new_manifest, now, write_manifest
from budgetrag.store.schema import SCHEMAS

DATASETS = ("hotpotqa", "2wikimultihopqa", "musique", "ragbench_covidqa")
SEEDS, BUDGETS = (42, 13, 7), (64, 96, 128, 160, 192, 224, 320)
POLICIES = ("chunk_naive", "chunk_focused", "chunk_mmr", "chunk_submodular", "chunk_submodular_half", "chunk_bridge")
READERS = {"three": "Made-up-3B", "seven": "Made-up-7B", "fourteen": "Made-up-14B", "thirty": "Made-up-32B"}
N_QUESTIONS = 500


def write_million(folder: Path) -> int:
    """Write the run and return how many outcomes it has."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(0)
    instances = pa.table(
        {
            "dataset": np.repeat(DATASETS, len(SEEDS) * N_QUESTIONS),
            "seed": np.tile(np.repeat(SEEDS, N_QUESTIONS), len(DATASETS)),
            "question_id": [f"{s}-{i}" for _ in DATASETS for s in SEEDS for i in range(N_QUESTIONS)],
        }
    )
    n = len(instances)
    _write(folder, "questions", _filled("questions", n, rng, instances, gold_passage_ids=[["g", "h"]] * n))
    cells = [(policy, budget) for policy in POLICIES for budget in BUDGETS]
    contexts = instances.take(np.tile(np.arange(n), len(cells)))
    hashes = np.char.add("h", np.arange(len(contexts)).astype(str))
    names = np.repeat([policy for policy, _ in cells], n)
    known = {
        "policy": names,
        "packer": np.char.replace(names, "chunk_", ""),
        "representation": np.repeat("chunk", len(contexts)),
        "budget_tokens": np.repeat([budget for _, budget in cells], n),
        "counter": np.repeat("words", len(contexts)),
        "context_hash": hashes,
        "candidate_ids": [[0]] * len(contexts),
    }
    _write(folder, "contexts", _filled("contexts", len(contexts), rng, contexts, **known))
    read = {"context_hash": np.tile(hashes, len(READERS)), "reader": np.repeat(list(READERS), len(contexts))}
    n_answers = len(contexts) * len(READERS)
    _write(folder, "answers", _filled("answers", n_answers, rng, None, **read))
    kept = instances.take(np.tile(np.arange(n), len(POLICIES)))
    _write(folder, "survival", _filled("survival", len(kept), rng, kept, policy=np.repeat(POLICIES, n)))
    _manifest(folder)
    return n_answers


def _filled(name: str, n: int, rng: np.random.Generator, keys: pa.Table | None, **known: object) -> pa.Table:
    columns = {column: keys[column] for column in keys.column_names} if keys is not None else {}
    columns |= {column: pa.array(values) for column, values in known.items()}
    for field in SCHEMAS[name]:
        if field.name in columns:
            continue
        columns[field.name] = _made(field, n, rng)
    return pa.table({field.name: columns[field.name] for field in SCHEMAS[name]}).cast(SCHEMAS[name])


def _made(field: pa.Field, n: int, rng: np.random.Generator) -> pa.Array:
    if pa.types.is_floating(field.type):
        return pa.array(rng.random(n))
    if field.name == "survival_budget":
        return pa.array(32 + 16 * rng.integers(0, 31, n))
    if pa.types.is_integer(field.type):
        return pa.array(rng.integers(0, 2, n))
    if pa.types.is_boolean(field.type):
        return pa.array(rng.random(n) < 0.5)
    if field.name == "answer_kind":
        return pa.array(np.where(rng.random(n) < 0.1, "boolean", "span"))
    return pa.array(np.repeat("x", n)) if pa.types.is_string(field.type) else pa.array([["x"]] * n)


def _write(folder: Path, name: str, table: pa.Table) -> None:
    pq.write_table(table, folder / f"{name}.parquet", compression="zstd")


def _manifest(folder: Path) -> None:
    config = parse_config(
        {
            "name": "million",
            "seeds": list(SEEDS),
            "budgets": list(BUDGETS),
            "policies": list(POLICIES),
            "readers": list(READERS),
            "reader": {name: {"kind": "hf", "model": model} for name, model in READERS.items()},
            "datasets": [{"name": name, "limit": N_QUESTIONS} for name in DATASETS],
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
