"""What a manifest must look like for those who read runs; what they do not look at may be anything."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from budgetrag.config_errors import sentence


class _Shape(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class _Policy(_Shape):
    representation: str
    packer: str
    options: dict[str, Any]


class _Reader(_Shape):
    budgets: list[int] | None


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
    representations: dict[str, dict[str, Any]]
    readers: dict[str, _Reader]
    datasets: list[_Dataset] = Field(min_length=1)
    packing: _Packing
    retrieval: dict[str, Any]


class _Stage(_Shape):
    status: Literal["started", "finished"]
    started: str
    finished: str | None = None


class _Prompt(_Shape):
    style: str
    template: str


class _Table(_Shape):
    rows: int
    bytes: int
    sha256: str


class _Manifest(_Shape):
    config: _Config
    data_sha256: dict[str, str]
    models: dict[str, Any]
    versions: dict[str, str]
    started: str
    finished: str | None
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
