import json
from collections import Counter

import pytest
from records import HOTPOT, MUSIQUE, RAGBENCH, hotpot_on_hub, write_lines

from budgetrag.datasets import DATASETS, Source, get_dataset, sample
from budgetrag.types import Passage

FILE_RECORDS = {
    "hotpotqa": HOTPOT,
    "2wikimultihopqa": HOTPOT,
    "musique": MUSIQUE,
    "ragbench_covidqa": RAGBENCH,
    "ragbench_expertqa": RAGBENCH,
}


@pytest.fixture
def load(tmp_path):
    """Loads invented records as one named data set."""

    def load(name, *records, skipped=None, on_error="raise"):
        path = write_lines(tmp_path / "records.jsonl", records)
        return list(get_dataset(name).questions(Source(path), skipped=skipped, on_error=on_error))

    return load


def test_every_data_set_is_listed_under_its_own_name():
    assert DATASETS.keys() == {*FILE_RECORDS, "almanac"}
    assert all(dataset.name == name for name, dataset in DATASETS.items())


def test_the_embedded_data_set_needs_no_source():
    questions = sample(get_dataset("almanac").questions(Source()), limit=None, seed=42)
    assert len({question.id for question in questions}) == len(questions) >= 120
    assert all(question.answers and question.gold for question in questions)


def test_unknown_data_set_lists_what_there_is():
    with pytest.raises(ValueError, match=r"must be one of \['2wikimultihopqa', .*got 'squad'"):
        get_dataset("squad")


def test_hotpotqa_record_becomes_a_question(load):
    (question,) = load("hotpotqa", HOTPOT)
    assert (question.id, question.text, question.answers, question.type) == (
        "q1",
        "Who lit the lamp of Tern?",
        ("Ilse",),
        "bridge",
    )
    sentences = ("Tern has a lamp.", "Ilse lit it.")
    assert question.passages[0] == Passage("Tern", "Tern has a lamp. Ilse lit it.", sentences, 0)
    assert [passage.position for passage in question.passages] == [0, 1, 2]
    assert question.gold == (0, 2)


@pytest.mark.parametrize("column", ["sentences", "content"])
def test_hotpotqa_of_the_hub_equals_the_official_format(load, column):
    row = hotpot_on_hub(HOTPOT)
    row["context"][column] = row["context"].pop("sentences")
    assert load("hotpotqa", row) == load("hotpotqa", HOTPOT)


def test_2wiki_as_json_text_equals_the_official_format(load):
    row = HOTPOT | {key: json.dumps(HOTPOT[key]) for key in ("context", "supporting_facts")}
    assert load("2wikimultihopqa", row) == load("2wikimultihopqa", HOTPOT)


def test_a_repeated_title_is_gold_where_the_named_sentence_exists(load):
    context = [["Tern", ["One."]], ["Tern", ["One.", "Two."]], ["Ilse", ["She.", "Ran."]]]
    (question,) = load("hotpotqa", HOTPOT | {"context": context, "supporting_facts": [["Tern", 1], ["Ilse", 0]]})
    assert question.gold == (1, 2)
    (question,) = load("hotpotqa", HOTPOT | {"context": context, "supporting_facts": [["Tern", 7], ["Ilse", 0]]})
    assert question.gold == (0, 1, 2)


def test_a_gold_title_outside_the_context_leaves_the_gold_unknown(load):
    (question,) = load("hotpotqa", HOTPOT | {"supporting_facts": [["Tern", 0], ["Nowhere", 0]]})
    assert question.gold == ()


def test_musique_record_becomes_a_question(load):
    (question,) = load("musique", MUSIQUE)
    assert question.answers == ("Ilse", "Ilse Brandt")
    assert question.type == "2hop"
    assert question.gold == (0, 2)
    assert question.passages[0] == Passage("Tern", "Tern has a lamp.", (), 0)
    assert len({passage.id for passage in question.passages}) == 3


