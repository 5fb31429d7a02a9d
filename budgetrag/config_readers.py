"""Readers of a run, and those that are built in."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import AfterValidator

from budgetrag.config_checks import one_of
from budgetrag.config_section import Budgets, Positive, Section
from budgetrag.readers import READERS


class ReaderConfig(Section):
    """One ``[reader.NAME]``.

    Attributes:
        kind: One of ``READERS``.
        model: An offline model's name, a hub id, a local folder or file; None for a reader without a model.
        dtype: Weights' type; "auto" chooses by device.
        quantization: "nf4" for 4-bit weights.
        batch_size: Prompts read at a time; part of the set-up, since batching can move the last bit of a score.
        max_new_tokens: Most tokens of an answer.
        prompt_style: "auto" lets the reader choose.
        device: "auto", "cpu", "cuda", ….
        budgets: The budgets it reads; None reads all. The others' outcomes have no reader.
    """

    kind: Annotated[str, AfterValidator(lambda value: one_of(READERS, "kind of reader", value))]
    model: str | None = None
    dtype: Literal["auto", "float32", "bfloat16", "float16"] = "auto"
    quantization: Literal["nf4"] | None = None
    batch_size: Positive = 16
    max_new_tokens: Positive = 32
    prompt_style: Literal["auto", "completion", "chat"] = "auto"
    device: str = "auto"
    budgets: Budgets | None = None


READER_PRESETS: Mapping[str, ReaderConfig] = MappingProxyType(
    {
        "lexical": ReaderConfig(kind="lexical"),
        "smollm2-135m": ReaderConfig(kind="hf", model="SmolLM2-135M-Instruct"),
    }
)
