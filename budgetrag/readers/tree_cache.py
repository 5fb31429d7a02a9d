"""Keys and values for reading a prefix tree, and then for writing on from its rows: what a model's cache must do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

    KeysValues = tuple[torch.Tensor, torch.Tensor]


class NodeLayer:
    """One layer's keys and values of every node, kept in node order; a chunk gets those it may see."""

    def __init__(self, n_nodes: int, head: KeysValues | None = None) -> None:
        """Hold ``n_nodes`` nodes, the first of them ``head``'s (1, n_heads, n, size), where there is one."""
        self._n_nodes = n_nodes
        self._window: tuple[slice, torch.Tensor] | None = None
        self.kept: KeysValues | None = None
        if head is not None:
            self.kept = self._room_for(head[0]), self._room_for(head[1])
            for kept, first in zip(self.kept, head, strict=True):
                kept[:, :, : first.shape[2]] = first

    def look_at(self, nodes: slice, before: torch.Tensor) -> None:
        """Take the next keys and values for ``nodes``, and show them with those of ``before``."""
        self._window = nodes, before

    def update(self, keys: torch.Tensor, values: torch.Tensor, *_: object, **__: object) -> KeysValues:
        """Keep a chunk's keys and values; return those of the nodes before it and its own.

        All are (1, n_heads, n, size). What a model passes along for other kinds of cache is not used.

        Raises:
            ValueError: If ``look_at`` has not said which nodes they are.
        """
        import torch

        if self._window is None:
            raise ValueError("a node layer must be told its nodes before it is updated, got none")
        nodes, before = self._window
        if self.kept is None:
            self.kept = self._room_for(keys), self._room_for(values)
        for kept, new in zip(self.kept, (keys, values), strict=True):
            kept[:, :, nodes] = new
        first, second = (
            torch.cat([kept.index_select(2, before), new], 2)
            for kept, new in zip(self.kept, (keys, values), strict=True)
        )
        return first, second

    def get_seq_length(self) -> int:
        """Return how many nodes came before those looked at."""
        return self._window[0].start if self._window else 0

    def _room_for(self, new: torch.Tensor) -> torch.Tensor:
        return new.new_empty((*new.shape[:2], self._n_nodes, new.shape[3]))


class RowLayer:
    """One layer's keys and values of rows that are written on, a row each, with room for what they will write."""

    def __init__(self, keys: torch.Tensor, values: torch.Tensor, width: int) -> None:
        """Hold (n_rows, n_heads, room, size) keys and values, ``width`` columns of them filled."""
        self._kept = keys, values
        self._width = width

    def update(self, keys: torch.Tensor, values: torch.Tensor, *_: object, **__: object) -> KeysValues:
        """Write one more column, (n_rows, n_heads, 1, size); return all that are filled."""
        for kept, new in zip(self._kept, (keys, values), strict=True):
            kept[:, :, self._width : self._width + 1] = new
        self._width += 1
        return self._kept[0][:, :, : self._width], self._kept[1][:, :, : self._width]

    def get_seq_length(self) -> int:
        """Return how many columns are filled."""
        return self._width

    def keep(self, rows: torch.Tensor) -> None:
        """Drop all rows but these."""
        self._kept = self._kept[0].index_select(0, rows), self._kept[1].index_select(0, rows)


def row_layer(nodes: NodeLayer, paths: torch.Tensor, n_more: int) -> RowLayer:
    """Return the keys and values along ``paths`` (n_rows, width), with room for ``n_more`` columns.

    The nodes' own are let go: only one layer lies in memory twice.

    Raises:
        ValueError: If the nodes hold nothing yet.
    """
    if nodes.kept is None:
        raise ValueError("a node layer must be filled before rows are taken from it, got an empty one")
    n_rows, width = paths.shape
    keys, values = (kept.new_zeros((n_rows, kept.shape[1], width + n_more, kept.shape[3])) for kept in nodes.kept)
    for rows, kept in zip((keys, values), nodes.kept, strict=True):
        rows[:, :, :width] = kept[0][:, paths].transpose(0, 1)
    nodes.kept = None
    return RowLayer(keys, values, width)
