"""The whole way of the data: questions -> retrieval -> candidates -> packing -> contexts -> reader -> answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Protocol, TypeVar

from budgetrag.config import Config, DatasetConfig, ReaderConfig
from budgetrag.datasets import Source, get_dataset, sample
from budgetrag.importing.stage import retrieve_given
from budgetrag.metrics import all_gold_at_k, answer_kind, recall_at_k
from budgetrag.packing import PackingSetup, Part, PolicySetup, pack_part
from budgetrag.readers import Reader
from budgetrag.reading import ReadingPlan
from budgetrag.retrieval import Corpus, Embedder, get_retriever
from budgetrag.rows import AnswerRow, PackedQuestion, PassageRow, QuestionRow, RetrievedQuestion, Row
from budgetrag.snippets import sentences_of
from budgetrag.types import Answer, Question, RetrievedPassage
from budgetrag.workers import ordered_map

QUESTIONS_PER_PART = 32
RECALL_K = 5
T = TypeVar("T")


class Progress(Protocol):
    """Shows how far a long stage is."""

    def stage(self, name: str, total: int) -> AbstractContextManager[Callable[[int], None]]:
        """Open a stage of ``total`` steps; the function it gives is called with the number of steps just made."""


class Journal(Protocol):
    """Finished answers of one reader, on disk before the next batch starts."""

    answers: dict[str, Answer]

    def append(self, answers: Mapping[str, Answer]) -> None:
        """Add one batch, by prompt hash."""


class RunTables(Protocol):
    """The run being filled, as ``budgetrag.store.RunWriter`` does it: see there."""

    def stage_is_finished(self, stage: str) -> bool: ...  # noqa: D102
    def start_stage(self, stage: str) -> None: ...  # noqa: D102
    def note(self, section: str, key: str, value: object) -> None: ...  # noqa: D102
    def has_part(self, stage: str, index: int, table: str) -> bool: ...  # noqa: D102
    def write_part(self, stage: str, index: int, tables: Mapping[str, Sequence[Row]]) -> None: ...  # noqa: D102
    def finish_stage(self, stage: str, tables: Sequence[str], n_parts: int) -> None: ...  # noqa: D102
    def journal(self, reader: str) -> Journal: ...  # noqa: D102
    def finish_reader(self, reader: str, rows: Sequence[AnswerRow]) -> None: ...  # noqa: D102
    def finish(self) -> None: ...  # noqa: D102
    def n_rows(self, table: str) -> int: ...  # noqa: D102
    def retrieved(self) -> Iterator[RetrievedQuestion]: ...  # noqa: D102
    def packed(self) -> Iterator[PackedQuestion]: ...  # noqa: D102
    def scratch(self) -> Path: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Plugins:
    """What loads models: made by the caller, loaded at first use.

    Attributes:
        embedder: For retrieval.
        reader: Makes the reader of a name and its settings.
    """

    embedder: Embedder
    reader: Callable[[str, ReaderConfig], Reader]


def run_pipeline(config: Config, run: RunTables, plugins: Plugins, progress: Progress, *, n_workers: int = 1) -> None:
    """Fill ``run``: retrieve, pack, read. Finished stages, parts and answers are never made again.

    Args:
        config: What to run.
        run: Where the tables go.
        plugins: The models.
        progress: Told of every step.
        n_workers: Processes that pack; the tables do not depend on it.

    Raises:
        ValueError: If the data or a model cannot be used.
        OSError: If something cannot be read or written.
    """
    if not run.stage_is_finished("retrieve"):
        if config.retrieval.retriever == "given":
            retrieve_given(config, run)
        else:
            retrieve(config, run, plugins.embedder, progress)
    if not run.stage_is_finished("pack"):
        pack(config, run, progress, n_workers)
    for name, settings in config.resolved_readers().items():
        if not run.stage_is_finished(f"read-{name}"):
            read(config, run, name, settings, plugins.reader(name, settings), progress)
    run.finish()


def retrieve(config: Config, run: RunTables, embedder: Embedder, progress: Progress) -> None:
    """Sample the questions of every data set and seed and retrieve their passages: ``questions``, ``passages``."""
    run.start_stage("retrieve")
    n_parts = 0
    for dataset in config.datasets:
        for seed in config.seeds:
            questions = sample_questions(dataset, seed, run)
            corpus = Corpus.from_questions(questions, pool=config.retrieval.pool)
            retriever = get_retriever(config.retrieval.retriever)
            n_texts = len(corpus.passages) + len(questions)
            with progress.stage(f"retrieve {dataset.name}, seed {seed}", n_texts) as advance:
                found = retriever.retrieve(
                    questions, corpus, embedder=embedder, top_k=config.retrieval.top_k, advance=advance
                )
                rows = (_retrieved_rows(dataset.name, seed, *pair) for pair in zip(questions, found, strict=True))
                for part in _batched(rows, QUESTIONS_PER_PART):
                    if not run.has_part("retrieve", n_parts, "passages"):
                        asked = [item.question for item in part]
                        passages = [row for item in part for row in item.passages]
                        run.write_part("retrieve", n_parts, {"questions": asked, "passages": passages})
                    n_parts += 1
    run.finish_stage("retrieve", ["questions", "passages"], n_parts)


def pack(config: Config, run: RunTables, progress: Progress, n_workers: int) -> None:
    """Pack every question with every policy under every budget: ``candidates``, ``contexts``."""
    run.start_stage("pack")
    n_parts = -(-run.n_rows("questions") // QUESTIONS_PER_PART)
    with progress.stage("pack", run.n_rows("questions")) as advance:

        def missing() -> Iterator[Part]:
            for index, items in enumerate(_batched(run.retrieved(), QUESTIONS_PER_PART)):
                if run.has_part("pack", index, "contexts"):
                    advance(len(items))
                else:
                    yield Part(index, items)

        for part in ordered_map(partial(pack_part, packing_setup(config)), missing(), n_workers=n_workers):
            candidates = [row for item in part.packed for row in item.candidates]
            contexts = [row for item in part.packed for row in item.contexts]
            run.write_part("pack", part.index, {"candidates": candidates, "contexts": contexts})
            advance(len(part.packed))
    run.finish_stage("pack", ["candidates", "contexts"], n_parts)


def read(config: Config, run: RunTables, name: str, settings: ReaderConfig, reader: Reader, progress: Progress) -> None:
    """Read every distinct prompt of one reader once: its rows of ``answers``."""
    run.note("labels", name, reader.name)
    run.note("prompts", name, {"style": reader.design.style, "template": reader.design.template})
    run.start_stage(f"read-{name}")
    journal = run.journal(name)
    with ReadingPlan(
        run.packed(),
        reader.prompt,
        budgets=settings.budgets or config.budgets,
        template=config.packing.template,
        batch_size=settings.batch_size,
        scratch=run.scratch(),
    ) as plan:
        with progress.stage(f"read {name}", plan.n_prompts) as advance:
            advance(plan.n_answered(journal.answers))
            for batch in plan.batches(journal.answers):
                answers = reader.read(list(batch.values()))
                journal.append(dict(zip(batch, answers, strict=True)))
                advance(len(batch))
        run.finish_reader(name, plan.rows(reader.name, journal.answers))
    reader.close()


def sample_questions(dataset: DatasetConfig, seed: int, run: RunTables) -> list[Question]:
    """Return the sample of one data set, by question id; how many records were left out goes into the manifest.

    Raises:
        ValueError: If it holds no question.
    """
    source = Source(Path(dataset.file) if dataset.file else None, dataset.hub_id, dataset.subset, dataset.split)
    skipped: Counter[str] = Counter()
    stream = get_dataset(dataset.name).questions(source, skipped=skipped, on_error=dataset.on_error)
    questions = sample(stream, limit=dataset.limit, seed=seed)
    run.note("skipped", dataset.name, dict(skipped))
    if not questions:
        raise ValueError(
            f"data set {dataset.name} must hold at least one question, got none from {dataset.file or 'its source'}"
        )
    return sorted(questions, key=lambda question: question.id)


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


def _retrieved_rows(
    dataset: str, seed: int, question: Question, found: tuple[RetrievedPassage, ...]
) -> RetrievedQuestion:
    gold, ids = question.gold_ids, [item.passage.id for item in found]
    row = QuestionRow(
        dataset=dataset,
        seed=seed,
        question_id=question.id,
        question=question.text,
        answers=question.answers,
        question_type=question.type,
        answer_kind=answer_kind(question.answers),
        gold_passage_ids=gold,
        n_pool_passages=len(question.passages),
        recall_at_5=recall_at_k(ids, gold, k=RECALL_K),
        all_gold_at_5=all_gold_at_k(ids, gold, k=RECALL_K),
    )
    passages = tuple(
        PassageRow(
            dataset=dataset,
            seed=seed,
            question_id=question.id,
            rank=item.rank,
            score=item.score,
            passage_id=passage_id,
            title=item.passage.title,
            text=item.passage.text,
            sentences=sentences_of(item.passage),
            is_gold=passage_id in gold if gold else None,
        )
        for item, passage_id in zip(found, ids, strict=True)
    )
    return RetrievedQuestion(row, passages)


def _batched(items: Iterable[T], size: int) -> Iterator[tuple[T, ...]]:
    stream = iter(items)
    while batch := tuple(islice(stream, size)):
        yield batch
