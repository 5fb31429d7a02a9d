"""Greedy answers of prompts that begin alike: every distinct prefix is computed once, in a tree, without padding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from budgetrag.readers.generation import FirstLine, LoadedModel, answer_line, line_is_complete
from budgetrag.readers.prefix_tree import PrefixTree, TreeChunk, build_tree, common_length
from budgetrag.readers.tree_cache import NodeLayer, RowLayer, row_layer

if TYPE_CHECKING:
    import torch

    from budgetrag.readers.tree_cache import KeysValues

# Tokens of a forward pass. On a CPU 256 read fastest: a chunk's attention costs its length times what it sees.
CHUNK_TOKENS = {"cpu": 256}
CHUNK_TOKENS_ELSEWHERE = 2048
_DROP_SHARE = 0.75  # rows that have ended are dropped, at the cost of a copy, once so few still write


@dataclass
class _Writing:
    """Rows that are being written.

    Attributes:
        rows: Those that are held, each as its place among all; some may have ended.
        paths: Of all rows, the nodes of their prompts.
        written: Of all rows, the ids written so far.
    """

    rows: list[int]
    paths: list[NDArray[np.int64]]
    written: list[list[int]]

    @classmethod
    def after(cls, tree: PrefixTree, first: Sequence[int]) -> _Writing:
        """Return the rows of ``tree``, each with its ``first`` token written."""
        return cls(list(range(len(first))), [tree.path(node) for node in tree.last_nodes], [[token] for token in first])


class TreeReader:
    """Reads groups of prompts through one loaded model, the head that they share once for all groups.

    Several threads may read at the same time.
    """

    def __init__(self, loaded: LoadedModel, head: Sequence[int] = ()) -> None:
        """Read through ``loaded``.

        Args:
            loaded: A model whose attention is plain and causal in every layer.
            head: Token ids that most prompts begin with.
        """
        self._loaded = loaded
        self._head = list(head)
        self._head_layers: list[KeysValues] = []
        self._one_at_a_time = Lock()
        self.n_computed = 0  # prompt tokens that went through the model

    def generate(self, rows: Sequence[list[int]], *, max_new_tokens: int) -> list[FirstLine]:
        """Return the greedy answer's first line for each row of prompt ids."""
        return [answer_line(self._loaded, ids) for ids in self.write(rows, max_new_tokens=max_new_tokens)]

    def write(self, rows: Sequence[list[int]], *, max_new_tokens: int) -> list[list[int]]:
        """Return what each row writes, greedily, until its line is complete, an end token or ``max_new_tokens``."""
        import torch

        with torch.inference_mode():
            tree = build_tree(rows)
            layers, logits = self.read_tree(tree, n_head=self._n_shared(rows))
            return self._write_on(tree, layers, logits.argmax(-1).tolist(), max_new_tokens)

    def read_tree(self, tree: PrefixTree, *, n_head: int = 0) -> tuple[list[NodeLayer], torch.Tensor]:
        """Compute the tree.

        Args:
            tree: The tree of some rows.
            n_head: How many of its first nodes are the reader's head's.

        Returns:
            Each layer's keys and values, and (n_rows, n_vocabulary) logits after each row.
        """
        import torch

        layers = self._node_layers(len(tree), n_head)
        wanted, found = sorted(set(tree.last_nodes)), []
        for chunk in tree.chunks(n_head, self._chunk_tokens):
            ends = [node for node in wanted if chunk.nodes[0] <= node <= chunk.nodes[-1]]
            logits = self._read_chunk(tree, chunk, layers, ends)
            found.append(logits[: len(ends)])
            self.n_computed += len(chunk.nodes)
        place = {node: i for i, node in enumerate(wanted)}
        return layers, torch.cat(found)[[place[node] for node in tree.last_nodes]]

    def _read_chunk(
        self, tree: PrefixTree, chunk: TreeChunk, layers: Sequence[NodeLayer], ends: Sequence[int]
    ) -> torch.Tensor:
        """Return the logits after the nodes ``ends``, or one row of them for nothing if there are none."""
        first = int(chunk.nodes[0])
        before = self._tensor(chunk.before)
        for layer in layers:
            layer.look_at(slice(first, first + len(chunk.nodes)), before)
        return self._forward(
            self._tensor(tree.tokens[chunk.nodes])[None],
            positions=self._tensor(tree.depths[chunk.nodes])[None],
            mask=self._tensor(chunk.mask())[None, None],
            layers=layers,
            logits_to_keep=self._tensor(np.array([node - first for node in ends] or [0])),
        )[0]

    def logits_of_two_steps(self, rows: Sequence[list[int]]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logits after each row, and after each row and its likeliest next token: (n_rows, n_vocabulary)."""
        tree = build_tree(rows)
        nodes, logits = self.read_tree(tree)
        writing = _Writing.after(tree, logits.argmax(-1).tolist())
        return logits, self._next_logits(writing, *self._row_layers(writing, nodes, 1))

    def _write_on(
        self, tree: PrefixTree, nodes: Sequence[NodeLayer], first: list[int], max_new_tokens: int
    ) -> list[list[int]]:
        """Return what each row writes, its ``first`` token included."""
        writing = _Writing.after(tree, first)
        live = writing.rows = self._unfinished(writing)
        if max_new_tokens == 1 or not live:
            return writing.written
        layers, width = self._row_layers(writing, nodes, max_new_tokens - 1)
        for _ in range(max_new_tokens - 1):
            tokens = self._next_logits(writing, layers, width).argmax(-1).tolist()
            for row, token in zip(writing.rows, tokens, strict=True):
                writing.written[row].append(token)
            live = [row for row in self._unfinished(writing) if row in live]
            if not live:
                break
            self._drop_finished(writing, layers, live)
        return writing.written

    def _row_layers(self, writing: _Writing, nodes: Sequence[NodeLayer], n_more: int) -> tuple[list[RowLayer], int]:
        """Return the layers of the rows that are held, with room for ``n_more`` tokens each, and their width."""
        paths = [writing.paths[row] for row in writing.rows]
        width = max(len(path) for path in paths)
        table = self._tensor(np.array([np.pad(path, (0, width - len(path))) for path in paths]))
        return [row_layer(layer, table, n_more) for layer in nodes], width

    def _next_logits(self, writing: _Writing, layers: Sequence[RowLayer], width: int) -> torch.Tensor:
        """Return (n_rows, n_vocabulary) logits after the last token written by every row that is held."""
        import torch

        lengths = self._tensor(np.array([len(writing.paths[row]) for row in writing.rows]))[:, None]
        n_columns = layers[0].get_seq_length() + 1
        columns = torch.arange(n_columns, device=lengths.device)
        mask = (columns < lengths) | (columns >= width)
        logits = self._forward(
            self._tensor(np.array([[writing.written[row][-1]] for row in writing.rows])),
            positions=lengths + (n_columns - 1 - width),
            mask=mask[:, None, None],
            layers=layers,
            logits_to_keep=1,
        )
        return logits[:, -1]

    def _unfinished(self, writing: _Writing) -> list[int]:
        lines = line_is_complete(self._loaded.tokenizer, [writing.written[row] for row in writing.rows])
        ends = self._loaded.end_ids
        return [
            row
            for row, line_done in zip(writing.rows, lines, strict=True)
            if not line_done and writing.written[row][-1] not in ends
        ]

    def _drop_finished(self, writing: _Writing, layers: Sequence[RowLayer], live: list[int]) -> None:
        if len(live) > _DROP_SHARE * len(writing.rows):
            return
        kept = self._tensor(np.array([writing.rows.index(row) for row in live]))
        for layer in layers:
            layer.keep(kept)
        writing.rows = live

    def _n_shared(self, rows: Sequence[list[int]]) -> int:
        """Return how much of the head all rows begin with: 0 if less than half of it, which is not worth its keep.

        Each row keeps a last token of its own to compute.
        """
        n_shared = min(min(common_length(self._head, row), len(row) - 1) for row in rows)
        if n_shared == 0 or 2 * n_shared < len(self._head):
            return 0
        with self._one_at_a_time:
            if not self._head_layers:
                layers, _ = self.read_tree(build_tree([self._head]))
                self._head_layers = [layer.kept for layer in layers if layer.kept is not None]
        return n_shared

    def _node_layers(self, n_nodes: int, n_head: int) -> list[NodeLayer]:
        n_layers = self._loaded.model.config.get_text_config().num_hidden_layers
        if n_head == 0:
            return [NodeLayer(n_nodes) for _ in range(n_layers)]
        return [NodeLayer(n_nodes, (keys[:, :, :n_head], values[:, :, :n_head])) for keys, values in self._head_layers]

    @property
    def _chunk_tokens(self) -> int:
        return CHUNK_TOKENS.get(self._loaded.model.device.type, CHUNK_TOKENS_ELSEWHERE)

    def _tensor(self, values: NDArray[Any]) -> torch.Tensor:
        import torch

        return torch.from_numpy(values).to(self._loaded.model.device)

    def _forward(
        self,
        ids: torch.Tensor,
        *,
        positions: torch.Tensor,
        mask: torch.Tensor,
        layers: Sequence[NodeLayer] | Sequence[RowLayer],
        logits_to_keep: int | torch.Tensor,
    ) -> torch.Tensor:
        from transformers import Cache

        logits: torch.Tensor = self._loaded.model(
            input_ids=ids,
            position_ids=positions,
            attention_mask=mask,
            cache=Cache(layers=list(layers)),  # type: ignore[arg-type]
            use_cache=True,
            logits_to_keep=logits_to_keep,
        ).logits
        return logits
