"""Benchmarks: ratios measured in one run. See README.md here."""