def test_unanswerable_questions_are_left_out_and_counted(load):
    skipped = Counter()
    questions = load("musique", MUSIQUE | {"answerable": False}, MUSIQUE, skipped=skipped)
    assert [question.id for question in questions] == ["2hop__1_2"]
    assert skipped == {"unanswerable": 1}


def test_ragbench_record_becomes_a_question(load):
    (question,) = load("ragbench_covidqa", RAGBENCH)
    assert question.answers == ("Ilse lit the lamp.",)
    assert question.gold == (0,)
    assert question.passages[0] == Passage("Tern? A lamp", "Ilse lit it. It burned.", ("Ilse lit it.", "It burned."), 0)
    assert question.passages[1] == Passage("", "No heading. At all.", ("No heading.", "At all."), 1)


def test_a_ragbench_document_without_sentences_keeps_its_text(load):
    (question,) = load("ragbench_covidqa", RAGBENCH | {"documents_sentences": [[], [["1a", "No heading."]]]})
    assert question.passages[0] == Passage("Tern? A lamp", "Ilse lit it. It burned.", (), 0)
    assert question.gold == ()


def test_repeated_ids_become_unique(load):
    questions = load("hotpotqa", HOTPOT, HOTPOT | {"_id": "q1#2"}, HOTPOT, HOTPOT | {"_id": "q2"})
    assert [question.id for question in questions] == ["q1", "q1#2", "q1#3", "q2"]


def test_whole_number_ids_become_text(load):
    (question,) = load("ragbench_covidqa", RAGBENCH | {"id": 7})
    assert question.id == "7"


@pytest.mark.parametrize("name", FILE_RECORDS)
def test_missing_gold_answers_and_gold_passages_are_unknown_not_wrong(load, name):
    gold = {"answer", "answer_aliases", "response", "supporting_facts", "all_relevant_sentence_keys", "answerable"}
    record = {key: value for key, value in FILE_RECORDS[name].items() if key not in gold}
    (question,) = load(name, record)
    assert question.answers == ()
    (question,) = load(name, record | dict.fromkeys(gold))
    assert question.answers == ()
    assert question.gold == () or name == "musique"


@pytest.mark.parametrize("name", FILE_RECORDS)
def test_odd_characters_are_kept_but_what_cannot_be_stored_is_replaced(load, name):
    odd = "مرحبا 東京 👩🏽‍🚀 \ud800 \x00 é"
    (question,) = load(name, FILE_RECORDS[name] | {"question": f" {odd} "})
    assert question.text == odd.replace("\ud800", "\ufffd").replace("\x00", "\ufffd")
    assert question.text.encode()


def test_a_passage_of_a_hundred_thousand_characters_is_kept_whole(load):
    sentence = "x" * 100_000
    (question,) = load("hotpotqa", HOTPOT | {"context": [["Tern", [sentence]]], "supporting_facts": []})
    assert question.passages[0].text == sentence


def test_empty_passages_are_left_out_and_the_others_renumbered(load):
    context = [["Oil", []], ["Lamp", [" ", ""]], ["Tern", ["One."]], ["Ilse", ["She."]]]
    (question,) = load("hotpotqa", HOTPOT | {"context": context})
    assert [(passage.title, passage.position) for passage in question.passages] == [("Tern", 0), ("Ilse", 1)]
    assert question.gold == (0, 1)


def without(record, field):
    return {key: value for key, value in record.items() if key != field}


