"""The embedded data set: a generated encyclopaedia of an invented world, with questions."""

from budgetrag.datasets.almanac.cases import Case, Evidence, cases
from budgetrag.datasets.almanac.dataset import DEFAULT_SIZE, Almanac

__all__ = ["DEFAULT_SIZE", "Almanac", "Case", "Evidence", "cases"]
