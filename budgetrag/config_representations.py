"""Representations: how a question's passages are found and cut into candidates."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from budgetrag.config_checks import one_of
from budgetrag.config_section import Positive, Section
from budgetrag.retrieval import HASHING, HASHING_LABEL, RETRIEVERS

GIVEN = "given"  # a log says what was retrieved
MAX_DIMS = 65_536  # far above any model; more would only fill memory
Kind = Literal["chunk", "ace"]
KIND_KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"chunk": ("retriever", "top_k"), "ace": ("top_k_nodes", "max_passages")}
)
SHARED_KEYS = ("embedder", "dims", "pool")  # of ``[retrieval]``: the same for every representation
BUILT_IN: Mapping[str, Kind] = MappingProxyType({"chunk": "chunk", "ace": "ace"})


class RetrievalConfig(Section):
    """``[retrieval]``: which passages a question gets; a representation may say otherwise.

    Attributes:
        retriever: The kind of retriever of chunk representations; "given" takes a log's passages in their order.
        embedder: An offline model's name, a hub id or a local folder; "hashing" needs no model and compares spelling:
            for tests at scale and machines without a model, not for findings.
        dims: Dimensions kept of each embedding.
        top_k: Passages per question of chunk representations.
        top_k_nodes: Claim and entity nodes searched per question of ACE representations.
        max_passages: Source passages taken of them.
        pool: Search all sampled questions' passages ("corpus") or the question's own ("question").
    """

    retriever: Annotated[str, AfterValidator(lambda value: one_of({*RETRIEVERS, GIVEN}, "retriever", value))] = "dense"
    embedder: str = "all-MiniLM-L6-v2"
    dims: Annotated[int, Field(ge=1, le=MAX_DIMS)] = 320
    top_k: Positive = 5
    top_k_nodes: Positive = 48
    max_passages: Positive = 5
    pool: Literal["corpus", "question"] = "corpus"

    def as_record(self) -> dict[str, object]:
        """Return what every representation shares, as plain JSON values; an embedder without a model says so."""
        record = self.model_dump(mode="json", include=set(SHARED_KEYS))
        return record | ({"embedder": HASHING_LABEL} if self.embedder == HASHING else {})


class Representation(Section):
    """One ``[representation.NAME]``; what it leaves out is taken from ``[retrieval]``.

    Attributes:
        kind: "chunk" searches passages, "ace" a graph of claims and entities that leads to passages.
        retriever: Chunk only: one of ``RETRIEVERS``.
        top_k: Chunk only: passages per question.
        top_k_nodes: ACE only: claim and entity nodes searched.
        max_passages: ACE only: source passages taken.
    """

    kind: Kind = "chunk"
    retriever: Annotated[str, AfterValidator(lambda value: one_of(RETRIEVERS, "retriever", value))] | None = None
    top_k: Positive | None = None
    top_k_nodes: Positive | None = None
    max_passages: Positive | None = None

    @model_validator(mode="after")
    def _keys_are_of_its_kind(self) -> Representation:
        for kind, keys in KIND_KEYS.items():
            for key in keys:
                if kind != self.kind and getattr(self, key) is not None:
                    raise ValueError(f"{key} is for kind {kind} only, got it for kind {self.kind}")
        return self


class ResolvedRepresentation(Section):
    """A representation with nothing left open; what is of the other kind is None.

    Attributes:
        kind: "chunk" or "ace".
        retriever: Chunk only: one of ``RETRIEVERS``, or "given".
        top_k: Chunk only: passages per question; None where they are given.
        top_k_nodes: ACE only: claim and entity nodes searched.
        max_passages: ACE only: source passages taken.
    """

    kind: Kind
    retriever: str | None = None
    top_k: int | None = None
    top_k_nodes: int | None = None
    max_passages: int | None = None

    def as_record(self) -> dict[str, object]:
        """Return its kind and the settings of that kind, as plain JSON values."""
        return self.model_dump(mode="json", exclude_none=True)


def resolve_representation(own: Representation, retrieval: RetrievalConfig) -> ResolvedRepresentation:
    """Fill in what ``own`` leaves to ``[retrieval]``."""
    values = {key: getattr(own, key) or getattr(retrieval, key) for key in KIND_KEYS[own.kind]}
    if values.get("retriever") == GIVEN:
        del values["top_k"]  # a log's passages are taken as they are
    return ResolvedRepresentation(kind=own.kind, **values)
