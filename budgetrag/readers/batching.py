"""Run a list through a model in batches of similar length that shrink when memory runs out."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

logger = logging.getLogger(__name__)
_Output = TypeVar("_Output")
BATCHES_IN_TREE = 4  # a prefix tree takes the prompts of so many padded batches
BATCHES_AT_ONCE = 8  # a reader gets the prompts of so many together: a few questions, which a CPU reads side by side
_OUT_OF_MEMORY = ("out of memory", "can't allocate memory", "not enough memory")


def longest_first(lengths: Sequence[int]) -> list[int]:
    """Return the items' order in which a batch holds little padding and memory runs out early or not at all."""
    return sorted(range(len(lengths)), key=lambda i: (-lengths[i], i))


def run_batched(
    lengths: Sequence[int], batch_size: int, run: Callable[[list[int]], list[_Output]], *, order: Sequence[int]
) -> list[_Output]:
    """Return ``run``'s output for every item, in the items' order.

    A batch that runs out of memory is halved and tried again, and batches stay that size.

    Args:
        lengths: Length in tokens of each item.
        batch_size: Most items per batch.
        run: Given indices of items, returns one output each.
        order: The order in which the items are cut into batches.

    Raises:
        MemoryError: If one item alone does not fit in memory.
    """
    outputs: dict[int, _Output] = {}
    start = 0
    while start < len(order):
        batch = list(order[start : start + batch_size])
        batch_outputs = _try(run, batch)
        if batch_outputs is not None:
            outputs.update(zip(batch, batch_outputs, strict=True))
            start += len(batch)
        elif len(batch) == 1:
            raise MemoryError(
                f"memory must hold one prompt at a time, and one of {lengths[batch[0]]} tokens does not fit"
            )
        else:
            batch_size = len(batch) // 2
            logger.warning("out of memory with %d prompts at a time, trying %d", len(batch), batch_size)
    return [outputs[i] for i in range(len(lengths))]


def _try(run: Callable[[list[int]], list[_Output]], batch: list[int]) -> list[_Output] | None:
    """Return the batch's outputs, None if memory ran out; the error, and what it holds, is gone by then."""
    try:
        return run(batch)
    except (MemoryError, RuntimeError) as error:  # torch.OutOfMemoryError is a RuntimeError
        if not isinstance(error, MemoryError) and not any(sign in str(error).lower() for sign in _OUT_OF_MEMORY):
            raise
    return None
