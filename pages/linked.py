"""HTML of our own whose links stay inside the app: a click goes to Python, a new tab or the keyboard just work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

CSS = Path(__file__).with_name("linked.css")
_JS = """
export default function ({ parentElement, data, setTriggerValue }) {
  const host = parentElement.querySelector(".host");
  if (host.shown !== data) { host.innerHTML = data; host.shown = data; }
  host.onclick = (event) => {
    const link = event.target.closest("[data-go]");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setTriggerValue("go", link.getAttribute("data-go"));
  };
}
"""


def linked(html: str, *, key: str, on_go: Callable[[str], None] | None = None) -> str | None:
    """Draw ``html``, every text in it escaped already, and return the ``data-go`` of the link just clicked, if any.

    Args:
        html: Markup of our own; its links have ``href`` (for new tabs) and ``data-go`` (for here).
        key: Key of the component.
        on_go: Called with the ``data-go`` before the page runs, so that it can change what widgets show.
    """

    def gone_to() -> None:
        where = getattr(st.session_state.get(key), "go", None)
        if on_go is not None and where is not None:
            on_go(str(where))

    mount: Callable[..., object] = st.components.v2.component(
        "linked", html='<div class="host br"></div>', css=CSS.read_text(encoding="utf-8"), js=_JS
    )
    result = mount(key=key, data=html, on_go_change=gone_to)
    gone = getattr(result, "go", None)
    return None if gone is None else str(gone)
