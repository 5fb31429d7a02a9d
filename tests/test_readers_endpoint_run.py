"""A run that reads from a server: its config, what of it is written down, and a server that dies half-way."""

from hashlib import sha256
from itertools import count

import pytest
from endpoint_server import MODEL, Proxy, Response, failed, fake_upstream, said, serving
from tiny import HashingEmbedder, Silent, tiny_config, write_records

from budgetrag.config import parse_config
from budgetrag.pipeline import Plugins, run_pipeline
from budgetrag.readers import UnansweredError
from budgetrag.readers.prompts import CHAT_INSTRUCTION
from budgetrag.store import Run, open_run
from precompute.preflight import identity, make_reader

KEY = "sk-0123456789abcdef"
DATA = [{"name": "almanac"}]


@pytest.fixture
def proxy(monkeypatch):
    monkeypatch.setenv("SOME_KEY", KEY)
    with serving(Proxy()) as running:
        yield running


def config_of(data, proxy, **settings):
    given = {"kind": "endpoint", "model": MODEL, "base_url": proxy.url, "api_key_env": "SOME_KEY", "batch_size": 4}
    return tiny_config(data, readers=["served"], reader={"served": {**given, "concurrency": 2, **settings}})


def fill(folder, config):
    plugins = Plugins(HashingEmbedder(), make_reader)
    with open_run(folder, identity(config, plugins)) as run:
        run_pipeline(config, run, plugins, Silent())


def tables(folder):
    return {path.stem: sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.parquet")}


def sent_prompts(proxy):
    return [asked["messages"][-1]["content"] for asked in proxy.asked]


def dies_after(n):
    """The fake upstream, until it has answered n requests; from then on it hangs up."""
    place = count()

    def upstream(path, body, headers):
        return fake_upstream(path, body, headers) if next(place) < n else Response(200, b"", sent=0)

    return upstream


def test_a_server_that_dies_half_way_loses_nothing_and_the_resumed_run_is_the_undisturbed_one(tmp_path, proxy):
    data = write_records(tmp_path / "d.jsonl")
    fill(tmp_path / "whole", config_of(data, proxy))
    n_prompts = len(proxy.asked)
    assert n_prompts == len(set(sent_prompts(proxy))) > 20
    proxy.asked.clear()

    proxy.upstream = dies_after(10)
    with pytest.raises(UnansweredError, match=r"could not be reached, .* the only try; .*what is finished is kept"):
        fill(tmp_path / "run", config_of(data, proxy, max_retries=0))
    n_asked = len(proxy.asked)
    answered = set(sent_prompts(proxy)[:10])
    assert n_asked <= 12  # two workers: nothing is asked after the first failure
    assert not Run.open(tmp_path / "run").is_finished
    proxy.asked.clear()

    proxy.upstream = fake_upstream
    fill(tmp_path / "run", config_of(data, proxy, concurrency=5, requests_per_minute=60000))
    assert answered.isdisjoint(sent_prompts(proxy))
    assert len(proxy.asked) == n_prompts - 10
    assert tables(tmp_path / "run") == tables(tmp_path / "whole")


def test_refusals_are_a_column_of_the_answers(tmp_path, proxy):
    proxy.faults = [said(None, refusal="No."), said("Par", "length"), said("x", "content_filter")]
    fill(tmp_path / "run", config_of(write_records(tmp_path / "d.jsonl"), proxy))
    found = Run.open(tmp_path / "run").query("SELECT finish, count(DISTINCT prompt_hash) n FROM answers GROUP BY ALL")
    counts = dict(zip(found["finish"], found["n"], strict=True))
    assert counts == {"refusal": 1, "length": 1, "content_filter": 1, "stop": sum(counts.values()) - 3}


def test_the_key_is_nowhere_in_the_run_and_the_prompt_is_written_down_once(tmp_path, proxy):
    fill(tmp_path / "run", config_of(write_records(tmp_path / "d.jsonl"), proxy))
    assert set(proxy.keys) == {f"Bearer {KEY}"}
    for path in (tmp_path / "run").rglob("*"):
        assert path.is_dir() or KEY.encode() not in path.read_bytes()
    manifest = Run.open(tmp_path / "run").manifest
    settings = manifest["config"]["readers"]["served"]
    assert settings["base_url"] == proxy.url
    assert not {"api_key_env", "concurrency", "max_retries"} & settings.keys()
    assert manifest["prompts"]["served"]["style"] == "chat"
    assert manifest["prompts"]["served"]["template"].startswith(f"[system]\n{CHAT_INSTRUCTION}\n\n[user]\n")
    assert manifest["prompts"]["served"]["template"].endswith("\n\n[user]\nContext:\n{context}\nQuestion: {question}")


def test_a_refused_key_stops_the_run_in_one_sentence(tmp_path, proxy):
    proxy.always = failed(401, KEY)
    with pytest.raises(UnansweredError, match="refused the key in environment variable SOME_KEY"):
        fill(tmp_path / "run", config_of(write_records(tmp_path / "d.jsonl"), proxy))
    assert len(proxy.asked) <= 2


def complaint(**settings):
    with pytest.raises(ValueError) as caught:
        parse_config({"name": "x", "datasets": DATA, "readers": ["r"], "reader": {"r": settings}})
    return str(caught.value)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"model": "m"}, "config: reader.r base_url must be given for kind 'endpoint', got none"),
        ({"base_url": "http://a/v1"}, "config: reader.r model must be given for kind 'endpoint', got none"),
        (
            {"model": "m", "base_url": "http://a/v1", "dtype": "float32"},
            "config: reader.r dtype is for readers that load a model here, not for a server's; "
            "got it for kind 'endpoint'",
        ),
        ({"model": "m", "base_url": "http://a/v1", "timeout_seconds": 0}, "timeout_seconds must be >= 1.0, got 0"),
        ({"model": "m", "base_url": "http://a/v1", "concurrency": 0}, "concurrency must be >= 1, got 0"),
        ({"model": "m", "base_url": "http://a/v1", "requests_per_minute": 0}, "minute must be >= 1, got 0"),
        ({"model": "m", "base_url": "a/v1"}, "config: reader.r.base_url must be an address such as"),
        ({"model": "m", "base_url": f"http://{KEY}@a/v1"}, "must hold no user, password, query or fragment"),
        (
            {"model": "m", "base_url": "http://a/v1", "api_key_env": KEY},
            "api_key_env must be the name of an environment",
        ),
        ({"model": "m", "base_url": "http://a/v1", "api_key": KEY}, "reader.r.api_key is not a known key"),
    ],
)
def test_mistakes_in_an_endpoints_config_are_one_sentence_without_the_key(settings, message):
    found = complaint(kind="endpoint", **settings)
    assert message in found
    assert KEY not in found


@pytest.mark.parametrize("kind", ["hf", "gguf", "lexical"])
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("base_url", "http://a/v1"),
        ("api_key_env", "A"),
        ("concurrency", 2),
        ("requests_per_minute", 9),
        ("timeout_seconds", 5),
        ("max_retries", 1),
    ],
)
def test_an_endpoints_keys_are_refused_for_other_kinds(kind, key, value):
    assert complaint(kind=kind, model="m", **{key: value}) == (
        f"config: reader.r {key} is for kind 'endpoint' only; got it for kind {kind!r}"
    )
