"""Correction, decomposition, headroom, ledger, iso-quality, power and survival: by hand and against their oracles."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import false_discovery_control
from statsmodels.stats.power import TTestPower

from budgetrag.stats.decomposition import PARTS, decompose
from budgetrag.stats.headroom import headroom
from budgetrag.stats.iso_quality import iso_quality
from budgetrag.stats.ledger import loss_ledger
from budgetrag.stats.multiple import benjamini_hochberg
from budgetrag.stats.power import pairs_needed, smallest_detectable_difference
from budgetrag.stats.survival import GRID, area_between, survival_areas, survival_budgets, survival_curve

NAN = np.nan


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
@settings(max_examples=60, deadline=None)
def test_benjamini_hochberg_is_scipys(p_values):
    assert benjamini_hochberg(p_values) == pytest.approx(false_discovery_control(p_values))


def test_missing_p_value_is_no_test():
    assert benjamini_hochberg([0.01, None, 0.04]) == [pytest.approx(0.02), None, pytest.approx(0.04)]
    assert benjamini_hochberg([]) == []


@pytest.mark.parametrize("p", [-0.1, 1.1, NAN])
def test_p_value_outside_its_range_is_refused(p):
    with pytest.raises(ValueError, match=r"p values must be in \[0, 1\], got"):
        benjamini_hochberg([0.5, p])


def test_false_wins_among_nulls_stay_within_the_corrected_rate():
    rng = np.random.default_rng(0)
    families = [benjamini_hochberg(rng.random(21).tolist()) for _ in range(400)]
    assert np.mean([min(family) < 0.05 for family in families]) <= 0.08


@given(st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_parts_of_the_decomposition_sum_to_the_contrast(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 60))
    quality = rng.random((n, 2))
    quality[rng.random((n, 2)) < 0.1] = NAN
    has = rng.integers(0, 2, (n, 2)).astype(float)
    found = decompose(quality[:, 0], quality[:, 1], has[:, 0], has[:, 1])
    known = ~np.isnan(quality).any(axis=1)
    assert sum(part.n for part in found.parts) == found.n == known.sum()
    if found.n:
        assert sum(part.contribution for part in found.parts) == pytest.approx(found.contrast, abs=1e-12)
        assert found.contrast == pytest.approx((quality[known, 0] - quality[known, 1]).mean())


def test_decomposition_by_hand():
    found = decompose(
        np.array([1.0, 0.0, 0.5, 0.25]),
        np.array([0.0, 1.0, 0.25, 0.25]),
        np.array([1.0, 0, 1, 0]),
        np.array([0.0, 1, 1, 0]),
    )
    assert [(p.name, p.n, p.contribution) for p in found.parts] == [
        ("gained", 1, 0.25),
        ("lost", 1, -0.25),
        ("both", 1, 0.0625),
        ("neither", 1, 0.0),
    ]
    assert tuple(part.name for part in found.parts) == PARTS


def test_decomposition_of_nothing_is_undefined():
    found = decompose(*[np.array([NAN])] * 4)
    assert (found.contrast, found.n, found.parts[0].mean_difference) == (None, 0, None)


def test_headroom_by_hand():
    found = headroom({"a": np.array([1.0, 0, 0.5, 9]), "b": np.array([0.0, 0, 1, NAN])})
    assert (found.oracle, found.best_policy, found.best_fixed, found.n) == (pytest.approx(2 / 3), "a", 0.5, 3)
    assert found.tied_best_share == pytest.approx({"a": 2 / 3, "b": 2 / 3})


def test_headroom_of_nothing_is_undefined():
    assert headroom({}).oracle is None
    assert headroom({"a": np.array([NAN])}).best_policy is None


def test_ledger_counts_every_question_once():
    rng = np.random.default_rng(0)
    found, kept, right = rng.integers(0, 2, (3, 200)).astype(float)
    kept = np.where(found == 1, kept, 0)
    right[rng.random(200) < 0.2] = NAN
    found[:5] = NAN
    ledger = loss_ledger(found, kept, right)
    parts = (ledger.lost_in_retrieval, ledger.lost_in_packing, ledger.lost_by_reader, ledger.right)
    assert ledger.n == 195 == sum(parts) + ledger.right_without_context + ledger.unread
    rows = list(zip(found[5:], kept[5:], right[5:], strict=True))
    assert ledger.lost_in_packing == sum(f == 1 and k == 0 and r != 1 for f, k, r in rows)
    assert ledger.lost_by_reader == sum(k == 1 and r == 0 for _, k, r in rows)
    assert ledger.right_without_context == sum(k == 0 and r == 1 for _, k, r in rows)


def test_iso_quality_finds_the_cheapest_budget_that_is_not_worse():
    rng = np.random.default_rng(0)
    reference = rng.random(400)
    noise = rng.normal(0, 0.01, 400)
    by_budget = {224: reference + noise, 160: reference - 0.005 + noise, 96: reference - 0.1 + noise}
    found = iso_quality(by_budget, reference, 224, n_resamples=500)
    assert (found.budget, found.reference_budget) == (160, 224)
    assert found.saved_share == pytest.approx(1 - 160 / 224)
    assert found.difference.value == pytest.approx(-0.005, abs=0.002)


def test_few_questions_cannot_pass_for_equality():
    rng = np.random.default_rng(1)
    found = iso_quality({96: rng.random(12)}, rng.random(12), 160, n_resamples=200)
    assert (found.budget, found.saved_share) == (None, None)
    assert found.tried[96].low <= -found.margin


def test_power_is_that_of_statsmodels():
    differences = np.random.default_rng(0).normal(0, 0.5, 1500)
    found = smallest_detectable_difference(differences)
    effect = TTestPower().solve_power(nobs=1500, alpha=0.05, power=0.8, alternative="two-sided")
    assert found == pytest.approx(effect * differences.std(ddof=1), rel=2e-3)
    assert pairs_needed(differences, found) == pytest.approx(1500, abs=1)


def test_planted_smallest_difference_is_found_four_times_in_five():
    rng = np.random.default_rng(2)
    target = smallest_detectable_difference(rng.normal(0, 1, 200))
    draws = rng.normal(target, 1, (2000, 200))
    z = draws.mean(axis=1) / (draws.std(axis=1, ddof=1) / np.sqrt(200))
    assert (np.abs(z) > 1.96).mean() == pytest.approx(0.8, abs=0.06)


def test_power_without_spread_or_pairs():
    assert smallest_detectable_difference(np.array([0.1, NAN])) is None
    assert pairs_needed(np.array([0.1, 0.2]), 0) is None
    assert pairs_needed(np.array([0.1, 0.1, 0.1]), 0.05) == 2
    with pytest.raises(ValueError, match="power must be between 0 and 1, got 1"):
        smallest_detectable_difference(np.array([0.0, 1.0]), power=1)


def test_grid_is_the_documented_one():
    assert (GRID[0], GRID[-1], len(GRID)) == (32, 512, 31)


def test_survival_budget_is_the_first_after_which_the_answer_stays():
    alive = np.array([[0, 1, 1], [1, 0, 1], [1, 1, 1], [1, 1, 0], [0, 0, 0]], dtype=bool)
    found = survival_budgets(alive, np.array([32, 48, 64]))
    assert found.tolist()[:3] == [48, 64, 32]
    assert np.isnan(found[3:]).all()


def test_curve_and_area_by_hand():
    grid = np.array([32, 48, 64])
    first, second = np.array([32.0, 48, NAN, 64]), np.array([64.0, 64, NAN, NAN])
    assert survival_curve(first, grid).tolist() == [0.25, 0.5, 0.75]
    area = area_between(survival_curve(first, grid), survival_curve(second, grid), grid)
    assert area == pytest.approx(np.trapezoid([0.25, 0.5, 0.25], grid) / 32)
    assert (survival_areas(first, grid) - survival_areas(second, grid)).mean() == pytest.approx(area)
    assert np.isnan(survival_curve(np.array([]), grid)).all()


@pytest.mark.parametrize(
    ("alive", "grid", "message"),
    [
        (np.zeros((2, 3), bool), np.array([1, 2]), r"alive must be \(n, 2\)"),
        (np.zeros((2, 2), bool), np.array([2, 1]), "grid must be ascending"),
    ],
)
def test_wrong_grids_are_refused(alive, grid, message):
    with pytest.raises(ValueError, match=message):
        survival_budgets(alive, grid)
