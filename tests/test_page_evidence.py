"""Pages Diagnostic and Scope map: they draw, say what they rest on, refuse what cannot be pooled, and present."""

from pathlib import Path

import planted
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from budgetrag.dashboard.charts.scope import draw
from budgetrag.scope.figures import Bar, Curve, Curves, Intervals, Levels, Point, Series, Waterfall
from pages import evidence_cards

ROOT = Path(__file__).resolve().parents[1]
TWO = {name: planted.READERS[name] for name in ("three", "fourteen")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    root = tmp_path_factory.mktemp("runs")
    planted.write_run(root / "main", n=60, readers=TWO)
    planted.write_run(root / "wiki", n=60, readers=TWO, dataset="2wikimultihopqa")
    planted.write_run(root / "text", n=20, readers=TWO, changes={"packing": {"template": "{text}"}})
    planted.write_run(root / "unread", n=40, readers={})
    planted.write_run(root / "single", n=20, readers={}, policies=("chunk_naive",))
    return root


@pytest.fixture
def page(folder, monkeypatch):
    monkeypatch.setenv("BUDGETRAG_RUNS", str(folder))
    monkeypatch.chdir(ROOT)
    st.cache_data.clear()
    st.cache_resource.clear()

    def open_page(name, **query):
        test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
        test.context["url"] = f"http://localhost/{name}"
        for key, value in {"run": "main", "budget": "160", **query}.items():
            test.query_params[key] = value
        test.run()
        return test.switch_page(f"pages/{name}.py").run()

    return open_page


def html(test):
    return " ".join(str(each.proto.body) for each in test.get("html"))


def test_scope_map_shows_headline_conditions_and_every_chart(page):
    test = page("scope_map")
    assert not test.exception
    shown = html(test)
    for title in ("Complementary structure", "Retrieval surfaces it", "The reader is the bottleneck"):
        assert title in shown
    for title in ("Advantage by budget", "Advantage by reader", "Advantage by data set", "Factorial", "Survival curves",
                  "Where the difference comes from", "As good for fewer tokens", "Headroom"):  # fmt: skip
        assert title in shown
    assert "54 span questions, 6 yes/no and 0 free-form left out" in shown
    assert "Benjamini-Hochberg over 6 contrasts" in shown


def test_switch_counts_all_questions_and_says_so(page):
    test = page("scope_map", kinds="all")
    assert "all 60 questions, 6 yes/no and 0 free-form among them" in html(test)


def test_pooled_runs_are_one_body_of_evidence(page):
    test = page("scope_map", pool="wiki", datasets="all")
    assert not test.exception
    assert "n = 108 questions" in html(test)


def test_runs_that_cannot_be_pooled_are_refused_with_the_setting(page):
    test = page("scope_map", pool="text")
    assert not test.exception
    assert "packing.template" in test.error[0].value.replace("\\", "")


def test_a_bar_of_the_waterfall_opens_its_questions(page):
    test = page("scope_map")
    control = next(each for each in test.button_group if each.key == "scope_map_part")
    control.set_value("gained").run()
    assert not test.exception
    assert "question_id" in {name for frame in test.dataframe for name in frame.value.columns}


@pytest.mark.parametrize(("points", "part"), [
    ([{"customdata": "lost"}], "lost"), ([{"customdata": ["both"]}], "both"), ([{"customdata": ""}], "gained"),
    ([], "gained"),
])  # fmt: skip
def test_a_click_on_a_bar_chooses_its_questions_and_one_beside_it_nothing(monkeypatch, points, part):
    state = {"chart": {"selection": {"points": points}}, "part": "gained"}
    monkeypatch.setattr(evidence_cards.st, "session_state", state)
    evidence_cards._pick("chart", "part")
    assert state["part"] == part


def test_presentation_goes_on_and_back(page):
    test = page("scope_map")
    test.button(key="evidence_on").click().run()
    assert any("1 of 10" in each.value for each in test.caption)
    test.button(key="scope_map_on").click().run()
    assert any("2 of 10" in each.value for each in test.caption)
    assert "Would be tested" in html(test) or "what would test it" in html(test)
    test.button(key="scope_map_back").click().run()
    assert any("1 of 10" in each.value for each in test.caption)
    test.button(key="evidence_off").click().run()
    assert "Advantage by budget" in html(test)


def test_run_without_reader_has_reader_free_metrics_only(page):
    test = page("scope_map", run="unread")
    assert not test.exception
    assert "token_f1" not in test.selectbox(key="evidence_metric").options
    assert "answer in context" in html(test)


def test_one_policy_is_no_contrast(page):
    test = page("scope_map", run="single")
    assert not test.exception
    assert "a contrast takes two" in test.info[0].value


def test_diagnostic_shows_its_six_blocks(page):
    test = page("diagnostic")
    assert not test.exception
    shown = html(test)
    for title in ("What goes with quality", "Quality with and without", "Beyond recall", "All gold retrieved",
                  "The same on every data set", "Move coverage, watch F1"):  # fmt: skip
        assert title in shown


def test_diagnostic_without_reader_says_why_it_is_empty(page):
    test = page("diagnostic", run="unread")
    assert not test.exception
    assert "No reader has read this run" in test.info[0].value


def test_charts_draw_every_kind_of_figure():
    points = (Point("96", -0.1, -0.2, 0.1), Point("160", 0.3, 0.1, 0.5, True), Point("7B", 0.1, 0, 0.2, False, True),
              Point("none", None, None, None))  # fmt: skip
    groups = ("96", "160", "7B", "none")
    chart = draw(Intervals((Series("s", points, "chunk_naive"),), groups, "budget", "difference"))
    assert list(chart.data[0].marker.symbol) == ["circle-open", "circle", "diamond-open"]
    assert list(chart.data[0].error_y.arrayminus) == pytest.approx([0.1, 0.2, 0.1])
    flat = draw(Intervals((Series("published", points),), groups, "d", "v", is_horizontal=True))
    assert list(flat.data[0].x) == [-0.1, 0.3, 0.1]
    curves = draw(Curves((Curve("a", (1, 2), (0.1, 0.2)), Curve("b", (1, 2), (0.0, 0.1))), "x", "y"))
    assert [trace.fill for trace in curves.data] == [None, "tonexty"]
    bars = draw(Waterfall((Bar("gained", "newly in context", 0.2, 4),), 0.2, "F1"))
    assert list(bars.data[0].customdata) == ["gained", ""]
    assert len(draw(Levels(("F1",), (Series("a", points[:1]),), "mean")).data) == 1
