"""What every section of a configuration rests on: its base class and the kinds of its values."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from budgetrag.config_checks import distinct

# The tables hold budgets as 32-bit and seeds as 64-bit integers.
Budget = Annotated[int, Field(ge=0, le=2**31 - 1)]
Budgets = Annotated[tuple[Budget, ...], Field(min_length=1), AfterValidator(distinct)]
Seed = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]
Name = Annotated[str, Field(pattern=r"^\w[\w.-]*$")]
Positive = Annotated[int, Field(ge=1, le=2**31 - 1)]


class Section(BaseModel):
    """A table of the configuration: its keys are all known, its values of the exact type, and it never changes."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
