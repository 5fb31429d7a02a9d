"""What one reader has to read: every distinct prompt once, a question's together, in batches fixed beforehand."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from types import TracebackType

from budgetrag.metrics import accuracy, exact_match, token_f1
from budgetrag.rows import AnswerRow, CandidateRow, PackedQuestion, context_text
from budgetrag.types import Answer, Prompt, content_hash

MakePrompt = Callable[[str, str], Prompt]


@dataclass(frozen=True, slots=True, order=True)
class _Job:
    """One distinct prompt: its question's number, where question and context lie in the spool, its hash."""

    question: int
    offset: int
    prompt_hash: str


@dataclass(frozen=True, slots=True)
class _Asked:
    """One distinct context: the prompt it became and the gold answers of its question."""

    context_hash: str
    prompt_hash: str
    golds: tuple[str, ...]


class ReadingPlan:
    """The distinct prompts of one reader, question by question; their texts wait on disk, so memory holds hashes only.

    All prompts of a question, of whatever data set and seed, come one after the other, since their contexts begin
    alike. A batch holds whole questions, as many as fit; one with more prompts than that is cut.

    Use as a context manager; the file on disk is gone afterwards.
    """

    def __init__(
        self,
        packed: Iterable[PackedQuestion],
        make_prompt: MakePrompt,
        *,
        budgets: Sequence[int],
        template: str,
        batch_size: int,
        scratch: Path,
    ) -> None:
        """Collect the prompts.

        Args:
            packed: Questions with candidates and contexts; read once.
            make_prompt: The reader's prompt of a question and a context.
            budgets: Budgets to read.
            template: The run's template.
            batch_size: Most prompts per batch.
            scratch: A folder to keep the texts in.

        Raises:
            ValueError: If a context rebuilt from its candidates is not the one that was packed.
        """
        self._make_prompt = make_prompt
        self._spool = tempfile.TemporaryFile(dir=scratch)  # noqa: SIM115  closed by __exit__
        self._asked: list[_Asked] = []
        jobs: dict[str, _Job] = {}
        numbers: dict[str, int] = {}
        for question, context_hash, context in _distinct_contexts(packed, set(budgets), template):
            prompt = make_prompt(question.question.question, context)
            prompt_hash = content_hash(prompt.text)
            self._asked.append(_Asked(context_hash, prompt_hash, question.question.answers))
            if prompt_hash not in jobs:
                number = numbers.setdefault(content_hash(question.question.question), len(numbers))
                jobs[prompt_hash] = _Job(number, self._spool.tell(), prompt_hash)
                self._spool.write(json.dumps([question.question.question, context]).encode() + b"\n")
        self._jobs = sorted(jobs.values())
        self._batches = _whole_questions(self._jobs, batch_size)

    def __enter__(self) -> ReadingPlan:
        """Return the plan."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Drop the texts."""
        self._spool.close()

    @property
    def n_prompts(self) -> int:
        """Number of distinct prompts."""
        return len(self._jobs)

    def n_answered(self, answered: Mapping[str, Answer]) -> int:
        """Return how many of the prompts are answered."""
        return sum(job.prompt_hash in answered for job in self._jobs)

    def batches(self, answered: Mapping[str, Answer]) -> Iterator[dict[str, Prompt]]:
        """Yield the prompts that are not answered yet, batch by batch, as prompt hash -> prompt.

        Batches are cut from the whole list, whatever is answered: a resumed run computes in the same batches.
        """
        for batch in self._batches:
            jobs = [job for job in self._jobs[batch] if job.prompt_hash not in answered]
            if jobs:
                yield {job.prompt_hash: self._prompt(job) for job in jobs}

    def rows(self, reader: str, answered: Mapping[str, Answer]) -> list[AnswerRow]:
        """Return one row per distinct context, ordered by its hash.

        Args:
            reader: The reader's name.
            answered: Answers by prompt hash, all of them.
        """
        asked = sorted(self._asked, key=lambda item: item.context_hash)
        return [_answer_row(reader, item, answered[item.prompt_hash]) for item in asked]

    def _prompt(self, job: _Job) -> Prompt:
        self._spool.seek(job.offset)
        question, context = json.loads(self._spool.readline())
        return self._make_prompt(question, context)


def _whole_questions(jobs: Sequence[_Job], batch_size: int) -> list[slice]:
    """Cut sorted jobs into batches of up to ``batch_size``, between questions wherever a question fits."""
    batches: list[slice] = []
    start = stop = 0
    for _, group in groupby(jobs, key=lambda job: job.question):
        n_jobs = sum(1 for _ in group)
        if stop + n_jobs - start > batch_size and stop > start:
            batches.append(slice(start, stop))
            start = stop
        stop += n_jobs
        while stop - start > batch_size:
            batches.append(slice(start, start + batch_size))
            start += batch_size
    return [*batches, slice(start, stop)] if stop > start else batches


def _distinct_contexts(
    packed: Iterable[PackedQuestion], budgets: set[int], template: str
) -> Iterator[tuple[PackedQuestion, str, str]]:
    seen: set[str] = set()
    for item in packed:
        by_representation: dict[str, list[CandidateRow]] = {}
        for candidate in item.candidates:
            by_representation.setdefault(candidate.representation, []).append(candidate)
        for row in item.contexts:
            if row.budget_tokens not in budgets or row.context_hash in seen:
                continue
            seen.add(row.context_hash)
            text = context_text(by_representation.get(row.representation, []), row.candidate_ids, template)
            if content_hash(row.dataset, row.question_id, item.question.question, text) != row.context_hash:
                raise ValueError(
                    f"context of question {row.question_id!r}, policy {row.policy}, budget {row.budget_tokens} must be "
                    "the one that was packed, got another from the stored candidates; run again with --fresh"
                )
            yield item, row.context_hash, text


def _answer_row(reader: str, asked: _Asked, answer: Answer) -> AnswerRow:
    em, f1, acc = (metric(answer.text, asked.golds) for metric in (exact_match, token_f1, accuracy))
    return AnswerRow(
        reader=reader,
        context_hash=asked.context_hash,
        prompt_hash=asked.prompt_hash,
        answer=answer.text,
        prompt_tokens=answer.prompt_tokens,
        exact_match=None if em is None else int(em),
        token_f1=f1,
        accuracy=None if acc is None else int(acc),
        finish=answer.finish,
    )
