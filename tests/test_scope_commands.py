"""The commands that findings suggest: their configs are there, and their settings load."""

import shlex
from pathlib import Path
from typing import ClassVar

import pytest

from budgetrag.scope import commands
from budgetrag.scope.frames import Versus
from budgetrag.scope.unlock import unlock_pairs
from precompute.overrides import Overrides, load

ROOT = Path(__file__).resolve().parents[1]


class Loaded:
    datasets = ("hotpotqa",)
    budgets = (96, 160)
    manifests = ({"config": {"readers": {"lexical": {}}}},)


@pytest.mark.parametrize("dataset", [*commands._CONFIGS, None])
def test_config_of_a_suggested_command_is_there(dataset):
    assert (ROOT / commands.config_of(dataset)).is_file()


class Wide:
    representations: ClassVar = {
        "chunk": {"kind": "chunk", "retriever": "dense", "top_k": 5},
        "ace": {"kind": "ace", "top_k_nodes": 48, "max_passages": 5},
        "bm": {"kind": "chunk", "retriever": "bm25", "top_k": 4},
        "log": {"kind": "chunk", "retriever": "given"},
    }
    policies: ClassVar = {
        "chunk_submodular_half": {"representation": "chunk", "packer": "submodular", "options": {"cost_exponent": 0.5}},
        "ace_mine": {"representation": "ace", "packer": "submodular", "options": {"cost_exponent": 0.5}},
        "bm_naive": {"representation": "bm", "packer": "naive", "options": {}},
        "given": {"representation": "log", "packer": "naive", "options": {}},
    }


@pytest.mark.parametrize(
    ("policy", "policies", "wider"),
    [
        ("chunk_submodular_half", ["chunk_submodular_half", "chunk10_submodular_half"],
         {"kind": "chunk", "retriever": "dense", "top_k": 10}),
        ("ace_mine", ["ace_submodular", "ace10_submodular"], {"kind": "ace", "top_k_nodes": 96, "max_passages": 10}),
        ("bm_naive", ["bm_naive", "chunk8_naive"], {"kind": "chunk", "retriever": "bm25", "top_k": 8}),
    ],
)  # fmt: skip
def test_suggested_retrieval_loads_and_is_a_contrast_of_the_run_it_makes(policy, policies, wider):
    words = shlex.split(commands.more_retrieval(Wide(), "hotpotqa", policy))
    settings = tuple(words[i + 1] for i, word in enumerate(words) if word == "--set")
    config = load(
        ROOT / words[words.index("run") + 1],
        Overrides(policies=words[words.index("--policies") + 1], settings=settings),
    )
    assert list(config.policies) == policies
    record = config.as_record()
    assert list(record["representations"].values())[-1] == wider

    class Made:
        representations, policies = record["representations"], record["policies"]

    assert unlock_pairs(Made(), policies[0]) == (Versus(policies[1], policies[0]),)


def test_more_of_what_a_log_says_was_retrieved_cannot_be_run():
    assert commands.more_retrieval(Wide(), None, "given") == ""


def test_suggested_larger_reader_loads():
    words = shlex.split(commands.larger_reader(Loaded(), "hotpotqa"))
    settings = [words[i + 1] for i, word in enumerate(words) if word == "--set"]
    overrides = Overrides(readers=words[words.index("--readers") + 1], settings=tuple(settings))
    config = load(ROOT / words[words.index("run") + 1], overrides)
    assert list(config.readers) == ["lexical", "larger"]
