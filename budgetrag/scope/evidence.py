"""Several runs as one body of evidence: pooled as (seed, question) instances, or refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pandas as pd

from budgetrag.scope.frames import INSTANCE
from budgetrag.scope.readers import Rung, ladder
from budgetrag.store import Run
from budgetrag.store.reads import finished_reads

# Kinds of questions a view counts: those whose answer is a span, or all (the published setting).
KINDS: Mapping[str, str] = {"span": "answer_kind = 'span'", "all": "answer_kind IS NOT NULL"}
_PARTS_READ = ("budgets", "datasets", "limit")  # a reader's settings that say which contexts it reads, not how
_OUTCOMES_SQL = """
    SELECT dataset, seed, question_id, policy, budget_tokens, reader, {columns}
    FROM outcomes
    WHERE {kinds} AND list_contains(?::VARCHAR[], policy) {filters}
"""
_KINDS_SQL = """
    SELECT dataset, seed, question_id, coalesce(answer_kind, 'none') AS answer_kind, len(gold_passage_ids) AS n_gold
    FROM questions
"""
_RETRIEVALS_SQL = """
    WITH found AS (
        SELECT dataset, seed, question_id, representation, count(DISTINCT passage_id) AS n_gold
        FROM passages WHERE is_gold GROUP BY ALL
    )
    SELECT t.dataset, t.seed, t.question_id, t.representation, t.all_gold_at_5::DOUBLE AS all_gold_at_5,
           CASE WHEN len(q.gold_passage_ids) > 0
                THEN (coalesce(f.n_gold, 0) >= len(q.gold_passage_ids))::DOUBLE END AS all_gold_retrieved
    FROM retrievals t
    JOIN questions q USING (dataset, seed, question_id)
    LEFT JOIN found f USING (dataset, seed, question_id, representation)
"""
_READ_SQL = """
    SELECT DISTINCT q.dataset, q.seed, q.question_id
    FROM placed q JOIN reads r ON r.dataset = q.dataset AND q.place < r.n_first
    WHERE r.reader = ?
"""
_SURVIVAL_SQL = """
    SELECT s.dataset, s.seed, s.question_id, s.policy, s.survival_budget, s.n_alive
    FROM survival s JOIN questions q USING (dataset, seed, question_id)
    WHERE {kinds} AND s.n_alive IS NOT NULL AND list_contains(?::VARCHAR[], s.policy)
"""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Runs that can be pooled.

    Attributes:
        runs: The runs.
        questions: One row per question instance: ``answer_kind`` ("none" without gold answers), ``n_gold``.
        retrievals: One row per question instance and ``representation``: ``all_gold_at_5`` and ``all_gold_retrieved``
            (all of the gold passages among all that were retrieved), NaN without gold passages.
    """

    runs: tuple[Run, ...]
    questions: pd.DataFrame
    retrievals: pd.DataFrame

    @property
    def manifests(self) -> tuple[Mapping[str, Any], ...]:
        """The runs' manifests."""
        return tuple(run.manifest for run in self.runs)

    @property
    def policies(self) -> dict[str, Mapping[str, Any]]:
        """Policy -> its settings, over all runs."""
        return {name: p for manifest in self.manifests for name, p in manifest["config"]["policies"].items()}

    @property
    def representations(self) -> dict[str, Mapping[str, Any]]:
        """Representation -> its settings, over all runs."""
        return {name: r for manifest in self.manifests for name, r in manifest["config"]["representations"].items()}

    @property
    def datasets(self) -> tuple[str, ...]:
        """Names of the data sets."""
        return _distinct(entry["name"] for manifest in self.manifests for entry in manifest["config"]["datasets"])

    @property
    def seeds(self) -> tuple[int, ...]:
        """Seeds of the samples."""
        return _distinct(seed for manifest in self.manifests for seed in manifest["config"]["seeds"])

    @property
    def budgets(self) -> tuple[int, ...]:
        """Budgets, ascending."""
        return tuple(sorted({budget for manifest in self.manifests for budget in manifest["config"]["budgets"]}))

    @property
    def rungs(self) -> tuple[Rung, ...]:
        """The readers, smallest first."""
        return ladder(self.manifests)

    @property
    def unit(self) -> str:
        """What a budget counts: "words" or "tokens"."""
        return "words" if self.manifests[0]["config"]["packing"]["counter"] == "words" else "tokens"

    def outcomes(
        self,
        policies: Sequence[str],
        columns: Sequence[str],
        *,
        kinds: str,
        dataset: str | None = None,
        budget_tokens: int | None = None,
        reader: str | None = None,
    ) -> pd.DataFrame:
        """Return one row per question x policy x budget x reader, each once, whichever runs hold it.

        Args:
            policies: Policies wanted.
            columns: Columns wanted, beside the keys.
            kinds: One of ``KINDS``.
            dataset: One data set; None takes all.
            budget_tokens: One budget; None takes all.
            reader: One reader; None takes all, and rows without one.
        """
        wanted = {"dataset": dataset, "budget_tokens": budget_tokens, "reader": reader}
        chosen = {name: value for name, value in wanted.items() if value is not None}
        sql = _OUTCOMES_SQL.format(
            columns=", ".join(columns), kinds=KINDS[kinds], filters="".join(f" AND {name} = ?" for name in chosen)
        )
        frames = [run.query(sql, [list(policies), *chosen.values()]) for run in self.runs]
        return _pooled(frames, ["policy", "budget_tokens", "reader"])

    def read_by(self, reader: str) -> pd.DataFrame | None:
        """Return the question instances that a reader read, at whatever budget; None where it read all of them."""
        if all(_reads_all(manifest, reader) for manifest in self.manifests):
            return None
        return _pooled([run.query(_READ_SQL, [reader]) for run in self.runs], [])

    def survival(self, policies: Sequence[str], *, kinds: str) -> pd.DataFrame:
        """Return one row per question x policy of table ``survival``, those without gold answers left out."""
        sql = _SURVIVAL_SQL.format(kinds=KINDS[kinds])
        return _pooled([run.query(sql, [list(policies)]) for run in self.runs], ["policy"])

    def instances(self, *, kinds: str, dataset: str | None = None) -> pd.DataFrame:
        """Return the question instances that a view counts."""
        rows = self.questions
        counted = rows["answer_kind"] == "span" if kinds == "span" else rows["answer_kind"] != "none"
        return rows[counted if dataset is None else counted & (rows["dataset"] == dataset)]

    def retrieved(self, representation: str, *, kinds: str, dataset: str | None = None) -> pd.DataFrame:
        """Return what one representation retrieved for the question instances that a view counts."""
        own = self.retrievals[(self.retrievals["representation"] == representation).to_numpy()]
        return own.merge(self.instances(kinds=kinds, dataset=dataset)[INSTANCE], on=INSTANCE)


