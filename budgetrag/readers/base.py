"""What a reader is, what it is made from, and what a model reader can do beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from budgetrag.readers.prompts import PromptDesign, PromptStyle
from budgetrag.types import Answer, Prompt


@dataclass(frozen=True, slots=True)
class ReaderOptions:
    """What a reader is made from.

    Attributes:
        name: The name it gets in a run; "" takes the model's own.
        model: An offline model's name, a hub id, a local folder, (``gguf``) a local file, or (``endpoint``) the name
            that the server knows it by; None without a model.
        dtype: Type of the weights; "auto" chooses by device.
        quantization: "nf4" for 4-bit weights.
        batch_size: Most prompts in one forward pass.
        max_new_tokens: Most tokens of an answer.
        prompt_style: "auto" lets the reader choose by model.
        device: "auto", "cpu", "cuda", "cuda:1", ….
        base_url: The server's address; this and what follows are for ``endpoint`` only.
        api_key_env: Name of the environment variable that holds the server's key.
        concurrency: Most requests under way at a time.
        requests_per_minute: Most requests a minute, spread evenly; None sends them as they come.
        timeout_seconds: Longest wait for a connection, and for the next bytes of an answer.
        max_retries: Most further tries of a request that failed for a reason that may pass.
    """

    name: str = ""
    model: str | None = None
    dtype: Literal["auto", "float32", "bfloat16", "float16"] = "auto"
    quantization: Literal["nf4"] | None = None
    batch_size: int = 16
    max_new_tokens: int = 32
    prompt_style: Literal["auto", "completion", "chat"] = "auto"
    device: str = "auto"
    base_url: str | None = None
    api_key_env: str = "OPENAI_API_KEY"
    concurrency: int = 8
    requests_per_minute: int | None = None
    timeout_seconds: float = 60.0
    max_retries: int = 6

    def __post_init__(self) -> None:
        """Check the numbers.

        Raises:
            ValueError: If a count is below 1.
        """
        for field in ("batch_size", "max_new_tokens", "concurrency"):
            if (value := getattr(self, field)) < 1:
                raise ValueError(f"reader {field} must be >= 1, got {value}")


class UnansweredError(OSError):
    """A reader could not answer all of its prompts; the message says why and what to do.

    Attributes:
        answers: Those it did answer, by place in the list it was given.
    """

    def __init__(self, message: str, answers: Mapping[int, Answer] | None = None) -> None:
        super().__init__(message)
        self.answers = dict(answers or {})


class Reader(Protocol):
    """Answers questions from contexts."""

    @property
    def name(self) -> str:
        """Its name in a run."""

    @property
    def design(self) -> PromptDesign:
        """How it makes prompts; recorded in the manifest."""

    def prompt(self, question: str, context: str) -> Prompt:
        """Return the exact prompt of a question and a context ("" is a context too)."""

    def read(self, prompts: Sequence[Prompt]) -> list[Answer]:
        """Return one answer per prompt, in order; any number of prompts.

        Raises:
            UnansweredError: If something outside failed; it holds the answers that there are.
        """

    def fingerprint(self) -> str:
        """Return a digest of whatever its answers depend on beside the prompt."""

    def close(self) -> None:
        """Free what it holds; it loads again when it is used again."""


@dataclass(frozen=True, slots=True)
class TokenScores:
    """Teacher-forced scores of one continuation.

    Attributes:
        tokens: Text of each continuation token (a token that is a part of a character shows as a replacement sign).
        log_probs: Natural-log probability of each token given all before it.
    """

    tokens: tuple[str, ...]
    log_probs: tuple[float, ...]

    @property
    def total(self) -> float:
        """Natural-log probability of the whole continuation; 0 for an empty one."""
        return sum(self.log_probs)


class LogLikelihood(Protocol):
    """Scores given continuations."""

    def log_likelihood(self, prompts: Sequence[str], continuations: Sequence[str]) -> list[TokenScores]:
        """Return the scores of ``continuations[i]`` after ``prompts[i]``, in order."""


__all__ = ["LogLikelihood", "PromptDesign", "PromptStyle", "Reader", "ReaderOptions", "TokenScores", "UnansweredError"]
