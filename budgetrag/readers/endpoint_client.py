"""One request to a server and what came of it: the only code that calls the ``openai`` library.

The library's own retries are off: ``budgetrag.readers.endpoint`` tries again, so that a rate is shared by all workers,
a reply that cannot be used is tried again too, and tests need not sleep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from budgetrag.readers.base import ReaderOptions
from budgetrag.readers.endpoint_address import NO_KEY, is_local
from budgetrag.readers.endpoint_pace import retry_after_seconds
from budgetrag.readers.endpoint_reply import Failure, Reply, quoted
from budgetrag.readers.prompts import CHAT_HEAD

if TYPE_CHECKING:
    from openai import APIStatusError, OpenAI
    from openai.types.chat import ChatCompletionMessageParam

# How a chat's turns are written down as one text; only the last one differs from prompt to prompt.
WRITTEN_HEAD = "".join(f"[{role}]\n{text}\n\n" for role, text in CHAT_HEAD) + "[user]\n"
_PASSING = frozenset({408, 409, 429})  # and every 5xx
_TOO_LONG = ("context length", "context_length", "context window", "context size", "maximum context", "too long")
_LIST_SECONDS = 10.0
_MAX_LISTED = 20


class EndpointClient:
    """A server and how it is asked."""

    def __init__(self, options: ReaderOptions, base_url: str, key: str, *, chat: bool) -> None:
        """Make the client; nothing is sent yet.

        Args:
            options: The reader's.
            base_url: The checked address.
            key: The key; ``NO_KEY`` where there is none.
            chat: Whether to ask for a chat's turn, else for a completion.
        """
        self._options = options
        self._base_url = base_url
        self._secret = None if key == NO_KEY else key
        self._chat = chat
        self._client = _make_client(options, base_url, key)

    def send(self, text: str, *, stop_at_line: bool) -> Reply | Failure:
        """Return what the server says to one prompt, or why it says nothing.

        Args:
            text: The prompt.
            stop_at_line: Whether the server may stop at the first line break.
        """
        from openai import APIConnectionError, APIStatusError, APITimeoutError

        try:
            raw = self._create(text.encode("utf-8", "replace").decode("utf-8"), stop_at_line)  # lone surrogates
        except APIStatusError as error:
            return self._refused(error)
        except APITimeoutError:
            waited = f"gave no answer within {self._options.timeout_seconds:g} s"
            return Failure(waited, "raise timeout_seconds or lower concurrency", may_pass=True)
        except APIConnectionError as error:
            cause = quoted(error.__cause__ or error, self._secret)
            remedy = "check that the server runs and that base_url is right"
            return Failure(f"could not be reached, or hung up ({cause})", remedy, may_pass=True)
        try:
            return Reply.model_validate_json(raw)
        except ValueError:
            said = quoted(raw.decode("utf-8", "replace"), self._secret)
            remedy = "check that base_url is that of an OpenAI-compatible server; most end in /v1"
            return Failure(f"sent a reply that cannot be used: {said}", remedy, may_pass=True)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _create(self, text: str, stop_at_line: bool) -> bytes:
        from openai import omit

        shared: dict[str, Any] = {
            "model": self._options.model,
            "temperature": 0,
            "max_tokens": self._options.max_new_tokens,
            "stop": "\n" if stop_at_line else omit,
        }
        if not self._chat:
            return self._client.completions.with_raw_response.create(prompt=text, **shared).content
        return self._client.chat.completions.with_raw_response.create(messages=as_messages(text), **shared).content

    def _refused(self, error: APIStatusError) -> Failure:
        status, said = error.status_code, quoted(error.body or error.response.text, self._secret)
        if status in (401, 403):
            return self._key_refused(status, said)
        if status == 429 and error.code == "insufficient_quota":
            return Failure(f"said (429): {said}", "no quota is left: see your account there", may_pass=False)
        if status in _PASSING or status >= 500:
            remedy = "lower concurrency or requests_per_minute" if status == 429 else "see the server's log"
            wait = retry_after_seconds(error.response.headers)
            return Failure(f"said ({status}): {said}", remedy, may_pass=True, retry_after_seconds=wait)
        if error.code == "context_length_exceeded" or any(sign in said.casefold() for sign in _TOO_LONG):
            remedy = "prompt and answer must fit in the model's context window: leave out the largest budgets"
            return Failure(f"refused a prompt ({status}): {said}", remedy, may_pass=False)
        served = self._served() if status in (400, 404) else []
        if served and self._options.model not in served:
            more = f" and {len(served) - _MAX_LISTED} more" if len(served) > _MAX_LISTED else ""
            remedy = f"model must be one that it serves ({', '.join(served[:_MAX_LISTED])}{more})"
            return Failure(f"does not serve {self._options.model!r} ({status}): {said}", remedy, may_pass=False)
        remedy = "check model and base_url; most addresses end in /v1" if status == 404 else "see what it says"
        return Failure(f"refused a request ({status}): {said}", remedy, may_pass=False)

    def _key_refused(self, status: int, said: str) -> Failure:
        name = self._options.api_key_env
        if self._secret is None:
            remedy = f"set environment variable {name} to one, or name another as api_key_env"
            return Failure(f"wants a key ({status})", remedy, may_pass=False)
        more = "" if status == 401 else f": {said}"  # with 401 some servers repeat the key
        remedy = f"set {name} to a key that is valid there, or name another as api_key_env"
        return Failure(f"refused the key in environment variable {name} ({status}){more}", remedy, may_pass=False)

    def _served(self) -> list[str]:
        """Return the models the server says it has; none where it does not say."""
        from openai import OpenAIError

        try:
            raw = self._client.models.with_raw_response.list(timeout=_LIST_SECONDS)
            listed = raw.http_response.json()["data"]
            return [str(entry["id"]) for entry in listed]
        except (OpenAIError, ValueError, KeyError, TypeError):
            return []


def as_messages(text: str) -> list[ChatCompletionMessageParam]:
    """Return a chat prompt's turns.

    Raises:
        ValueError: If the text was not written as a chat's turns.
    """
    if not text.startswith(WRITTEN_HEAD):
        raise ValueError(f"prompt of a chat must begin with {WRITTEN_HEAD!r}, got {text[:40]!r}")
    turns = [*CHAT_HEAD, ("user", text.removeprefix(WRITTEN_HEAD))]
    return cast("list[ChatCompletionMessageParam]", [{"role": role, "content": content} for role, content in turns])


def _make_client(options: ReaderOptions, base_url: str, key: str) -> OpenAI:
    from openai import DefaultHttpxClient, OpenAI

    return OpenAI(
        base_url=base_url,
        api_key=key,
        timeout=options.timeout_seconds,
        max_retries=0,
        # A proxy set for the outside world does not lead to this machine or its network.
        http_client=DefaultHttpxClient(trust_env=False) if is_local(base_url) else None,
    )
