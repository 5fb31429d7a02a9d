"""Statistics of outcomes: pure functions on arrays and frames."""
