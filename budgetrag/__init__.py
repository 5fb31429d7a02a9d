"""budgetrag: what survives when retrieved evidence is packed into a token budget."""
