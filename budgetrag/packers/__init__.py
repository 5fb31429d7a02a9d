"""Packers: what survives when the candidates do not all fit the budget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from budgetrag.packers.bridge import Bridge
from budgetrag.packers.certificate import certificate, upper_bound, upper_bounds
from budgetrag.packers.focused import Focused
from budgetrag.packers.mmr import Mmr
from budgetrag.packers.naive import Naive
from budgetrag.packers.objective import Weights
from budgetrag.packers.pool import Pool, build_pool
from budgetrag.packers.selection import Packer, Selection, Step, describe
from budgetrag.packers.submodular import Submodular

__all__ = [
    "PACKERS",
    "Packer",
    "Pool",
    "Selection",
    "Step",
    "build_pool",
    "certificate",
    "describe",
    "get_packer",
    "upper_bound",
    "upper_bounds",
]

PACKERS: dict[str, type[Packer]] = {
    "bridge": Bridge,
    "focused": Focused,
    "mmr": Mmr,
    "naive": Naive,
    "submodular": Submodular,
}


def get_packer(name: str, options: Mapping[str, object] | None = None) -> Packer:
    """Return the packer called ``name`` with ``options`` set over its defaults.

    Args:
        name: One of ``PACKERS``.
        options: Option name -> value; ``weights`` is a mapping of the objective's weights.

    Raises:
        ValueError: If there is no such packer or option, or a value is out of its range.
    """
    if not isinstance(name, str) or name not in PACKERS:
        raise ValueError(f"packer must be one of {sorted(PACKERS)}, got {name!r}")
    if options is not None and not isinstance(options, Mapping):
        raise ValueError(f"options must be a mapping of option names to values, got {options!r}")
    chosen = dict(options or {})
    _check_names(f"option of packer {name!r}", chosen, PACKERS[name])
    if "weights" in chosen:
        weights = chosen["weights"]
        if not isinstance(weights, Mapping):
            raise ValueError(f"weights must be a table of numbers, got {weights!r}")
        _check_names("weight", weights, Weights)
        chosen["weights"] = Weights(**weights)
    return PACKERS[name](**chosen)


def _check_names(what: str, given: Mapping[str, object], owner: type) -> None:
    known = sorted(f.name for f in fields(owner))
    for key in given:
        if key not in known:
            raise ValueError(f"{what} must be one of {known}, got {key!r}")
