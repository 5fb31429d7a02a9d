"""The endpoint reader behind a faulty proxy: when it tries again, how long it waits, and what it says at the end."""

import threading
import time

import pytest
from endpoint_server import (
    MODEL,
    FakeTime,
    Proxy,
    Response,
    complaint,
    failed,
    prompts_of,
    read_one,
    reader_of,
    reply,
    said,
    serving,
)

from budgetrag.readers import ReaderOptions, UnansweredError
from budgetrag.readers.endpoint import EndpointReader
from budgetrag.readers.endpoint_pace import Pace, backoff_seconds, retry_after_seconds


@pytest.fixture
def proxy(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving(Proxy()) as running:
        yield running


@pytest.fixture
def fake_time():
    return FakeTime()


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
