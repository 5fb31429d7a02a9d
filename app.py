"""The inspector: ``streamlit run app.py`` (or ``make app``)."""

from __future__ import annotations

import streamlit as st

from pages.navigation import HERE, page_list

st.set_page_config(page_title="budgetrag", page_icon=HERE / "icon.svg", layout="wide")
st.navigation(page_list()).run()
