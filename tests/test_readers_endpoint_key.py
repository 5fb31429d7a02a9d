"""Where the endpoint reader may ask, and that its key is sent and never shown."""

import logging
import traceback

import pytest
from endpoint_server import MODEL, FakeTime, Proxy, Response, complaint, failed, read_one, reader_of, serving

from budgetrag.readers import ReaderOptions, UnansweredError
from budgetrag.readers.endpoint import EndpointReader

KEY = "sk-0123456789abcdef"


@pytest.fixture
def proxy(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving(Proxy()) as running:
        yield running


@pytest.fixture
def fake_time():
    return FakeTime()


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
        (
            "localhost:8000/v1",
            "endpoint reader's base_url must be an address such as http://localhost:8000/v1, got 'localhost:8000/v1'",
        ),
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
    with pytest.raises(
        ValueError, match="reader's api_key_env must be the name of an environment variable in capitals"
    ) as caught:
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
