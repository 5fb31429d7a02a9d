"""What a manifest must look like for those who read runs; what they do not look at may be anything."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from budgetrag.config_errors import sentence


def _with_zone(value: str) -> str:
    try:
        is_time = datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        is_time = False
    if not is_time:
        raise ValueError(f"must be a time of ISO 8601 with its zone, got {value!r}")
    return value


Time = Annotated[str, AfterValidator(_with_zone)]


class _Shape(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class _Policy(_Shape):
    representation: str
    packer: str
    options: dict[str, Any]


class _Representation(_Shape):
    kind: Literal["chunk", "ace"]
    retriever: str | None = None
    top_k: int | None = None
    top_k_nodes: int | None = None
    max_passages: int | None = None

    @model_validator(mode="after")
    def _kind_has_its_keys(self) -> _Representation:
        needed = ("top_k_nodes", "max_passages") if self.kind == "ace" else ("retriever",)
        sizes = () if self.kind == "ace" or self.retriever == "given" else ("top_k",)
        for key in (*needed, *sizes):
            if getattr(self, key) is None:
                raise ValueError(f"{key} must be given for kind {self.kind}, got none")
        return self


class _Reader(_Shape):
    budgets: list[int] | None
    datasets: list[str] | None = None
    limit: int | None = None


class _Dataset(_Shape):
    name: str


class _Packing(_Shape):
    counter: str
    template: str


class _Config(_Shape):
    name: str
    seeds: list[int] = Field(min_length=1)
    budgets: list[int] = Field(min_length=1)
    policies: dict[str, _Policy] = Field(min_length=1)
    representations: dict[str, _Representation] = Field(min_length=1)
    readers: dict[str, _Reader]
    datasets: list[_Dataset] = Field(min_length=1)
    packing: _Packing
    retrieval: dict[str, Any]

    @model_validator(mode="after")
    def _representations_are_known(self) -> _Config:
        for name, policy in self.policies.items():
            if policy.representation not in self.representations:
                raise ValueError(f"representations must name {policy.representation}, which policy {name} packs")
        return self


class _Stage(_Shape):
    status: Literal["started", "finished"]
    started: Time
    finished: Time | None = None

    @model_validator(mode="after")
    def _finished_says_when(self) -> _Stage:
        if self.status == "finished" and self.finished is None:
            raise ValueError("finished must say when, got none")
        return self


class _Prompt(_Shape):
    style: str
    template: str


class _Table(_Shape):
    rows: int = Field(ge=0)
    bytes: int = Field(ge=0)
    sha256: str


class _Manifest(_Shape):
    config: _Config
    data_sha256: dict[str, str]
    models: dict[str, Any]
    versions: dict[str, str]
    started: Time
    finished: Time | None
    labels: dict[str, str]
    prompts: dict[str, _Prompt]
    skipped: dict[str, dict[str, Any]]
    stages: dict[str, _Stage]
    tables: dict[str, _Table]

    @model_validator(mode="after")
    def _who_has_read_is_known(self) -> _Manifest:
        for name in self.config.readers:
            stage = self.stages.get(f"read-{name}")
            if stage is not None and stage.status == "finished" and not {name} <= self.labels.keys() & self.prompts:
                raise ValueError(f"labels and prompts must name reader {name}, which has read this run")
        return self


def fault(manifest: dict[str, Any]) -> str:
    """Return what is wrong with the shape of a manifest, "" if nothing is.

    >>> fault({})[:35]
    'config is missing; data_sha256 is m'
    """
    try:
        _Manifest.model_validate(manifest)
    except ValidationError as error:
        return sentence(error, _Manifest)
    return ""
