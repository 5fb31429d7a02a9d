"""The exact prompt a reader read, rebuilt from the run's manifest and the context, and checked against its hash."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from budgetrag.readers import PromptDesign
from budgetrag.types import content_hash


@dataclass(frozen=True, slots=True)
class ShownPrompt:
    """A rebuilt prompt.

    Attributes:
        text: The prompt; "" where the manifest does not hold the reader's design.
        is_exact: Whether its hash is the one stored with the answer.
        style: "completion", "chat", or "none" for a reader without a model.
    """

    text: str
    is_exact: bool
    style: str


def rebuild_prompt(
    manifest: Mapping[str, Any], reader: str, *, question: str, context: str, prompt_hash: str
) -> ShownPrompt:
    """Return the prompt that ``reader`` read.

    Args:
        manifest: The run's manifest.
        reader: Name of the reader as outcomes have it.
        question: The question.
        context: The context.
        prompt_hash: Hash stored with the reader's answer.
    """
    names = [name for name, label in manifest.get("labels", {}).items() if label == reader]
    design = manifest.get("prompts", {}).get(names[0] if names else reader)
    if design is None:
        return ShownPrompt("", False, "none")
    text = PromptDesign(design["style"], design["template"]).prompt(question, context).text
    return ShownPrompt(text, content_hash(text) == prompt_hash, str(design["style"]))
