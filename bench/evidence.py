"""The evidence graph at scale: ``python -m bench.evidence [--passages N …] [--questions N]``."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from itertools import cycle, islice
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from bench.corpus import HashedWords
from bench.pipeline import peak_mib
from budgetrag.datasets.almanac import Almanac
from budgetrag.evidence import EvidenceGraph, build_graph, retrieve_evidence
from budgetrag.retrieval import Corpus
from budgetrag.types import Passage, Question

SIZES = (1_000, 10_000, 100_000)
N_SOURCE = 500  # almanac questions whose passages are repeated, ten each


def main() -> None:
    """Measure each size in a process of its own and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passages", type=int, nargs="+", default=SIZES, help="numbers of passages")
    parser.add_argument("--questions", type=int, default=0, help="questions to search for, embeddings from word hashes")
    parser.add_argument("--measure", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure is not None:
        print(json.dumps(measure(arguments.measure, arguments.questions)))
        return
    print("almanac passages made distinct, each sentence too; graph bytes without the passages' own text")
    print(
        f"{'passages':>10}{'build s':>9}{'ms each':>9}{'nodes':>11}{'edges':>11}{'bytes each':>12}{'of it edges':>13}"
        f"{'peak MiB more':>15}{'search ms':>11}"
    )
    for n_passages in arguments.passages:
        command = [sys.executable, "-m", "bench.evidence", "--questions", str(arguments.questions)]
        spoken = subprocess.run(
            [*command, "--measure", str(n_passages)], check=True, stdout=subprocess.PIPE, text=True
        ).stdout
        found = json.loads(spoken)
        print(
            f"{n_passages:>10}{found['seconds']:>9.1f}{1e3 * found['seconds'] / n_passages:>9.2f}"
            f"{found['nodes']:>11,}{found['edges']:>11,}{found['bytes'] / n_passages:>12.0f}"
            f"{found['edge_bytes'] / n_passages:>13.0f}{found['more_mib']:>15.0f}{found['search_ms']:>11.1f}",
            flush=True,
        )


def distinct_passages(n_passages: int) -> list[Passage]:
    """Return almanac passages, repeated; a number in the title and in every sentence keeps repetitions apart."""
    source = [passage for question in islice(Almanac().questions(), N_SOURCE) for passage in question.passages]
    made = []
    for serial, passage in enumerate(islice(cycle(source), n_passages)):
        sentences = tuple(f"{sentence} Entry {serial}." for sentence in passage.sentences)
        made.append(Passage(f"{passage.title} ({serial})", " ".join(sentences), sentences, serial))
    return made


def measure(n_passages: int, n_questions: int) -> dict[str, float]:
    """Return seconds, sizes and the growth of peak memory while the graph is built; ms a question if asked for."""
    passages = distinct_passages(n_passages)
    before = peak_mib("self")
    start = perf_counter()
    graph = build_graph(passages)
    seconds = perf_counter() - start
    more = peak_mib("self") - before
    edges = (graph.claim_sources, graph.claim_entities, graph.entity_mentions)
    edge_bytes = sum(each.offsets.nbytes + each.columns.nbytes for each in edges)
    return {
        "seconds": seconds,
        "nodes": graph.n_nodes,
        "edges": sum(len(each.columns) for each in edges),
        "bytes": edge_bytes + text_bytes(graph),
        "edge_bytes": edge_bytes,
        "more_mib": more,
        "search_ms": search_ms(passages, n_questions) if n_questions else float("nan"),
    }


def text_bytes(graph: EvidenceGraph) -> int:
    """Return the bytes of the node texts that are not the passages' own sentences, and of the tuples."""
    own = {id(sentence) for passage in graph.passages for sentence in passage.sentences}
    texts = [text for text in (*graph.claims, *graph.entities) if id(text) not in own]
    tuples = (graph.passages, graph.claims, graph.entities)
    return sum(map(sys.getsizeof, texts)) + sum(map(sys.getsizeof, tuples))


class Timed:
    """The stand-in embedder; the time since it last embedded the questions is the search's."""

    def __init__(self) -> None:
        self.until = 0.0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit rows."""
        vectors = HashedWords().embed(texts)
        self.until = perf_counter()
        return vectors


def search_ms(passages: list[Passage], n_questions: int) -> float:
    """Return the milliseconds a question takes from its vector to its passages."""
    asked: list[Question] = list(islice(Almanac().questions(), n_questions))
    embedder = Timed()
    found = list(retrieve_evidence(asked, Corpus(tuple(passages)), embedder=embedder))
    seconds = perf_counter() - embedder.until
    if any(len(items) != 5 for items in found):
        raise SystemExit("every question must get five passages")
    return 1e3 * seconds / n_questions


if __name__ == "__main__":
    main()
