"""Odd configurations: what is no number, name, key or address anybody means is said in one sentence."""

from __future__ import annotations

import pytest

from budgetrag.config import parse_config, read_toml
from budgetrag.engines.ray import _gpus
from budgetrag.engines.ray_cluster import _check_reachable
from budgetrag.readers.endpoint_address import check_base_url
from precompute.overrides import parse_setting

HUGE = 10**30


def config(**values: object):
    return parse_config({"name": "t", "readers": [], "datasets": [{"name": "almanac", "size": 5}], **values})


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({"representation": {"wide": {"top_k": HUGE}}}, "representation.wide.top_k"),
        ({"representation": {"wide": {"kind": "ace", "max_passages": HUGE}}}, "representation.wide.max_passages"),
        ({"retrieval": {"top_k_nodes": HUGE}}, "retrieval.top_k_nodes"),
        ({"retrieval": {"embedder": "hashing", "dims": 65_537}}, "retrieval.dims"),
        ({"reader": {"lexical": {"kind": "lexical", "max_new_tokens": HUGE}}}, "reader.lexical.max_new_tokens"),
    ],
)
def test_numbers_that_no_machine_could_serve_are_refused(values, key):
    with pytest.raises(ValueError, match=rf"^config: {key} must be <= \d+, got \d+$"):
        config(**values)


def test_the_largest_dimensions_are_taken():
    assert config(retrieval={"embedder": "hashing", "dims": 65_536}).retrieval.dims == 65_536


@pytest.mark.parametrize(("table", "name"), [("representation", "a b"), ("policy", ""), ("reader", "<b>")])
def test_a_name_that_is_none_is_named_with_its_table(table, name):
    values = {"representation": {}, "policy": {"packer": "naive"}, "reader": {"kind": "lexical"}}[table]
    with pytest.raises(ValueError, match=rf"^config: name in {table} must be letters, .*, got '{name}'$"):
        config(**{table: {name: values}})


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 5000])
def test_a_setting_that_toml_chokes_on_is_taken_as_text(value):
    assert parse_setting(f"retrieval.top_k={value}") == {"retrieval": {"top_k": value}}


def test_a_setting_of_a_name_beyond_ascii_asks_for_quotes():
    with pytest.raises(ValueError, match=r"names in quotes where they hold other characters.*got 'representation\.ä"):
        parse_setting("representation.ä.top_k=3")
    assert parse_setting('representation."ä".top_k=3') == {"representation": {"ä": {"top_k": 3}}}


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 5000])
def test_a_file_that_toml_chokes_on_is_named(value, tmp_path):
    file = tmp_path / "odd.toml"
    file.write_text(f"name = {value}\n")
    with pytest.raises(ValueError, match=r"odd\.toml: must be TOML"):
        read_toml(file)


@pytest.mark.parametrize("host", ["...", "a" * 64, ".x"])
def test_a_host_that_no_resolver_takes_is_refused_before_the_run(host):
    with pytest.raises(ValueError, match="must be an address such as"):
        check_base_url(f"http://{host}/v1")
    assert check_base_url("http://ünïcode.example/v1") == "http://ünïcode.example/v1"


def test_a_port_beyond_the_last_is_said():
    with pytest.raises(ValueError, match="port must be at most 65535, got 99999"):
        _check_reachable("ray://localhost:99999")


@pytest.mark.parametrize("share", [float("inf"), 1.5])
def test_a_share_of_gpus_that_is_none_is_said(share, monkeypatch):
    monkeypatch.setattr("budgetrag.engines.ray._resources", lambda: {"GPU": 1e9})
    with pytest.raises(ValueError, match="GPUs per reader must be a share from 0 to 1 or a whole number"):
        _gpus(share)
