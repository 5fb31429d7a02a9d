"""The stage that stands for retrieval where a log says what was retrieved."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from budgetrag.datasets import sample
from budgetrag.importing.log import Entry, Log, read_log
from budgetrag.retrieved import Found, retrieved_question

if TYPE_CHECKING:
    from budgetrag.config import Config, DatasetConfig
    from budgetrag.store import RunWriter

QUESTIONS_PER_PART = 32
MAX_NAMED_ROWS = 1000


def retrieve_given(config: Config, run: RunWriter) -> None:
    """Fill the tables of stage retrieve with what the run's logs hold: every passage, in the log's order.

    Broken rows are counted in the manifest and the first of them named there.

    Raises:
        ValueError: If a log cannot be read or holds no question.
    """
    run.start_stage("retrieve")
    n_parts, template = 0, config.packing.template
    for dataset in config.datasets:
        log = _log(dataset)
        run.note("skipped", dataset.name, {"broken": len(log.broken)} if log.broken else {})
        run.note("broken_rows", dataset.name, [str(row) for row in log.broken[:MAX_NAMED_ROWS]])
        for seed in config.seeds:
            entries = _sampled(log, dataset.limit, seed)
            for start in range(0, len(entries), QUESTIONS_PER_PART):
                part = entries[start : start + QUESTIONS_PER_PART]
                run.write_retrieved(
                    n_parts,
                    [
                        retrieved_question(dataset.name, seed, entry.question, given(entry), template=template)
                        for entry in part
                    ],
                )
                n_parts += 1
    run.finish_retrieve(n_parts)


def given(entry: Entry) -> dict[str, list[Found]]:
    """Return what a log says was retrieved for one question, as its only representation."""
    return {"chunk": [Found(item) for item in entry.retrieved]}


def _log(dataset: DatasetConfig) -> Log:
    path = Path(dataset.file or "")
    log = read_log(path.name, path, mapping=dataset.columns, max_rows=None)
    if not log.entries:
        raise ValueError(f"log {path} must hold at least one question, found none; first reason: {log.broken[0]}")
    return log


def _sampled(log: Log, limit: int | None, seed: int) -> list[Entry]:
    """Return all entries in the log's order, or the sample that a data set would give."""
    by_id = {entry.question.id: entry for entry in log.entries}
    if limit is None:
        return list(by_id.values())
    return [by_id[question.id] for question in sample((e.question for e in log.entries), limit=limit, seed=seed)]


class NoEmbedder:
    """Stands where an embedder would: a log's passages are never searched."""

    name = "none"

    def fingerprint(self) -> str:
        """Return the same for all."""
        return "none"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Never embed.

        Raises:
            ValueError: Always.
        """
        raise ValueError(f"a run of a log embeds nothing, got {len(texts)} texts")
