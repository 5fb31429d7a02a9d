"""Configurations: what is accepted, and what each refusal says."""

from __future__ import annotations

from pathlib import Path

import pytest

from budgetrag.config import Config, load_config, parse_config
from budgetrag.config_policies import CHUNK_POLICIES, POLICIES, policies_of
from budgetrag.datasets import DATASETS
from budgetrag.packers import PACKERS, get_packer
from budgetrag.readers import READERS
from budgetrag.retrieval import RETRIEVERS

CONFIGS = sorted((Path(__file__).parents[1] / "configs").glob("*.toml"))
MINIMAL = {"name": "x", "datasets": [{"name": "hotpotqa"}]}


def refused(**changes: object) -> str:
    with pytest.raises(ValueError, match=r"^config: ") as caught:
        parse_config({**MINIMAL, **changes})
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_defaults_are_the_designs():
    config = parse_config(MINIMAL)
    assert (config.seeds, config.budgets) == ((42,), (96, 128, 160, 224))
    assert config.policies == tuple(CHUNK_POLICIES)
    assert (config.retrieval.top_k, config.retrieval.dims, config.retrieval.pool) == (5, 320, "corpus")
    assert (config.packing.max_snippets, config.packing.max_candidates) == (8, 160)
    assert config.packing.template == "{title}: {text}"


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_shipped_config_is_valid_and_named_after_its_file(path):
    assert load_config(path).name == path.stem


def test_published_config_is_the_published_setup():
    config = load_config(next(path for path in CONFIGS if path.stem == "published"))
    assert config.seeds == (42, 13, 7)
    assert config.budgets == (96, 128, 160, 224)
    assert config.packing.template == "{text}"
    assert {entry.name: entry.limit for entry in config.datasets} == dict.fromkeys(set(DATASETS) - {"almanac"}, 500)
    packers = ("naive", "focused", "mmr", "submodular")
    assert config.policies == (*(f"chunk_{name}" for name in packers), *(f"ace_{name}" for name in packers))
    assert [reader.quantization for reader in config.resolved_readers().values()] == [None, None, "nf4", "nf4"]


def test_factorial_config_is_every_built_in_policy_on_every_data_set():
    config = load_config(next(path for path in CONFIGS if path.stem == "factorial"))
    assert config.policies == tuple(POLICIES)
    assert len(config.policies) == 11
    assert {entry.name: entry.limit for entry in config.datasets} == dict.fromkeys(set(DATASETS) - {"almanac"})


