"""The commands that findings suggest: their configs are there, and their settings load."""

import shlex
from pathlib import Path

import pytest

from budgetrag.scope import commands
from precompute.overrides import Overrides, load

ROOT = Path(__file__).resolve().parents[1]


class Loaded:
    datasets = ("hotpotqa",)
    budgets = (96, 160)
    manifests = ({"config": {"readers": {"lexical": {}}}},)


@pytest.mark.parametrize("dataset", [*commands._CONFIGS, None])
def test_config_of_a_suggested_command_is_there(dataset):
    assert (ROOT / commands.config_of(dataset)).is_file()


def test_suggested_larger_reader_loads():
    words = shlex.split(commands.larger_reader(Loaded(), "hotpotqa"))
    settings = [words[i + 1] for i, word in enumerate(words) if word == "--set"]
    overrides = Overrides(readers=words[words.index("--readers") + 1], settings=tuple(settings))
    config = load(ROOT / words[words.index("run") + 1], overrides)
    assert list(config.readers) == ["lexical", "larger"]
