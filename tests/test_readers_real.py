"""The real offline reader: it reads, scores, and is what was pinned."""

import pytest

from budgetrag.models import cache_dir, fetch_and_convert
from budgetrag.readers import ReaderOptions, get_reader

CONTEXT = (
    "Tolm Harbour: Tolm Harbour is a harbour on the Isle of Vannet. It was dredged by Ardis Pellow in 1874."
    "\nArdis Pellow: Ardis Pellow was an engineer who was born in Kestrow."
)


@pytest.fixture(scope="module")
def reader():
    """SmolLM2 from the model cache, which is filled first if it is not yet (half a minute)."""
    fetch_and_convert("SmolLM2-135M-Instruct")
    return get_reader("hf")(ReaderOptions(model="SmolLM2-135M-Instruct", device="cpu"))


def test_answers_come_from_the_context(reader):
    asked = ["Who dredged Tolm Harbour?", "In which year was Tolm Harbour dredged?", "Where was Ardis Pellow born?"]
    prompts = [reader.prompt(question, CONTEXT) for question in asked]
    answers = [answer.text for answer in reader.read([*prompts, reader.prompt("Who dredged it?", "")])]
    assert "Ardis Pellow" in answers[0]
    assert "1874" in answers[1]
    assert "Kestrow" in answers[2]
    assert all("\n" not in text for text in answers)
    assert reader.design.style == "completion"


def test_an_answer_cut_within_its_line_says_so(reader):
    (short,) = get_reader("hf")(ReaderOptions(model="SmolLM2-135M-Instruct", device="cpu", max_new_tokens=1)).read(
        [reader.prompt("Who dredged Tolm Harbour?", CONTEXT)]
    )
    (whole,) = reader.read([reader.prompt("Who dredged Tolm Harbour?", CONTEXT)])
    assert whole.text.startswith(short.text)
    assert (short.finish, whole.finish) == ("length", "stop")


def test_the_supported_answer_is_likelier_with_its_context(reader):
    prompts = [reader.prompt("Where was Ardis Pellow born?", context).text for context in (CONTEXT, "")]
    with_context, without = reader.log_likelihood(prompts, [" Kestrow"] * 2)
    assert with_context.total > without.total + 2
    assert "".join(with_context.tokens) == " Kestrow"


def test_model_lies_in_the_cache_as_pinned(reader):
    assert reader.fingerprint().startswith("sha256:")
    assert (cache_dir() / "SmolLM2-135M-Instruct" / "model.safetensors").stat().st_size == 269_060_552
