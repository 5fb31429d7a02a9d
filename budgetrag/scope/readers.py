"""The reader ladder: which readers of the loaded runs are larger, and which is the same one at another precision."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any

# A model with fewer parameters reads poorly whatever the context; what it shows says little about larger readers.
SMALL_PARAMETERS = 1e9
_FOUR_BITS = ("4bit", "int4", "nf4", "fp4")
_SIZE = re.compile(r"(?<![a-z0-9.])(\d+(?:\.\d+)?)\s*([bm])(?![a-z0-9])", re.IGNORECASE)
_PRECISION = re.compile(
    r"[-_. ]*(gguf|awq|gptq|nf4|fp4|fp16|bf16|int8|int4|4bit|8bit|q\d(_[a-z0-9]+)*)(?![a-z0-9])", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Rung:
    """One reader on the ladder.

    Attributes:
        reader: Its name, as outcomes have it.
        base_model: Its model without the marks of precision; None for a reader without a model.
        n_parameters: As its model's name says; None where it does not.
        marks: How its weights were made smaller, as the model's name and then the settings say, such as ("nf4",) or
            ("q4_k_m", "nf4"); () for the weights as they are.
        size: As its model's name writes it, such as "135M", "0.5B"; else "no model" or "size unknown".
        is_control: Whether it is the precision control: the same weights as another rung, made smaller once more.
    """

    reader: str
    base_model: str | None
    n_parameters: float | None
    marks: tuple[str, ...]
    size: str
    is_control: bool = False

    @property
    def is_small(self) -> bool:
        """Whether it is a small model, or none."""
        return self.base_model is None or (self.n_parameters is not None and self.n_parameters < SMALL_PARAMETERS)

    @property
    def title(self) -> str:
        """What the ladder calls it."""
        if self.base_model is None:
            return self.reader
        return " ".join(part for part in (self.size, ", ".join(self.marks)) if part)


def ladder(manifests: Sequence[Mapping[str, Any]], among: Container[str] | None = None) -> tuple[Rung, ...]:
    """Return the readers of several runs, smallest first, the controls marked.

    A reader is a precision control if another one has the same base model with only some of this one's quantisations
    (none, or those of the file that both are read from): their difference is precision, not scale.

    Args:
        manifests: Of the runs.
        among: The readers wanted; None takes all.
    """
    rungs: dict[str, Rung] = {}
    for manifest in manifests:
        for name, settings in manifest["config"]["readers"].items():
            label = str(manifest["labels"].get(name, name))
            if among is None or label in among:
                rungs.setdefault(label, _rung(label, settings))
    marked = [
        replace(rung, is_control=any(_is_more_precise(other, rung) for other in rungs.values()))
        for rung in rungs.values()
    ]
    return tuple(sorted(marked, key=lambda rung: (rung.n_parameters or 0.0, len(rung.marks), rung.reader)))


def _is_more_precise(other: Rung, rung: Rung) -> bool:
    """Return whether both have the same base model, and ``other`` only some of the quantisations of ``rung``."""
    return rung.base_model is not None and other.base_model == rung.base_model and {*other.marks} < {*rung.marks}


def _rung(label: str, settings: Mapping[str, Any]) -> Rung:
    model = settings.get("model")
    if model is None:
        return Rung(label, None, None, (), "no model")
    name = PurePosixPath(str(model).replace("\\", "/")).name
    written = [match[1].lower() for match in _PRECISION.finditer(name)]
    named = next((mark for mark in written if mark not in ("gguf", "fp16", "bf16")), "")
    size = _SIZE.search(name)
    n_parameters = float(size[1]) * (1e9 if size[2].lower() == "b" else 1e6) if size else None
    base = _PRECISION.sub("", name).lower()
    quantized = settings.get("quantization") or ""
    if quantized and named in _FOUR_BITS:
        named = ""  # the name says what the settings do
    marks = tuple(mark for mark in (named, quantized) if mark)
    return Rung(label, base, n_parameters, marks, f"{size[1]}{size[2].upper()}" if size else "size unknown")
