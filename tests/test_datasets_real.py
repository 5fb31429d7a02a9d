"""The loaders on real records, where those are present."""

from collections import Counter

import pytest

from budgetrag.datasets import Source, get_dataset
from budgetrag.datasets.files import read_records
from budgetrag.metrics import answer_in_context, answer_kind

FILES = {
    "hotpotqa_dev200": ("hotpotqa", 200),
    "hotpotqa_train300": ("hotpotqa", 300),
    "2wikimultihopqa_dev150": ("2wikimultihopqa", 150),
    "musique_train100": ("musique", 100),
    "ragbench_covidqa120": ("ragbench_covidqa", 120),
    "ragbench_expertqa60": ("ragbench_expertqa", 60),
}


def load(folder, stem):
    path = folder / f"{stem}.jsonl.gz"
    questions = list(get_dataset(FILES[stem][0]).questions(Source(path)))
    records = [record.fields for record in read_records(path)]
    return list(zip(questions, records, strict=True))


@pytest.mark.parametrize("stem", FILES)
def test_every_record_becomes_a_question_with_consistent_passages(shared_data, stem):
    pairs = load(shared_data, stem)
    assert len(pairs) == len({question.id for question, _ in pairs}) == FILES[stem][1]
    for question, _ in pairs:
        assert question.text
        assert question.answers
        assert [passage.position for passage in question.passages] == list(range(len(question.passages)))
        assert all(place < len(question.passages) for place in question.gold)
        for passage in question.passages:
            assert all(sentence == sentence.strip() != "" for sentence in passage.sentences)
            assert not passage.sentences or passage.text == " ".join(passage.sentences)


@pytest.mark.parametrize("stem", ["hotpotqa_dev200", "hotpotqa_train300", "2wikimultihopqa_dev150"])
def test_every_gold_title_resolves_to_passages_of_that_title(shared_data, stem):
    for question, record in load(shared_data, stem):
        assert {question.passages[i].title for i in question.gold} == {title for title, _ in record["supporting_facts"]}
        assert len(question.passages) == len(record["context"])


@pytest.mark.parametrize(("stem", "n_gold"), [("hotpotqa_dev200", 400), ("2wikimultihopqa_dev150", 372)])
def test_number_of_gold_passages(shared_data, stem, n_gold):
    assert sum(len(question.gold_ids) for question, _ in load(shared_data, stem)) == n_gold


def test_musique_gold_follows_the_paragraph_not_its_title(shared_data):
    n_shared_titles = 0
    for question, record in load(shared_data, "musique_train100"):
        assert question.gold == tuple(p["idx"] for p in record["paragraphs"] if p["is_supporting"])
        assert question.answers[0] == record["answer"].strip()
        assert set(record["answer_aliases"]) <= set(question.answers)
        titles = Counter(passage.title for passage in question.passages)
        n_shared_titles += any(titles[question.passages[i].title] > 1 for i in question.gold)
    assert n_shared_titles > 0  # else this test would not see a lookup by title


def test_covidqa_headings_become_titles_and_leave_the_text(shared_data):
    for question, record in load(shared_data, "ragbench_covidqa120"):
        for passage, document in zip(question.passages, record["documents"], strict=True):
            assert passage.title
            heading, text = document.split("\nPassage:", 1)
            assert heading.split() == f"Title: {passage.title}".split()
            assert passage.text.split() == text.split()


@pytest.mark.parametrize("stem", ["ragbench_covidqa120", "ragbench_expertqa60"])
def test_ragbench_gold_documents_hold_a_relevant_sentence(shared_data, stem):
    for question, record in load(shared_data, stem):
        keys = [{key for key, _ in sentences} for sentences in record["documents_sentences"]]
        relevant = set(record["all_relevant_sentence_keys"])
        assert question.gold == tuple(i for i, held in enumerate(keys) if held & relevant)


def test_a_hotpotqa_span_answer_stands_in_a_gold_passage(shared_data):
    found = [
        answer_in_context("\n".join(question.passages[i].text for i in question.gold), question.answers)
        for question, _ in load(shared_data, "hotpotqa_dev200")
        if answer_kind(question.answers) == "span"
    ]
    assert len(found) > 150
    assert sum(found) / len(found) > 0.95
