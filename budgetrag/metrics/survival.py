"""What survives packing: whether the answer and the gold passages are still in the context. No reader needed."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from budgetrag.metrics.runs import contains_answer, gold_answers, gold_runs
from budgetrag.text import normalise, normalise_with_spans
from budgetrag.types import AnswerKind

FREE_FORM_TOKENS = 10
MIN_WINDOW_TOKENS = 5


def answer_in_context(context: str, answers: Sequence[str] | str) -> int | None:
    """Return 1 if some gold answer is in the context, else 0; None if no gold answer has tokens.

    A gold answer is in the context if its normalised token list, not empty, is a contiguous run of the context's.
    Whole tokens only: "MI" is not in "determine".

    >>> answer_in_context("The lamp of Tern was lit in 1904.", ["Tern"])
    1

    Args:
        context: The context as rendered.
        answers: Gold answers and aliases; a bare string counts as one answer.
    """
    found = contains_answer(context, answers)
    return None if found is None else int(found)


def answer_in_context_soft(context: str, answers: Sequence[str] | str) -> float | None:
    """Return the best share, in [0, 1], of a gold answer's distinct tokens inside one window of the context.

    The window has max(2 x the answer's tokens, 5) context tokens. None if no gold answer has tokens.

    >>> answer_in_context_soft("the lamp, made of blue glass", ["blue glass lamp"])  # all three within six tokens
    1.0

    Args:
        context: The context as rendered.
        answers: Gold answers and aliases; a bare string counts as one answer.
    """
    runs = gold_runs(answers)
    if not runs:
        return None
    if contains_answer(context, answers):
        return 1.0
    tokens = normalise(context)
    return max(_best_share(tokens, run) for run in runs)


def _best_share(tokens: tuple[str, ...], run: tuple[str, ...]) -> float:
    wanted = frozenset(run)
    width = max(2 * len(run), MIN_WINDOW_TOKENS)
    inside: deque[int] = deque()  # places of wanted tokens in the window that ends at the current one
    counts = dict.fromkeys(wanted, 0)
    n_distinct = best = 0
    for place in [i for i, token in enumerate(tokens) if token in wanted]:
        inside.append(place)
        n_distinct += counts[tokens[place]] == 0
        counts[tokens[place]] += 1
        while inside[0] <= place - width:
            left = tokens[inside.popleft()]
            counts[left] -= 1
            n_distinct -= counts[left] == 0
        best = max(best, n_distinct)
    return best / len(wanted)


def answer_spans(context: str, answers: Sequence[str] | str) -> tuple[tuple[int, int], ...]:
    """Return where gold answers stand in the context, for highlighting.

    There is at least one span exactly if :func:`answer_in_context` is 1.

    >>> answer_spans("Tern, the lamp of Tern", ["tern"])
    ((0, 4), (18, 22))

    Args:
        context: The context as rendered.
        answers: Gold answers and aliases; a bare string counts as one answer.

    Returns:
        (start, end) character places in ``context``, ``end`` exclusive, in order, overlapping ones merged.
    """
    spans = normalise_with_spans(context)
    tokens = [span.token for span in spans]
    found = [
        (spans[i].start, spans[i + len(run) - 1].end)
        for run in set(gold_runs(answers))
        for i in range(len(tokens) - len(run) + 1)
        if tokens[i] == run[0] and tuple(tokens[i : i + len(run)]) == run
    ]
    return _merged(sorted(found))


def _merged(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def answer_kind(answers: Sequence[str] | str) -> AnswerKind | None:
    """Return what kind of answer the gold answers ask for; None without gold answers.

    ``boolean`` if all are yes or no, ``free_form`` if all have more than ten normalised tokens, else ``span``.

    >>> answer_kind(["Yes"]), answer_kind(["Tern"])
    ('boolean', 'span')

    Args:
        answers: Gold answers and aliases; a bare string counts as one answer.
    """
    golds = [normalise(answer) for answer in gold_answers(answers)]
    if not golds:
        return None
    if all(gold in (("yes",), ("no",)) for gold in golds):
        return "boolean"
    if all(len(gold) > FREE_FORM_TOKENS for gold in golds):
        return "free_form"
    return "span"
