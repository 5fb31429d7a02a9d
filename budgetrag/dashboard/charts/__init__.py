"""Figures made of frames."""
