"""The frame and page Question, run through AppTest on a tiny real run."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import streamlit as st
from inspector_run import QUESTIONS
from streamlit.testing.v1 import AppTest

APP = str(Path(__file__).parents[1] / "app.py")


@pytest.fixture(autouse=True)
def _no_cache() -> Iterator[None]:
    st.cache_data.clear()
    st.cache_resource.clear()
    yield
    st.cache_data.clear()
    st.cache_resource.clear()


@pytest.fixture
def runs(inspector_runs: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BUDGETRAG_RUNS", str(inspector_runs))
    return inspector_runs


@pytest.fixture
def own_runs(inspector_runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A runs folder that may be changed."""
    shutil.copytree(inspector_runs / "tiny", tmp_path / "tiny")
    monkeypatch.setenv("BUDGETRAG_RUNS", str(tmp_path))
    return tmp_path


def opened(**link: str) -> AppTest:
    app = AppTest.from_file(APP, default_timeout=60)
    app.run()
    app.switch_page("pages/question.py")
    for name, value in link.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def shown(app: AppTest) -> str:
    return "\n".join(element.proto.body for element in app.get("html"))


def asked(app: AppTest) -> str:
    match = re.search(r'<div class="br-q"><bdi>(.*?)</bdi>', shown(app), re.S)
    return match[1] if match else ""


