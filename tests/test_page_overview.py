"""Page Overview: the ledger behind it against a plain count, its links, and the page as a user meets it."""

import json
import shutil
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qs

import pytest
import streamlit as st
from inspector_run import write_run
from streamlit.testing.v1 import AppTest

from budgetrag.dashboard.charts.overview import bands_html, flow_html, metric_html, streams
from budgetrag.dashboard.tables import overview as tables
from budgetrag.dashboard.tables.overview_facts import missing_parts, question_counts, run_facts
from budgetrag.dashboard.tables.question import Slice, load_outcomes, load_questions
from budgetrag.dashboard.tables.question_filters import Chosen, build_finder, build_questions, find
from budgetrag.stats.ledger import Ledger
from budgetrag.store import Run

ROOT = Path(__file__).resolve().parents[1]
READER = "lexical (no model)"
POLICIES = ["chunk_naive", "chunk_mmr", "chunk_submodular", "chunk_bridge"]


@pytest.fixture(scope="session")
def run(inspector_runs):
    return Run.open(inspector_runs / "tiny")


@pytest.fixture(scope="session")
def questions(run):
    return load_questions(run, "hotpotqa", 42)


@pytest.fixture(scope="session")
def groups(run):
    return tables.load_groups(run, "hotpotqa", 42, READER)


@pytest.fixture
def page(monkeypatch, inspector_runs):
    monkeypatch.setenv("BUDGETRAG_RUNS", str(inspector_runs))
    monkeypatch.chdir(ROOT)
    st.cache_data.clear()
    st.cache_resource.clear()
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.context["url"] = "http://localhost/overview"
    return app


def html(page):
    return "\n".join(element.proto.body for element in page.main if element.type == "html")


@pytest.mark.parametrize("budget", [24, 48, 96])
@pytest.mark.parametrize("kinds", ["span", "all"])
def test_a_band_counts_the_questions_that_its_filters_leave(run, questions, groups, budget, kinds):
    found = tables.ledgers(groups, kinds, budget)
    assert sorted(found) == sorted(POLICIES)
    for policy, ledger in found.items():
        within = Slice("hotpotqa", 42, policy, budget, READER)
        finder = build_finder(build_questions(questions), load_outcomes(run, within))
        for name, n in tables.band_counts(ledger, is_read=True).items():
            chosen = Chosen(tables.band_filters(name, is_read=True), kinds=("span",) if kinds == "span" else ())
            assert find(finder, chosen).keeps.sum() == n, name


def test_bands_without_a_reader_are_those_of_packing_alone(run):
    groups = tables.load_groups(run, "hotpotqa", 42, None)
    ledger = tables.ledgers(groups, "span", 96)["chunk_naive"]
    counts = tables.band_counts(ledger, is_read=False)
    assert list(counts) == ["unread", "lost_in_packing", "lost_in_retrieval"]
    assert sum(counts.values()) == ledger.n == 5


def test_means_are_those_of_the_outcomes(run, groups):
    means = tables.aggregate(groups, "span").set_index(["policy", "budget_tokens"])
    plain = run.query(
        "SELECT policy, budget_tokens, avg(answer_in_context) AS answer_in_context, avg(gold_coverage) AS "
        "gold_coverage, avg(token_f1) AS token_f1, avg(context_tokens) AS context_tokens, count(*) AS n "
        "FROM outcomes WHERE answer_kind = 'span' GROUP BY ALL"
    ).set_index(["policy", "budget_tokens"])
    assert len(means) == len(plain) == 12
    for name in ("n", *tables.METRICS):
        assert means[name].to_dict() == pytest.approx(plain[name].to_dict()), name


def test_switch_counts_each_question_once(groups):
    assert (tables.n_questions(groups, "span"), tables.n_questions(groups, "all")) == (5, 6)


def test_a_metric_that_no_question_has_is_undefined(run):
    means = tables.aggregate(tables.load_groups(run, "hotpotqa", 42, None), "span")
    assert means["token_f1"].isna().all()
    budgets, rows = tables.metric_grid(means, POLICIES, "token_f1")
    shown = metric_html("token_f1", budgets, rows, note="n = 0")
    assert "Blank here because no question that counts has it" in shown
    assert "best" not in shown


def test_headline_says_where_every_question_went():
    assert tables.headline(Ledger(10, 3, 2, 1, 3, 1, 0), "span") == (
        "Of 10 answers, retrieval missed 3, packing threw away 2 and the reader missed 1; 4 questions end right."
    )
    assert "1 of the right ones" in tables.headline_note(Ledger(10, 3, 2, 1, 3, 1, 0))
    unread = tables.headline(Ledger(10, 3, 2, 0, 0, 0, 5), "span")
    assert unread == "Of 10 answers, retrieval missed 3 and packing threw away 2; 5 reach the reader."


