"""From rows to questions: layouts, passages, gold, answers, what is left out."""

import gzip
import io
import json

import pandas as pd
import pytest
from log_files import LITERAL_CSV, MAPPED_TSV, RAGAS_JSONL

from budgetrag.datasets import Source, get_dataset
from budgetrag.importing import Columns, check_columns, guess_columns, read_log, read_table


def one(record, **mapping):
    log = read_log("log.json", json.dumps([record]).encode(), mapping=mapping or None)
    assert not log.broken, [str(row) for row in log.broken]
    return log.entries[0]


def texts(entry):
    return [item.passage.text for item in entry.retrieved]


def test_a_ragas_file_is_read_without_a_mapping_and_its_broken_rows_are_named():
    log = read_log("log.jsonl", RAGAS_JSONL.encode())
    assert log.layout == "ragas"
    assert log.columns == Columns(
        "user_input", "retrieved_contexts", answers="reference", gold="reference_contexts", response="response"
    )
    first, second, third = log.entries
    assert first.question.answers == ("Osterwick",)
    assert first.response == "She was born in Osterwick."
    assert first.question.gold == (1,)
    assert second.question.gold == (2,)  # retrieval missed it
    assert len(second.retrieved) == 2
    assert len(third.retrieved) == 1
    assert third.response is None
    assert [row.where for row in log.broken] == ["line 5, character 49", "line 6"]
    assert log.broken[1].column == "retrieved_contexts"
    assert log.n_rows == 5
    assert log.notes == ("Questions with gold passages that were not retrieved: 1.",)


def test_a_csv_with_list_literal_cells_is_read_and_its_broken_rows_are_named():
    log = read_log("log.csv", LITERAL_CSV.encode())
    assert log.layout == "ragas-0.1"
    assert [len(entry.retrieved) for entry in log.entries] == [2, 2, 2]
    assert log.entries[0].response == "Tern"
    assert log.entries[1].question.answers == ("Ilse Vorrun", "1311")
    assert log.entries[2].scores == (0.83, None)
    assert [item.score for item in log.entries[2].retrieved] == [0.83, 1.0]
    assert [str(row) for row in log.broken] == [
        "line 6: must have 4 cells, as the first row, found 2",
        "line 5, column 'contexts': must be a whole list, but a quote is never closed (cell of 21 characters)",
    ]


@pytest.mark.parametrize("name", ["hotpotqa", "2wikimultihopqa", "musique", "ragbench_covidqa", "ragbench_expertqa"])
def test_data_set_files_give_the_questions_of_their_loaders(shared_data, name):
    path = next(shared_data.glob(f"{name}*dev*.gz"), None) or next(shared_data.glob(f"{name}*.gz"))
    expected = list(get_dataset(name).questions(Source(path)))
    log = read_log(path.name, path)
    assert not log.broken
    assert [entry.question.text for entry in log.entries] == [question.text for question in expected]
    for entry, question in zip(log.entries, expected, strict=True):
        assert entry.question.answers == question.answers
        assert entry.question.gold_ids == question.gold_ids
        assert [p.id for p in entry.question.passages] == list(dict.fromkeys(p.id for p in question.passages))


@pytest.mark.parametrize("suffix", [".csv", ".xlsx", ".parquet"])
def test_hotpotqa_survives_a_table_export_by_pandas(shared_data, suffix):
    with gzip.open(shared_data / "hotpotqa_dev200.jsonl.gz", "rt", encoding="utf-8") as file:
        records = [json.loads(next(file)) for _ in range(20)]
    if suffix == ".parquet":  # Arrow has no lists of mixed types: the hub's form instead
        for record in records:
            titles, facts = zip(*record["context"], strict=True), zip(*record["supporting_facts"], strict=True)
            record["context"] = dict(zip(("title", "sentences"), map(list, titles), strict=True))
            record["supporting_facts"] = dict(zip(("title", "sent_id"), map(list, facts), strict=True))
    buffer = io.BytesIO()
    frame = pd.DataFrame(records)
    {".csv": frame.to_csv, ".xlsx": frame.to_excel, ".parquet": frame.to_parquet}[suffix](buffer, index=False)
    lines = "\n".join(json.dumps(record) for record in records).encode()
    exported, original = read_log(f"log{suffix}", buffer.getvalue()), read_log("log.jsonl", lines)
    assert [e.question for e in exported.entries] == [e.question for e in original.entries]


