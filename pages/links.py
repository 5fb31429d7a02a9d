"""The address bar: any view is a link. What a page shows is read from it, and written back to it in full.

Every value is written, defaults too, so that a link opens on the same view after newer runs have changed the defaults.
A value from the address bar counts only when the page did not write it there itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import streamlit as st

_WRITTEN = "links_written"


def choice(key: str, name: str, options: Sequence[object], default: object) -> str | None:
    """Make ``st.session_state[key]`` one of ``options``: the link's, else the one it has, else ``default``.

    Args:
        key: Key of the widget that chooses, which must not be drawn yet.
        name: Name in the address bar.
        options: What can be chosen; a link names one by its text.
        default: What is chosen first.

    Returns:
        What the link asks for where that is none of the options; else None.
    """
    asked, by_text = _asked(name), {str(option): option for option in options}
    chosen = st.session_state.get(key)
    if asked in by_text:
        chosen = by_text[asked]
    elif chosen not in options:
        chosen = by_text.get(_written(name), default)
    # Written even when it is the same: the widget of the next page has the same key, but not the same value.
    st.session_state[key] = chosen
    return asked if asked and asked not in by_text else None


def choices(key: str, name: str, options: Iterable[str]) -> None:
    """Make ``st.session_state[key]`` a list of ``options``: the link's (separated by commas), else those it has."""
    asked = _asked(name)
    wanted = st.session_state.get(key, _written(name).split(",")) if asked is None else asked.split(",")
    st.session_state[key] = [option for option in options if option in wanted]


def text(key: str, name: str) -> None:
    """Make ``st.session_state[key]`` the link's text, else the one it has."""
    asked = _asked(name)
    st.session_state[key] = st.session_state.get(key, _written(name)) if asked is None else asked


def publish(values: Mapping[str, object]) -> None:
    """Write ``values`` to the address bar; an empty one (None, "", ()) is taken out of it.

    Args:
        values: Name in the address bar -> value; a list is written with commas.
    """
    shown = {name: _written_form(value) for name, value in values.items()}
    present = st.query_params.to_dict()
    changed = {name: value for name, value in shown.items() if value and present.get(name) != value}
    if changed:
        st.query_params.update(changed)
    for name, value in shown.items():
        if not value and name in present:
            del st.query_params[name]
    st.session_state[_WRITTEN] = {**st.session_state.get(_WRITTEN, {}), **shown}


def _asked(name: str) -> str | None:
    """Return what the address bar says, unless a page wrote it there."""
    asked = st.query_params.get(name)
    return None if asked is None or asked == st.session_state.get(_WRITTEN, {}).get(name) else asked


def _written(name: str) -> str:
    """Return what was written last, on whatever page: that is how choices are kept from page to page."""
    return str(st.session_state.get(_WRITTEN, {}).get(name, ""))


def _written_form(value: object) -> str:
    if value is None:
        return ""
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
