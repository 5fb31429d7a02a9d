"""The rows that the reading benchmark reads: questions retrieved and packed for real, one prompt per outcome."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from budgetrag.config import Config, DatasetConfig
from budgetrag.config_policies import POLICIES
from budgetrag.pipeline import run_pipeline
from budgetrag.rows import PackedQuestion, context_text
from budgetrag.store import open_run
from budgetrag.store.stream import packed_questions
from budgetrag.types import Prompt
from precompute.preflight import make_plugins

TABLES = ("questions", "candidates", "contexts")


def prompts_of_rows(records: Path | None, n_questions: int, make_prompt: Callable[[str, str], Prompt]) -> list[Prompt]:
    """Return one prompt per question x policy x budget, in the tables' order.

    Args:
        records: A file of HotpotQA records; None takes the embedded almanac.
        n_questions: How many questions are sampled from it.
        make_prompt: The reader's prompt of a question and a context.
    """
    name = "hotpotqa" if records else "almanac"
    entry = DatasetConfig(name=name, file=str(records) if records else None, limit=n_questions)
    config = Config(name="bench", datasets=(entry,), policies=tuple(POLICIES), readers=())
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        with open_run(run, {"config": config.as_record()}) as opened:
            run_pipeline(config, opened, make_plugins(config), Quiet())
        packed = packed_questions(*(run / f"{table}.parquet" for table in TABLES))
        return [
            make_prompt(item.question.question, text)
            for item in packed
            for text in _contexts(item, config.packing.template)
        ]


def _contexts(item: PackedQuestion, template: str) -> Iterator[str]:
    for row in item.contexts:
        pool = [candidate for candidate in item.candidates if candidate.representation == row.representation]
        yield context_text(pool, row.candidate_ids, template)


class Quiet:
    """Shows no progress."""

    @contextmanager
    def stage(self, _name: str, _total: int) -> Iterator[Callable[[int], None]]:
        """Open a stage that says nothing."""
        yield lambda _n: None