PASSAGES = {
    "strings": ["A port.", "A weir."],
    "text": [{"title": "Tern", "text": "A port."}, {"text": "A weir.", "score": 0.5}],
    "page_content": [{"page_content": "A port.", "metadata": {"title": "Tern"}}, {"page_content": "A weir."}],
    "content": [{"content": "A port."}, {"body": "A weir."}],
    "snippet": [{"snippet": "A port."}, {"chunk": "A weir."}],
    "wrapped": [{"node": {"text": "A port."}, "score": 0.9}, {"document": {"content": "A weir."}}],
    "with scores": [["A port.", 0.9], [{"text": "A weir."}, 0.8]],
    "titled pairs": [["Tern", "A port."], ["Maris", ["A weir."]]],
    "columns": {"title": ["Tern", "Maris"], "sentences": [["A port."], ["A weir."]]},
    "json text": '["A port.", "A weir."]',
    "python text": "['A port.', 'A weir.']",
    "blank ones": ["A port.", "", None, "  ", "A weir."],
    "repeated": ["A port.", "A weir.", "A port."],
}


@pytest.mark.parametrize("passages", PASSAGES.values(), ids=PASSAGES.keys())
def test_every_form_of_passages_gives_the_same_texts_in_order(passages):
    assert texts(one({"question": "Q?", "contexts": passages})) == ["A port.", "A weir."]


def test_titles_scores_and_sentences_are_kept():
    entry = one(
        {
            "question": "Q?",
            "documents": [
                {"title": "Tern", "sentences": ["A port.", " Old. "], "score": "0.5"},
                {"node": {"text": "A weir.", "metadata": {"title": "Maris"}}, "score": 0.25},
                ["Sill", ["A river."]],
            ],
        }
    )
    assert [item.passage.title for item in entry.retrieved] == ["Tern", "Maris", "Sill"]
    assert entry.scores == (0.5, 0.25, None)
    assert entry.retrieved[0].passage.sentences == ("A port.", "Old.")
    assert [item.rank for item in entry.retrieved] == [0, 1, 2]


TITLED = [
    {"id": "d7", "title": "Tern", "text": "A port on the coast with many lights."},
    {"id": "d9", "title": "Maris", "text": "A town on the river Sill, known for its weir."},
]
GOLD = {
    "place": [1],
    "place as text": "[1]",
    "mark": [False, True],
    "title": ["maris"],
    "one title": "Maris",
    "id": ["d9"],
    "text": ["A town on the river Sill,  known for its weir."],
    "excerpt": ["town on the river Sill, known for its"],
    "mapping": [{"title": "Maris", "text": "A town on the river Sill, known for its weir."}],
    "facts": [["Maris", 0], ["Maris", 1]],
}


@pytest.mark.parametrize("gold", GOLD.values(), ids=GOLD.keys())
def test_every_form_of_gold_passages_finds_the_same_passage(gold):
    entry = one({"question": "Q?", "contexts": TITLED, "gold_passages": gold})
    assert entry.question.gold == (1,)
    assert len(entry.question.passages) == 2


def test_marks_on_the_passages_are_gold_and_places_count_blank_passages():
    marked = [TITLED[0] | {"is_supporting": False}, TITLED[1] | {"is_supporting": True}]
    assert one({"question": "Q?", "contexts": marked}).question.gold == (1,)
    shifted = one({"question": "Q?", "contexts": ["A port.", "", "A weir."], "gold_passages": [2]})
    assert shifted.question.passages[shifted.question.gold[0]].text == "A weir."


