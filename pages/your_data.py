"""Page Your data: a log of one's own, packed and looked at; no run and no reader needed, nothing written to disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import streamlit as st

from budgetrag.config_policies import CHUNK_POLICIES
from budgetrag.dashboard.charts.your_data import survival_figure
from budgetrag.dashboard.definitions import define
from budgetrag.dashboard.download import FORMATS
from budgetrag.dashboard.tables import your_data as tables
from budgetrag.dashboard.untrusted import markdown_text
from budgetrag.explain import token_unit
from budgetrag.importing import BUDGETS, Analysis, Log, analyse, suggested_budgets
from budgetrag.importing.recipe import Recipe, config_toml, python_lines, shell_command
from budgetrag.types import content_hash
from pages import frame, log_question, log_source, navigation
from pages.log_source import kept

COUNTERS = ("words", "tiktoken:o200k_base", "tiktoken:cl100k_base")


@dataclass(frozen=True, slots=True)
class Selection:
    """What to do with the log.

    Attributes:
        policies: Built-in policies.
        budgets: Budgets, ascending.
        counter: Name of the token counter.
        mapping: Role -> column; empty where the layout is recognised and not overruled.
    """

    policies: tuple[str, ...]
    budgets: tuple[int, ...]
    counter: str
    mapping: Mapping[str, str] = field(default_factory=dict)


def controls() -> log_source.Given:
    """Draw the ways to give a log and what was read of it; without one the page ends here."""
    navigation.ensure_menu()
    st.html(frame.CSS)
    st.title("Your data")
    st.markdown(
        "See what would survive if the passages that your own system retrieved were packed into a token budget. "
        "Give a log: each question with what was retrieved for it, and, if you have them, gold answers, gold passages "
        "and your system's answers. It stays in this session's memory; nothing is written to disk."
    )
    source = log_source.ask()
    if source is None:
        st.stop()
    return log_source.read(source)


def render(given: log_source.Given) -> None:
    """Draw everything about one log."""
    log, selection = given.log, _selection(given)
    key = (given.key, selection.policies, selection.budgets, selection.counter)
    try:
        found: Analysis = kept("analysis", key, partial(_analysed, log, selection))
    except ValueError as error:
        st.error(markdown_text(str(error)), icon=":material/error:")
        st.stop()
    _aggregate(log, found, selection)
    _curve(found, selection)
    log_question.render(log, found, selection.policies, selection.budgets, selection.counter)
    _take_away(log, found, selection, key)


def _selection(given: log_source.Given) -> Selection:
    """Draw the choices of what to pack with."""
    policies = st.pills(
        "Packers", list(CHUNK_POLICIES), selection_mode="multi", default=list(CHUNK_POLICIES), key="your_data_policies"
    )
    budgets, counters = st.columns([2, 1])
    with budgets:
        suggested = suggested_budgets(given.log)
        wanted = st.multiselect(
            "Budgets", sorted({*BUDGETS, *suggested}), default=suggested,
            key=f"your_data_budgets_{content_hash(str(given.key))}", accept_new_options=True,
            help=define("budget_tokens").text + " Type a number to add it.",
        )  # fmt: skip
    with counters:
        counter = st.selectbox(
            "Counter", COUNTERS, key="your_data_counter", accept_new_options=True,
            help="What a budget counts: words, or the tokens of a tokenizer (`tiktoken:NAME` or `hf:NAME`).",
        )  # fmt: skip
    wrong = [value for value in wanted if not str(value).strip().isdecimal()]
    if wrong or not wanted or not policies:
        st.info(
            f"A budget is a whole number, not {markdown_text(str(wrong[0]))}." if wrong
            else "Choose at least one packer and one budget."
        )  # fmt: skip
        st.stop()
    ordered = tuple(name for name in CHUNK_POLICIES if name in policies)
    return Selection(ordered, tuple(sorted({int(value) for value in wanted})), str(counter), dict(given.mapping))


def _analysed(log: Log, selection: Selection) -> Analysis:
    with _ProgressBar(len(log.entries), "Packing") as advance:
        return analyse(
            log, budgets=selection.budgets, policies=selection.policies, counter=selection.counter, advance=advance
        )


class _ProgressBar:
    """A progress bar that moves about a hundred times, and goes when done."""

    def __init__(self, total: int, label: str) -> None:
        self._total, self._label, self._done, self._shown = max(total, 1), label, 0, 0.0
        self._bar = st.progress(0.0, text=f"{label}: 0 of {total:,} questions")

    def __enter__(self) -> Callable[[int], None]:
        return self._advance

    def __exit__(self, *_: object) -> None:
        self._bar.empty()

    def _advance(self, n: int) -> None:
        self._done += n
        share = self._done / self._total
        if share - self._shown >= 0.01:
            self._shown = share
            self._bar.progress(min(share, 1.0), text=f"{self._label}: {self._done:,} of {self._total:,} questions")


def _aggregate(log: Log, found: Analysis, selection: Selection) -> None:
    unit = token_unit(selection.counter)
    st.subheader("What survives", divider="gray")
    st.dataframe(
        tables.aggregate(found.outcomes, selection.policies), hide_index=True, key="your_data_aggregate",
        column_config=_columns(unit), height="content", placeholder="–",
    )  # fmt: skip
    lines = [f"Means over {len(log.entries):,} questions; a number that a question has no gold for leaves it out."]
    scores = tables.system_scores(found.questions)
    if scores:
        lines.append(
            f"Your system's own answers: exact match {scores['exact_match']:.2f}, F1 {scores['token_f1']:.2f} over "
            f"{scores['n']:.0f} judged."
        )
    st.caption(" ".join(lines))


def _columns(unit: str) -> dict[str, Any]:
    number = st.column_config.NumberColumn
    shares = ("answer_in_context", "gold_coverage", "all_gold_in_context", "gold_token_density")
    own = {name: number(define(name).label, help=define(name).text, format="%.2f") for name in shares}
    return own | {
        "policy": st.column_config.TextColumn("packer", pinned=True, width=170),
        "budget_tokens": number(f"budget ({unit})", help=define("budget_tokens").text, format="localized"),
        "distractor_passages": number("distractors", help=define("distractor_passages").text, format="%.2f"),
        "n_kept": number("kept", help="Snippets in the context.", format="%.1f"),
        "n_dropped": number("dropped", help="Candidate snippets left out.", format="%.1f"),
        "n_passages_kept": number("passages", help="Passages with a kept snippet.", format="%.1f"),
        "redundancy": number("redundancy", help=tables.REDUNDANCY, format="%.2f"),
        "context_tokens": number(f"context ({unit})", help=define("context_tokens").text, format="%.1f"),
        "tokens_saved": number("tokens saved", help=tables.SAVED, format="%.2f"),
    }


def _curve(found: Analysis, selection: Selection) -> None:
    judged = found.questions["answer_in_retrieved"].dropna().astype(float)
    if judged.empty:
        return
    st.subheader("Survival over budgets", divider="gray")
    curve = tables.curve(found.survival)
    figure = survival_figure(curve, unit=token_unit(selection.counter), retrieved=float(judged.mean()))
    st.plotly_chart(figure, key="your_data_curve")
    st.caption(f"{define('survival_budget').text} A curve is the share of the {len(judged):,} questions with a gold "
               "answer whose survival budget is at most the one below.")  # fmt: skip
    with st.expander("The table behind it"):
        st.dataframe(tables.curve_table(curve), hide_index=True, key="your_data_curve_table")


def _take_away(log: Log, found: Analysis, selection: Selection, key: object) -> None:
    st.subheader("Take it with you", divider="gray")
    everything = kept("everything", key, lambda: tables.everything(found.questions, found.outcomes))
    recipe = Recipe(
        log.name or "log.jsonl", selection.budgets, selection.policies, selection.counter, selection.mapping
    )
    for place, (suffix, write) in zip(st.columns(len(FORMATS)), FORMATS.items(), strict=True):
        place.download_button(
            suffix.upper(), partial(write, everything), file_name=f"{recipe.run_name}-outcomes.{suffix}",
            key=f"your_data_download_{suffix}", on_click="ignore", icon=":material/download:", width="stretch",
            help=f"One row per question, packer and budget: {len(everything):,} rows.",
        )  # fmt: skip
    python, shell, config = st.tabs(["Five lines of Python", "Shell", "Config"])
    python.code(python_lines(recipe), language="python")
    shell.code(shell_command(recipe), language="bash")
    shell.caption("This makes a run, which the other pages show; with `--readers lexical,…` readers read its contexts.")
    config.code(config_toml(recipe), language="toml")
    config.caption("The same run with `python -m precompute run CONFIG`.")


if __name__ == "__main__":
    render(controls())
