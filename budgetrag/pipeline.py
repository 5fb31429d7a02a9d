"""The whole way of the data: questions -> retrieval -> candidates -> packing -> contexts -> reader -> answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Protocol, TypeVar

from budgetrag.answer_store import AnswerStore
from budgetrag.config import Config
from budgetrag.config_readers import ReaderConfig
from budgetrag.config_representations import GIVEN
from budgetrag.engines import Engine, LocalEngine, ReaderSource
from budgetrag.importing.stage import QUESTIONS_PER_PART, retrieve_given
from budgetrag.known_answers import KnownAnswers
from budgetrag.packing import PackingSetup, Part, PolicySetup, pack_part
from budgetrag.readers import Reader
from budgetrag.readers.batching import BATCHES_AT_ONCE
from budgetrag.reading import ReadingPlan
from budgetrag.retrieval import Corpus, Embedder
from budgetrag.retrieved import retrieved_question
from budgetrag.rows import PackedQuestion, Row
from budgetrag.sampled import read_sample
from budgetrag.search import n_texts, search
from budgetrag.store import RunWriter
from budgetrag.stored import Stored

ONE_PROCESS = LocalEngine()
T = TypeVar("T")


class Progress(Protocol):
    """Shows how far a long stage is."""

    def stage(self, name: str, total: int) -> AbstractContextManager[Callable[[int], None]]:
        """Open a stage of ``total`` steps; the function it gives is called with the number of steps just made."""


@dataclass(frozen=True, slots=True)
class Plugins:
    """What loads models: made by the caller, loaded at first use.

    Attributes:
        embedder: For retrieval; asked for a corpus's vectors once per representation.
        reader: Makes the reader of a name and its settings.
        answers: What models have answered before, in any run; None keeps nothing beyond this one.
    """

    embedder: Embedder
    reader: Callable[[str, ReaderConfig], Reader]
    answers: AnswerStore | None = None


def run_pipeline(
    config: Config,
    run: RunWriter,
    plugins: Plugins,
    progress: Progress,
    *,
    engine: Engine = ONE_PROCESS,
    after_stage: Callable[[], None] = lambda: None,
) -> None:
    """Fill ``run``: retrieve, pack, read. Finished stages, parts and answers are never made again.

    Args:
        config: What to run.
        run: Where the tables go.
        plugins: The models.
        progress: Told of every step.
        engine: Who packs and reads; the tables do not depend on it.
        after_stage: Called whenever a stage's tables are written, and when the run is complete.

    Raises:
        ValueError: If the data or a model cannot be used.
        OSError: If something cannot be read or written.
    """
    if not run.stage_is_finished("retrieve"):
        if config.retrieval.retriever == GIVEN:
            retrieve_given(config, run)
        else:
            retrieve(config, run, plugins.embedder, progress)
        after_stage()
    if not run.stage_is_finished("pack"):
        pack(config, run, progress, engine)
        after_stage()
    for name, settings in config.resolved_readers().items():
        if not run.stage_is_finished(f"read-{name}"):
            # A server's client stays where its key and its rate are.
            who = ONE_PROCESS if settings.base_url else engine
            read(config, run, name, settings, reader_source(plugins, name, settings), progress, who, plugins.answers)
            after_stage()
    run.finish()
    after_stage()


def retrieve(config: Config, run: RunWriter, embedder: Embedder, progress: Progress) -> None:
    """Sample the questions of every data set and seed; retrieve their passages once per representation that is used.

    Fills ``questions``, ``retrievals``, ``hits`` and ``passages``.
    """
    run.start_stage("retrieve")
    used, n_parts = config.resolved_representations(), 0
    for dataset in config.datasets:
        for seed in config.seeds:
            questions, skipped = read_sample(dataset, seed)
            run.note("skipped", dataset.name, skipped)
            corpus = Corpus.from_questions(questions, pool=config.retrieval.pool, keep=Stored)
            total = n_texts(used, questions, corpus)
            with progress.stage(f"retrieve {dataset.name}, seed {seed}", total) as advance:
                found = search(used, questions, corpus, embedder=embedder, advance=advance)
                rows = (
                    retrieved_question(dataset.name, seed, *pair, template=config.packing.template)
                    for pair in zip(questions, found, strict=True)
                )
                for part in _batched(rows, QUESTIONS_PER_PART):
                    run.write_retrieved(n_parts, part)
                    n_parts += 1
    run.finish_retrieve(n_parts)


def pack(config: Config, run: RunWriter, progress: Progress, engine: Engine) -> None:
    """Pack every question with every policy under every budget: ``candidates``, ``contexts``, ``survival``."""
    run.start_stage("pack")
    n_parts = -(-run.n_rows("questions") // QUESTIONS_PER_PART)
    with progress.stage("pack", run.n_rows("questions")) as advance:

        def missing() -> Iterator[Part]:
            for index, items in enumerate(_batched(run.retrieved(), QUESTIONS_PER_PART)):
                if run.has_part("pack", index, "contexts"):
                    advance(len(items))
                else:
                    yield Part(index, items)

        for part in engine.pack(partial(pack_part, packing_setup(config)), missing()):
            candidates = [row for item in part.packed for row in item.candidates]
            contexts = [row for item in part.packed for row in item.contexts]
            survival = [row for item in part.packed for row in item.survival]
            tables: dict[str, Sequence[Row]] = {"candidates": candidates, "survival": survival, "contexts": contexts}
            run.write_part("pack", part.index, tables)
            advance(len(part.packed))
    run.finish_stage("pack", ["candidates", "contexts", "survival"], n_parts)


def read(
    config: Config,
    run: RunWriter,
    name: str,
    settings: ReaderConfig,
    source: ReaderSource,
    progress: Progress,
    engine: Engine,
    answers: AnswerStore | None = None,
) -> None:
    """Read every distinct prompt of one reader once, unless ``answers`` knows it: its rows of ``answers``."""
    reader = source.here
    run.note("labels", name, reader.name)
    run.note("prompts", name, {"style": reader.design.style, "template": reader.design.template})
    run.start_stage(f"read-{name}")
    journal = run.journal(name)
    known = KnownAnswers(answers if settings.model else None, reader, max_new_tokens=settings.max_new_tokens)
    with ReadingPlan(
        to_read(run, settings),
        reader.prompt,
        budgets=settings.budgets or config.budgets,
        template=config.packing.template,
        batch_size=settings.batch_size * (BATCHES_AT_ONCE if settings.model else 1),
        scratch=run.scratch(),
    ) as plan:
        n_known = known.take(plan, journal)
        label = f"read {name}, {n_known} answers known already" if n_known else f"read {name}"
        with progress.stage(label, plan.n_prompts - plan.n_answered(journal.answers)) as advance:
            for found in engine.read(source, map(known.ask, plan.batches(journal.answers))):
                journal.append(found)
                known.keep(found)
                advance(len(found))
        run.finish_reader(name, plan.rows(reader.name, journal.answers))
    reader.close()


def to_read(run: RunWriter, settings: ReaderConfig) -> Iterator[PackedQuestion]:
    """Yield the packed questions that a reader reads: of its data sets, the first ``limit`` of every sample."""
    places = {} if settings.limit is None else run.places()
    for item in run.packed():
        question = item.question
        key = (question.dataset, question.seed, question.question_id)
        if settings.reads(question.dataset) and (settings.limit is None or places[key] < settings.limit):
            yield item


def reader_source(plugins: Plugins, name: str, settings: ReaderConfig) -> ReaderSource:
    """Return the reader of a name and its settings, made here, and what makes it elsewhere."""
    make = partial(plugins.reader, name, settings)
    return ReaderSource(make(), make, settings.gpus)


def packing_setup(config: Config) -> PackingSetup:
    """Return what every question is packed with."""
    shared = {"max_snippets": config.packing.max_snippets}
    return PackingSetup(
        policies=tuple(
            PolicySetup(name, policy.representation, policy.packer, {**shared, **policy.options})
            for name, policy in config.resolved_policies().items()
        ),
        budgets=config.budgets,
        counter=config.packing.counter,
        template=config.packing.template,
        max_candidates=config.packing.max_candidates,
    )


def _batched(items: Iterable[T], size: int) -> Iterator[tuple[T, ...]]:
    stream = iter(items)
    while batch := tuple(islice(stream, size)):
        yield batch
