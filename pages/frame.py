"""The frame around every page: what is looked at, chosen in the sidebar, kept across pages and in the address bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from budgetrag.dashboard import cached
from budgetrag.dashboard.definitions import define
from budgetrag.dashboard.runs import RunEntry, list_runs, runs_folder
from budgetrag.dashboard.untrusted import markdown_text, plain_text
from budgetrag.explain import token_unit
from budgetrag.store.reads import readers_of
from pages import links, navigation

CSS = Path(__file__).with_name("frame.css")
QUESTION_PAGE = "pages/question.py"
YOUR_DATA_PAGE = Path(__file__).with_name("your_data.py")
NO_READER = "none"
_COPY = """
export default function ({ parentElement }) {
  const button = parentElement.querySelector("button");
  button.onclick = async () => {
    const link = window.location.href;
    try { await navigator.clipboard.writeText(link); }
    catch { // no clipboard outside a secure context: select a copy of the link and use the old command
      const field = document.createElement("textarea");
      field.value = link; document.body.appendChild(field); field.select();
      document.execCommand("copy"); field.remove();
    }
    button.textContent = "✓ link copied";
    setTimeout(() => { button.textContent = "copy link"; }, 1600);
  };
}
"""
_COPY_CSS = """
button{font:inherit;font-size:.875rem;width:100%;padding:.4rem .75rem;cursor:pointer;color:var(--st-text-color);
background:var(--st-background-color);border:1px solid var(--st-border-color);border-radius:var(--st-base-radius)}
button:hover,button:focus-visible{border-color:var(--st-primary-color);color:var(--st-primary-color);outline:none}
"""


@dataclass(frozen=True, slots=True)
class Selection:
    """What every page looks at.

    Attributes:
        run: Name of the run's folder.
        dataset: Name of the data set.
        seed: Seed of the sample.
        policy: Name of the policy.
        budget_tokens: The budget, in the run's counter.
        reader: Name of the reader as outcomes have it; None where no reader has read this data set at this budget.
    """

    run: str
    dataset: str
    seed: int
    policy: str
    budget_tokens: int
    reader: str | None

    def query(self) -> dict[str, str]:
        """Return it as an address has it."""
        return {
            "run": self.run,
            "dataset": self.dataset,
            "seed": str(self.seed),
            "policy": self.policy,
            "budget": str(self.budget_tokens),
            "reader": self.reader or NO_READER,
        }


def sidebar() -> Selection:
    """Draw the sidebar and return what is chosen; a page without anything to show ends here, saying why."""
    navigation.ensure_menu()
    st.html(CSS)
    entries = list_runs(runs_folder())
    with st.sidebar:
        entry = _run(entries)
    if entry is None:
        _no_run()
    opened = _open(entry)
    with st.sidebar:
        selection = _within(entry, opened)
        copy_link()
    links.publish(selection.query())
    return selection


def opened(selection: Selection) -> cached.OpenRun:
    """Return the selected run, open; one that has gone since the sidebar was drawn ends the page, saying so."""
    found = [entry for entry in list_runs(runs_folder()) if entry.name == selection.run]
    if not found:
        st.error(f"The run {markdown_text(selection.run)} is gone.", icon=":material/error:")
        st.stop()
    return _open(found[0])


def copy_link() -> None:
    """Draw the button that copies the address of the present view."""
    mount = st.components.v2.component(
        "copy_link", html='<button type="button">copy link</button>', css=_COPY_CSS, js=_COPY
    )
    mount(key="frame_copy_link")


def open_question(
    dataset: str,
    seed: int,
    question_id: str,
    *,
    policy: str | None = None,
    budget_tokens: int | None = None,
    reader: str | None = None,
    filters: Sequence[str] = (),
    kinds: Sequence[str] = (),
) -> None:
    """Go to page Question, on this question, with these filters and no others; what is None stays as it is.

    Args:
        dataset: Its data set.
        seed: Its sample's seed.
        question_id: Its id; "" goes to the first one that the filters leave.
        policy: The policy to look at.
        budget_tokens: The budget to look at.
        reader: The reader to look at.
        kinds: Kinds of answer to keep; () keeps all.
        filters: Filters to switch on, by name (see ``budgetrag.dashboard.tables.question_filters``).
    """
    wanted = {
        "dataset": dataset,
        "seed": seed,
        "question": question_id,
        "policy": policy,
        "budget": budget_tokens,
        "reader": reader,
        "show": ",".join(filters),
        "kind": ",".join(kinds),
        "type": "",
        "search": "",
    }
    st.switch_page(
        QUESTION_PAGE, query_params={name: str(value) for name, value in wanted.items() if value is not None}
    )


def _run(entries: Sequence[RunEntry]) -> RunEntry | None:
    by_name = {entry.name: entry for entry in entries}
    if not by_name:
        return None
    first = next((entry for entry in entries if entry.can_open), entries[0])
    missing = links.choice("frame_run", "run", list(by_name), first.name)
    name = st.selectbox(
        "Run",
        list(by_name),
        format_func=lambda each: _run_label(by_name[each]),
        key="frame_run",
        help="A run is one folder of stored contexts and answers; the newest is first.",
    )
    if missing:
        st.warning(f"The link's run {markdown_text(missing)} is not in the runs folder; this is another one.")
    return by_name[str(name)]


def _run_label(entry: RunEntry) -> str:
    return plain_text(entry.name) + ("" if entry.status == "finished" else f" ({entry.status})")


def _within(entry: RunEntry, opened: cached.OpenRun) -> Selection:
    """Draw the choices inside one run."""
    config: dict[str, Any] = opened.run.manifest["config"]
    left, right = st.columns([2, 1])
    names = [str(dataset["name"]) for dataset in config["datasets"]]
    dataset = _select("Data set", "dataset", names, place=left)
    seed = _select("Seed", "seed", config["seeds"], note="Seed of the sample of questions.", place=right)
    policies = list(config["policies"])
    policy = _select("Packer", "policy", policies, note="A policy: how snippets are cut, which packer, its options.")
    budget = _budget(config["budgets"], opened.run.manifest)
    reader = _reader(readers_of(opened.run.manifest, dataset, budget))
    if entry.status != "finished":
        st.warning(f"This run is {markdown_text(entry.detail)}. What is there can be looked at.")
    return Selection(entry.name, dataset, seed, policy, budget, reader)


def _select(
    label: str, name: str, options: Sequence[Any], *, note: str | None = None, place: DeltaGenerator | None = None
) -> Any:
    missing = links.choice(f"frame_{name}", name, options, options[0])
    chosen = (place or st.sidebar).selectbox(
        label, options, format_func=lambda each: plain_text(str(each)), key=f"frame_{name}", help=note,
        disabled=len(options) == 1,
    )  # fmt: skip
    if missing:
        st.warning(f"This run has no {label.lower()} {markdown_text(missing)}; the link asked for it.")
    return chosen


def _budget(budgets: Sequence[int], manifest: dict[str, Any]) -> int:
    unit = token_unit(manifest["config"]["packing"]["counter"])
    options = sorted(budgets)
    middle = options[len(options) // 2]
    missing = links.choice("frame_budget", "budget", options, middle)
    chosen = st.segmented_control(
        f"Budget, {unit}", options, key="frame_budget", required=True, help=define("budget_tokens").text,
    )  # fmt: skip
    if missing:
        st.warning(f"This run has no budget {markdown_text(missing)}; the link asked for it.")
    return int(chosen if chosen is not None else middle)


def _reader(readers: Sequence[str]) -> str | None:
    options = readers or (NO_READER,)
    links.choice("frame_reader", "reader", options, options[0])
    chosen = st.selectbox(
        "Reader", options, format_func=lambda each: "none has read this" if each == NO_READER else plain_text(each),
        key="frame_reader", help="Who answered from the stored contexts. Packing and survival never depend on it.",
        disabled=len(options) == 1,
    )  # fmt: skip
    return None if chosen == NO_READER else str(chosen)


def _open(entry: RunEntry) -> cached.OpenRun:
    """Return the run, open; one with nothing to show ends the page, saying what to do."""
    if not entry.can_open:
        what = "cannot be read" if entry.status == "unreadable" else "holds no contexts yet"
        st.title("Nothing to show yet")
        st.error(f"The run {markdown_text(entry.name)} {what}: {markdown_text(entry.detail)}.")
        st.markdown("If it was interrupted, the command that began it goes on where it stopped:")
        st.code(f"python -m precompute run CONFIG --out {runs_folder() / plain_text(entry.name)}", language="bash")
        _offer_your_data()
        st.stop()
    try:
        return cached.open_run(runs_folder(), entry)
    except (ValueError, OSError) as error:
        st.error(f"The run {markdown_text(entry.name)} cannot be opened: {markdown_text(str(error))}")
        st.stop()


def _no_run() -> None:
    """Say how to make a run, offer the page that needs none, and end the page."""
    st.title("No run yet")
    st.markdown(
        f"There is no run in the folder {markdown_text(str(runs_folder()))}. A run is made once, from questions with "
        "their passages, and can then be looked at for as long as it is kept. This makes one from the embedded "
        "questions, with a real embedder and a real reader, in a few minutes:"
    )
    st.code("make demo-run", language="bash")
    st.markdown("and this from a configuration of your own:")
    st.code("python -m precompute run configs/demo.toml --out runs/demo", language="bash")
    _offer_your_data()
    st.stop()


def _offer_your_data() -> None:
    if YOUR_DATA_PAGE.is_file():
        st.page_link(
            "pages/your_data.py", label="Your data: look at a log of your own, no run needed",
            icon=":material/upload_file:", query_params={},
        )  # fmt: skip
