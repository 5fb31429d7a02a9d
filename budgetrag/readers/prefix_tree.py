"""Prompts that begin alike as one tree of tokens, so that what they share is computed once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class PrefixTree:
    """The distinct prefixes of some token rows, one node each, depth first: a node's descendants follow it.

    Node a is an ancestor of node b, or b itself, exactly if ``a <= b < ends[a]``.

    Attributes:
        tokens: (n_nodes,) each node's token id.
        depths: (n_nodes,) its position in every row it belongs to.
        ends: (n_nodes,) one past its last descendant.
        last_nodes: Per row, the node of its last token; equal rows share one, and a row that another one extends
            ends inside the tree.
    """

    tokens: NDArray[np.int64]
    depths: NDArray[np.int64]
    ends: NDArray[np.int64]
    last_nodes: tuple[int, ...]

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.tokens)

    def path(self, node: int) -> NDArray[np.int64]:
        """Return (depth + 1,) nodes from the root to ``node``, itself included."""
        return np.flatnonzero(self.ends[: node + 1] > node)

    def chunks(self, start: int, size: int) -> Iterator[TreeChunk]:
        """Cut the nodes from ``start`` on into runs of up to ``size``, each with what it must see before it."""
        for first in range(start, len(self), size):
            nodes = np.arange(first, min(first + size, len(self)))
            yield TreeChunk(nodes, np.flatnonzero(self.ends[:first] > first), self.ends)


@dataclass(frozen=True, slots=True)
class TreeChunk:
    """Nodes computed in one forward pass.

    Attributes:
        nodes: (n,) consecutive nodes.
        before: (m,) the first one's ancestors: every earlier node that any of them may see.
        ends: The tree's.
    """

    nodes: NDArray[np.int64]
    before: NDArray[np.int64]
    ends: NDArray[np.int64]

    def mask(self) -> NDArray[np.bool_]:
        """Return (n, m + n): whether the node of a row sees that of a column, first ``before``, then ``nodes``."""
        seen = np.concatenate([self.before, self.nodes])
        asking = self.nodes[:, None]
        visible: NDArray[np.bool_] = (seen <= asking) & (asking < self.ends[seen])
        return visible


def build_tree(rows: Sequence[list[int]]) -> PrefixTree:
    """Return the tree of ``rows``, none of them empty.

    Example: [5, 6], [5, 6, 7] and [5, 8] make nodes 5, 6, 7, 8 of depths 0, 1, 2, 1 with last nodes 1, 2, 3.

    Raises:
        ValueError: If a row holds no token.
    """
    if not all(rows):
        raise ValueError("rows of a prefix tree must hold at least one token each, got an empty one")
    tokens: list[int] = []
    depths: list[int] = []
    ends: list[int] = []
    last_nodes = [0] * len(rows)
    path: list[int] = []
    previous: list[int] = []
    for i in sorted(range(len(rows)), key=lambda i: rows[i]):
        shared = common_length(previous, rows[i])
        for node in path[shared:]:
            ends[node] = len(tokens)
        del path[shared:]
        for depth, token in enumerate(rows[i][shared:], start=shared):
            path.append(len(tokens))
            tokens.append(token)
            depths.append(depth)
            ends.append(0)
        last_nodes[i] = path[-1]
        previous = rows[i]
    for node in path:
        ends[node] = len(tokens)
    return PrefixTree(np.array(tokens), np.array(depths), np.array(ends), tuple(last_nodes))


def common_length(left: Sequence[int], right: Sequence[int]) -> int:
    """Return how many tokens two rows share from their start."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False)))
