"""The inspector: ``streamlit run app.py`` (or ``make app``)."""

from __future__ import annotations

import streamlit as st

from budgetrag.dashboard.untrusted import markdown_text
from budgetrag.store import ChangedRunError, DamagedRunError
from pages.navigation import HERE, page_list

st.set_page_config(page_title="budgetrag", page_icon=HERE / "icon.svg", layout="wide")
try:
    st.navigation(page_list()).run()
except ChangedRunError:
    st.rerun()
except DamagedRunError as error:
    st.error(f"This run is damaged: {markdown_text(str(error))}", icon=":material/error:")