def test_unlock_config_asks_every_retriever_and_more_passages_of_the_same_packers():
    config = load_config(next(path for path in CONFIGS if path.stem == "unlock"))
    used = config.resolved_representations()
    assert {each.retriever for each in used.values() if each.kind == "chunk"} == set(RETRIEVERS)
    assert (used["chunk"].top_k, used["chunk10"].top_k) == (5, 10)
    assert set(config.policies) == {f"{name}_{packer}" for name in used for packer in ("submodular", "naive")}


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_built_in_policies_options_are_their_packers(policy):
    assert policy.packer in PACKERS
    get_packer(policy.packer, policy.options)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"budgets": [96, -5]}, r"config: budgets[1] must be >= 0, got -5"),
        ({"budgets": []}, "config: budgets must hold at least 1 value, got []"),
        ({"budgets": [96, 96]}, "config: budgets must not repeat a value, got 96 twice"),
        ({"budgets": "96"}, "config: budgets must be a list, got '96'"),
        ({"budgets": [96.5]}, "config: budgets[0] must be a whole number, got 96.5"),
        ({"seeds": [True]}, "config: seeds[0] must be a whole number, got True"),
        ({"bugdets": [96]}, "config: bugdets is not a known key; known here: name, seeds, budgets"),
        ({"retrieval": {"topk": 3}}, "config: retrieval.topk is not a known key; known here: retriever, embedder"),
        (
            {"datasets": [{"name": "hotpotqa", "limits": 3}]},
            "datasets[0].limits is not a known key; known here: name, file",
        ),
        ({"retrieval": {"top_k": 0}}, "config: retrieval.top_k must be >= 1, got 0"),
        ({"retrieval": {"pool": "web"}}, "config: retrieval.pool must be 'corpus' or 'question', got 'web'"),
        ({"policies": ["chunk_best"]}, "policies[0] must be a known policy (ace_bridge, ace_focused, ace_mmr,"),
        ({"readers": ["gpt"]}, "readers[0] must be a known reader (lexical, smollm2-135m), got 'gpt'"),
        (
            {"datasets": [{"name": "squad"}]},
            f"datasets[0].name must be a known data set ({', '.join(sorted({*DATASETS, 'log'}))}), got 'squad'",
        ),
        (
            {"packing": {"counter": "letters"}},
            "packing.counter must be one of words, hf:<hub id or folder>, tiktoken:<encoding>, got 'letters'",
        ),
        ({"packing": {"template": "{title}"}}, "packing.template must contain {text}, got '{title}'"),
        (
            {"datasets": [{"name": "hotpotqa"}, {"name": "hotpotqa"}]},
            "datasets must not repeat a name, got hotpotqa, hotpotqa",
        ),
        ({"datasets": [{"name": "hotpotqa", "size": 3}]}, "datasets[0] size is for almanac only, got it for hotpotqa"),
        (
            {"datasets": [{"name": "hotpotqa", "file": "a", "split": "b"}]},
            "datasets[0] must give a file or a place on the hub, got both",
        ),
        (
            {"name": "../x"},
            "name must be letters, digits, '_', '.' or '-', and start with a letter or digit, got '../x'",
        ),
        (
            {"policy": {"mine": {"packer": "best"}}},
            f"policy.mine.packer must be a known packer ({', '.join(sorted(PACKERS))}), got 'best'",
        ),
        (
            {"policy": {"mine": {"packer": "mmr", "options": {"lam": 1}}}},
            "policy.mine option of packer 'mmr' must be one of",
        ),
        (
            {"policy": {"chunk_mmr": {"packer": "mmr"}}},
            "policy.chunk_mmr is built in; give your own policy another name",
        ),
        (
            {"reader": {"a": {"kind": "lexical", "budgets": [7]}}, "readers": ["a"]},
            "reader.a.budgets must be among budgets [96, 128, 160, 224], got 7",
        ),
        (
            {"reader": {"a": {"kind": "lexical", "datasets": ["musique"]}}, "readers": ["a"]},
            "reader.a.datasets must be among datasets ['hotpotqa'], got 'musique'",
        ),
        (
            {"reader": {"a": {"kind": "lexical", "datasets": ["hotpotqa", "hotpotqa"]}}},
            "reader.a.datasets must not repeat a value, got 'hotpotqa' twice",
        ),
        (
            {"reader": {"a": {"kind": "lexical", "limit": 0}}},
            "reader.a.limit must be >= 1, got 0",
        ),
        (
            {"reader": {"a": {"kind": "oracle"}}},
            f"reader.a.kind must be a known kind of reader ({', '.join(sorted(READERS))}), got 'oracle'",
        ),
    ],
)
def test_refusal_names_the_key_the_rule_and_the_value(changes, message):
    assert message in refused(**changes)


def test_missing_keys_are_named():
    with pytest.raises(ValueError, match=r"^mine.toml: datasets is missing$"):
        parse_config({"name": "x"}, source="mine.toml")


def test_own_policies_and_readers_join_the_built_in_ones():
    config = parse_config(
        {
            **MINIMAL,
            "policies": ["chunk_naive", "steep"],
            "policy": {"steep": {"packer": "submodular", "options": {"cost_exponent": 2.0}}},
            "readers": ["lexical", "big"],
            "reader": {"big": {"kind": "hf", "model": "a/b", "budgets": [160]}},
        }
    )
    assert list(config.resolved_policies()) == ["chunk_naive", "steep"]
    assert config.resolved_readers()["big"].budgets == (160,)


def test_record_holds_what_was_left_to_defaults_and_nothing_unused():
    record = parse_config({**MINIMAL, "readers": ["lexical"], "reader": {"unused": {"kind": "lexical"}}}).as_record()
    assert record["policies"]["chunk_submodular"]["options"] == {"cost_exponent": 1.0}
    assert list(record["readers"]) == ["lexical"]
    assert record["representations"] == {"chunk": {"kind": "chunk", "retriever": "dense", "top_k": 5}}
    assert record["retrieval"] == {"embedder": "all-MiniLM-L6-v2", "dims": 320, "pool": "corpus"}


WIDER = {
    "representation": {
        "chunk10": {"top_k": 10},
        "bm25": {"retriever": "bm25"},
        "wide": {"kind": "ace", "max_passages": 8},
    },
    "policy": {"steep": {"representation": "bm25", "packer": "submodular", "options": {"cost_exponent": 2.0}}},
}


