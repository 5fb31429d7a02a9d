"""A run whose answers a spreadsheet would run, in a folder with an awkward name; and a disk that is full."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from filled import fill
from tiny import EchoReader, tiny_config, tiny_plugins, write_records

from budgetrag.config import Config
from budgetrag.store import Run
from budgetrag.types import Answer


class FormulaReader(EchoReader):
    """Answers what a spreadsheet would run, and what XML cannot hold."""

    def read(self, prompts):
        texts = ["=HYPERLINK(1)", "+1", "-1", "@x", "Ölkrug", "a\x0bb"]
        return [Answer(texts[len(prompt.text) % 6], 1) for prompt in prompts]


@dataclass(frozen=True)
class FormulaRun:
    folder: Path
    config: Config

    @property
    def run(self) -> Run:
        return Run.open(self.folder)


def formula_run(tmp_path_factory: pytest.TempPathFactory) -> FormulaRun:
    base = tmp_path_factory.mktemp("a 'quoted' [1] *folder?")
    config = tiny_config(write_records(base / "data.jsonl"), policies=["chunk_naive", "chunk_bridge"])
    fill(base / "run", config, tiny_plugins(lambda name, settings: FormulaReader()))
    return FormulaRun(base / "run", config)


@contextmanager
def full_disk(at_bytes: int) -> Iterator[None]:
    """No file can grow past ``at_bytes`` inside the block: writing fails as it does on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (at_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
