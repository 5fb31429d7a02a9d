"""The rows of a run's tables, as records: their fields are the tables' columns, in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from budgetrag.rows_retrieved import HitRow, PassageRow, RetrievalRow
from budgetrag.text import render, render_line
from budgetrag.types import AnswerKind, Candidate, Finish, Passage, RetrievedPassage, Snippet


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """Table ``questions``: one sampled question.

    Attributes:
        dataset: Name of its data set.
        seed: Seed of the sample it is in.
        question_id: Its id, unique in the data set.
        question: Its text.
        answers: Gold answers; () where unknown.
        question_type: The data set's own type, "" where it has none.
        answer_kind: Boolean, span or free-form; None without gold answers.
        gold_passage_ids: Identities of its distinct gold passages; () where unknown.
        n_pool_passages: Size of its own pool.
    """

    dataset: str
    seed: int
    question_id: str
    question: str
    answers: tuple[str, ...]
    question_type: str
    answer_kind: AnswerKind | None
    gold_passage_ids: tuple[str, ...]
    n_pool_passages: int


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """Table ``candidates``: one candidate snippet of one question under one representation.

    Attributes:
        dataset: Name of the data set.
        seed: Seed of the sample.
        question_id: The question.
        representation: Name of the representation: how candidates are made.
        candidate_id: Its 0-based place in relevance order.
        passage_rank: Retrieval rank of its passage.
        passage_id: Identity of its passage.
        title: Title of its passage.
        text: The window's text.
        first_sentence: Index of its first sentence in the passage's ``sentences``.
        last_sentence: Index of its last one, inclusive.
        clipped: Whether clipping removed something.
        relevance: Its relevance to the question.
        tokens: Tokens of its rendered line alone, in the run's counter.
    """

    dataset: str
    seed: int
    question_id: str
    representation: str
    candidate_id: int
    passage_rank: int
    passage_id: str
    title: str
    text: str
    first_sentence: int
    last_sentence: int
    clipped: bool
    relevance: float
    tokens: int


@dataclass(frozen=True, slots=True)
class ContextRow:
    """Table ``contexts``: what one policy made of one question under one budget.

    Attributes:
        dataset: Name of the data set.
        seed: Seed of the sample.
        question_id: The question.
        policy: Name of the policy.
        representation: Name of its representation.
        packer: Its packer.
        budget_tokens: The budget.
        counter: The token counter's name.
        candidate_ids: Chosen candidates, in selection order.
        answer_in_context: 1 / 0, None without gold answers; as are the metrics below where undefined.
        answer_in_context_soft: Best share of a gold answer inside a short window.
        gold_coverage: Share of the gold passages with a kept snippet.
        all_gold_in_context: 1 if every gold passage has one.
        gold_token_density: Tokens from gold passages / context tokens.
        distractor_passages: Passages in the context that are not gold.
        context_tokens: Tokens of the rendered context.
        n_snippets: Number of chosen candidates.
        certificate: Provable lower bound on F(S) / best F; None if nothing fits.
        context_hash: ``content_hash(dataset, question_id, question, context)``.
    """

    dataset: str
    seed: int
    question_id: str
    policy: str
    representation: str
    packer: str
    budget_tokens: int
    counter: str
    candidate_ids: tuple[int, ...]
    answer_in_context: int | None
    answer_in_context_soft: float | None
    gold_coverage: float | None
    all_gold_in_context: int | None
    gold_token_density: float | None
    distractor_passages: int | None
    context_tokens: int
    n_snippets: int
    certificate: float | None
    context_hash: str


@dataclass(frozen=True, slots=True)
class SurvivalRow:
    """Table ``survival``: from which budget on one policy keeps one question's answer in the context.

    Attributes:
        dataset: Name of the data set.
        seed: Seed of the sample.
        question_id: The question.
        policy: Name of the policy.
        survival_budget: Smallest budget of the grid (``budgetrag.stats.survival.GRID``) at which the answer is in the
            context and stays so at every larger one; None where it never is, or without gold answers.
        n_alive: Budgets of the grid at which it is in the context; None without gold answers.
    """

    dataset: str
    seed: int
    question_id: str
    policy: str
    survival_budget: int | None
    n_alive: int | None


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """Table ``answers``: what one reader said about one context.

    Attributes:
        reader: Name of the reader.
        context_hash: Hash of question and context, as in ``contexts``.
        prompt_hash: ``content_hash`` of the exact prompt.
        answer: What it said.
        prompt_tokens: The reader's own count of its prompt; None for a reader without a tokenizer.
        exact_match: 1 / 0 against the gold answers, None without them, as are the two below.
        token_f1: Token F1.
        accuracy: Whether (1 / 0) a gold answer is a run of the answer's tokens.
        finish: Why the answer ended, as ``budgetrag.types.Answer`` has it; None where that is not known.
    """

    reader: str
    context_hash: str
    prompt_hash: str
    answer: str
    prompt_tokens: int | None
    exact_match: int | None
    token_f1: float | None
    accuracy: int | None
    finish: Finish | None = None


Row = QuestionRow | RetrievalRow | PassageRow | HitRow | CandidateRow | ContextRow | SurvivalRow | AnswerRow


@dataclass(frozen=True, slots=True)
class RetrievedQuestion:
    """A question and what retrieval returned for it, representation by representation, each in rank order.

    Attributes:
        question: The question.
        passages: What was retrieved.
        hits: What brought it in, by passage; only of representations that search a graph.
        retrievals: How well that served; () where read back, since packing needs none.
    """

    question: QuestionRow
    passages: tuple[PassageRow, ...]
    hits: tuple[HitRow, ...] = ()
    retrievals: tuple[RetrievalRow, ...] = ()

    def retrieved(self, representation: str) -> tuple[RetrievedPassage, ...]:
        """Return what one representation's retrieval returned as the records that packing takes."""
        hits = [row for row in self.hits if row.representation == representation]
        return tuple(to_retrieved(row, hits) for row in self.passages if row.representation == representation)


