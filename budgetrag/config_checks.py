"""Rules for single values of a config; each returns the value or raises ValueError with the rule and the value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from budgetrag.counters import COUNTER_FORMS

T = TypeVar("T")


def distinct(values: tuple[T, ...]) -> tuple[T, ...]:
    """Return ``values``.

    Raises:
        ValueError: If one repeats.
    """
    repeated = [value for i, value in enumerate(values) if value in values[:i]]
    if repeated:
        raise ValueError(f"must not repeat a value, got {repeated[0]!r} twice")
    return values


def one_of(allowed: Iterable[str], noun: str, value: str) -> str:
    """Return ``value``.

    Raises:
        ValueError: If it is not allowed.
    """
    if value not in allowed:
        raise ValueError(f"must be a known {noun} ({', '.join(sorted(allowed))}), got {value!r}")
    return value


def known_counter(name: str) -> str:
    """Return the name of a token counter; whether it loads shows later.

    Raises:
        ValueError: If it has not the form of one.
    """
    kind, _, target = name.partition(":")
    if name != "words" and not (kind in ("hf", "tiktoken") and target):
        raise ValueError(f"must be one of {', '.join(COUNTER_FORMS)}, got {name!r}")
    return name


def shows_text(template: str) -> str:
    """Return ``template``.

    Raises:
        ValueError: If it does not show the snippet's text.
    """
    if "{text}" not in template:
        raise ValueError(f"must contain {{text}}, got {template!r}")
    return template
