"""A packing step by step, as a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from budgetrag.dashboard.untrusted import plain_text
from budgetrag.explain import sentences_text
from budgetrag.types import Packing

if TYPE_CHECKING:
    import pandas as pd

FIXED = ("step", "snippet", "passage", "tokens", "running_tokens", "gain", "gain_per_token")


def steps(packing: Packing) -> pd.DataFrame:
    """Return one row per kept snippet, in the order they came in.

    Returns:
        step, snippet (number and sentences), passage (its title, invisible characters named), tokens, running_tokens,
        gain, gain_per_token, then one column per term of the gain. A packing without a trace has NaN gains.
    """
    import pandas as pd

    kept = [decision for decision in packing.decisions if decision.kept]
    terms = tuple(dict.fromkeys(name for decision in kept for name, _ in decision.gain_by_term))
    rows = [
        {
            "step": decision.step,
            "snippet": f"#{decision.candidate.id}, {sentences_text(decision.candidate)}",
            "passage": plain_text(decision.candidate.snippet.title)
            or f"passage {decision.candidate.snippet.passage_rank + 1}",
            "tokens": decision.tokens,
            "running_tokens": decision.running_tokens,
            "gain": decision.gain,
            "gain_per_token": decision.gain_per_token,
            **dict(decision.gain_by_term),
        }
        for decision in kept
    ]
    frame = pd.DataFrame(rows, columns=[*FIXED, *terms])
    return frame.astype(dict.fromkeys(("gain", "gain_per_token", *terms), float))


def term_columns(frame: pd.DataFrame) -> list[str]:
    """Return the columns of ``steps`` that are terms of the gain."""
    return [name for name in frame.columns if name not in FIXED]
