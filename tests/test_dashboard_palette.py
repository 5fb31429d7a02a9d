"""Colours: seen on both themes, told apart by people who do not see all hues."""

import itertools
import tomllib
from pathlib import Path

import numpy as np
import plotly.graph_objects as go
import pytest

from budgetrag.config_policies import POLICIES
from budgetrag.dashboard.charts.palette import Mark, hollow, marks

THEME = tomllib.loads((Path(__file__).parents[1] / ".streamlit" / "config.toml").read_text())["theme"]
GROUNDS = [THEME["light"]["backgroundColor"], THEME["dark"]["backgroundColor"]]
# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
VISIONS = {
    "full": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)


def linear(color: str) -> np.ndarray:
    rgb = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def luminance(color: str) -> float:
    return float(TO_XYZ[1] @ linear(color))


def lab(color: str, vision: str) -> np.ndarray:
    seen = np.clip(np.array(VISIONS[vision]) @ linear(color), 0, 1)
    xyz = TO_XYZ @ seen / (TO_XYZ @ np.ones(3))
    f = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


OWN = [f"{name}_{packer}" for name in ("chunk10", "chunk_bm25", "wide") for packer in ("naive", "submodular_half")]


@pytest.mark.parametrize("ground", GROUNDS)
def test_every_policy_stands_out_from_the_ground(ground: str) -> None:
    for name, mark in marks([*POLICIES, *OWN, "chunk_own"]).items():
        light, dark = sorted((luminance(mark.color), luminance(ground)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 3.0, name


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("representation", ["chunk", "ace"])
def test_packers_are_told_apart_by_colour_and_by_shape(vision: str, representation: str) -> None:
    found = {name: mark for name, mark in marks(list(POLICIES)).items() if name.startswith(representation)}
    assert len(found) >= 5
    for a, b in itertools.combinations(found.values(), 2):
        assert a.symbol != b.symbol
        assert np.linalg.norm(lab(a.color, vision) - lab(b.color, vision)) >= 20.0, (a, b)


def test_a_packer_keeps_its_colour_over_evidence_and_is_told_apart_by_shape_and_line() -> None:
    found = marks(list(POLICIES))
    chunk, ace = found["chunk_submodular"], found["ace_submodular"]
    assert (chunk.color, ace.symbol) == (ace.color, f"{chunk.symbol}-dot")
    assert chunk.dash != ace.dash


def test_no_two_policies_of_a_run_look_the_same() -> None:
    assert len(set(marks([*POLICIES, *OWN]).values())) == len(POLICIES) + len(OWN)


def test_an_own_representation_has_a_colour_and_its_packers_have_their_shapes() -> None:
    found = marks(["chunk_naive", *OWN])
    assert found["chunk_bm25_naive"].color == found["chunk_bm25_submodular_half"].color != found["wide_naive"].color
    assert found["chunk_bm25_naive"].symbol == found["chunk_naive"].symbol


@pytest.mark.parametrize("mark", marks([*POLICIES, *OWN]).values(), ids=lambda mark: mark.symbol)
def test_every_symbol_and_its_outline_can_be_drawn(mark: Mark) -> None:
    go.Scatter(marker={"symbol": [mark.symbol, hollow(mark)]}, line={"dash": mark.dash})


def test_a_policy_has_one_mark_whatever_else_is_shown() -> None:
    assert marks(["chunk_mmr"])["chunk_mmr"] == marks(list(POLICIES))["chunk_mmr"]


def test_own_policies_get_marks_of_their_own() -> None:
    found = marks(["chunk_naive", "mine", "chunk_mmr", "yours"])
    assert len({mark.color for mark in found.values()}) == 4
