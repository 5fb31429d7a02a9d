"""From raw records to questions: what all loaders share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Literal

from budgetrag.datasets.fields import Record, RecordError
from budgetrag.types import Passage, Question

OnError = Literal["raise", "skip"]


def load_questions(
    records: Iterable[Record],
    parse: Callable[[Record], Question | None],
    *,
    skipped: Counter[str] | None = None,
    on_error: OnError = "raise",
) -> Iterator[Question]:
    """Yield the questions of ``records`` with unique ids, one at a time.

    A repeated id becomes ``id#2``, ``id#3``, … in file order.

    Args:
        records: Raw records.
        parse: Makes a question of a record; None means that it is unanswerable by design.
        skipped: Counts the records left out, by reason: ``"unanswerable"``, ``"broken"``.
        on_error: Whether a record of the wrong shape stops the reading or is left out. A file that is no JSON always
            stops it.

    Raises:
        RecordError: If a record has the wrong shape and ``on_error`` is ``"raise"``.
        ValueError: If ``on_error`` is neither.
    """
    if on_error not in ("raise", "skip"):
        raise ValueError(f"on_error must be 'raise' or 'skip', got {on_error!r}")
    counts: Counter[str] = Counter() if skipped is None else skipped
    taken: set[str] = set()
    for record in records:
        try:
            question = parse(record)
        except RecordError:
            if on_error == "raise":
                raise
            counts["broken"] += 1
            continue
        if question is None:
            counts["unanswerable"] += 1
        else:
            unique = _unique(question.id, taken)
            taken.add(unique)
            yield question if unique == question.id else replace(question, id=unique)


def _unique(wanted: str, taken: set[str]) -> str:
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}#{number}"
    return name


def make_question(
    record: Record,
    *,
    id: str,  # noqa: A002  the field's own name
    text: str,
    answers: tuple[str, ...],
    passages: list[tuple[Passage, bool]],
    type: str = "",  # noqa: A002  the field's own name
) -> Question:
    """Return the question over the passages that have text, numbered anew.

    Args:
        record: For the error.
        id: Its id in the data set.
        text: The question.
        answers: Gold answers.
        passages: Each with whether it is gold; one without text is left out, for it could never be shown.
        type: The data set's own question type.

    Raises:
        RecordError: If no passage has text.
    """
    shown = [(passage, is_gold) for passage, is_gold in passages if passage.text]
    if not shown:
        raise RecordError(f"{record.where}: a question must have a passage with text, found none; remove the record")
    return Question(
        id=id,
        text=text,
        answers=answers,
        passages=tuple(replace(passage, position=i) for i, (passage, _) in enumerate(shown)),
        gold=tuple(i for i, (_, is_gold) in enumerate(shown) if is_gold),
        type=type,
    )
