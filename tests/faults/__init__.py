"""Runs that meet faults: the real command in quickly forked processes that are killed, starved or shut out."""
