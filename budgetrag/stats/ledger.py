"""The loss ledger: where each question was lost, retrieval, packing or reading."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetrag.stats.resampling import Floats


@dataclass(frozen=True, slots=True)
class Ledger:
    """Counts of span questions by where they were lost; the first four and the last two sum to ``n``.

    Attributes:
        n: Questions with a gold answer.
        lost_in_retrieval: The answer is not in the retrieved passages, and the reader was wrong.
        lost_in_packing: It is in the retrieved passages, not in the context, and the reader was wrong.
        lost_by_reader: It is in the context, and the reader was wrong.
        right: It is in the context, and the reader was right.
        right_without_context: The reader was right although it is not in the context (it knew or guessed).
        unread: In the context, but no reader was run.
    """

    n: int
    lost_in_retrieval: int
    lost_in_packing: int
    lost_by_reader: int
    right: int
    right_without_context: int
    unread: int


def loss_ledger(in_retrieved: Floats, in_context: Floats, is_right: Floats) -> Ledger:
    """Count where the answers of (n,) questions were lost.

    Args:
        in_retrieved: 1 if the answer is in the retrieved passages, else 0.
        in_context: 1 if it is in the packed context, else 0; a NaN (no gold answer) leaves the question out.
        is_right: 1 if the reader was right, 0 if wrong, NaN if no reader was run.
    """
    known = ~(np.isnan(in_context) | np.isnan(in_retrieved))
    found, kept, right = in_retrieved[known] == 1, in_context[known] == 1, is_right[known]
    is_correct = right == 1
    return Ledger(
        n=int(known.sum()),
        lost_in_retrieval=int((~found & ~kept & ~is_correct).sum()),
        lost_in_packing=int((found & ~kept & ~is_correct).sum()),
        lost_by_reader=int((kept & (right == 0)).sum()),
        right=int((kept & is_correct).sum()),
        right_without_context=int((~kept & is_correct).sum()),
        unread=int((kept & np.isnan(right)).sum()),
    )
