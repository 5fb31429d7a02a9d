"""How good an answer is: exact match, token F1, accuracy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from budgetrag.metrics.runs import contains_answer, gold_answers
from budgetrag.text import normalise

_CLOSED_ANSWERS = (("yes",), ("no",), ("noanswer",))


def exact_match(prediction: str, answers: Sequence[str] | str) -> float | None:
    """Return 1.0 if the prediction equals some gold answer after normalisation, else 0.0; None without gold answers.

    Source: the official SQuAD evaluation script; normalisation as in :func:`budgetrag.text.normalise`.

    >>> exact_match("The Eiffel Tower.", ["Eiffel tower", "tour Eiffel"])
    1.0

    Args:
        prediction: What the reader said.
        answers: Gold answers and aliases; a bare string counts as one answer.
    """
    golds = gold_answers(answers)
    if not golds:
        return None
    predicted = normalise(prediction)
    return float(any(normalise(gold) == predicted for gold in golds))


def token_f1(prediction: str, answers: Sequence[str] | str) -> float | None:
    """Return the largest token F1, in [0, 1], of the prediction with a gold answer; None without gold answers.

    Precision and recall count tokens with their multiplicity. If either side is "yes", "no" or "noanswer", only
    equality counts.

    Source: the official HotpotQA evaluation script. Differs: two answers without any token ("the", "!") are equal
    (1.0, as in SQuAD 2.0), so that an exact match always has F1 1.

    >>> token_f1("blue glass lamp", ["a glass lamp"])  # precision 2/3, recall 2/2
    0.8

    Args:
        prediction: What the reader said.
        answers: Gold answers and aliases; a bare string counts as one answer.
    """
    golds = gold_answers(answers)
    if not golds:
        return None
    predicted = normalise(prediction)
    return max(_f1(predicted, normalise(gold)) for gold in golds)


def _f1(predicted: tuple[str, ...], gold: tuple[str, ...]) -> float:
    if predicted == gold:
        return 1.0
    if predicted in _CLOSED_ANSWERS or gold in _CLOSED_ANSWERS:
        return 0.0
    n_common = (Counter(predicted) & Counter(gold)).total()
    return 2 * n_common / (len(predicted) + len(gold))


def accuracy(prediction: str, answers: Sequence[str] | str) -> float | None:
    """Return 1.0 if some gold answer is a contiguous run of the prediction's tokens, else 0.0.

    None if no gold answer has tokens after normalisation.

    >>> accuracy("It was made in Tern, in 1904.", ["Tern"])
    1.0

    Args:
        prediction: What the reader said.
        answers: Gold answers and aliases; a bare string counts as one answer.
    """
    found = contains_answer(prediction, answers)
    return None if found is None else float(found)
