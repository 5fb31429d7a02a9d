"""A tiny run: a few invented questions, an embedder and a reader that need no model."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from budgetrag.config import Config, parse_config
from budgetrag.config_readers import ReaderConfig
from budgetrag.pipeline import Plugins
from budgetrag.readers import ReaderOptions, get_reader
from budgetrag.readers.base import PromptDesign
from budgetrag.text import words
from budgetrag.types import Answer, Prompt, content_hash

TOWNS = ("Corrowmere", "Sallowby", "Tern", "Öland Quay", "Brask", "Velm", "Ostry", "Hadde", "Quill", "Marrow")


def records(n: int = 10) -> list[dict[str, object]]:
    """HotpotQA-shaped records; the first asks a yes/no question."""
    found = []
    for i in range(n):
        town, other = TOWNS[i % 10], TOWNS[(i + 3) % 10]
        context = [
            [
                f"{town} Lamp {i}",
                [f"The {town} Lamp {i} was cast by Mira Vell.", "It is blue.", f"It hangs in {other}."],
            ],
            [f"Mira Vell {i}", ["Mira Vell was a founder.", f"She was born in {town} in 17{i:02d}.", "She kept bees."]],
            [f"{other} Fair", [f"The fair of {other} sells lamps.", "=2+2 is written over its gate.", "It is old."]],
            ["Bees", ["Bees live in hives.", "A lamp may wake them.", f"Hives of {town} are round."]],
        ]
        found.append(
            {
                "_id": f"q{i}",
                "question": f"Is the {town} Lamp {i} blue?"
                if i == 0
                else f"Where was the maker of the {town} Lamp {i} born?",
                "answer": "yes" if i == 0 else town,
                "type": "comparison" if i == 0 else "bridge",
                "supporting_facts": [[f"{town} Lamp {i}", 0], [f"Mira Vell {i}", 1]],
                "context": context,
            }
        )
    return found


def write_records(path: Path, n: int = 10) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records(n)), encoding="utf-8")
    return path


def tiny_config(data: Path, **changes: object) -> Config:
    values: dict[str, object] = {
        "name": "tiny",
        "budgets": [0, 12, 30],
        "readers": ["lexical"],
        "datasets": [{"name": "hotpotqa", "file": str(data)}],
        "retrieval": {"top_k": 3},
        "reader": {"lexical": {"kind": "lexical", "batch_size": 4}},
    }
    return parse_config({**values, **changes})


def two_representations(data: Path, **changes: object) -> Config:
    """A run that retrieves three passages and, to compare, twelve, with two policies each."""
    values: dict[str, object] = {
        "representation": {"wide": {"top_k": 12}},
        "policies": ["chunk_naive", "wide_naive", "chunk_bridge", "wide_bridge"],
    }
    return tiny_config(data, **{**values, **changes})


def with_evidence(data: Path, **changes: object) -> Config:
    """A run that searches passages and a graph of claims and entities, with two policies each."""
    values: dict[str, object] = {
        "retrieval": {"top_k": 3, "top_k_nodes": 6, "max_passages": 4},
        "policies": ["chunk_naive", "ace_naive", "ace_submodular"],
    }
    return tiny_config(data, **{**values, **changes})


class HashingEmbedder:
    """Counts words in 64 hashed buckets, and remembers what it was asked for."""

    name = "hashing"

    def __init__(self) -> None:
        self.texts: list[str] = []

    def fingerprint(self) -> str:
        return "hashing:64"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.texts.extend(texts)
        vectors = np.zeros((len(texts), 64), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word in words(text):
                row[int(content_hash(word), 16) % 64] += 1
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.divide(vectors, norms, out=np.zeros_like(vectors), where=norms > 0)


@dataclass
class EchoReader:
    """Answers with the first words of the context and the size of its batch, and remembers what it read."""

    label: str = "echo"
    read_prompts: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.label

    @property
    def design(self) -> PromptDesign:
        return PromptDesign("none", "{context}\n\n{question}")

    def prompt(self, question: str, context: str) -> Prompt:
        return self.design.prompt(question, context)

    def read(self, prompts: Sequence[Prompt]) -> list[Answer]:
        self.read_prompts.extend(prompt.text for prompt in prompts)
        return [
            Answer(f"{len(prompts)}: {' '.join(prompt.context.split()[:3])}", len(prompt.text)) for prompt in prompts
        ]

    def fingerprint(self) -> str:
        return "echo:1"

    def close(self) -> None:
        pass


def tiny_plugins(reader: Callable[[str, ReaderConfig], object] | None = None) -> Plugins:
    def lexical(name: str, settings: ReaderConfig) -> object:
        return get_reader(settings.kind)(ReaderOptions(name=name))

    return Plugins(HashingEmbedder(), reader or lexical)  # type: ignore[arg-type]


class Silent:
    """Shows no progress, and counts it."""

    def __init__(self) -> None:
        self.steps: dict[str, list[int]] = {}

    @contextmanager
    def stage(self, name: str, total: int) -> Iterator[Callable[[int], None]]:
        self.steps[name] = [0, total]

        def advance(n: int) -> None:
            self.steps[name][0] += n

        yield advance
