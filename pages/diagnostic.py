"""Page Diagnostic: does what survives into the context predict quality, and better than recall."""

from __future__ import annotations

import streamlit as st

from budgetrag.dashboard.findings_html import headline_html
from budgetrag.scope.evidence import Evidence
from pages import evidence, evidence_cards


def controls() -> tuple[evidence.Choice, Evidence]:
    """Draw the choices and return them with the pooled runs."""
    return evidence.controls(with_metric=False)


def render(choice: evidence.Choice, pooled: Evidence) -> None:
    """Draw the page."""
    if choice.view.reader is None:
        st.title("Diagnostic")
        st.info("No reader has read this run at this budget; without answers there is no quality to predict.")
        return
    findings = evidence.found_diagnostic(pooled, evidence.fingerprints(choice), choice.view)
    if choice.is_presenting:
        evidence_cards.present(findings, "diagnostic")
        return
    st.html(headline_html(findings[0].sentence, findings[0].caption))
    evidence_cards.cards(findings, "diagnostic")


if __name__ == "__main__":
    render(*controls())
