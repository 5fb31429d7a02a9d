"""Words and spans of a text."""

from __future__ import annotations

import re
from dataclasses import dataclass

# A word: letters, digits and marks; inside it apostrophes, hyphens, the dots of U.S.A, points and commas of numbers.
TOKEN = re.compile(
    r"[^\W_](?:[^\W_]|[\u0300-\u036f]|['’ʼ·\-‐‑](?=[^\W_])|(?<![^\W_][^\W_])\.(?=[^\W_])|(?<=\d)[.,](?=\d))*+"
)


@dataclass(frozen=True, slots=True)
class Found:
    """An entity in its text: ``text[start:end]``, made of the tokens ``first`` to ``last``."""

    first: int
    last: int
    start: int
    end: int
