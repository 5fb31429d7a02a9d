"""The source-linked graph: passages, claims and entities, its edges in arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from budgetrag.types import Passage

NodeKind = Literal["claim", "entity"]
_MAX_EDGES = 2**31 - 1


@dataclass(frozen=True, slots=True, eq=False)
class Adjacency:
    """Edges from n rows to columns, in compressed sparse rows.

    Attributes:
        offsets: (n + 1,) int32; row i's columns are ``columns[offsets[i] : offsets[i + 1]]``.
        columns: (edges,) int32, strictly ascending within a row.
    """

    offsets: NDArray[np.int32]
    columns: NDArray[np.int32]

    @classmethod
    def from_pairs(cls, rows: NDArray[np.int32], columns: NDArray[np.int32], n_rows: int) -> Adjacency:
        """Return the distinct edges of ``(rows[i], columns[i])``, given in any order.

        Raises:
            ValueError: If there are more than 2^31 - 1 of them.
        """
        if len(rows) > _MAX_EDGES:
            raise ValueError(f"edges must be at most {_MAX_EDGES}, got {len(rows)}")
        distinct = np.unique(rows.astype(np.int64) << 32 | columns)
        offsets = np.searchsorted(distinct, np.arange(n_rows + 1, dtype=np.int64) << 32)
        return cls(offsets.astype(np.int32), (distinct & 0xFFFFFFFF).astype(np.int32))

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.offsets) - 1

    def of(self, row: int) -> NDArray[np.int32]:
        """Return the columns that ``row`` leads to, ascending (a view)."""
        return self.columns[self.offsets[row] : self.offsets[row + 1]]

    def rows(self) -> NDArray[np.int32]:
        """Return the row of every edge, (edges,) int32."""
        return np.repeat(np.arange(self.n_rows, dtype=np.int32), np.diff(self.offsets))

    def transposed(self, n_columns: int) -> Adjacency:
        """Return the edges from columns to rows."""
        return Adjacency.from_pairs(self.columns, self.rows(), n_columns)


@dataclass(frozen=True, slots=True, eq=False)
class EvidenceGraph:
    """Passages, the claims they make and the entities they mention.

    A **node** is a claim or an entity. Nodes are numbered: the claims first, then the entities, each in the order in
    which the passages bring them.

    Attributes:
        passages: The passages.
        claims: Text per claim; claims that several passages make are one, in the words of the first.
        entities: Text per entity; entities that differ in case alone are one, as first written.
        claim_sources: Claim -> the passages that make it, at least one.
        claim_entities: Claim -> the entities it names, () where it names none.
        entity_mentions: Entity -> the passages that mention it, in title or text, at least one.
    """

    passages: Sequence[Passage]
    claims: Sequence[str]
    entities: tuple[str, ...]
    claim_sources: Adjacency
    claim_entities: Adjacency
    entity_mentions: Adjacency

    @property
    def n_nodes(self) -> int:
        """Number of claims and entities."""
        return len(self.claims) + len(self.entities)

    @property
    def node_passages(self) -> Adjacency:
        """Node -> the passages that make the claim or mention the entity."""
        later = self.claim_sources.offsets[-1] + self.entity_mentions.offsets[1:]
        return Adjacency(
            np.concatenate([self.claim_sources.offsets, later]),
            np.concatenate([self.claim_sources.columns, self.entity_mentions.columns]),
        )

    def kind(self, node: int) -> NodeKind:
        """Return what a node is."""
        return "claim" if node < len(self.claims) else "entity"

    def text(self, node: int) -> str:
        """Return a node's text, which is what is embedded."""
        return self.claims[node] if node < len(self.claims) else self.entities[node - len(self.claims)]
