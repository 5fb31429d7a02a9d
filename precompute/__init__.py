"""The command line that fills runs: ``python -m precompute``."""
