"""Frames of a run, ready to be shown."""