def test_an_own_representation_makes_its_six_policies_known():
    config = parse_config({**MINIMAL, **WIDER, "policies": ["wide_submodular_half", "chunk10_naive", "ace_mmr"]})
    half = config.resolved_policies()["wide_submodular_half"]
    assert (half.representation, half.packer, half.options) == ("wide", "submodular", {"cost_exponent": 0.5})
    assert config.resolved_policies()["chunk10_naive"].representation == "chunk10"


def test_a_run_s_representations_are_those_of_its_policies_filled_in_from_retrieval():
    retrieval = {"top_k": 7, "top_k_nodes": 30, "retriever": "dense"}
    policies = ["ace_naive", "steep", "chunk10_mmr", "wide_mmr", "ace_mmr"]
    record = parse_config({**MINIMAL, **WIDER, "policies": policies, "retrieval": retrieval}).as_record()
    assert record["representations"] == {
        "ace": {"kind": "ace", "top_k_nodes": 30, "max_passages": 5},
        "bm25": {"kind": "chunk", "retriever": "bm25", "top_k": 7},
        "chunk10": {"kind": "chunk", "retriever": "dense", "top_k": 10},
        "wide": {"kind": "ace", "top_k_nodes": 30, "max_passages": 8},
    }
    assert list(record["representations"]) == ["ace", "bm25", "chunk10", "wide"]


def test_no_two_representations_can_make_the_same_policy_name():
    suffixes = [name.removeprefix("x_") for name in policies_of("x")]
    assert not [(a, b) for a in suffixes for b in suffixes if a != b and a.endswith(f"_{b}")]


def test_a_log_is_packed_from_what_it_says_was_retrieved():
    log = {"name": "x", "datasets": [{"name": "log", "file": "a.csv"}], "retrieval": {"retriever": "given"}}
    assert parse_config(log).as_record()["representations"] == {"chunk": {"kind": "chunk", "retriever": "given"}}
    with pytest.raises(ValueError, match=r"policies of a log must be of representation chunk, .* got ace_naive"):
        parse_config({**log, "policies": ["chunk_naive", "ace_naive"]})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"representation": {"ace": {"kind": "ace"}}}, "representation.ace is built in; give your own representation"),
        (
            {"representation": {"a": {"top_k_nodes": 9}}},
            "representation.a top_k_nodes is for kind ace only, got it for kind chunk",
        ),
        (
            {"representation": {"a": {"kind": "ace", "retriever": "bm25"}}},
            "representation.a retriever is for kind chunk only, got it for kind ace",
        ),
        ({"representation": {"a": {"kind": "graph"}}}, "representation.a.kind must be 'chunk' or 'ace', got 'graph'"),
        ({"representation": {"a": {"top_k": 0}}}, "representation.a.top_k must be >= 1, got 0"),
        (
            {"representation": {"a": {"topk": 9}}},
            "representation.a.topk is not a known key; known here: kind, retriever, top_k",
        ),
        ({"representation": {"a": {"retriever": "given"}}}, "representation.a.retriever must be a known retriever ("),
        ({"retrieval": {"retriever": "sparse"}}, "retrieval.retriever must be a known retriever ("),
        (
            {"policy": {"p": {"packer": "mmr", "representation": "chunk9"}}},
            "policy.p.representation must be a known representation (ace, chunk), got 'chunk9'",
        ),
        (
            {"policy": {"a_mmr": {"packer": "mmr"}}, "representation": {"a": {}}},
            "policy.a_mmr is made by representation.a; name it otherwise",
        ),
        ({"policies": ["chunk9_mmr"]}, "policies[0] must be a known policy (ace_bridge,"),
    ],
)
def test_refusal_of_a_representation_says_why(changes, message):
    assert message in refused(**changes)


def test_broken_toml_is_refused_with_its_line(tmp_path):
    path = tmp_path / "c.toml"
    path.write_text("name = 'x'\nbudgets = [1,\n= 2")
    with pytest.raises(ValueError, match=r"c\.toml: must be TOML: .*line 3"):
        load_config(path)
    path.write_bytes(b"name = '\xff'")
    with pytest.raises(ValueError, match=r"c\.toml: must be TOML"):
        load_config(path)


def test_absent_config_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"config must be a TOML file, found none at .*nope\.toml"):
        load_config(tmp_path / "nope.toml")


def test_config_is_frozen():
    config = parse_config(MINIMAL)
    assert isinstance(config, Config)
    with pytest.raises(ValueError, match="frozen"):
        config.name = "y"
