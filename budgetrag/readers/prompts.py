"""One prompt design in two styles: a chat template's turn, or two worked examples to continue."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from budgetrag.types import Prompt

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

PromptStyle = Literal["completion", "chat", "none"]
_PLACEHOLDER = re.compile(r"\{(context|question)\}")

INSTRUCTION = "Answer from the context in as few words as possible. Answer a yes/no question with yes or no."
ASK = "Context:\n{context}\nQuestion: {question}\nAnswer:"
COMPLETION_TEMPLATE = f"""{INSTRUCTION}

Context:
Oskel Weir: Oskel Weir was built on the River Thavne in 1712 by Ilvane Brask.
Ilvane Brask: Ilvane Brask was an engineer born in Corrowmere.
Question: In which town was the builder of Oskel Weir born?
Answer: Corrowmere

Context:
Pell Dramwich: Pell Dramwich was a flautist.
Junia Ferrolt: Junia Ferrolt was a painter of ships.
Question: Were Pell Dramwich and Junia Ferrolt both painters?
Answer: no

{ASK}"""

# Families that have a chat template and read better without it. SmolLM2 135M on 60 HotpotQA dev questions with 160
# words of the gold passages as context: token F1 0.28 with the completion prompt, 0.16 with its chat template.
COMPLETION_FAMILIES = ("smollm",)


@dataclass(frozen=True, slots=True)
class PromptDesign:
    """How a reader's prompts are made.

    Attributes:
        style: "completion", "chat", or "none" for a reader without a model.
        template: The exact text, with ``{context}`` and ``{question}`` where they go.
    """

    style: PromptStyle
    template: str

    def prompt(self, question: str, context: str) -> Prompt:
        """Return the template with both filled in; braces in them stay as they are."""
        values = {"question": question, "context": context}
        return Prompt(question, context, _PLACEHOLDER.sub(lambda match: values[match[1]], self.template))


def completion_design() -> PromptDesign:
    """Return the two-example completion prompt. Its examples are fictional."""
    return PromptDesign("completion", COMPLETION_TEMPLATE)


def chat_design(tokenizer: PreTrainedTokenizerBase) -> PromptDesign:
    """Return the instruction and question as one turn of the tokenizer's chat template, thinking off.

    A template that has no system role gets the instruction in the user's turn.
    """
    from jinja2 import TemplateError

    try:
        return PromptDesign("chat", _templated(tokenizer, [("system", INSTRUCTION), ("user", ASK)]))
    except TemplateError:
        return PromptDesign("chat", _templated(tokenizer, [("user", f"{INSTRUCTION}\n\n{ASK}")]))


def _templated(tokenizer: PreTrainedTokenizerBase, turns: list[tuple[str, str]]) -> str:
    messages = [{"role": role, "content": content} for role, content in turns]
    return str(
        tokenizer.apply_chat_template(
            messages,
            tokenize=False,
            add_generation_prompt=True,
            enable_thinking=False,
            date_string="1 Jan 2025",  # some templates write today's date: the prompt must not depend on the day
        )
    )


def choose_design(
    style: Literal["auto", "completion", "chat"], tokenizer: PreTrainedTokenizerBase, model_name: str
) -> PromptDesign:
    """Return the design of a model: as asked, or ("auto") chat where it has a template that helps it.

    Raises:
        ValueError: If "chat" is asked of a tokenizer without a chat template.
    """
    has_template = tokenizer.chat_template is not None
    if style == "chat" and not has_template:
        raise ValueError(f"prompt_style 'chat' needs a model with a chat template, which {model_name} has not")
    better_without = any(family in model_name.casefold() for family in COMPLETION_FAMILIES)
    if style == "completion" or not has_template or (style == "auto" and better_without):
        return completion_design()
    return chat_design(tokenizer)
