"""The pages there are, in the order of the menu."""

from __future__ import annotations

from pathlib import Path
from traceback import walk_stack

import streamlit as st
from streamlit.navigation.page import Page
from streamlit.runtime.pages_manager import PagesManager

HERE = Path(__file__).parent
_SEEN = "navigation_seen"
PAGES = {
    "overview": ("Overview", ":material/insights:"),
    "question": ("Question", ":material/search:"),
    "compare": ("Compare", ":material/compare_arrows:"),
    "diagnostic": ("Diagnostic", ":material/query_stats:"),
    "scope_map": ("Scope map", ":material/map:"),
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
    if PagesManager.uses_pages_directory and _SEEN not in st.session_state:
        st.session_state[_SEEN] = True
        st.set_page_config(page_icon=HERE / "icon.svg")
        running = (Path(each.f_code.co_filename) for each, _ in walk_stack(None))
        name = next(path.stem for path in running if path.parent == HERE and path.stem in PAGES)
        st.navigation(page_list())
        st.switch_page(f"pages/{name}.py", query_params=st.query_params.to_dict())
    st.session_state[_SEEN] = True
