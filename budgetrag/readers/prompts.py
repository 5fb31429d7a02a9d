"""One prompt design in two styles: a chat template's turn, or two worked examples to continue."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from budgetrag.types import Prompt

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

PromptStyle = Literal["completion", "chat", "none"]
_PLACEHOLDER = re.compile(r"\{(context|question)\}")

INSTRUCTION = "Answer from the context in as few words as possible. Answer a yes/no question with yes or no."
QUESTION = "Context:\n{context}\nQuestion: {question}"


@dataclass(frozen=True, slots=True)
class Example:
    """One worked example."""

    context: str
    question: str
    answer: str

    @property
    def asked(self) -> str:
        """Its context and question, as every question is asked."""
        return QUESTION.format(context=self.context, question=self.question)


# Fictional.
EXAMPLES = (
    Example(
        "Oskel Weir: Oskel Weir was built on the River Thavne in 1712 by Ilvane Brask.\n"
        "Ilvane Brask: Ilvane Brask was an engineer born in Corrowmere.",
        "In which town was the builder of Oskel Weir born?",
        "Corrowmere",
    ),
    Example(
        "Pell Dramwich: Pell Dramwich was a flautist.\nJunia Ferrolt: Junia Ferrolt was a painter of ships.",
        "Were Pell Dramwich and Junia Ferrolt both painters?",
        "no",
    ),
)
COMPLETION_TEMPLATE = "\n\n".join(
    [
        INSTRUCTION,
        *(f"{each.asked}\nAnswer: {each.answer}" for each in EXAMPLES),
        f"{QUESTION}\nAnswer:",
    ]
)

# It does not speak of yes and no: Qwen2.5-Coder Instruct, 0.5B and 1.5B, told to answer a yes/no question with yes or
# no answered every question so. 40 HotpotQA train questions, their gold passages and two others as context, token F1
# on the 35 with a span, 0.5B and 1.5B: 0.00 and 0.00 with INSTRUCTION and no examples, 0.40 and 0.52 with this one,
# 0.36 and 0.63 with this one and the examples as turns, which also answers more yes/no questions right (3 and 3 of 5):
# python -m bench prompts.
CHAT_INSTRUCTION = (
    "You answer questions. Use only the context. "
    "Reply with the answer alone: the fewest words that answer the question."
)
# Role and text of the turns that every chat begins with; the question is the next one.
CHAT_HEAD = (
    ("system", CHAT_INSTRUCTION),
    *(turn for each in EXAMPLES for turn in (("user", each.asked), ("assistant", each.answer))),
)

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
    """Return the instruction, two examples and the question as turns of the tokenizer's chat template, thinking off.

    A template that has no system role gets the instruction in the first user's turn.
    """
    from jinja2 import TemplateError

    turns = [*CHAT_HEAD, ("user", QUESTION)]
    try:
        return PromptDesign("chat", templated(tokenizer, turns))
    except TemplateError:
        (_, instruction), (_, first), *others = turns
        return PromptDesign("chat", templated(tokenizer, [("user", f"{instruction}\n\n{first}"), *others]))


def templated(tokenizer: PreTrainedTokenizerBase, turns: Sequence[tuple[str, str]]) -> str:
    """Return turns (role, text) in the tokenizer's chat template, an answer begun, thinking off."""
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
