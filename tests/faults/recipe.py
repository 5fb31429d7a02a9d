"""What every faulty run runs: a few almanac questions, chunks and evidence, two readers that cost nothing."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tiny import HashingEmbedder

from budgetrag.answer_store import AnswerStore
from budgetrag.config import Config
from budgetrag.config_readers import ReaderConfig
from budgetrag.pipeline import Plugins
from budgetrag.readers.base import PromptDesign
from budgetrag.readers.batching import longest_first, run_batched
from budgetrag.retrieval import EmbeddingCache
from budgetrag.types import Answer, Prompt, content_hash

BATCH_SIZE = 5
STAGES = ("retrieve", "pack", "read-first", "read-second")
CONFIG = f"""
name = "faulty"
budgets = [40, 90]
readers = ["first", "second"]
policies = ["chunk_naive", "chunk_bridge", "ace_naive", "ace_submodular"]

[[datasets]]
name = "almanac"
limit = 5
size = 5

[retrieval]
top_k = 4
top_k_nodes = 8
max_passages = 3

[reader.first]
kind = "lexical"
batch_size = {BATCH_SIZE}

[reader.second]
kind = "lexical"
batch_size = {BATCH_SIZE}
budgets = [90]
"""


@dataclass(frozen=True)
class SlowReader:
    """Answers from the prompt alone, takes its time, and writes down what it read, one line a batch."""

    label: str
    log: Path
    seconds: float
    n_fit: int
    lack: str

    @property
    def name(self) -> str:
        return self.label

    @property
    def design(self) -> PromptDesign:
        return PromptDesign("none", "{context}\n\n{question}")

    def prompt(self, question: str, context: str) -> Prompt:
        return self.design.prompt(question, context)

    def read(self, prompts: Sequence[Prompt]) -> list[Answer]:
        hashes = " ".join(content_hash(prompt.text) for prompt in prompts)
        with self.log.open("ab", buffering=0) as log:
            log.write(f"{os.getpid()} {self.label} {hashes}\n".encode())
        time.sleep(self.seconds)
        lengths = [len(prompt.text) for prompt in prompts]
        order = longest_first(lengths)
        return run_batched(lengths, BATCH_SIZE, lambda batch: self._answers([prompts[i] for i in batch]), order=order)

    def _answers(self, prompts: Sequence[Prompt]) -> list[Answer]:
        if len(prompts) > self.n_fit:
            raise MemoryError if self.lack == "memory" else RuntimeError(self.lack)
        return [Answer(f"{self.label} {content_hash(prompt.text)[:3]}", len(prompt.text)) for prompt in prompts]

    def fingerprint(self) -> str:
        return f"slow:{self.label}"

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Behaviour:
    """How the readers behave; the tables do not depend on it.

    Attributes:
        seconds: What a batch takes.
        n_fit: Prompts that fit in memory at a time.
        lack: What is raised where more are tried: "memory" for a MemoryError, else a RuntimeError of that text.
    """

    seconds: float = 0.002
    n_fit: int = BATCH_SIZE
    lack: str = "memory"


def plugins(work: Path, behaviour: Behaviour) -> Callable[[Config], Plugins]:
    """Return what makes a run's plug-ins; their log, embeddings and answers lie in ``work``."""

    def make(_config: Config) -> Plugins:
        reader = partial(make_reader, work / "read.log", behaviour)
        answers = AnswerStore(work / "answers.sqlite")
        return Plugins(EmbeddingCache(HashingEmbedder(), work / "embeddings"), reader, answers)

    return make


def make_reader(log: Path, behaviour: Behaviour, name: str, _settings: ReaderConfig) -> SlowReader:
    return SlowReader(name, log, behaviour.seconds, behaviour.n_fit, behaviour.lack)
