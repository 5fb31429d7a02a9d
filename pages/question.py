"""Page Question: what survived packing for one question, and why."""

from __future__ import annotations

import streamlit as st

from pages import frame


def render(selection: frame.Selection) -> None:
    """Draw the page."""
    st.title("Question")
    st.write(selection)


if __name__ == "__main__":
    render(frame.sidebar())
