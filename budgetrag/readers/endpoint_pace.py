"""When a request may be sent: a shared rate, pauses that a server asks for, and waits between tries."""

from __future__ import annotations

import math
import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

FIRST_WAIT_SECONDS = 0.5
MAX_WAIT_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Clock:
    """Time as a reader sees it; tests put in their own.

    Attributes:
        now: Seconds since some fixed moment, never going back.
        wait: Waits that many seconds, or until the event is set.
        uniform: A random number between two.
    """

    now: Callable[[], float] = time.monotonic
    wait: Callable[[threading.Event, float], object] = threading.Event.wait
    uniform: Callable[[float, float], float] = random.uniform


class Pace:
    """Turns to send, shared by all workers: evenly spread, and none while the server asked to wait."""

    def __init__(self, requests_per_minute: int | None, clock: Clock) -> None:
        self._gap = 60 / requests_per_minute if requests_per_minute else 0.0
        self._clock = clock
        self._lock = threading.Lock()
        self._next_turn = -math.inf

    def take_turn(self, stop: threading.Event) -> None:
        """Wait for the next turn, or until ``stop`` is set."""
        with self._lock:
            now = self._clock.now()
            turn = max(now, self._next_turn)
            self._next_turn = turn + self._gap
        if turn > now:
            self._clock.wait(stop, turn - now)

    def hold(self, seconds: float) -> None:
        """Give no turn for that many seconds from now."""
        with self._lock:
            self._next_turn = max(self._next_turn, self._clock.now() + seconds)


def backoff_seconds(n_failed: int, uniform: Callable[[float, float], float]) -> float:
    """Return how long to wait after ``n_failed`` >= 1 tries: exponential, with full jitter.

    ``uniform(0, min(30, 0.5 * 2 ** (n_failed - 1)))``. Source: Brooker, "Exponential Backoff And Jitter", AWS
    Architecture Blog, 2015.
    """
    return uniform(0.0, min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2.0 ** min(n_failed - 1, 32)))


def retry_after_seconds(headers: Mapping[str, str]) -> float | None:
    """Return how long a server asks to wait, at least 0; None if it does not say, or not so that it can be read.

    Reads ``retry-after-ms``, and ``retry-after`` as seconds or as a date (RFC 9110, 10.2.3), which is compared with the
    server's own ``date`` where it sends one, since clocks differ.
    """
    for name, unit in (("retry-after-ms", 1e-3), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) * unit
        except ValueError:
            continue
        return max(seconds, 0.0) if math.isfinite(seconds) else None
    until = _date(headers.get("retry-after"))
    if until is None:
        return None
    return max((until - (_date(headers.get("date")) or datetime.now(UTC))).total_seconds(), 0.0)


def _date(value: str | None) -> datetime | None:
    try:
        found = parsedate_to_datetime(value or "")
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
