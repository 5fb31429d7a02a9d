"""Reading from the hub, with a stand-in for it, and with a local folder that the hub's library reads."""

from collections import Counter
from pathlib import Path

import datasets
import pytest
from records import HOTPOT, MUSIQUE, RAGBENCH, hotpot_on_hub, write_lines

from budgetrag.datasets import Source, get_dataset


class FakeHub:
    """Stands in for ``datasets.load_dataset``: hands out rows, remembers what it was asked for."""

    def __init__(self, rows, failure=None):
        self.rows, self.failure, self.asked = rows, failure, []

    def load_dataset(self, path, name=None, *, split, streaming):
        self.asked.append((path, name, split, streaming))
        return self.stream()

    def stream(self):
        yield from self.rows
        if self.failure:
            raise self.failure


@pytest.fixture
def hub(monkeypatch):
    """Puts a fake hub in place and returns it."""

    def install(*rows, failure=None):
        fake = FakeHub(rows, failure)
        monkeypatch.setattr(datasets, "load_dataset", fake.load_dataset)
        return fake

    return install


@pytest.mark.parametrize(
    ("name", "row", "asked"),
    [
        ("hotpotqa", hotpot_on_hub(HOTPOT), ("hotpotqa/hotpot_qa", "distractor", "validation", True)),
        ("2wikimultihopqa", hotpot_on_hub(HOTPOT), ("ohjoonhee/2WikiMultihopQA", None, "validation", True)),
        ("musique", MUSIQUE, ("dgslibisey/MuSiQue", None, "validation", True)),
        ("ragbench_covidqa", RAGBENCH, ("galileo-ai/ragbench", "covidqa", "test", True)),
        ("ragbench_expertqa", RAGBENCH, ("galileo-ai/ragbench", "expertqa", "test", True)),
    ],
)
def test_an_empty_source_streams_the_default_place(hub, name, row, asked):
    fake = hub(row)
    (question,) = get_dataset(name).questions(Source())
    assert fake.asked == [asked]
    assert question.text == row["question"]


def test_parts_of_the_place_can_be_chosen(hub):
    fake = hub(RAGBENCH)
    list(get_dataset("ragbench_covidqa").questions(Source(split="train")))
    list(get_dataset("ragbench_covidqa").questions(Source(hub_id="galileo-ai/ragbench")))
    list(get_dataset("ragbench_covidqa").questions(Source(hub_id="me/mine")))
    list(get_dataset("ragbench_covidqa").questions(Source(hub_id="me/mine", subset="lamp", split="dev")))
    assert [asked[:3] for asked in fake.asked] == [
        ("galileo-ai/ragbench", "covidqa", "train"),
        ("galileo-ai/ragbench", "covidqa", "test"),
        ("me/mine", None, "test"),
        ("me/mine", "lamp", "dev"),
    ]


def test_the_hub_is_read_one_row_at_a_time(hub):
    hub(hotpot_on_hub(HOTPOT), failure=ConnectionError("cut\noff"))
    questions = get_dataset("hotpotqa").questions(Source())
    assert next(questions).id == "q1"
    with pytest.raises(ValueError, match=r"hub data set .* could not be read: cut off; check its name") as caught:
        next(questions)
    assert "\n" not in str(caught.value)


def test_a_broken_row_names_the_data_set_and_record(hub):
    hub(MUSIQUE, MUSIQUE | {"question": None})
    with pytest.raises(ValueError, match=r"hub data set dgslibisey/MuSiQue validation, record 2: question must be a"):
        list(get_dataset("musique").questions(Source()))


def test_broken_rows_can_be_skipped(hub):
    hub(MUSIQUE | {"question": None}, MUSIQUE)
    skipped = Counter()
    assert len(list(get_dataset("musique").questions(Source(), skipped=skipped, on_error="skip"))) == 1
    assert skipped == {"broken": 1}


def test_a_file_and_a_hub_place_together_are_refused():
    with pytest.raises(ValueError, match="must be a local file or a hub data set, got both"):
        list(get_dataset("musique").questions(Source(Path("a.jsonl"), split="train")))


def test_the_real_library_streams_what_the_file_holds(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    folder = tmp_path / "hotpot"
    folder.mkdir()
    write_lines(folder / "train.jsonl", [hotpot_on_hub(HOTPOT)])
    dataset = get_dataset("hotpotqa")
    assert list(dataset.questions(Source(hub_id=str(folder), split="train"))) == list(
        dataset.questions(Source(folder / "train.jsonl"))
    )
    with pytest.raises(ValueError, match=r"could not be read: .*lamp"):
        list(dataset.questions(Source(hub_id=str(folder), split="lamp")))
