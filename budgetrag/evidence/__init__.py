"""ACE evidence: a graph of claims and entities over the passages, searched instead of the passages themselves."""

from __future__ import annotations

from budgetrag.evidence.build import build_graph
from budgetrag.evidence.graph import Adjacency, EvidenceGraph, NodeKind
from budgetrag.evidence.retrieve import RetrievedEvidence, RetrievedNode, retrieve_evidence

__all__ = [
    "Adjacency",
    "EvidenceGraph",
    "NodeKind",
    "RetrievedEvidence",
    "RetrievedNode",
    "build_graph",
    "retrieve_evidence",
]
