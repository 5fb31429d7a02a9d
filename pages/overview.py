"""Page Overview: what a run is, and what was lost where."""

from __future__ import annotations

import streamlit as st

from pages import frame


def render(selection: frame.Selection) -> None:
    """Draw the page."""
    st.title("Overview")
    st.caption(selection.run)


if __name__ == "__main__":
    render(frame.sidebar())
