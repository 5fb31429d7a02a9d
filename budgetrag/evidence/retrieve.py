"""Evidence retrieval: the nodes closest to a question, and the passages they lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from budgetrag.evidence.build import build_graph
from budgetrag.evidence.graph import Adjacency, EvidenceGraph, NodeKind
from budgetrag.topk import top_k
from budgetrag.types import Passage, Question, RetrievedPassage
from budgetrag.vectors import VectorFile

_BLOCK = 1024  # texts embedded between two progress reports; also questions searched at once
Advance = Callable[[int], None]


class Corpus(Protocol):
    """Passages, and who may search which."""

    @property
    def passages(self) -> Sequence[Passage]:
        """The passages, distinct."""

    def pool_of(self, question: Question) -> tuple[int, ...] | None:
        """Return the indices that ``question`` may search; None means all."""


class Embedder(Protocol):
    """Embeds texts; one vector depends on its own text only."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return (n, dims) float32 rows of length one, in the order of ``texts``; a zero vector stays zero."""


@dataclass(frozen=True, slots=True)
class RetrievedNode:
    """A claim or an entity among those closest to a question.

    Attributes:
        rank: 0-based rank among the question's nodes.
        score: Cosine to the question.
        kind: What it is.
        text: Its text.
    """

    rank: int
    score: float
    kind: NodeKind
    text: str


@dataclass(frozen=True, slots=True)
class RetrievedEvidence:
    """A retrieved passage with the nodes that lead to it.

    Attributes:
        retrieved: The passage; its score is the first node's, its hits are the texts of ``nodes``.
        nodes: All retrieved nodes that lead to it, in rank order, at least one.
    """

    retrieved: RetrievedPassage
    nodes: tuple[RetrievedNode, ...]


def retrieve_evidence(
    questions: Sequence[Question],
    corpus: Corpus,
    *,
    embedder: Embedder,
    top_k_nodes: int = 48,
    max_passages: int = 5,
    advance: Advance | None = None,
) -> Iterator[tuple[RetrievedEvidence, ...]]:
    """Yield each question's passages, best first, in the order of ``questions``.

    The ``top_k_nodes`` claims and entities with the largest cosine to the question (equal scores: the node first
    seen, claims before entities) are walked in rank order. Each adds the passages that make the claim or mention the
    entity and are not yet taken, until there are ``max_passages``. Of several passages of one node first comes the one
    whose other retrieved nodes rank better (the ranks of all its nodes compared one by one, having one more is
    better), then the earlier one in the corpus. Where a question has a pool of its own, only nodes of its
    passages are searched, and they lead nowhere else.

    Nodes are embedded at the first step; their vectors wait on disk (``VectorFile``).

    Args:
        questions: What to search for.
        corpus: What to search in.
        embedder: Turns nodes and questions into unit vectors.
        top_k_nodes: Nodes per question; fewer where there are fewer.
        max_passages: Passages per question; fewer where the nodes lead to fewer.
        advance: Called as the work goes on; in all it hears of ``len(corpus.passages) + len(questions)``, whatever the
            number of nodes.

    Raises:
        ValueError: If ``top_k_nodes`` < 1 or ``max_passages`` < 1.
    """
    for rule, value in (("top_k_nodes", top_k_nodes), ("max_passages", max_passages)):
        if value < 1:
            raise ValueError(f"{rule} must be >= 1, got {value}")
    return _search(questions, corpus, embedder, top_k_nodes, max_passages, advance or _ignore)