@dataclass(frozen=True, slots=True)
class PackedQuestion:
    """A question with its candidates (representation by representation), its contexts and, once packed, its survival.

    Attributes:
        question: The question.
        candidates: Its candidates.
        contexts: Its contexts.
        survival: One row per policy; () where read back, since reading needs none.
    """

    question: QuestionRow
    candidates: tuple[CandidateRow, ...]
    contexts: tuple[ContextRow, ...]
    survival: tuple[SurvivalRow, ...] = ()


def context_text(candidates: Sequence[CandidateRow], candidate_ids: Sequence[int], template: str) -> str:
    """Rebuild a context from its question's candidates.

    Args:
        candidates: All candidates of one question and one representation, ``candidates[i].candidate_id == i``.
        candidate_ids: The chosen ones, in selection order.
        template: The run's template.

    Raises:
        ValueError: If a chosen candidate is not among them.
    """
    if any(not 0 <= i < len(candidates) for i in candidate_ids):
        raise ValueError(f"candidate ids must be below {len(candidates)}, got {list(candidate_ids)}")
    chosen = [candidates[i] for i in candidate_ids]
    return render([render_line(row.title, row.text, template) for row in chosen])


def to_retrieved(row: PassageRow, hits: Iterable[HitRow] = ()) -> RetrievedPassage:
    """Return a stored passage as the record that packing takes.

    Args:
        row: The passage.
        hits: What its representation's retrieval hit for its question, in order; other passages' are left out.
    """
    own = tuple(hit.text for hit in hits if hit.passage_rank == row.rank)
    return RetrievedPassage(Passage(row.title, row.text, row.sentences), row.rank, row.score, own)


def to_candidate(row: CandidateRow) -> Candidate:
    """Return a stored candidate as the record that packing takes."""
    snippet = Snippet(
        row.passage_id, row.passage_rank, row.title, row.text, row.first_sentence, row.last_sentence, row.clipped
    )
    return Candidate(row.candidate_id, snippet, row.relevance)