def test_streams_are_as_thick_as_their_counts_and_never_overlap():
    counts = {"right": 10, "right_without_context": 5, "lost_by_reader": 20, "lost_in_packing": 40,
              "lost_in_retrieval": 25}  # fmt: skip
    parts = streams(counts)
    assert [part.name for part in parts] == [
        "right", "lost_by_reader", "right_without_context", "lost_in_packing", "lost_in_retrieval"
    ]  # fmt: skip
    assert sum(part.height for part in parts) == pytest.approx(80)
    assert all(part.height == pytest.approx(80 * counts[part.name] / 100) for part in parts)
    for stage in range(4):
        here = sorted((dict(part.points)[stage], part.height) for part in parts if stage in dict(part.points))
        assert all(top + height <= below + 1e-9 for (top, height), (below, _) in pairwise(here))
    assert streams({"right": 0}) == ()


def test_names_in_figures_are_escaped():
    link = lambda policy, band: f"question?policy={policy}&show={band}"  # noqa: E731
    bad = '<script>alert(1)</script>"x'
    for shown in (
        flow_html(bad, {"right": 1, "lost_in_packing": 2}, link, nouns="questions"),
        bands_html({bad: {"right": 1}}, link, selected=bad, choose=lambda policy: policy),
        metric_html("token_f1", [96], {bad: [0.5]}, note=bad),
    ):
        assert "<script" not in shown
        assert "&lt;script&gt;" in shown
        assert '"x' not in shown


def test_facts_say_what_the_run_is(run):
    facts = {fact.label: fact for fact in run_facts(run.manifest, question_counts(run))}
    assert facts["questions"].text == "6 of hotpotqa, seed 42"
    assert facts["questions"].hover == "No record was left out."
    assert facts["budgets"].text == "24, 48, 96 words"
    assert facts["readers"].text == READER
    assert "chunk_submodular: snippets of chunk, packer submodular, cost_exponent 1.0" in facts["policies"].hover
    assert missing_parts(run.manifest) == ""


def test_page_shows_the_headline_the_grids_and_the_run(page):
    page.query_params["policy"] = "chunk_bridge"
    page.run()
    assert not page.exception
    shown = html(page)
    assert "Of 5 answers, retrieval missed" in shown
    for label in ("answer in context", "gold coverage", "F1", "context size", "n = 5", READER, "6 of hotpotqa"):
        assert label in shown
    assert len(page.dataframe[0].value) == 12


def test_link_buttons_lead_to_the_questions_of_their_band(page, run, questions, groups):
    page.run()
    links = [element.proto for element in page.get("page_link")]
    ledger = tables.ledgers(groups, "span", 48)["chunk_naive"]
    counts = tables.band_counts(ledger, is_read=True)
    assert [link.label.rsplit(" ", 1)[-1] for link in links] == [str(n) for n in counts.values()]
    asked = {k: v[0] for k, v in parse_qs(links[-1].query_string, keep_blank_values=True).items()}
    assert asked["show"] == "not_retrieved,wrong"
    assert (asked["kind"], asked["type"], asked["search"], asked["question"]) == ("span", "*", "", "")
    assert (asked["policy"], asked["budget"], asked["reader"]) == ("chunk_naive", "48", READER)


def test_switch_to_all_questions_is_kept_in_the_address(page):
    page.query_params["kinds"] = "all"
    page.run()
    assert "Of 6 answers of any kind" in html(page)
    assert page.query_params["kinds"] in ("all", ["all"])


def test_a_reader_of_a_part_is_counted_over_what_it_read_and_the_page_says_so(page, monkeypatch, tmp_path):
    few = {"few": {"kind": "lexical", "budgets": [48], "limit": 3}}
    write_run(tmp_path / "runs" / "part", readers=["lexical", "few"], changes={"reader": few})
    monkeypatch.setenv("BUDGETRAG_RUNS", str(tmp_path / "runs"))
    run = Run.open(tmp_path / "runs" / "part")
    page.query_params.update({"budget": "48", "reader": "few (no model)", "kinds": "all"})
    page.run()
    assert not page.exception
    assert "the 3 questions it read" in html(page)
    assert tables.n_questions(tables.load_groups(run, "hotpotqa", 42, "few (no model)"), "all") == 3
    page.query_params.update({"budget": "24"})
    page.run()
    assert not page.exception
    assert "Of 6 answers" in html(page)
    assert "questions it read" not in html(page)  # the other reader, which read everything


def test_half_written_run_says_what_it_lacks(page, monkeypatch, tmp_path, inspector_runs):
    folder = tmp_path / "runs" / "half"
    shutil.copytree(inspector_runs / "tiny", folder)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    manifest["finished"] = None
    manifest["stages"]["read-lexical"]["status"] = "started"
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    monkeypatch.setenv("BUDGETRAG_RUNS", str(folder.parent))
    page.run()
    assert not page.exception
    assert any("the answers of lexical" in warning.value for warning in page.warning)
    assert "reach the reader" in html(page)


def test_without_a_run_it_says_how_to_make_one_and_offers_your_data(page, monkeypatch, tmp_path):
    monkeypatch.setenv("BUDGETRAG_RUNS", str(tmp_path))
    page.run()
    assert not page.exception
    assert page.title[0].value == "No run yet"
    assert any("precompute run" in code.value for code in page.code)
    assert any("Your data" in element.proto.label for element in page.get("page_link"))
