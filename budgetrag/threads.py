"""Independent pieces of work through one model on a CPU: several at a time, each on one thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
U = TypeVar("U")


def side_by_side(work: Callable[[T], U], items: Sequence[T]) -> Iterator[U]:
    """Yield ``work(item)`` in the order of ``items``, as many at a time as torch has threads.

    Each is computed by one thread alone, which waits for no other inside a matrix product, so small models run
    faster than with every thread in one product; and results do not depend on how many threads there are. torch has
    one thread meanwhile, and its own number again at the end.
    """
    import torch

    n_threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        if n_threads == 1 or len(items) < 2:
            yield from map(work, items)
            return
        with ThreadPoolExecutor(n_threads) as pool:
            yield from pool.map(work, items)
    finally:
        torch.set_num_threads(n_threads)
