"""The endpoint reader in front of a faulty proxy: what is sent, what comes of it, when it tries again."""

import json
import logging
import threading
import time
import traceback

import pytest
from endpoint_server import MODEL, Proxy, Response, failed, last_words, reply, said, serving

from budgetrag.readers import ReaderOptions, UnansweredError, get_reader
from budgetrag.readers.endpoint import EndpointReader
from budgetrag.readers.endpoint_pace import Clock, Pace, backoff_seconds, retry_after_seconds
from budgetrag.readers.prompts import INSTRUCTION, completion_design
from budgetrag.types import Answer

KEY = "sk-0123456789abcdef"


class FakeTime:
    """Waiting takes no time, but moves the clock; random numbers are always the largest."""

    def __init__(self):
        self.moment = 100.0
        self.waits = []
        self.lock = threading.Lock()

    def wait(self, stop, seconds):
        with self.lock:
            self.waits.append(seconds)
            self.moment += seconds

    @property
    def clock(self):
        return Clock(lambda: self.moment, self.wait, lambda low, high: high)


@pytest.fixture
def proxy(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving(Proxy()) as running:
        yield running


@pytest.fixture
def fake_time():
    return FakeTime()


def reader_of(proxy, fake_time=None, **options):
    given = {"model": MODEL, "base_url": proxy.url, "timeout_seconds": 5.0, **options}
    return EndpointReader(ReaderOptions(**given), **({"clock": fake_time.clock} if fake_time else {}))


def prompts_of(reader, n=1):
    return [reader.prompt(f"Who is {i}?", f"Context {i}.") for i in range(n)]


def read_one(reader):
    return reader.read(prompts_of(reader))[0]


def complaint(reader, n=1):
    with pytest.raises(UnansweredError) as caught:
        reader.read(prompts_of(reader, n))
    return str(caught.value)


def test_chat_sends_instruction_and_question_as_two_turns(proxy):
    reader = get_reader("endpoint")(ReaderOptions(model=MODEL, base_url=proxy.url))
    (prompt,) = prompts_of(reader)
    answer = reader.read([prompt])[0]
    (asked,) = proxy.asked
    system, user = asked.pop("messages")
    assert asked == {"model": MODEL, "temperature": 0, "max_tokens": 32, "stop": "\n"}
    assert system == {"role": "system", "content": INSTRUCTION}
    assert user == {"role": "user", "content": "Context:\nContext 0.\nQuestion: Who is 0?\nAnswer:"}
    assert prompt.text == f"[system]\n{system['content']}\n\n[user]\n{user['content']}"
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
    expected = [last_words({"prompt": prompt.text.split("[user]\n")[1]}) for prompt in prompts]
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


PASSING = {
    "429": failed(429),
    "408": failed(408),
    "409": failed(409),
    "500": failed(500),
    "503 in HTML": Response(503, b"<h1>busy</h1>", content_type="text/html"),
    "529": failed(529),
    "malformed JSON": Response(200, b'{"choices": [{"mess'),
    "HTML": Response(200, b"<html>log in</html>", content_type="text/html"),
    "no UTF-8": Response(200, b"\xff\xfe{}"),
    "nothing": Response(200, b""),
    "a list": Response(200, b"[]"),
    "empty choices": reply(choices=[]),
    "null choices": reply(choices=None),
    "an empty choice": reply(choices=[{}]),
    "an error with status 200": reply(error={"message": "upstream is overloaded", "code": 502}),
    "cut in mid-body": Response(200, said("Paris").body, sent=0.5),
    "hung up": Response(200, b"", sent=0),
}


@pytest.mark.parametrize("fault", PASSING.values(), ids=PASSING)
def test_faults_that_may_pass_are_tried_again(proxy, fake_time, fault):
    proxy.faults = [fault, fault]
    answer = read_one(reader_of(proxy, fake_time))
    assert answer.finish == "stop"
    assert answer.text.startswith("answer ")
    assert proxy.asked == [proxy.asked[0]] * 3
    assert fake_time.waits == [0.5, 1.0]


def test_a_slow_answer_is_given_up_and_asked_for_again(proxy, fake_time):
    proxy.faults = [Response(200, said("late").body, delay=0.5)]
    assert read_one(reader_of(proxy, fake_time, timeout_seconds=0.1)).text.startswith("answer ")
    assert fake_time.waits == [0.5]


def test_waits_double_up_to_half_a_minute_and_are_drawn_from_zero():
    assert [backoff_seconds(n, lambda low, high: high) for n in range(1, 9)] == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert backoff_seconds(5000, lambda low, high: high) == 30
    assert backoff_seconds(3, lambda low, high: low) == 0


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after-ms": "250", "retry-after": "7"}, 0.25),
        ({"retry-after": "Tue, 01 Dec 2026 10:00:09 GMT", "date": "Tue, 01 Dec 2026 10:00:00 GMT"}, 9.0),
        ({"retry-after": "Tue, 01 Dec 2026 09:00:00 GMT", "date": "Tue, 01 Dec 2026 10:00:00 GMT"}, 0.0),
        ({"retry-after": "Sun, 06 Nov 1994 08:49:37 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({}, None),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(headers, seconds):
    assert retry_after_seconds(headers) == seconds


def test_retry_after_is_waited_for_by_every_worker(proxy, fake_time):
    proxy.faults = [failed(429, retry_after="7")]
    reader = reader_of(proxy, fake_time, concurrency=1)
    reader.read(prompts_of(reader, 2))
    assert fake_time.waits == [7.5]  # as asked, and jitter of at most half a second
    pace = Pace(None, fake_time.clock)
    pace.hold(7)
    pace.take_turn(threading.Event())
    assert fake_time.waits[1:] == [7]


def test_a_wait_of_more_than_ten_minutes_ends_the_run(proxy, fake_time):
    proxy.always = failed(429, "daily limit", Retry_After="3600")
    said_at_the_end = complaint(reader_of(proxy, fake_time))
    assert "said (429): daily limit, and asks to wait 3600 s; start again after that" in said_at_the_end
    assert (len(proxy.asked), fake_time.waits) == (1, [])


def test_requests_are_spread_evenly_over_the_minute(proxy, fake_time):
    """By hand: 120 a minute is one every half second, the first at once."""
    sent = []

    def upstream(path, body, headers):
        sent.append(fake_time.moment - 100)
        return said("x")

    proxy.upstream = upstream
    proxy.faults = [None, failed(500)]  # another try takes a turn too
    reader = reader_of(proxy, fake_time, concurrency=1, requests_per_minute=120)
    reader.read(prompts_of(reader, 4))
    assert sent == [0, 1, 1.5, 2]


def test_the_rate_is_shared_by_the_workers(proxy):
    reader = reader_of(proxy, concurrency=4, requests_per_minute=1200)
    start = time.monotonic()
    reader.read(prompts_of(reader, 9))
    assert time.monotonic() - start >= 8 * 60 / 1200


def test_after_all_tries_one_sentence_says_who_what_and_what_to_do(proxy, fake_time):
    proxy.always = failed(429, "slow down")
    assert complaint(reader_of(proxy, fake_time, max_retries=3)) == (
        f"endpoint {proxy.url} said (429): slow down, after 4 tries; lower concurrency or requests_per_minute; "
        "what is finished is kept, the same command goes on from here"
    )
    assert len(proxy.asked) == 4


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (failed(500, "out of memory"), r"said \(500\): out of memory, after the only try; see the server's log"),
        (
            Response(200, b"<html>log in</html>", content_type="text/html"),
            r"sent a reply that cannot be used: <html>log in</html>, after the only try; check that base_url .* /v1",
        ),
        (Response(200, b"", sent=0), r"could not be reached, or hung up \(Server disconnected.*\), after the only try"),
        (Response(200, b"{}", delay=0.5), r"gave no answer within 0.2 s, after the only try; raise timeout_seconds"),
    ],
)
def test_every_kind_of_failure_has_its_remedy(proxy, fault, message):
    proxy.always = fault
    with pytest.raises(UnansweredError, match=message):
        read_one(reader_of(proxy, max_retries=0, timeout_seconds=0.2))


def test_a_server_that_is_not_there_is_named(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    reader = EndpointReader(ReaderOptions(model=MODEL, base_url="http://127.0.0.1:9/v1", max_retries=0))
    with pytest.raises(UnansweredError, match=r"http://127\.0\.0\.1:9/v1 could not be reached, .* refused\)"):
        read_one(reader)


def test_what_the_others_answered_is_in_the_error(proxy, fake_time):
    reader = reader_of(proxy, fake_time, concurrency=1)
    prompts = prompts_of(reader, 4)
    expected = reader.read(prompts[:2])
    proxy.faults = [None, None, failed(400, "no")]
    with pytest.raises(UnansweredError) as caught:
        reader.read(prompts)
    assert caught.value.answers == dict(enumerate(expected))
    assert len(proxy.asked) == 2 + 3


def test_one_failure_ends_the_waits_of_the_others(proxy):
    both_are_there = threading.Barrier(2)

    def upstream(path, body, headers):
        if not body:
            return reply(data=[])
        both_are_there.wait(20)
        return failed(429, retry_after="300") if b"Who is 0" in body else Response(400, b"{}", delay=0.2)

    proxy.upstream = upstream
    start = time.monotonic()
    assert "refused a request (400)" in complaint(reader_of(proxy, concurrency=2), 2)
    assert time.monotonic() - start < 30
    assert len(proxy.asked) == 2


FINAL = {
    "context": (
        failed(400, "This model's maximum context length is 2048 tokens, you asked for 2100"),
        r"refused a prompt \(400\): This model's maximum .* 2100; prompt and answer must fit in the model's context",
    ),
    "bad request": (failed(400, "max_tokens is not supported"), r"refused a request \(400\): max_tokens is not supp"),
    "unprocessable": (
        Response(422, b'{"detail": "Unexpected fields"}'),
        r"refused a request \(422\): Unexpected",
    ),
    "no key": (failed(401, "You need a key"), r"wants a key \(401\); set environment variable OPENAI_API_KEY to one"),
    "no quota": (
        reply(429, error={"message": "You have used it up", "code": "insufficient_quota"}),
        r"said \(429\): You have used it up; no quota is left",
    ),
}


@pytest.mark.parametrize(("fault", "message"), FINAL.values(), ids=FINAL)
def test_what_cannot_pass_is_not_tried_again(proxy, fault, message):
    proxy.always = fault
    with pytest.raises(UnansweredError, match=message):
        read_one(reader_of(proxy))
    assert len(proxy.asked) == 1


@pytest.mark.parametrize("status", [400, 404])
def test_an_unknown_model_is_answered_with_the_servers_models(proxy, status):
    proxy.always = failed(status, "no such model")
    assert complaint(reader_of(proxy, model="gpt-17")).startswith(
        f"endpoint {proxy.url} does not serve 'gpt-17' ({status}): no such model; "
        f"model must be one that it serves ({MODEL}, other); "
    )
    proxy.upstream = lambda path, body, headers: Response(404, b"Not Found", content_type="text/plain")
    proxy.always = None
    assert "refused a request (404): Not Found; check model and base_url; most addresses end in /v1" in complaint(
        reader_of(proxy)
    )


def test_a_refused_key_is_named_by_its_variable(proxy, monkeypatch):
    monkeypatch.setenv("MY_KEY", f" {KEY}\n")
    proxy.always = failed(401, f"Incorrect API key provided: {KEY}")
    message = complaint(reader_of(proxy, api_key_env="MY_KEY"))
    assert "refused the key in environment variable MY_KEY (401); set MY_KEY to a key that is valid there" in message
    proxy.always = failed(403, "your country is not supported")
    assert "MY_KEY (403): your country is not supported; set MY_KEY" in complaint(
        reader_of(proxy, api_key_env="MY_KEY")
    )
    assert proxy.keys == [f"Bearer {KEY}"] * 2


@pytest.mark.parametrize(
    "fault",
    [
        *(failed(status, f"key {KEY} or sk-0***ef is bad") for status in (400, 401, 403, 404, 422, 429, 500)),
        Response(200, f"<html>{KEY}</html>".encode()),
        Response(500, KEY.encode(), content_type="text/plain"),
    ],
)
def test_the_key_is_sent_and_never_shown(proxy, fake_time, monkeypatch, caplog, fault):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    caplog.set_level(logging.DEBUG)
    proxy.always = fault
    reader = reader_of(proxy, fake_time, max_retries=1)
    with pytest.raises(UnansweredError) as caught:
        read_one(reader)
    shown = [repr(reader), reader.fingerprint(), reader.name, reader.design.template, repr(reader._options)]
    shown += ["".join(traceback.format_exception(caught.value)), repr(caught.value.args), caplog.text]
    assert all(KEY not in text and "***" not in text for text in shown)
    assert set(proxy.keys) == {f"Bearer {KEY}"}


@pytest.mark.parametrize(
    ("base_url", "message"),
    [
        (None, "base_url must be the server's address, got none"),
        ("localhost:8000/v1", "must be an address such as http://localhost:8000/v1, got 'localhost:8000/v1'"),
        ("ftp://localhost/v1", "got 'ftp://localhost/v1'"),
        ("http://", "got 'http://'"),
        ("http://local host/v1", "got 'http://local host/v1'"),
        ("http://localhost:99999/v1", "must be an address .*: Port out of range"),
        (f"https://me:{KEY}@host/v1", "must hold no user, password, query or fragment"),
        (f"https://host/v1?key={KEY}", "must hold no user, password, query or fragment"),
        (f"https://host/v1#{KEY}", "must hold no user, password, query or fragment"),
        (f"me:{KEY}@host", "must hold no user, password, query or fragment"),
        (
            "https://api.example.com/v1",
            "OPENAI_API_KEY must hold the key for https://api.example.com/v1, and is n",
        ),
    ],
)
def test_addresses_that_cannot_be_used_are_refused_before_anything_is_sent(monkeypatch, base_url, message):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ValueError, match=message) as caught:
        EndpointReader(ReaderOptions(model=MODEL, base_url=base_url))
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "192.168.1.20", "gpu-box", "nas.local"])
def test_a_local_server_needs_no_key(monkeypatch, host):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    reader = EndpointReader(ReaderOptions(model=MODEL, base_url=f"http://{host}:8000/v1/"))
    assert reader.fingerprint() == (
        f"endpoint:1 http://{host}:8000/v1 model={MODEL} style=chat max_new_tokens=32 temperature=0"
    )


