"""Checks shared by the packers' options."""

from __future__ import annotations

import sys


def check_at_least(name: str, value: float, least: float) -> None:
    """Check one option.

    Raises:
        ValueError: If ``value`` is not a finite number >= ``least``.
    """
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not least <= value <= sys.float_info.max:
        raise ValueError(f"{name} must be a number >= {least:g}, got {value!r}")


def check_share(name: str, value: float) -> None:
    """Check one option.

    Raises:
        ValueError: If ``value`` is not a number from 0 to 1.
    """
    check_at_least(name, value, 0)
    if value > 1:
        raise ValueError(f"{name} must be a number from 0 to 1, got {value!r}")


def check_count(name: str, value: int) -> None:
    """Check one option.

    Raises:
        ValueError: If ``value`` is not a whole number >= 0.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{name} must be a whole number >= 0, got {value!r}")
