"""Policies: how candidates are made and which packer chooses among them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from budgetrag.config_checks import one_of
from budgetrag.config_section import Name, Section
from budgetrag.packers import PACKERS, get_packer


class Policy(Section):
    """A policy: representation + packer + options, one ``[policy.NAME]``.

    Attributes:
        representation: Name of the representation: how candidates are made.
        packer: One of ``PACKERS``.
        options: The packer's own options.
    """

    representation: Name = "chunk"
    packer: Annotated[str, AfterValidator(lambda value: one_of(PACKERS, "packer", value))]
    options: dict[str, object] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _options_are_the_packers(self) -> Policy:
        get_packer(self.packer, self.options)
        return self


# What follows the representation in a policy's name.
_PACKERS: Mapping[str, tuple[str, dict[str, object]]] = MappingProxyType(
    {
        "naive": ("naive", {}),
        "focused": ("focused", {}),
        "mmr": ("mmr", {}),
        "submodular": ("submodular", {"cost_exponent": 1.0}),
        "submodular_half": ("submodular", {"cost_exponent": 0.5}),
        "bridge": ("bridge", {}),
    }
)


def policies_of(representation: str) -> dict[str, Policy]:
    """Return the six policies of a representation by name, such as ``chunk_naive``."""
    return {
        f"{representation}_{name}": Policy(representation=representation, packer=packer, options=options)
        for name, (packer, options) in _PACKERS.items()
    }


def name_parts(policy: str) -> tuple[str, str]:
    """Split a policy's name into its representation and what stands for the packer; ("", name) for a name of its own.

    >>> name_parts("chunk_bm25_submodular_half")
    ('chunk_bm25', 'submodular_half')
    """
    fitting = [name for name in _PACKERS if policy.endswith(f"_{name}")]
    packer = max(fitting, key=len, default="")
    return (policy.removesuffix(f"_{packer}"), packer) if packer else ("", policy)


CHUNK_POLICIES: Mapping[str, Policy] = MappingProxyType(policies_of("chunk"))
POLICIES: Mapping[str, Policy] = MappingProxyType(
    {**CHUNK_POLICIES, **{name: each for name, each in policies_of("ace").items() if name != "ace_submodular_half"}}
)
