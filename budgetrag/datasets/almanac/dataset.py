"""The almanac as a data set: questions about a world that does not exist, generated as they are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from budgetrag.datasets.almanac.cases import cases
from budgetrag.datasets.loading import OnError
from budgetrag.datasets.source import Source
from budgetrag.types import Question

DEFAULT_SIZE = 160


class Almanac:
    """The embedded data set: multi-hop questions about an invented world, so no reader knows an answer from memory.

    Of every twenty questions nine are of type "bridge", four "three_hop", four "comparison" (two ask which, two
    whether) and three "single". The questions and their passages are the same in every process, and the first n do
    not depend on how many are asked for.

    Args:
        size: Number of questions.

    Raises:
        ValueError: If ``size`` is negative.
    """

    name = "almanac"

    def __init__(self, size: int = DEFAULT_SIZE) -> None:
        if size < 0:
            raise ValueError(f"size must be >= 0, got {size}")
        self.size = size

    def questions(
        self,
        source: Source | None = None,  # noqa: ARG002 - the Protocol's, as are the next two
        *,
        skipped: Counter[str] | None = None,  # noqa: ARG002
        on_error: OnError = "raise",  # noqa: ARG002
    ) -> Iterator[Question]:
        """Yield the questions, one at a time.

        Args:
            source: Ignored; the almanac is generated.
            skipped: Ignored; no record is ever left out.
            on_error: Ignored; there is nothing to be wrong.
        """
        for case in cases(self.size):
            yield case.question
