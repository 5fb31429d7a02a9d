"""Policies: how candidates are made and which packer chooses among them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from budgetrag.config_checks import one_of
from budgetrag.config_section import Section
from budgetrag.packers import PACKERS, get_packer


class Policy(Section):
    """A policy: representation + packer + options, one ``[policy.NAME]``.

    Attributes:
        representation: How candidates are made.
        packer: One of ``PACKERS``.
        options: The packer's own options.
    """

    representation: Literal["chunk"] = "chunk"
    packer: Annotated[str, AfterValidator(lambda value: one_of(PACKERS, "packer", value))]
    options: dict[str, object] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _options_are_the_packers(self) -> Policy:
        get_packer(self.packer, self.options)
        return self


POLICIES: Mapping[str, Policy] = MappingProxyType(
    {
        "chunk_naive": Policy(packer="naive"),
        "chunk_focused": Policy(packer="focused"),
        "chunk_mmr": Policy(packer="mmr"),
        "chunk_submodular": Policy(packer="submodular", options={"cost_exponent": 1.0}),
        "chunk_submodular_half": Policy(packer="submodular", options={"cost_exponent": 0.5}),
        "chunk_bridge": Policy(packer="bridge"),
    }
)
