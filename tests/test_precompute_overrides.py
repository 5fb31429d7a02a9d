"""What the command line changes in a config."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from precompute.overrides import Overrides, load, merged, parse_setting


def test_settings_are_toml_and_bare_words_are_text():
    assert parse_setting("budgets=[1, 2]") == {"budgets": [1, 2]}
    assert parse_setting('reader."a.b".model = "x"') == {"reader": {"a.b": {"model": "x"}}}
    assert parse_setting("packing.template={text}") == {"packing": {"template": "{text}"}}
    assert merged({"a": {"b": 1, "c": 2}}, {"a": {"b": 3}}) == {"a": {"b": 3, "c": 2}}


def ragbench(folder: Path) -> Path:
    names = ("ragbench_covidqa", "ragbench_expertqa")
    text = 'name = "r"\n' + "".join(f'[[datasets]]\nname = "{name}"\nhub_id = "x/y"\n' for name in names)
    (folder / "r.toml").write_text(text)
    return folder / "r.toml"


def test_plain_file_goes_to_the_data_set_its_name_or_first_record_names(tmp_path):
    config = ragbench(tmp_path)
    by_name = tmp_path / "covidqa120.jsonl"
    by_name.write_text("{}")
    by_record = tmp_path / "mine.jsonl.gz"
    by_record.write_bytes(gzip.compress(b'{"dataset_name": "expertqa_test"}\n'))
    assert [(d.name, d.file, d.hub_id) for d in load(config, Overrides(data=(str(by_name),))).datasets] == [
        ("ragbench_covidqa", str(by_name), None)
    ]
    assert [d.name for d in load(config, Overrides(data=(str(by_record),))).datasets] == ["ragbench_expertqa"]
    both = load(config, Overrides(data=(f"ragbench_expertqa={by_name}", str(by_name)))).datasets
    assert [d.name for d in both] == ["ragbench_covidqa", "ragbench_expertqa"]
    (tmp_path / "x.jsonl").write_text("{}")
    with pytest.raises(ValueError, match="as NAME=FILE with NAME one of ragbench_covidqa, ragbench_expertqa"):
        load(config, Overrides(data=(str(tmp_path / "x.jsonl"),)))


PARTS = """
name = "p"
readers = ["lexical", "a", "b"]
[[datasets]]
name = "hotpotqa"
[[datasets]]
name = "musique"
[reader.a]
kind = "lexical"
datasets = ["hotpotqa"]
[reader.b]
kind = "lexical"
datasets = ["hotpotqa", "musique"]
"""


def test_data_sets_left_out_leave_the_readers_too_and_a_reader_left_with_none(tmp_path):
    (tmp_path / "p.toml").write_text(PARTS)
    whole = load(tmp_path / "p.toml", Overrides())
    assert {name: each.datasets for name, each in whole.resolved_readers().items()} == {
        "lexical": None, "a": ("hotpotqa",), "b": ("hotpotqa", "musique"),
    }  # fmt: skip
    one = load(tmp_path / "p.toml", Overrides(data=("musique=m.jsonl",)))
    assert {name: each.datasets for name, each in one.resolved_readers().items()} == {
        "lexical": None, "b": ("musique",),
    }  # fmt: skip
