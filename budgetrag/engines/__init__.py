"""Engines: who does a run's work, this machine or many. The tables do not depend on it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from budgetrag.engines.base import Batch, Engine, EngineOptions, ReaderSource
from budgetrag.engines.local import LocalEngine, local_engine
from budgetrag.engines.ray import ray_engine

OpenEngine = Callable[[EngineOptions], AbstractContextManager[Engine]]
ENGINES: dict[str, OpenEngine] = {"local": local_engine, "ray": ray_engine}


def get_engine(name: str) -> OpenEngine:
    """Return what opens the engine of this name.

    Raises:
        ValueError: If there is no such engine.
    """
    if name not in ENGINES:
        raise ValueError(f"engine must be one of {sorted(ENGINES)}, got {name!r}")
    return ENGINES[name]


__all__ = ["ENGINES", "Batch", "Engine", "EngineOptions", "LocalEngine", "ReaderSource", "get_engine"]