def pressed(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click().run()
    assert not app.exception
    return app


def test_a_link_opens_on_the_same_view(runs: Path) -> None:
    app = opened(question="q-born", policy="chunk_mmr", budget="24", show="disagree")
    assert asked(app).startswith("In which town")
    assert (app.selectbox(key="frame_policy").value, app.segmented_control(key="frame_budget").value) == (
        "chunk_mmr",
        24,
    )
    assert app.pills(key="question_show").value == ["disagree"]


def test_the_address_bar_says_everything(runs: Path) -> None:
    params = opened(question="q-born").query_params
    assert {key: str(params[key]) for key in ("run", "dataset", "seed", "policy", "budget", "reader", "question")} == {
        "run": "tiny", "dataset": "hotpotqa", "seed": "42", "policy": "chunk_naive", "budget": "48",
        "reader": "lexical (no model)", "question": "q-born",
    }  # fmt: skip


def test_a_link_to_what_is_not_there_says_so_and_shows_something(runs: Path) -> None:
    app = opened(run="../gone", policy="chunk_<b>", budget="7", question="q-none")
    told = " ".join(warning.value for warning in app.warning)
    for name in (r"\.\.\/gone", r"chunk\_\<b\>", "budget 7", r"q\-none"):
        assert name in told
    assert asked(app)


def test_filters_say_how_many_and_narrow_the_questions(runs: Path) -> None:
    app = opened()
    app.pills(key="question_show").set_value(["dropped"]).run()
    assert "question 1 of 2 with <b>retrieved, then dropped</b>" in shown(app)
    assert asked(app).startswith("In which town")
    app.text_input(key="question_search").set_value("nobody").run()
    assert "question 1 of 1" in shown(app)
    assert asked(app).startswith("Who founded")
    app.text_input(key="question_search").set_value("no such words").run()
    assert any("No question matches" in each.value for each in app.markdown)


def test_next_and_previous_step_through_the_matches(runs: Path) -> None:
    app = opened(show="dropped")
    assert app.button(key="question_previous").disabled
    pressed(app, "question_next")
    assert asked(app).startswith("Who founded")
    assert app.query_params["question"] in ("q-nasty", ["q-nasty"])
    assert app.button(key="question_next").disabled
    pressed(app, "question_previous")
    assert asked(app).startswith("In which town")


def test_a_question_stays_when_the_budget_changes_although_it_no_longer_matches(runs: Path) -> None:
    app = opened(show="dropped")
    app.segmented_control(key="frame_budget").set_value(96).run()
    assert asked(app).startswith("In which town")
    assert "not one of the" in shown(app)


def test_a_cell_of_the_survival_map_goes_there(runs: Path) -> None:
    app = opened(question="q-born")
    key = next(b.key for b in app.button if b.key and re.fullmatch(r"map_alive_\d_96", b.key))
    pressed(app, key)
    assert app.segmented_control(key="frame_budget").value == 96
    assert "✓ answer survives" in shown(app)
    assert sum("_current_" in (b.key or "") for b in app.button) == 1


def test_choices_are_kept_across_pages(runs: Path) -> None:
    app = opened(policy="chunk_bridge", budget="96", question="q-year")
    app.switch_page("pages/overview.py").run()
    assert app.selectbox(key="frame_policy").value == "chunk_bridge"
    app.switch_page("pages/question.py").run()
    assert (app.selectbox(key="frame_policy").value, app.segmented_control(key="frame_budget").value) == (
        "chunk_bridge",
        96,
    )
    assert asked(app).startswith("In which year")


def test_live_packing_starts_as_stored_and_shows_what_changes(runs: Path) -> None:
    app = opened(question="q-born")
    assert "the same snippets as stored" in shown(app)
    app.slider(key="live_budget_chunk_naive_48").set_value(90).run()
    assert not app.exception
    assert 'aria-label="came in"' in shown(app)
    assert "of 90 words" in shown(app)
    app.selectbox(key="live_packer_chunk_naive").set_value("submodular").run()
    assert not app.exception
    assert app.slider(key="live_chunk_naive_submodular__cost_exponent").value == 1.0


def test_nothing_untrusted_becomes_markup(runs: Path) -> None:
    app = opened(question="q-nasty", budget="96")
    drawn = shown(app)
    assert "<script" not in drawn
    assert "<img" not in drawn
    assert "&lt;script&gt;" in drawn


def replaced(path: Path, column: str, values: list[object]) -> None:
    """Write a table of a run, and its size in the manifest, again with other values in one column."""
    table = pq.read_table(path)
    field = table.schema.field(column)
    place = table.schema.get_field_index(column)
    pq.write_table(table.set_column(place, field, pa.array(values, type=field.type)), path)
    manifest = json.loads((path.parent / "manifest.json").read_text())
    manifest["tables"][path.stem]["bytes"] = path.stat().st_size
    (path.parent / "manifest.json").write_text(json.dumps(manifest))


def test_a_packing_that_is_not_reproduced_is_reported(own_runs: Path) -> None:
    path = own_runs / "tiny" / "contexts.parquet"
    stored = pq.read_table(path)["candidate_ids"].to_pylist()
    replaced(path, "candidate_ids", [list(reversed(ids)) if len(ids) > 1 else [1] for ids in stored])
    assert "⚠ not reproduced" in shown(opened(question="q-born", budget="96", policy="chunk_bridge"))


def test_without_a_run_the_page_says_how_to_make_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUDGETRAG_RUNS", str(tmp_path / "none"))
    app = opened()
    assert app.title[0].value == "No run yet"
    assert app.code[0].value == "make demo-run"


def test_a_half_written_run_is_shown_as_such(own_runs: Path) -> None:
    path = own_runs / "tiny" / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["finished"] = None
    manifest["stages"]["read-lexical"]["status"] = "started"
    path.write_text(json.dumps(manifest))
    app = opened()
    assert any("not finished yet" in warning.value for warning in app.warning)
    assert app.selectbox(key="frame_reader").value == "none"
    assert "reader right" not in str(app.pills(key="question_show").options)
    assert asked(app)
    manifest["stages"]["pack"]["status"] = "started"
    path.write_text(json.dumps(manifest))
    assert opened().title[0].value == "Nothing to show yet"


def test_a_question_without_gold_answers_is_shown_with_blanks(own_runs: Path) -> None:
    folder = own_runs / "tiny"
    replaced(folder / "questions.parquet", "answers", [[] for _ in QUESTIONS])
    n_contexts = pq.read_metadata(folder / "contexts.parquet").num_rows
    replaced(folder / "contexts.parquet", "answer_in_context", [None] * n_contexts)
    app = opened(question="q-born")
    assert "no gold answer" in shown(app)
    assert "gold answer: none known" in shown(app)
