"""Readers of a run, and those that are built in."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from budgetrag.config_checks import distinct, one_of
from budgetrag.config_section import Budgets, Positive, Section
from budgetrag.readers import READERS
from budgetrag.readers.endpoint_address import check_base_url, check_key_name

ENDPOINT_KEYS = ("base_url", "api_key_env", "concurrency", "requests_per_minute", "timeout_seconds", "max_retries")
LOCAL_MODEL_KEYS = ("dtype", "quantization", "device", "gpus")


class ReaderConfig(Section):
    """One ``[reader.NAME]``.

    Attributes:
        kind: One of ``READERS``.
        model: An offline model's name, a hub id, a local folder or file, or (``endpoint``) the server's name for it;
            None for a reader without a model.
        dtype: Weights' type; "auto" chooses by device.
        quantization: "nf4" for 4-bit weights.
        batch_size: Prompts read at a time; part of the set-up, since batching can move the last bit of a score.
        max_new_tokens: Most tokens of an answer.
        prompt_style: "auto" lets the reader choose.
        device: "auto", "cpu", "cuda", ….
        budgets: The budgets it reads; None reads all. What it does not read has no outcome of this reader.
        datasets: The data sets it reads; None reads all.
        limit: Most questions of every sample that it reads: those that a sample of this size would hold; None reads
            all. For a reader that is too slow or dear for the whole run.
        base_url: The server's address; this and what follows are for kind "endpoint" only.
        api_key_env: Name of the environment variable with the server's key; a local server needs none. This and what
            follows decides how answers come, not which: an interrupted run may go on with other values.
        concurrency: Most requests under way at a time.
        requests_per_minute: Most requests a minute; None sends them as they come.
        timeout_seconds: Longest wait for a connection, and for the next bytes of an answer.
        max_retries: Most further tries of a request that failed for a reason that may pass.
        gpus: Share of a GPU that one reader needs on a cluster (``--engine ray``), such as 0.5, or a whole number of
            them; None takes one where there are some. It decides no answer.
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
    datasets: Annotated[tuple[str, ...], Field(min_length=1), AfterValidator(distinct)] | None = Field(
        default=None, exclude_if=lambda value: value is None
    )
    limit: Positive | None = Field(default=None, exclude_if=lambda value: value is None)
    base_url: Annotated[str, AfterValidator(check_base_url)] | None = Field(
        default=None, exclude_if=lambda value: value is None
    )
    api_key_env: Annotated[str, AfterValidator(check_key_name)] = Field(default="OPENAI_API_KEY", exclude=True)
    concurrency: Positive = Field(default=8, exclude=True)
    requests_per_minute: Positive | None = Field(default=None, exclude=True)
    timeout_seconds: float = Field(default=60.0, ge=1, le=86400, exclude=True)
    max_retries: int = Field(default=6, ge=0, le=1000, exclude=True)
    gpus: float | None = Field(default=None, ge=0, le=1024, exclude=True)

    def reads(self, dataset: str) -> bool:
        """Return whether it reads a data set."""
        return self.datasets is None or dataset in self.datasets

    def n_read(self, dataset: str, n_questions: int) -> int:
        """Return how many questions it reads of a data set's sample of ``n_questions``."""
        return min(n_questions, self.limit or n_questions) if self.reads(dataset) else 0

    @model_validator(mode="after")
    def _keys_suit_the_kind(self) -> ReaderConfig:
        is_endpoint = self.kind == "endpoint"
        for key in LOCAL_MODEL_KEYS if is_endpoint else ENDPOINT_KEYS:
            if key in self.model_fields_set:
                rule = "readers that load a model here, not for a server's" if is_endpoint else "kind 'endpoint' only"
                raise ValueError(f"{key} is for {rule}; got it for kind {self.kind!r}")
        for key in ("model", "base_url") if is_endpoint else ():
            if not getattr(self, key):
                raise ValueError(f"{key} must be given for kind 'endpoint', got none")
        return self


READER_PRESETS: Mapping[str, ReaderConfig] = MappingProxyType(
    {
        "lexical": ReaderConfig(kind="lexical"),
        "smollm2-135m": ReaderConfig(kind="hf", model="SmolLM2-135M-Instruct"),
    }
)
