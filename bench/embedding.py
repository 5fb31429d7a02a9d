"""The fixed-shape embedder beside sentence-transformers' own encode: ``python -m bench embedding``."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from itertools import islice
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from budgetrag.datasets.almanac import Almanac
from budgetrag.evidence import build_graph
from budgetrag.models import resolve
from budgetrag.retrieval import Corpus, embedding_text
from budgetrag.retrieval.fixed_shape import encode_in_fixed_shapes

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

EMBEDDER = "all-MiniLM-L6-v2"
N_QUESTIONS = 100  # almanac questions that the texts are taken from
TOKENS_PER_BATCH = 256  # the embedder's on a CPU
Encode = Callable[[Sequence[str]], NDArray[np.float32]]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=512, help="texts of each length")
    parser.add_argument("--repeats", type=int, default=3, help="the best of so many runs counts")
    options = parser.parse_args()

    import torch
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(
        str(resolve(EMBEDDER)), device="cpu", model_kwargs={"dtype": torch.float32}, local_files_only=True
    )
    ways = encoders(model)
    print(
        f"{EMBEDDER}, float32, {torch.get_num_threads()} threads, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    )
    print(
        f"{'':10}{'tokens':>8}{'':4}" + "".join(f"{name:>22}" for name in ways) + f"{'ours / 32':>11}{'max diff':>11}"
    )
    for kind, texts in some_texts(options.texts).items():
        print_row(kind, texts, model, ways, options.repeats)
    print("texts/s by the clock (by the processor); max diff: largest difference of a value to batches of 32")


def encoders(model: SentenceTransformer) -> dict[str, Encode]:
    """Return the ways to encode."""
    return {
        "ours": lambda texts: encode_in_fixed_shapes(model, texts, tokens_per_batch=TOKENS_PER_BATCH),
        "encode, batch 1": lambda texts: model.encode(list(texts), batch_size=1, show_progress_bar=False),
        "encode, batch 32": lambda texts: model.encode(list(texts), batch_size=32, show_progress_bar=False),
    }


def some_texts(n_texts: int) -> dict[str, list[str]]:
    """Return texts of three lengths: entities, claims, passages."""
    questions = list(islice(Almanac(N_QUESTIONS).questions(), N_QUESTIONS))
    graph = build_graph(Corpus.from_questions(questions).passages)
    passages = map(embedding_text, graph.passages)
    return {
        kind: list(islice(texts, n_texts))
        for kind, texts in (("entities", graph.entities), ("claims", graph.claims), ("passages", passages))
    }


def print_row(kind: str, texts: list[str], model: SentenceTransformer, ways: dict[str, Encode], repeats: int) -> None:
    """Print one length of text."""
    n_tokens = float(model.preprocess(texts)["attention_mask"].sum()) / len(texts)
    rates, vectors = {}, {}
    for name, encode in ways.items():
        encode(texts[:8])
        rates[name], vectors[name] = fastest(encode, texts, repeats)
    shown = "".join(f"{f'{wall:.0f} ({cpu:.0f})':>22}" for wall, cpu in rates.values())
    ratio = rates["ours"][0] / rates["encode, batch 32"][0]
    difference = float(np.abs(vectors["ours"] - vectors["encode, batch 32"]).max())
    print(f"{kind:10}{n_tokens:>8.1f}{'':4}{shown}{ratio:>11.2f}{difference:>11.1e}", flush=True)


def fastest(encode: Encode, texts: list[str], repeats: int) -> tuple[tuple[float, float], NDArray[np.float32]]:
    """Return the most texts a second, by the clock and by the processor, and the vectors."""
    walls, cpus = [], []
    for _ in range(repeats):
        wall, cpu = perf_counter(), process_time()
        vectors = encode(texts)
        walls.append(perf_counter() - wall)
        cpus.append(process_time() - cpu)
    return (len(texts) / min(walls), len(texts) / min(cpus)), vectors


if __name__ == "__main__":
    main()