def _search(
    questions: Sequence[Question], corpus: Corpus, embedder: Embedder, k: int, max_passages: int, advance: Advance
) -> Iterator[tuple[RetrievedEvidence, ...]]:
    graph = build_graph(corpus.passages)
    vectors = _node_vectors(graph, embedder, advance)
    walk = _Walk(graph, graph.node_passages, max_passages)
    nodes_by_passage: Adjacency | None = None
    for start in range(0, len(questions), _BLOCK):
        asked = questions[start : start + _BLOCK]
        pools = [corpus.pool_of(question) for question in asked]
        queries = embedder.embed([question.text for question in asked])
        if None in pools and graph.n_nodes:
            found = top_k(queries, vectors, k)
        for row, pool in enumerate(pools):
            if not graph.n_nodes:
                yield ()
            elif pool is None:
                yield walk.to_passages(found.indices[row], found.scores[row])
            else:
                nodes_by_passage = nodes_by_passage or walk.passages_by_node.transposed(len(graph.passages))
                nodes = _nodes_of(pool, nodes_by_passage)
                own = top_k(queries[row : row + 1], vectors[nodes], k)
                yield walk.to_passages(nodes[own.indices[0]], own.scores[0], pool)
        advance(len(asked))


def _nodes_of(pool: Sequence[int], nodes_by_passage: Adjacency) -> NDArray[np.int64]:
    """Return the distinct nodes of the passages in ``pool``, ascending."""
    linked = [nodes_by_passage.of(passage) for passage in pool]
    return np.unique(np.concatenate([np.empty(0, dtype=np.int32), *linked])).astype(np.int64)


def _node_vectors(graph: EvidenceGraph, embedder: Embedder, advance: Advance) -> VectorFile:
    """Return (nodes, dims) rows; (0, 0) without nodes."""
    vectors, n_told = VectorFile(0), 0
    for start in range(0, graph.n_nodes, _BLOCK):
        stop = min(start + _BLOCK, graph.n_nodes)
        block = embedder.embed([graph.text(node) for node in range(start, stop)])
        if start == 0:
            vectors = VectorFile(block.shape[1])
        vectors.append(block)
        share = len(graph.passages) * stop // graph.n_nodes
        advance(share - n_told)
        n_told = share
    advance(len(graph.passages) - n_told)
    return vectors


@dataclass(frozen=True, slots=True)
class _Walk:
    """From ranked nodes to passages."""

    graph: EvidenceGraph
    passages_by_node: Adjacency
    max_passages: int

    def to_passages(
        self, nodes: NDArray[np.int64], scores: NDArray[np.float32], pool: Sequence[int] | None = None
    ) -> tuple[RetrievedEvidence, ...]:
        """Return the passages that ``nodes``, in rank order, lead to within ``pool``."""
        linked = [self.passages_by_node.of(node) for node in nodes]
        edges = np.concatenate([np.empty(0, dtype=np.int32), *linked])
        ranks = np.repeat(np.arange(len(nodes)), [len(passages) for passages in linked])
        if pool is not None:
            inside = np.isin(edges, np.array(pool, dtype=np.int32))
            edges, ranks = edges[inside], ranks[inside]
        if not len(edges):
            return ()
        passages, places = np.unique(edges, return_inverse=True)
        leads = np.zeros((len(passages), len(nodes)), dtype=np.bool_)
        leads[places, ranks] = True
        # The walk's order is that of the rows of `leads` read as binary numbers, the largest first, ties as they stand.
        order = np.lexsort(np.packbits(~leads, axis=1).T[::-1])[: self.max_passages]
        taken = zip(passages[order].tolist(), leads[order], strict=True)
        return tuple(self._evidence(rank, passage, nodes, scores, row) for rank, (passage, row) in enumerate(taken))

    def _evidence(
        self, rank: int, passage: int, nodes: NDArray[np.int64], scores: NDArray[np.float32], leads: NDArray[np.bool_]
    ) -> RetrievedEvidence:
        graph = self.graph
        found = tuple(
            RetrievedNode(at, float(scores[at]), graph.kind(nodes[at]), graph.text(nodes[at]))
            for at in np.flatnonzero(leads).tolist()
        )
        hits = tuple(node.text for node in found)
        return RetrievedEvidence(RetrievedPassage(graph.passages[passage], rank, found[0].score, hits), found)


def _ignore(_n_texts: int) -> None:
    """Report progress to nobody."""
