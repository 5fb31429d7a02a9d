"""Survival budgets and curves over a grid of budgets."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
GRID = tuple(range(32, 513, 16))


def survival_budgets(alive: npt.NDArray[np.bool_], grid: Ints) -> npt.NDArray[np.float64]:
    """Return the smallest grid budget at which the answer is in context and stays so at every larger one.

    Args:
        alive: (n, g) whether question i's answer is in the context at grid budget j.
        grid: (g,) budgets, ascending.

    Returns:
        (n,) survival budgets; NaN where the answer is not in context at the largest budget.

    Raises:
        ValueError: If the shapes do not fit or the grid is not ascending.
    """
    if alive.ndim != 2 or alive.shape[1] != len(grid) or not len(grid):
        raise ValueError(f"alive must be (n, {len(grid)}) for the grid, got {alive.shape}")
    if (np.diff(grid) <= 0).any():
        raise ValueError("grid must be ascending, got budgets out of order")
    n_alive_tail = np.logical_and.accumulate(alive[:, ::-1], axis=1).sum(axis=1)
    first = len(grid) - n_alive_tail
    return np.where(n_alive_tail > 0, grid[np.minimum(first, len(grid) - 1)], np.nan).astype(np.float64)


def survival_curve(budgets: npt.NDArray[np.float64], grid: Ints) -> npt.NDArray[np.float64]:
    """Return the (g,) share of questions whose survival budget (n,) is at most each grid budget; NaN without questions.

    A question that never survives (NaN) counts as not alive.
    """
    if not len(budgets):
        return np.full(len(grid), np.nan)
    return np.asarray((budgets[:, None] <= grid[None, :]).mean(axis=0))


def area_between(first: npt.NDArray[np.float64], second: npt.NDArray[np.float64], grid: Ints) -> float:
    """Return the mean height of ``first - second`` (g,) over the grid's range (trapezoid rule): mean share gained."""
    return float(np.trapezoid(first - second, grid) / (grid[-1] - grid[0]))


def survival_areas(budgets: npt.NDArray[np.float64], grid: Ints) -> npt.NDArray[np.float64]:
    """Return each question's own area under its curve (n,): the share of the grid's range on which it is alive.

    The mean over questions of the difference of two policies' areas is ``area_between`` their curves, so that the area
    can be resampled by question.

    >>> survival_areas(np.array([32.0, 64.0, np.nan]), np.array([32, 48, 64])).tolist()
    [1.0, 0.25, 0.0]
    """
    alive = (budgets[:, None] <= grid[None, :]).astype(np.float64)
    return np.asarray(np.trapezoid(alive, grid, axis=1) / (grid[-1] - grid[0]))