def test_without_a_key_a_placeholder_is_sent(proxy, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")  # which would not lead to this machine
    read_one(reader_of(proxy))
    assert proxy.keys == ["Bearer none"]


@pytest.mark.parametrize(("name", "key"), [("MY_KEY", "schlüssel"), ("MY_KEY", "two\nlines")])
def test_a_key_that_no_header_can_hold_is_refused_without_showing_it(monkeypatch, name, key):
    monkeypatch.setenv(name, key)
    with pytest.raises(ValueError, match="MY_KEY must be printable ASCII text in one line") as caught:
        EndpointReader(ReaderOptions(model=MODEL, base_url="http://localhost/v1", api_key_env=name))
    assert key not in str(caught.value)


def test_a_key_in_place_of_its_name_is_refused_without_showing_it():
    with pytest.raises(ValueError, match="must be the name of an environment variable in capitals") as caught:
        EndpointReader(ReaderOptions(model=MODEL, base_url="http://localhost/v1", api_key_env=KEY))
    assert KEY not in str(caught.value)


def test_a_model_must_be_named():
    with pytest.raises(ValueError, match="model must be the name that the server knows it by, got none"):
        EndpointReader(ReaderOptions(base_url="http://localhost/v1"))


@pytest.mark.parametrize(
    "change",
    [{"model": "b"}, {"base_url": "http://localhost:2/v1"}, {"prompt_style": "completion"}, {"max_new_tokens": 8}],
)
def test_fingerprint_follows_what_can_move_an_answer(change):
    same = {"model": "a", "base_url": "http://localhost:1/v1"}
    first = EndpointReader(ReaderOptions(**same)).fingerprint()
    assert EndpointReader(ReaderOptions(**{**same, **change})).fingerprint() != first
    assert EndpointReader(ReaderOptions(**same, concurrency=2, max_retries=1, timeout_seconds=3)).fingerprint() == first


def test_a_closed_reader_connects_again(proxy):
    reader = reader_of(proxy)
    before = read_one(reader)
    reader.close()
    reader.close()
    assert read_one(reader) == before
