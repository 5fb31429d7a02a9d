"""Exact retrieval from 100,000 passages: ``python -m bench retrieval``."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from time import process_time

import numpy as np
from numpy.typing import NDArray

from bench.corpus import DIMS, HashedWords
from budgetrag.datasets.almanac import Almanac
from budgetrag.retrieval import RETRIEVERS, Corpus, EmbeddingCache, embedding_text, top_k, unit_rows
from budgetrag.text import words
from budgetrag.types import Passage, Question

Found = dict[str, float]
K = 5


def main() -> None:
    """Measure each job in a process of its own and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=3, help="the best of so many searches counts")
    options = parser.parse_args()
    sizes = (options.passages, options.questions)
    print(f"{options.questions:,} questions, {options.passages:,} passages, top {K}; CPU seconds on one thread")
    print(f"vectors ({DIMS} dims)")
    print_pair("faiss", partial(our_topk, *sizes), partial(faiss_topk, *sizes), options.repeats)
    print("words (BM25)")
    print_pair("bm25s", partial(our_bm25, *sizes), partial(bm25s_alone, *sizes), options.repeats)
    print("one run's retrievers over one embedding cache (made-up vectors)")
    print(f"  {'':9}{'seconds':>9}{'embedded':>10}{'peak MiB':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("dense", "dense", "hybrid", "two_hop", "bm25"):
            found = apart(partial(one_retriever, name, Path(folder), *sizes))
            print(
                f"  {name:9}{found['seconds']:>9.1f}{found['embedded']:>10,.0f}{found['peak_mib']:>10.0f}", flush=True
            )


def print_pair(peer: str, ours: Callable[[], Found], theirs: Callable[[], Found], repeats: int) -> None:
    """Print both sides' best seconds, peak memory and ratio; the peer's only where it is installed."""
    mine = best_of(ours, repeats)
    print(f"  {'ours':9}{mine['seconds']:>9.2f} s{build(mine)}, peak {mine['peak_mib']:.0f} MiB", flush=True)
    try:
        other = best_of(theirs, repeats)
    except ModuleNotFoundError as error:
        print(f"  {peer:9}{'not installed':>11} ({error.name})")
        return
    ratio = mine["seconds"] / other["seconds"]
    print(
        f"  {peer:9}{other['seconds']:>9.2f} s{build(other)}, peak {other['peak_mib']:.0f} MiB: ours takes {ratio:.1f} "
        f"times as long; checksums {mine['checksum']:.3f} and {other['checksum']:.3f}"
    )


def build(found: Found) -> str:
    return f" after {found['build']:.1f} s of indexing" if "build" in found else ""


def best_of(job: Callable[[], Found], repeats: int) -> Found:
    return min((apart(job) for _ in range(repeats)), key=lambda found: found["seconds"])


def apart(job: Callable[[], Found]) -> Found:
    """Run ``job`` in a process of its own; add that process's peak memory."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(with_peak, job).result()


def with_peak(job: Callable[[], Found]) -> Found:
    found = job()
    fields = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return {**found, "peak_mib": int(fields["VmHWM"].split()[0]) / 1024}


def vectors(n: int, seed: int) -> NDArray[np.float32]:
    """Return (n, 320) random unit rows, made block by block so that making them does not set the peak."""
    rng = np.random.default_rng(seed)
    rows = np.empty((n, DIMS), dtype=np.float32)
    for start in range(0, n, 4096):
        block = rows[start : start + 4096]
        block[:] = unit_rows(rng.standard_normal(block.shape, dtype=np.float32))
    return rows


def our_topk(n_passages: int, n_questions: int) -> Found:
    corpus, queries = vectors(n_passages, 0), vectors(n_questions, 1)
    start = process_time()
    found = top_k(queries, corpus, K)
    return {"seconds": process_time() - start, "checksum": float(found.scores.sum(dtype=np.float64))}


def faiss_topk(n_passages: int, n_questions: int) -> Found:
    import faiss

    corpus, queries = vectors(n_passages, 0), vectors(n_questions, 1)
    faiss.omp_set_num_threads(1)
    start = process_time()
    index = faiss.IndexFlatIP(DIMS)
    index.add(corpus)
    built = process_time()
    scores, _ = index.search(queries, K)
    seconds = process_time() - built
    return {"seconds": seconds, "build": built - start, "checksum": float(scores.sum(dtype=np.float64))}


def questions(n_passages: int, n_questions: int) -> tuple[list[Question], Corpus]:
    """Return almanac questions, and a corpus of almanac passages, each made distinct by a mark of its own."""
    source = list(islice(Almanac().questions(), 500))
    passages = [passage for question in source for passage in question.passages]
    marked = (passages[i % len(passages)] for i in range(n_passages))
    corpus = Corpus(tuple(Passage(p.title, f"{p.text} Entry {i}.") for i, p in enumerate(marked)))
    asked = (source[i % len(source)] for i in range(n_questions))
    return [Question(f"q{i}", f"{q.text} Entry {i}", (), ()) for i, q in enumerate(asked)], corpus


def our_bm25(n_passages: int, n_questions: int) -> Found:
    asked, corpus = questions(n_passages, n_questions)
    start = process_time()
    search = RETRIEVERS["bm25"].retrieve(asked, corpus, embedder=HashedWords(), top_k=K)
    first = next(search)
    built = process_time()
    found = [first, *search]
    checksum = sum(hit.score for hits in found for hit in hits)
    return {"seconds": process_time() - built, "build": built - start, "checksum": checksum}


def bm25s_alone(n_passages: int, n_questions: int) -> Found:
    """Search with the library's own selection, which breaks ties as they fall; tokens are ours on both sides."""
    import bm25s

    asked, corpus = questions(n_passages, n_questions)
    start = process_time()
    index = bm25s.BM25(dtype="float64", backend="numpy", csc_backend="numpy")
    index.index([words(embedding_text(passage)) for passage in corpus.passages], show_progress=False)
    built = process_time()
    _, scores = index.retrieve([words(question.text) for question in asked], k=K, show_progress=False)
    return {"seconds": process_time() - built, "build": built - start, "checksum": float(scores.sum())}


class Counted(HashedWords):
    """Counts the texts that it really embeds."""

    n_embedded = 0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return (n, 320) unit rows."""
        self.n_embedded += len(texts)
        return super().embed(texts)


def one_retriever(name: str, folder: Path, n_passages: int, n_questions: int) -> Found:
    asked, corpus = questions(n_passages, n_questions)
    embedder = Counted()
    start = process_time()
    found = RETRIEVERS[name].retrieve(asked, corpus, embedder=EmbeddingCache(embedder, folder), top_k=K)
    n_hits = sum(len(hits) for hits in found)
    return {"seconds": process_time() - start, "embedded": float(embedder.n_embedded), "hits": float(n_hits)}


if __name__ == "__main__":  # the measured processes import this module too
    main()
