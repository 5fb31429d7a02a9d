"""The pages there are, in the order of the menu."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.navigation.page import Page
from streamlit.runtime.pages_manager import PagesManager

HERE = Path(__file__).parent
PAGES = {
    "overview": ("Overview", ":material/insights:"),
    "question": ("Question", ":material/search:"),
    "compare": ("Compare", ":material/compare_arrows:"),
    "your_data": ("Your data", ":material/upload_file:"),
}


def page_list() -> list[Page]:
    """Return the pages that exist, the first being the one that opens without a name."""
    return [
        st.Page(HERE / f"{name}.py", title=title, icon=icon)
        for name, (title, icon) in PAGES.items()
        if (HERE / f"{name}.py").is_file()
    ]


def ensure_menu() -> None:
    """Start the page again, under the menu of ``app.py``, if Streamlit ran it without ``app.py``.

    Until ``app.py`` has run once, Streamlit takes the folder ``pages`` for its own kind of menu: a link to a page that
    is the first thing a new server is asked for runs that page alone.
    """
    if PagesManager.uses_pages_directory:
        st.set_page_config(page_icon=HERE / "icon.svg")
        name = (st.context.url or "").rstrip("/").rsplit("/", 1)[-1]
        st.navigation(page_list())
        st.switch_page(
            f"pages/{name if name in PAGES else next(iter(PAGES))}.py", query_params=st.query_params.to_dict()
        )
