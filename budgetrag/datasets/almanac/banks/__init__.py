"""Sentence plans, one module per kind of entity; `bank.py` explains the notation's sections."""