def test_gold_that_was_not_retrieved_is_kept_apart_and_unknown_places_are_errors():
    entry = one({"question": "Q?", "contexts": TITLED, "gold_passages": ["Tern", "Osterwick"]})
    assert entry.question.gold == (0, 2)
    assert texts(entry) == [passage["text"] for passage in TITLED]
    log = read_log("l.json", json.dumps([{"question": "Q?", "contexts": TITLED, "gold_passages": [5]}]).encode())
    assert (log.broken[0].column, log.entries) == ("gold_passages", ())
    assert "place of a passage" in log.broken[0].why


@pytest.mark.parametrize(
    ("cell", "answers"),
    [
        ("Tern", ("Tern",)),
        (["Tern", "Tern town", "Tern"], ("Tern", "Tern town")),
        ("['Tern', 'Tern town']", ("Tern", "Tern town")),
        ({"text": ["Tern"], "answer_start": [3]}, ("Tern",)),
        (1904, ("1904",)),
        (True, ("yes",)),
        ("[sic] Tern", ("[sic] Tern",)),
        ("['Tern", ("['Tern",)),
        (None, ()),
        ([], ()),
    ],
)
def test_gold_answers_come_in_every_form(cell, answers):
    assert one({"question": "Q?", "contexts": ["A."], "ground_truth": cell}).question.answers == answers


def test_the_last_human_message_is_the_question():
    talk = [
        {"type": "human", "content": "Hi"},
        {"type": "ai", "content": "Hello"},
        {"type": "human", "content": "Where?"},
    ]
    assert one({"user_input": talk, "retrieved_contexts": ["A."]}).question.text == "Where?"


@pytest.mark.parametrize(
    ("columns", "answers", "response"),
    [
        (("question", "contexts", "answer", "ground_truth"), "ground_truth", "answer"),
        (("question", "contexts", "answer"), None, "answer"),
        (("question", "passages", "answer"), "answer", None),
        (("question", "passages", "answer", "prediction"), "answer", "prediction"),
        (("Query", "Documents", "Expected Output", "Actual Output"), "Expected Output", "Actual Output"),
    ],
)
def test_columns_are_guessed_by_their_names(columns, answers, response):
    table = read_table("", json.dumps([dict.fromkeys(columns, "x")]).encode())
    guessed = guess_columns(table)
    assert (guessed["question"], guessed["passages"]) == columns[:2]
    assert (guessed.get("answers"), guessed.get("response")) == (answers, response)


def test_other_columns_need_a_mapping_and_the_error_names_them():
    with pytest.raises(ValueError, match="a column for question must be given"):
        read_log("log.tsv", MAPPED_TSV.encode("utf-16"))
    mapping = {"question": "frage", "passages": "fundstellen", "answers": "lösung"}
    log = read_log("log.tsv", MAPPED_TSV.encode("utf-16"), mapping=mapping)
    assert log.entries[0].question.answers == ("Ärzen",)
    assert log.columns == Columns(**mapping)


@pytest.mark.parametrize(
    ("mapping", "why"),
    [
        ({"question": "q"}, "a column for passages must be given"),
        ({"question": "q", "passages": "x"}, "must be one of q, p"),
        ({"question": "q", "passages": "q"}, "one role"),
        ({"question": "q", "passages": "p", "colour": "p"}, "mapping must be of"),
    ],
)
def test_a_wrong_mapping_is_an_error_that_names_the_choices(mapping, why):
    with pytest.raises(ValueError, match=why):
        check_columns(mapping, ("q", "p"))


def test_repeated_ids_are_told_apart_and_missing_ones_are_row_numbers():
    records = [{"id": i, "question": "Q?", "contexts": ["A."]} for i in ("a", "a", None, "a")]
    log = read_log("log.json", json.dumps(records).encode())
    assert [entry.question.id for entry in log.entries] == ["a", "a#2", "3", "a#3"]


def test_text_that_cannot_be_stored_is_replaced():
    entry = one({"question": "Q\x00?", "contexts": ["A\ud800."]})
    assert entry.question.text == "Q�?"
    assert texts(entry) == ["A�."]


def test_a_file_without_a_usable_row_says_why():
    with pytest.raises(ValueError, match="first reason: line 1"):
        read_log("log.jsonl", b"{broken")
