"""What a server sent back, as an answer or as a failure in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel, Field, model_validator

from budgetrag.readers.generation import first_line
from budgetrag.types import Answer, Finish

MAX_QUOTED = 200  # characters of a server's own words
_MASKED_KEY = re.compile(r"\S*\*{3,}\S*")


class Usage(BaseModel):
    """Tokens as the server counts them."""

    prompt_tokens: int | None = None


class Message(BaseModel):
    """What a chat model said."""

    content: str | None = None
    refusal: str | None = None


class Choice(BaseModel):
    """One answer: a chat's ``message`` or a completion's ``text``; a server may leave the other fields out."""

    message: Message | None = None
    text: str | None = None
    finish_reason: str | None = None

    @model_validator(mode="after")
    def _holds_something(self) -> Choice:
        if self.message is None and self.text is None:
            raise ValueError("a choice must hold a message or a text")
        return self


class Reply(BaseModel):
    """The part of a reply, to a chat or a completion, that is used."""

    choices: list[Choice] = Field(min_length=1)
    usage: Usage | None = None

    @property
    def text(self) -> str:
        """All the server said."""
        choice = self.choices[0]
        said = choice.message.content if choice.message else choice.text
        return said or ""

    @property
    def says_nothing(self) -> bool:
        """Whether the answer is blank though nobody withheld it and it was not cut."""
        return not self.text.strip() and self._finish() in ("stop", None)

    def answer(self) -> Answer:
        """Return the answer, why it ended and the prompt's tokens."""
        tokens = self.usage.prompt_tokens if self.usage else None
        return Answer(first_line(self.text), tokens, self._finish())

    def _finish(self) -> Finish | None:
        choice = self.choices[0]
        if choice.message and choice.message.refusal:
            return "refusal"
        if choice.finish_reason == "content_filter":
            return "content_filter"
        if "\n" in self.text.lstrip() or choice.finish_reason == "stop":
            return "stop"
        return "length" if choice.finish_reason == "length" else None


@dataclass(frozen=True, slots=True)
class Failure:
    """Why one request got no answer.

    Attributes:
        what: What happened, to follow the server's name: "said (429): slow down".
        remedy: What its user can do.
        may_pass: Whether trying again can help.
        retry_after_seconds: How long the server asks to wait; None if it does not say.
    """

    what: str
    remedy: str
    may_pass: bool
    retry_after_seconds: float | None = None


def quoted(body: object, secret: str | None) -> str:
    """Return a server's own words in one short line, without the secret: its message where it sent one, else all.

    >>> quoted({"error": {"message": "bad key sk-7, or sk-***7"}}, "sk-7")
    'bad key [key], or [key]'
    """
    while isinstance(body, Mapping):
        body = next((body[name] for name in ("message", "detail", "error") if body.get(name)), str(dict(body)))
    text = " ".join(str(body).split())
    text = _MASKED_KEY.sub("[key]", text.replace(secret, "[key]") if secret else text)
    return f"{text[:MAX_QUOTED]}…" if len(text) > MAX_QUOTED else text or "nothing"
