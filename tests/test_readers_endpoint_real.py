"""The endpoint reader against a real server: transformers' own, as a process, with the offline model."""

import pytest
from endpoint_server import FakeTime, Proxy, Response, failed, forward_to, reader_of, serving, transformers_server

from budgetrag.models import fetch_and_convert
from budgetrag.readers import ReaderOptions, UnansweredError, get_reader

CONTEXT = "Tolm Harbour: Tolm Harbour is a harbour on the Isle of Vannet. It was dredged by Ardis Pellow in 1874."
QUESTIONS = ("When was it dredged?", "Is Tolm Harbour on Vannet?")


@pytest.fixture(scope="module")
def model():
    return fetch_and_convert("SmolLM2-135M-Instruct")


@pytest.fixture(scope="module")
def server(model, tmp_path_factory):
    with transformers_server(model, tmp_path_factory.mktemp("server") / "log") as base_url:
        yield base_url


@pytest.fixture
def proxy(server, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving(Proxy(forward_to(server))) as running:
        yield running


def test_answers_and_token_counts_equal_those_of_the_same_model_here(proxy, model):
    """Both in float32. Oracle: the hf reader, which knows nothing of servers."""
    options = {"prompt_style": "completion", "model": str(model)}
    there = reader_of(proxy, timeout_seconds=120.0, max_new_tokens=8, **options)
    here = get_reader("hf")(ReaderOptions(dtype="float32", device="cpu", max_new_tokens=8, **options))
    prompts = [there.prompt(question, CONTEXT) for question in QUESTIONS]
    assert prompts == [here.prompt(question, CONTEXT) for question in QUESTIONS]
    found, expected = there.read(prompts), here.read(prompts)
    assert found == expected
    assert [answer.finish for answer in found] == ["stop", "stop"]
    assert [answer.text for answer in found] == ["1874", "no"]


def test_a_chat_is_read_through_faults(proxy, model):
    fake_time = FakeTime()
    proxy.faults = [failed(429, retry_after="2"), failed(503), Response(200, b'{"choices": [', sent=0.5)]
    reader = reader_of(proxy, fake_time, model=str(model), timeout_seconds=120.0, max_new_tokens=4)
    (answer,) = reader.read([reader.prompt(QUESTIONS[0], CONTEXT)])
    assert fake_time.waits == [2.5, 1.0, 2.0]
    assert answer.text
    assert answer.finish == "length"  # a chat model that begins a sentence: cut after four tokens
    assert answer.prompt_tokens > 40


def test_a_model_the_server_has_not_is_answered_with_the_one_it_has(proxy, model):
    reader = reader_of(proxy, model="gpt-17")
    with pytest.raises(UnansweredError, match=r"does not serve 'gpt-17' \(400\): Server is pinned") as caught:
        reader.read([reader.prompt(QUESTIONS[0], CONTEXT)])
    assert f"model must be one that it serves ({model})" in str(caught.value)
