"""The whole pipeline without a reader, embeddings cached: ``python -m bench pipeline``."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from time import perf_counter

from bench.corpus import HashedWords, write_questions
from budgetrag.config import Config, DatasetConfig
from budgetrag.config_readers import ReaderConfig
from budgetrag.datasets.almanac import Almanac
from budgetrag.engines import LocalEngine
from budgetrag.models import resolve
from budgetrag.pipeline import Plugins, retrieve, run_pipeline
from budgetrag.readers import Reader
from budgetrag.retrieval import EmbeddingCache, SentenceTransformerEmbedder, embedding_text
from budgetrag.store import open_run

COUNTS = (250, 1000, 2000)
EMBEDDER = "all-MiniLM-L6-v2"
N_EMBEDDED = 20  # questions whose texts the real model embeds


def main() -> None:
    """Measure each count in a process of its own and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--counts", type=int, nargs="+", default=COUNTS, help="numbers of questions")
    parser.add_argument("--workers", type=int, default=2, help="packing processes")
    parser.add_argument("--fill", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.fill is not None:
        fill(arguments.fill)
        return
    if arguments.measure is not None:
        print(json.dumps(measure(arguments.measure, arguments.workers)))
        return
    print(f"six policies x four budgets, {arguments.workers} packing processes, embeddings cached")
    print(
        f"{'questions':>10}{'questions/s':>13}{'retrieve s':>12}{'pack s':>8}{'CPU ms each':>13}"
        f"{'peak MiB':>10}{'worker MiB':>12}"
    )
    for count in arguments.counts:
        found = in_own_process(count, arguments.workers)
        rate = count / found["seconds"]
        times = f"{found['retrieve']:>12.1f}{found['pack']:>8.1f}{1e3 * found['cpu_seconds'] / count:>13.1f}"
        print(f"{count:>10}{rate:>13.0f}{times}{found['peak_mib']:>10.0f}{found['worker_mib']:>12.0f}", flush=True)
    print_embedding_rate()


def in_own_process(count: int, workers: int) -> dict[str, float]:
    """Return what ``measure`` finds for ``count`` questions, its memory its own."""
    with tempfile.TemporaryDirectory() as folder:
        write_questions(Path(folder) / "questions.jsonl", count)
        command = [sys.executable, "-m", "bench.pipeline", "--workers", str(workers)]
        subprocess.run([*command, "--fill", folder], check=True, stdout=subprocess.PIPE)
        spoken = subprocess.run([*command, "--measure", folder], check=True, stdout=subprocess.PIPE, text=True).stdout
    found: dict[str, float] = json.loads(spoken)
    return found


def setup(folder: Path) -> tuple[Config, Plugins]:
    """Return the config for the folder's questions, and an embedder that keeps its vectors there."""
    entry = DatasetConfig(name="hotpotqa", file=str(folder / "questions.jsonl"))
    config = Config(name="bench", datasets=(entry,), readers=())
    return config, Plugins(EmbeddingCache(HashedWords(), folder / "embeddings"), no_reader)


def fill(folder: Path) -> None:
    """Fill the embedding cache."""
    config, plugins = setup(folder)
    with open_run(folder / "filled", {"config": config.as_record()}, fresh=True) as run:
        retrieve(config, run, plugins.embedder, Stages())


def measure(folder: Path, workers: int) -> dict[str, float]:
    """Run retrieval and packing on the folder's questions; return seconds, in all and by stage, and peak memory."""
    config, plugins = setup(folder)
    stages = Stages()
    start = perf_counter()
    with open_run(folder / "run", {"config": config.as_record()}, fresh=True) as run:
        run_pipeline(config, run, plugins, stages, engine=LocalEngine(workers))
    seconds = perf_counter() - start
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "seconds": seconds,
        "cpu_seconds": own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime,
        "peak_mib": peak_mib("self"),
        "worker_mib": stages.worker_mib,
        **stages.seconds,
    }


class Stages:
    """A progress display that keeps each stage's seconds, by the first word of its name, and the workers' memory."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.worker_mib = 0.0

    @contextmanager
    def stage(self, name: str, _total: int) -> Iterator[Callable[[int], None]]:
        """Time one stage."""
        start = perf_counter()
        yield self._look_at_workers
        self.seconds[name.partition(" ")[0]] = perf_counter() - start

    def _look_at_workers(self, _n: int) -> None:
        for worker in multiprocessing.active_children():
            self.worker_mib = max(self.worker_mib, peak_mib(str(worker.pid)))


def peak_mib(process: str) -> float:
    """Return a process's peak resident memory; not getrusage's, which counts the parent's until the exec."""
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())
    return int(fields["VmHWM"].split()[0]) / 1024


def no_reader(name: str, _settings: ReaderConfig) -> Reader:
    raise ValueError(f"this benchmark reads nothing, got reader {name!r}")


def print_embedding_rate() -> None:
    """Print how fast the offline model embeds questions and their ten passages."""
    questions = list(islice(Almanac().questions(), N_EMBEDDED))
    texts = [text for q in questions for text in (q.text, *(embedding_text(p) for p in q.passages))]
    embedder = SentenceTransformerEmbedder(resolve(EMBEDDER))
    embedder.embed(texts[:11])
    start = perf_counter()
    embedder.embed(texts)
    seconds = perf_counter() - start
    print(f"embedding apart ({EMBEDDER}): {len(texts) / seconds:.0f} texts/s, {N_EMBEDDED / seconds:.1f} questions/s")


if __name__ == "__main__":  # packing processes import this module too
    main()
