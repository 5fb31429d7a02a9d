"""A reader that asks an OpenAI-compatible server: vLLM, llama.cpp, Ollama, a hosted one."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait

from budgetrag.readers.base import ReaderOptions, UnansweredError
from budgetrag.readers.endpoint_address import check_base_url, check_key_name, read_key
from budgetrag.readers.endpoint_client import WRITTEN_HEAD, EndpointClient
from budgetrag.readers.endpoint_pace import FIRST_WAIT_SECONDS, Clock, Pace, backoff_seconds
from budgetrag.readers.endpoint_reply import Failure
from budgetrag.readers.prompts import QUESTION, PromptDesign, completion_design
from budgetrag.types import Answer, Prompt

logger = logging.getLogger(__name__)
MAX_RETRY_AFTER_SECONDS = 600.0
_REAL_TIME = Clock()


class _NoAnswerError(Exception):
    """One prompt has no answer; the message is a sentence for the user."""


class EndpointReader:
    """A model behind a server, asked greedily: temperature 0, and the first line of what it says.

    Requests run in ``concurrency`` workers. One that failed for a reason that may pass (429, 408, 409, any 5xx, a
    timeout, a connection that failed or was cut, a reply that is no usable JSON) is sent again up to ``max_retries``
    times, after an exponential back-off with full jitter or as long as the server asks. Anything else stops the reader
    at once. The server's weights are not seen here: the fingerprint knows them by address and name only.
    """

    def __init__(self, options: ReaderOptions, *, clock: Clock = _REAL_TIME) -> None:
        """Check the address and find the key; nothing is sent yet, and the key is not kept.

        Raises:
            ValueError: If no model or no usable address is given, or another machine's key is missing.
        """
        if not options.model:
            raise ValueError("endpoint reader's model must be the name that the server knows it by, got none")
        if not options.base_url:
            raise ValueError("endpoint reader's base_url must be the server's address, got none")
        self._options = options
        self._base_url = _checked("base_url", check_base_url, options.base_url)
        read_key(_checked("api_key_env", check_key_name, options.api_key_env), self._base_url)
        self._clock = clock
        self._pace = Pace(options.requests_per_minute, clock)
        self._client: EndpointClient | None = None

    @property
    def name(self) -> str:
        """Its name in a run: as given, else the model's."""
        return self._options.name or str(self._options.model)

    @property
    def design(self) -> PromptDesign:
        """Chat, its two turns written one below the other, unless completion is asked for."""
        if self._options.prompt_style == "completion":
            return completion_design()
        return PromptDesign("chat", f"{WRITTEN_HEAD}{QUESTION}")

    def prompt(self, question: str, context: str) -> Prompt:
        """Return the exact prompt of a question and a context."""
        return self.design.prompt(question, context)

    def read(self, prompts: Sequence[Prompt]) -> list[Answer]:
        """Return one answer per prompt, in order.

        Raises:
            UnansweredError: If a prompt has no answer after all tries; what is under way then is not tried again.
        """
        client, stop = self._ready(), threading.Event()
        with ThreadPoolExecutor(self._options.concurrency) as pool:
            futures = [pool.submit(self._read_one, client, prompt.text, stop) for prompt in prompts]
            try:
                wait(futures, return_when=FIRST_EXCEPTION)
            finally:  # also when the user stops it
                stop.set()
                pool.shutdown(wait=False, cancel_futures=True)
        return _in_order(futures)

    def fingerprint(self) -> str:
        """Return the address, the model's name there and the settings that can move an answer; never the key."""
        options = self._options
        settings = f"style={self.design.style} max_new_tokens={options.max_new_tokens} temperature=0"
        return f"endpoint:1 {self._base_url} model={options.model} {settings}"

    def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _ready(self) -> EndpointClient:
        if self._client is None:
            key = read_key(self._options.api_key_env, self._base_url)
            self._client = EndpointClient(self._options, self._base_url, key, chat=self.design.style == "chat")
        return self._client

    def _read_one(self, client: EndpointClient, text: str, stop: threading.Event) -> Answer | None:
        """Return the answer to one prompt; None if another one's failure stopped it.

        Only the first line counts, so the server may stop at a line break. Where it stopped before it said anything, it
        is asked again without: then the stop sequence changes no answer.
        """
        n_failed, stop_at_line = 0, True
        while self._take_turn(stop):
            outcome = client.send(text, stop_at_line=stop_at_line)
            if isinstance(outcome, Failure):
                n_failed += 1
                self._wait_or_give_up(outcome, n_failed, stop)
            elif stop_at_line and outcome.says_nothing:
                stop_at_line = False
            else:
                return outcome.answer()
        return None

    def _take_turn(self, stop: threading.Event) -> bool:
        self._pace.take_turn(stop)
        return not stop.is_set()

    def _wait_or_give_up(self, failure: Failure, n_failed: int, stop: threading.Event) -> None:
        server = f"endpoint {self._base_url} {failure.what}"
        if end := self._why_it_ends(failure, n_failed):
            stop.set()
            raise _NoAnswerError(f"{server}{end}")
        asked = failure.retry_after_seconds
        if asked is None:
            seconds = backoff_seconds(n_failed, self._clock.uniform)
        else:
            self._pace.hold(asked)
            seconds = asked + self._clock.uniform(0.0, FIRST_WAIT_SECONDS)
        logger.warning("%s; trying again in %.1f s (try %d)", server, seconds, n_failed + 1)
        self._clock.wait(stop, seconds)

    def _why_it_ends(self, failure: Failure, n_failed: int) -> str | None:
        """Return the end of the sentence if a request is not tried again, None if it is."""
        asked = failure.retry_after_seconds
        if not failure.may_pass:
            return f"; {failure.remedy}"
        if asked is not None and asked > MAX_RETRY_AFTER_SECONDS:
            return f", and asks to wait {asked:.0f} s; start again after that"
        if n_failed > self._options.max_retries:
            tries = f"{n_failed} tries" if n_failed > 1 else "the only try"
            return f", after {tries}; {failure.remedy}"
        return None


def _checked(setting: str, check: Callable[[str], str], value: str) -> str:
    try:
        return check(value)
    except ValueError as error:
        raise ValueError(f"endpoint reader's {setting} {error}") from None


def _in_order(futures: Sequence[Future[Answer | None]]) -> list[Answer]:
    """Return the answers, in order.

    Raises:
        UnansweredError: If one is missing; it holds the others.
    """
    finished = [future for future in futures if not future.cancelled()]
    failure = next((error for future in finished if (error := future.exception())), None)
    if failure is not None and not isinstance(failure, _NoAnswerError):
        raise failure
    places = {future: place for place, future in enumerate(futures)}
    answers = {places[future]: answer for future in finished if not future.exception() and (answer := future.result())}
    if failure is not None:
        raise UnansweredError(f"{failure}; what is finished is kept, the same command goes on from here", answers)
    return [answers[place] for place in range(len(futures))]
