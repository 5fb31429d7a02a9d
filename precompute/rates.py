"""Rates that a plan is given: a TOML file, checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationError

from budgetrag.config import read_toml
from budgetrag.config_checks import one_of
from budgetrag.config_errors import sentence
from budgetrag.config_section import Name, Section
from budgetrag.store.schema import TABLES

Above0 = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Table = Annotated[str, AfterValidator(lambda value: one_of(TABLES, "table", value))]


class QuestionRate(Section):
    """How fast one machine retrieves or packs.

    Attributes:
        questions_per_second: Questions, with every policy and budget.
        source: Where the number comes from.
    """

    questions_per_second: Above0
    source: str


class ReaderRate(Section):
    """How fast one device reads.

    Attributes:
        answers_per_second: Distinct contexts.
        source: Where the number comes from.
    """

    answers_per_second: Above0
    source: str


class Rates(Section):
    """What a plan is given.

    Attributes:
        retrieving: One machine's rate.
        packing: One machine's rate.
        reader: One device's rate, by reader.
        bytes_per_row: On disk, by table.
        bytes_source: Where those come from.
    """

    retrieving: QuestionRate | None = None
    packing: QuestionRate | None = None
    reader: dict[Name, ReaderRate] = Field(default_factory=dict)
    bytes_per_row: dict[Table, Above0] = Field(default_factory=dict)
    bytes_source: str = "without a source"


def read_rates(path: Path) -> Rates:
    """Read and check a file of rates.

    Raises:
        FileNotFoundError: If it does not exist.
        ValueError: If it is no TOML or breaks a rule: the file, the key, the rule, the value.
    """
    try:
        return Rates.model_validate_json(json.dumps(read_toml(path), default=str))
    except ValidationError as error:
        raise ValueError(f"{path}: {sentence(error, Rates)}") from error