def pool(runs: Sequence[Run]) -> Evidence:
    """Pool runs that differ in nothing but their seeds, data sets, budgets, policies and readers.

    Raises:
        ValueError: If there is none, or two of them differ in another setting; every such setting is named.
    """
    if not runs:
        raise ValueError("at least one run must be chosen, got none")
    refused = [
        f"{first.name} and {second.name} differ in {'; '.join(found)}"
        for first, second in combinations(runs, 2)
        if (found := differing_settings(first.manifest, second.manifest))
    ]
    if refused:
        raise ValueError(f"runs must share every setting to be pooled: {'. '.join(refused)}")
    questions = _pooled([run.query(_KINDS_SQL) for run in runs], [])
    retrievals = _pooled([run.query(_RETRIEVALS_SQL) for run in runs], ["representation"])
    return Evidence(tuple(runs), questions, retrievals)


def differing_settings(first: Mapping[str, Any], second: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the settings that keep two runs from being pooled, each with both values.

    Retrieval, packing, a representation, policy or reader of one name, and what a data set of one name is must agree.
    Seeds, budgets, which part of a run a reader reads, and what only one of them has may differ.

    Args:
        first: A manifest.
        second: Another.
    """
    sides = [dict(_settings(manifest)) for manifest in (first, second)]
    return tuple(
        f"{key} ({sides[0][key]} and {sides[1][key]})"
        for key in sides[0]
        if key in sides[1] and sides[0][key] != sides[1][key]
    )


def _settings(manifest: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    config = manifest["config"]
    for section in ("packing", "retrieval"):
        yield from ((f"{section}.{key}", value) for key, value in config[section].items())
    models = manifest.get("models") or {}
    yield "embedder's weights", models.get("embedder")
    for name, representation in config["representations"].items():
        yield from ((f"representation {name}.{key}", value) for key, value in representation.items())
    for name, policy in config["policies"].items():
        yield from ((f"policy {name}.{key}", value) for key, value in policy.items())
    for name, reader in config["readers"].items():
        label = str(manifest["labels"].get(name, name))
        yield from ((f"reader {label}.{key}", value) for key, value in reader.items() if key not in _PARTS_READ)
        yield f"reader {label}'s prompt", manifest["prompts"].get(name)
        yield f"reader {label}'s weights", (models.get("readers") or {}).get(name)
    for entry in config["datasets"]:
        # Where the corpus is the sample's, another sample size is another corpus.
        keys = ("hub_id", "subset", "split", *(("limit", "size") if config["retrieval"]["pool"] == "corpus" else ()))
        yield from ((f"data set {entry['name']}.{key}", entry.get(key)) for key in keys)
        yield f"data set {entry['name']}'s contents", (manifest.get("data_sha256") or {}).get(entry["name"])


def _reads_all(manifest: Mapping[str, Any], reader: str) -> bool:
    names = {entry["name"] for entry in manifest["config"]["datasets"]}
    return any(
        part.reader == reader and part.limit is None and names <= {*part.datasets} for part in finished_reads(manifest)
    )


def _pooled(frames: Sequence[pd.DataFrame], more_keys: Sequence[str]) -> pd.DataFrame:
    """Return the rows of several runs; one that two runs hold counts once."""
    whole = pd.concat(frames, ignore_index=True) if len(frames) > 1 else frames[0]
    if len(frames) > 1:
        whole = whole.drop_duplicates([*INSTANCE, *more_keys], ignore_index=True)
    for name in ("dataset", "policy", "reader"):
        if name in whole:
            whole[name] = whole[name].astype("category")
    return whole


def _distinct(values: Iterator[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(values))
