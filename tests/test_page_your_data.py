"""Page Your data, as a user meets it; no run is there."""

import json
from pathlib import Path

import pytest
from log_files import LITERAL_CSV, MAPPED_TSV, RAGAS_JSONL
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def page(monkeypatch, tmp_path):
    monkeypatch.setenv("BUDGETRAG_RUNS", str(tmp_path / "none"))
    monkeypatch.chdir(ROOT)
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.context["url"] = "http://localhost/your_data"
    return app.run().switch_page("pages/your_data.py").run()


def pasted(page, text):
    page.session_state["your_data_way"] = "Paste text"
    page.run()
    page.text_area(key="your_data_text").set_value(text).run()
    assert not page.exception
    return page


def html(page):
    return "\n".join(element.proto.body for element in page.main if element.type == "html") + "\n".join(
        element.proto.body for column in page.columns for element in column if element.type == "html"
    )


def subheaders(page):
    return [element.value for element in page.subheader]


EVERYTHING = ["What survives", "Survival over budgets", "Question by question", "Take it with you"]


def test_the_page_needs_no_run_and_says_what_it_takes(page):
    assert not page.exception
    assert [title.value for title in page.title] == ["Your data"]
    assert "retrieved_contexts" in page.caption[0].value
    assert not page.subheader


def test_the_example_shows_every_part(page):
    page.session_state["your_data_way"] = "Try an example"
    page.run()
    assert not page.exception
    assert subheaders(page) == EVERYTHING
    assert "lost in packing" in html(page)


def test_an_uploaded_file_is_read(page):
    page.file_uploader[0].set_value(("log.csv", LITERAL_CSV.encode(), "text/csv")).run()
    assert not page.exception
    assert subheaders(page) == EVERYTHING
    assert any("2 of 5 rows skipped" in element.label for element in page.expander)


def test_pasted_ragas_lines_are_recognised_and_broken_rows_named(page):
    pasted(page, RAGAS_JSONL)
    assert subheaders(page) == EVERYTHING
    assert any("recognised as ragas" in element.label for element in page.expander)
    broken = next(frame.value for frame in page.dataframe if "why" in frame.value.columns)
    assert broken["where"].tolist() == ["line 5, character 49", "line 6"]
    assert "Your system" in html(page)


def test_other_columns_are_mapped_by_hand(page):
    pasted(page, MAPPED_TSV)
    assert page.info[0].value == "Choose the column for question."
    for role, column in (("question", "frage"), ("passages", "fundstellen"), ("answers", "lösung")):
        box = next(box for box in page.selectbox if box.key.startswith(f"your_data_role_{role}_"))
        box.set_value(column).run()
    assert not page.exception
    assert subheaders(page) == EVERYTHING
    assert "--map question=frage" in page.code[1].value


def test_a_log_without_gold_says_what_is_kept_and_draws_no_curve(page):
    pasted(page, json.dumps([{"question": "Where?", "contexts": ["In Tern. " * 9, "Not in Maris."]}]))
    assert "Survival over budgets" not in subheaders(page)
    table = next(frame.value for frame in page.dataframe if "policy" in frame.value.columns)
    assert {"n_kept", "n_dropped", "tokens_saved"} <= set(table.columns)
    assert "answer_in_context" not in table.columns


@pytest.mark.parametrize("text", ["{broken", "question,contexts\n", '[{"question": "Q?", "contexts": []}]'])
def test_a_log_that_cannot_be_used_is_a_message(page, text):
    pasted(page, text)
    assert page.error or any("rows skipped" in element.label for element in page.expander)
    assert not page.subheader


def test_wrong_choices_are_messages(page):
    pasted(page, RAGAS_JSONL)
    budgets = next(box for box in page.multiselect if box.key.startswith("your_data_budgets"))
    budgets.set_value([]).run()
    assert "at least one packer and one budget" in page.info[0].value
    page.selectbox(key="your_data_counter").set_value("tiktoken:cl100k_base")
    assert not page.exception


HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)> **bold** x <b y &amp; \u202eevil\u200b"


def test_hostile_text_is_escaped_everywhere(page):
    record = {"id": HOSTILE, "question": HOSTILE, "contexts": [{"title": HOSTILE, "text": HOSTILE}],
              "ground_truth": "bold", "answer": HOSTILE}  # fmt: skip
    pasted(page, json.dumps([record]))
    shown = html(page)
    assert "&lt;script&gt;alert(1)" in shown
    assert "<script" not in shown.replace("</style>", "")
    assert "<img" not in shown
    assert 'data-code="U+202E"' in shown


def test_a_cell_of_the_survival_map_goes_to_its_packer_and_budget(page):
    page.session_state["your_data_way"] = "Try an example"
    page.run()
    cell = next(b for b in page.button if (b.key or "").startswith("map_") and "_current_" not in b.key)
    policy, budget = cell.help.replace("\\", "").split(" words:")[0].split(" at ")
    cell.click().run()
    assert not page.exception
    assert page.selectbox(key="your_data_policy").value == policy
    assert page.session_state["your_data_budget"] == int(budget)
