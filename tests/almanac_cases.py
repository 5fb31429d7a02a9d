"""The almanac at its default size, generated once for all its test modules."""

from collections.abc import Iterator

from budgetrag.datasets.almanac import DEFAULT_SIZE, cases
from budgetrag.types import Passage

CASES = tuple(cases(DEFAULT_SIZE))
SPAN_CASES = tuple(case for case in CASES if case.question.type != "comparison")
COMPARISONS = tuple(case for case in CASES if case.question.type == "comparison")
YES_NO = tuple(case for case in COMPARISONS if case.question.answers[0] in ("yes", "no"))
WHICH = tuple(case for case in COMPARISONS if case not in YES_NO)


def all_passages() -> Iterator[Passage]:
    for case in CASES:
        yield from case.question.passages


def all_sentences() -> list[str]:
    return [sentence for passage in all_passages() for sentence in passage.sentences]