BROKEN = [
    ("hotpotqa", without(HOTPOT, "question"), "question is missing; expected a record with that field, found _id, "),
    ("hotpotqa", without(HOTPOT, "_id"), "id is missing"),
    ("hotpotqa", without(HOTPOT, "context"), "context is missing"),
    ("hotpotqa", HOTPOT | {"question": "  "}, "question must be a question, found the string '  '"),
    ("hotpotqa", HOTPOT | {"question": None}, "question must be a string, found null"),
    ("hotpotqa", HOTPOT | {"question": float("nan")}, "question must be a string, found NaN"),
    ("hotpotqa", HOTPOT | {"_id": True}, "_id must be a string, found true"),
    ("hotpotqa", HOTPOT | {"_id": ""}, "_id must be a non-empty string"),
    ("hotpotqa", HOTPOT | {"answer": 7}, "answer must be a string, found 7"),
    ("hotpotqa", HOTPOT | {"context": []}, "must have a passage with text, found none"),
    ("hotpotqa", HOTPOT | {"context": [["Tern", [" "]]]}, "must have a passage with text, found none"),
    ("hotpotqa", HOTPOT | {"context": 3}, "context must be a list, found 3"),
    ("hotpotqa", HOTPOT | {"context": "lamp"}, "context must be a list, or one as JSON text, found the string 'lamp'"),
    ("hotpotqa", HOTPOT | {"context": [["Tern"]]}, r"context\[0\] must be a list of two, found a list of 1"),
    ("hotpotqa", HOTPOT | {"context": [["Tern", [None]]]}, r"context\[0\] sentence 0 must be a string, found null"),
    ("hotpotqa", HOTPOT | {"context": [["Tern", "One."]]}, r"context\[0\] sentences must be a list, found the string"),
    ("hotpotqa", HOTPOT | {"context": [[3, ["One."]]]}, r"context\[0\] title must be a string, found 3"),
    ("hotpotqa", HOTPOT | {"context": {"title": ["Tern"]}}, "object with title and sentences or content, found an obj"),
    ("hotpotqa", HOTPOT | {"context": {"title": ["a"], "sentences": []}}, "columns of one length, title has 1"),
    ("hotpotqa", HOTPOT | {"supporting_facts": [["Tern", "0"]]}, r"\[0\] sentence index must be a whole number"),
    ("musique", without(MUSIQUE, "paragraphs"), "paragraphs is missing"),
    ("musique", MUSIQUE | {"paragraphs": []}, "must have a passage with text"),
    ("musique", MUSIQUE | {"paragraphs": ["Tern"]}, r"paragraphs\[0\] must be an object, found the string 'Tern'"),
    ("musique", MUSIQUE | {"paragraphs": [{"title": "Tern"}]}, r"must be an object with paragraph_text, found an obj"),
    ("musique", MUSIQUE | {"answer_aliases": "Ilse"}, "answer_aliases must be a list"),
    ("musique", MUSIQUE | {"answerable": "no"}, "answerable must be true or false, found the string 'no'"),
    ("ragbench_covidqa", without(RAGBENCH, "documents"), "documents is missing"),
    ("ragbench_covidqa", RAGBENCH | {"documents": ["one"]}, r"as long as documents_sentences \(2\), found a list of 1"),
    ("ragbench_covidqa", RAGBENCH | {"documents_sentences": [["0a"], []]}, r"\[0\]\[0\] must be a list of two"),
    ("ragbench_covidqa", RAGBENCH | {"response": ["a"]}, "response must be a string, found a list of 1"),
]


@pytest.mark.parametrize(("name", "record", "message"), BROKEN)
def test_a_broken_record_is_one_sentence_that_names_file_and_line(load, name, record, message):
    with pytest.raises(ValueError, match=rf"records\.jsonl, line 2: .*{message}") as caught:
        load(name, FILE_RECORDS[name], record)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("name", "record", "message"), BROKEN)
def test_broken_records_are_skipped_and_counted_on_request(load, name, record, message):
    skipped = Counter()
    good = FILE_RECORDS[name]
    assert len(load(name, good, record, good, skipped=skipped, on_error="skip")) == 2
    assert skipped == {"broken": 1}


def test_an_unknown_on_error_is_refused(load):
    with pytest.raises(ValueError, match="on_error must be 'raise' or 'skip', got 'ignore'"):
        load("hotpotqa", HOTPOT, on_error="ignore")


def test_questions_are_read_one_at_a_time(tmp_path):
    path = write_lines(tmp_path / "records.jsonl", [HOTPOT, without(HOTPOT, "question")])
    questions = get_dataset("hotpotqa").questions(Source(path))
    assert next(questions).id == "q1"  # the fault behind it has not been met
    with pytest.raises(ValueError, match="line 2"):
        next(questions)
