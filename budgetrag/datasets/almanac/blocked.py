"""Names that the syllables can form but that are real names or ordinary words."""

from __future__ import annotations

from typing import Final

BLOCKED: Final = frozenset("""vincent""".split())
