"""Invented outcomes with known effects: as frames, and as a run on disk that the store can open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq

from budgetrag.config import parse_config
from budgetrag.rows import AnswerRow, ContextRow, QuestionRow, Row, SurvivalRow
from budgetrag.rows_retrieved import PassageRow, RetrievalRow
from budgetrag.store.manifest import Manifest, new_manifest, now, write_manifest
from budgetrag.store.schema import to_table

Effect = Callable[[str, int, str], float]
BUDGETS = (96, 160, 224)


def none(policy: str, budget: int, reader: str) -> float:
    return 0.0


def outcomes(
    n: int,
    rng: np.random.Generator,
    *,
    policies: tuple[str, ...] = ("a", "b"),
    budgets: tuple[int, ...] = (160,),
    readers: tuple[str, ...] = ("r",),
    effect: Effect = none,
    repeats: int = 1,
    spread: float = 0.3,
) -> pd.DataFrame:
    """Return outcomes whose quality is the question's own level, the policy's planted effect and noise.

    Args:
        n: Questions.
        rng: Source of the noise.
        policies: Policies.
        budgets: Budgets.
        readers: Readers.
        effect: (policy, budget, reader) -> what is planted.
        repeats: Seeds in which every question comes again with the very same outcomes: n looks larger, and is not.
        spread: Standard deviation of the noise of one outcome.
    """
    level = rng.random(n)
    frames = []
    for policy in policies:
        for budget in budgets:
            for reader in readers:
                quality = level + effect(policy, budget, reader) + rng.normal(0, spread, n)
                frames += [
                    pd.DataFrame(
                        {
                            "dataset": "d", "seed": seed, "question_id": [f"q{i:05d}" for i in range(n)],
                            "policy": policy, "budget_tokens": budget, "reader": reader, "token_f1": quality,
                            "answer_in_context": (level > 0.5).astype(float),
                        }
                    )
                    for seed in range(repeats)
                ]  # fmt: skip
    return pd.concat(frames, ignore_index=True)


READERS: Mapping[str, Mapping[str, object]] = {
    "three": {"kind": "hf", "model": "Planted-3B-Instruct"},
    "seven": {"kind": "hf", "model": "Planted-7B-Instruct"},
    "seven4": {"kind": "hf", "model": "Planted-7B-Instruct", "quantization": "nf4"},
    "fourteen": {"kind": "hf", "model": "Planted-14B-Instruct", "quantization": "nf4"},
}


def write_run(
    folder: Path,
    *,
    n: int = 400,
    seed: int = 0,
    effect: Effect = none,
    dataset: str = "hotpotqa",
    all_gold_rate: float = 0.6,
    more_rates: Mapping[str, float] | None = None,
    n_gold: int = 2,
    gold_effect: float = 0.15,
    policies: tuple[str, ...] = ("chunk_naive", "chunk_focused", "chunk_submodular"),
    readers: Mapping[str, Mapping[str, object]] = READERS,
    changes: Mapping[str, object] | None = None,
    sample_seed: int = 42,
) -> Path:
    """Write a run with planted effects and return its folder.

    Args:
        folder: Where.
        n: Questions.
        seed: Of the noise.
        effect: (policy, budget, reader's config name) -> added to F1.
        dataset: The data set's name.
        all_gold_rate: Share of questions whose gold passages are all retrieved.
        more_rates: Representation -> that share, where it is larger: it finds what the others find, and more.
        n_gold: Gold passages per question.
        gold_effect: How much more often the submodular policy has all gold in context.
        policies: Policies.
        readers: Readers.
        changes: Sections of the config that differ.
        sample_seed: The sample's seed.
    """
    config = parse_config(
        {
            "name": folder.name, "budgets": list(BUDGETS), "policies": list(policies), "readers": list(readers),
            "seeds": [sample_seed], "reader": dict(readers), "datasets": [{"name": dataset, "limit": n}],
            **(changes or {}),
        }
    )  # fmt: skip
    rng = np.random.default_rng(seed)
    level, kept_at = rng.random(n) * 0.5, rng.random(n)
    luck = rng.random(n)
    used = dict.fromkeys(config.resolved_representations(), all_gold_rate) | dict(more_rates or {})
    retrieved = {name: luck < rate for name, rate in used.items()}
    ids = [f"{dataset}-{i:05d}" for i in range(n)]
    key = {"dataset": dataset, "seed": sample_seed}
    questions = [
        QuestionRow(**key, question_id=ids[i], question=f"Question {i}?", answers=("Tern",), question_type="bridge",
                    answer_kind="boolean" if i % 10 == 0 else "span",
                    gold_passage_ids=tuple(f"g{j}" for j in range(n_gold)), n_pool_passages=10)
        for i in range(n)
    ]  # fmt: skip
    retrievals = [
        RetrievalRow(**key, question_id=ids[i], representation=name, n_passages=5,
                     recall_at_5=1.0 if all_of[i] else 0.5, all_gold_at_5=int(all_of[i]), answer_in_retrieved=1)
        for i in range(n)
        for name, all_of in retrieved.items()
    ]  # fmt: skip
    passages = [
        PassageRow(**key, question_id=ids[i], representation=name, rank=j, score=1.0, passage_id=f"g{j}", title="",
                   text="", sentences=(), is_gold=True)
        for i in range(n)
        for name, all_of in retrieved.items()
        for j in range(n_gold - (not all_of[i]))
    ]  # fmt: skip
    contexts: list[ContextRow] = []
    answers: list[AnswerRow] = []
    survival: list[SurvivalRow] = []
    for policy, settings in config.resolved_policies().items():
        is_best = policy == "chunk_submodular"
        for i in range(n):
            shift = 16 * int(is_best)
            budget = 48 + 16 * int(kept_at[i] * 25) - shift
            survival.append(SurvivalRow(**key, question_id=ids[i], policy=policy, survival_budget=budget, n_alive=9))
        for budget in BUDGETS:
            has = (kept_at < 0.3 + budget / 500 + 0.05 * is_best).astype(int)
            all_gold = (rng.random(n) < 0.4 + gold_effect * is_best).astype(int)
            contexts += [
                ContextRow(**key, question_id=ids[i], policy=policy,
                           representation=settings.representation, packer=settings.packer, budget_tokens=budget,
                           counter="words", candidate_ids=(0,), answer_in_context=int(has[i]),
                           answer_in_context_soft=float(has[i]),
                           gold_coverage=(1 + all_gold[i]) / 2, all_gold_in_context=int(all_gold[i]),
                           gold_token_density=0.5, distractor_passages=1, context_tokens=budget - 5,
                           n_snippets=budget // 40, certificate=0.9, context_hash=f"{policy}-{budget}-{i}")
                for i in range(n)
            ]  # fmt: skip
            for name in readers:
                noise = rng.normal(0, 0.15, n)
                quality = np.clip(0.1 + level + 0.3 * has + effect(policy, budget, name) + noise, 0, 1.5)
                answers += [
                    AnswerRow(name, f"{policy}-{budget}-{i}", f"p{i}", "Tern", 100, int(quality[i] > 0.6),
                              float(quality[i]), int(quality[i] > 0.5))
                    for i in range(n)
                ]  # fmt: skip
    manifest = new_manifest({"config": config.as_record(), "data_sha256": {}, "models": {}})
    tables = {"questions": questions, "retrievals": retrievals, "passages": passages, "contexts": contexts}
    _write(folder, manifest, {**tables, "survival": survival, "answers": answers}, list(readers))
    return folder


def _write(folder, manifest: Manifest, tables: Mapping[str, list[Row]], readers: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in tables.items():
        pq.write_table(to_table(name, rows), folder / f"{name}.parquet")
    manifest["labels"] = {name: name for name in readers}
    manifest["prompts"] = {name: {"style": "chat", "template": "{context}"} for name in readers}
    for stage in ("retrieve", "pack", *(f"read-{name}" for name in readers)):
        manifest["stages"][stage] = {"status": "finished", "started": now(), "finished": now()}
    manifest["finished"] = now()
    write_manifest(folder, manifest)
