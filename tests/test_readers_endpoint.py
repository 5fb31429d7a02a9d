"""The endpoint reader: what it sends, and what it makes of what a server says."""

import json
import time

import pytest
from endpoint_server import MODEL, Proxy, Response, last_words, prompts_of, read_one, reader_of, reply, said, serving

from budgetrag.readers import ReaderOptions, get_reader
from budgetrag.readers.prompts import CHAT_INSTRUCTION, EXAMPLES, completion_design
from budgetrag.types import Answer


@pytest.fixture
def proxy(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving(Proxy()) as running:
        yield running


def test_chat_sends_instruction_examples_and_question_as_turns(proxy):
    reader = get_reader("endpoint")(ReaderOptions(model=MODEL, base_url=proxy.url))
    (prompt,) = prompts_of(reader)
    answer = reader.read([prompt])[0]
    (asked,) = proxy.asked
    system, *examples, user = asked.pop("messages")
    assert asked == {"model": MODEL, "temperature": 0, "max_tokens": 32, "stop": "\n"}
    assert system == {"role": "system", "content": CHAT_INSTRUCTION}
    assert [turn["role"] for turn in examples] == ["user", "assistant"] * 2
    assert [turn["content"] for turn in examples[1::2]] == [each.answer for each in EXAMPLES]
    assert user == {"role": "user", "content": "Context:\nContext 0.\nQuestion: Who is 0?"}
    turns = [system, *examples, user]
    assert prompt.text == "\n\n".join(f"[{turn['role']}]\n{turn['content']}" for turn in turns)
    assert answer == Answer(last_words({"messages": [user]}), 7, "stop")
    assert reader.design.style == "chat"
    assert reader.name == MODEL


def test_completion_sends_the_prompt_of_two_examples(proxy):
    reader = reader_of(proxy, prompt_style="completion", max_new_tokens=5, name="mine")
    (prompt,) = prompts_of(reader)
    answer = reader.read([prompt])[0]
    assert proxy.asked == [{"model": MODEL, "temperature": 0, "max_tokens": 5, "stop": "\n", "prompt": prompt.text}]
    assert prompt == completion_design().prompt("Who is 0?", "Context 0.")
    assert answer.text == last_words({"prompt": prompt.text})
    assert reader.name == "mine"


def test_awkward_text_arrives_whole(proxy):
    reader = reader_of(proxy, prompt_style="completion")
    texts = ["\x00", "🐝" * 9, "שלום {question}", "\u2028 line\r\nend", "\ud800"]
    reader.read([reader.prompt("Who?", text) for text in texts])
    arrived = {str(asked["prompt"]).split("Context:\n")[-1].split("\nQuestion")[0] for asked in proxy.asked}
    assert arrived == {*texts[:-1], "?"}


def test_a_chat_prompt_of_another_reader_is_refused(proxy):
    with pytest.raises(ValueError, match=r"prompt of a chat must begin with .*, got 'Answer from the context"):
        reader_of(proxy).read([completion_design().prompt("Who?", "")])


def test_answers_come_in_order_from_a_bounded_number_of_workers(proxy):
    def upstream(path, body, headers):
        time.sleep(0.01 * (len(body) % 3))
        return said(last_words(json.loads(body)))

    proxy.upstream = upstream
    reader = reader_of(proxy, concurrency=3)
    prompts = prompts_of(reader, 20)
    expected = [last_words({"prompt": prompt.text.rsplit("[user]\n")[-1]}) for prompt in prompts]
    assert [answer.text for answer in reader.read(prompts)] == expected
    assert len(set(expected)) == 20
    assert 1 < proxy.most_at_once <= 3
    assert reader.read([]) == []


@pytest.mark.parametrize(
    "raw", ["Paris", " Paris\nQuestion: x", "\n\n Paris \nx", "\n \n", "", "a\r\nb", "\nParis", "Paris\n"]
)
def test_a_server_that_stops_at_line_breaks_gives_the_same_answers_as_one_that_does_not(proxy, raw):
    """Oracle: the same text without the stop sequence."""
    proxy.always = said(raw)
    expected = read_one(reader_of(proxy))
    proxy.always = None
    proxy.upstream = lambda path, body, headers: said(raw.split("\n")[0] if "stop" in json.loads(body) else raw)
    assert read_one(reader_of(proxy)) == expected


@pytest.mark.parametrize(
    ("response", "text", "finish"),
    [
        (said(" Paris ", "stop"), "Paris", "stop"),
        (said("Par", "length"), "Par", "length"),
        (said("Paris\nQuest", "length"), "Paris", "stop"),
        (said(None, "length"), "", "length"),
        (said(None, "stop"), "", "stop"),
        (said("Paris", None), "Paris", None),
        (said("Paris", "eos_token"), "Paris", None),
        (said(None, "stop", refusal="I can't help with that."), "", "refusal"),
        (said("Par", "content_filter"), "Par", "content_filter"),
        (said(None, "content_filter"), "", "content_filter"),
    ],
)
def test_refusals_and_truncations_are_recorded_as_such(proxy, response, text, finish):
    proxy.always = response
    assert read_one(reader_of(proxy)) == Answer(text, 7, finish)


def test_a_server_that_counts_no_tokens_leaves_them_unknown(proxy):
    proxy.always = reply(choices=[{"message": {"content": "Paris"}, "finish_reason": "stop"}])
    assert read_one(reader_of(proxy)) == Answer("Paris", None, "stop")


def test_json_under_another_content_type_is_read(proxy):
    proxy.always = Response(200, said("Paris").body, content_type="text/plain")
    assert read_one(reader_of(proxy)).text == "Paris"
    assert len(proxy.asked) == 1
