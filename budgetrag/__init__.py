"""budgetrag: what survives when retrieved evidence is packed into a token budget.

The front door: ``pack`` and ``explain`` for one question, ``answer_in_context``, ``exact_match`` and ``token_f1`` to
measure, ``words`` as the default token counter's unit. Importing it loads no model library.
"""

from budgetrag.api import pack
from budgetrag.explain import explain
from budgetrag.metrics import answer_in_context, exact_match, token_f1
from budgetrag.text import words
from budgetrag.types import Decision, Packing

__all__ = ["Decision", "Packing", "answer_in_context", "exact_match", "explain", "pack", "token_f1", "words"]
__version__ = "0.1.0"
