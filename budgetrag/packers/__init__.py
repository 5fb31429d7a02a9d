"""packers."""
