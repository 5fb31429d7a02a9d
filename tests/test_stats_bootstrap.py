"""The bootstrap against scipy, against every resample there is, and over repeated draws."""

from itertools import product

import numpy as np
import pytest
import scipy.stats

from budgetrag.stats.bootstrap import mean_intervals, paired_difference
from budgetrag.stats.resampling import resampled_sums, sums_by_unit


def every_resample(values):
    """Return the means of all n^n resamples of (n,) values: the exact bootstrap distribution."""
    return np.array([np.mean([values[i] for i in draw]) for draw in product(range(len(values)), repeat=len(values))])


def test_interval_and_p_approach_those_of_every_resample():
    values = np.array([0.5, -0.25, 1.0, 0.0, -0.5])
    exact = every_resample(values)
    found = paired_difference(values, np.zeros(5), n_resamples=40_000, seed=1)
    low, high = np.quantile(exact, [0.025, 0.975])
    assert found.value == pytest.approx(0.15)
    assert found.low == pytest.approx(low, abs=0.03)
    assert found.high == pytest.approx(high, abs=0.03)
    assert found.p == pytest.approx(2 * min((exact <= 0).mean(), (exact >= 0).mean()), abs=0.015)


def test_interval_agrees_with_scipy():
    rng = np.random.default_rng(3)
    first, second = rng.normal(0.1, 1, 300), rng.normal(0, 1, 300)
    found = paired_difference(first, second, n_resamples=5000, seed=2)
    theirs = scipy.stats.bootstrap(
        (first - second,), np.mean, n_resamples=5000, method="percentile", rng=np.random.default_rng(4)
    ).confidence_interval
    assert found.low == pytest.approx(theirs.low, abs=0.01)
    assert found.high == pytest.approx(theirs.high, abs=0.01)


def test_cluster_interval_is_that_of_drawing_whole_clusters():
    rng = np.random.default_rng(5)
    units = np.repeat(np.arange(40), 3)
    values = np.repeat(rng.normal(size=40), 3) + rng.normal(size=120) * 0.1
    found = mean_intervals(values[:, None], units=units, n_resamples=4000, seed=1)[0]
    draws = [values.reshape(40, 3)[rng.integers(0, 40, 40)].mean() for _ in range(4000)]
    assert found.n_units == 40
    assert [found.low, found.high] == pytest.approx(np.quantile(draws, [0.025, 0.975]), abs=0.03)


def test_rows_that_depend_on_each_other_widen_the_interval():
    rng = np.random.default_rng(6)
    values = np.repeat(rng.normal(size=50), 4)
    apart = mean_intervals(values[:, None], n_resamples=1000)[0]
    together = mean_intervals(values[:, None], units=np.repeat(np.arange(50), 4), n_resamples=1000)[0]
    assert (together.high - together.low) / (apart.high - apart.low) == pytest.approx(2.0, rel=0.15)


@pytest.mark.parametrize("clustered", [False, True])
def test_interval_covers_the_truth_at_the_stated_rate(clustered):
    rng = np.random.default_rng(7)
    n_covered = n_rejected = 0
    for draw in range(400):
        effect = rng.normal(0.3, 1.0, 80)
        values = np.repeat(effect, 3) if clustered else effect
        units = np.repeat(np.arange(80), 3) if clustered else None
        found = mean_intervals(values[:, None] - 0.3, units=units, n_resamples=300, seed=draw)[0]
        n_covered += found.low <= 0 <= found.high
        n_rejected += found.p < 0.05
    # Binomial noise of 400 draws is some 1.1 %; the percentile interval of 80 values is a little short of 95 %.
    assert 0.91 <= n_covered / 400 <= 0.98
    assert n_rejected / 400 <= 0.09


def test_columns_resampled_together_are_as_each_alone():
    values = np.random.default_rng(8).normal(size=(60, 3))
    together = mean_intervals(values, n_resamples=500, seed=4)
    for column, found in zip(values.T, together, strict=True):
        alone = mean_intervals(column[:, None], n_resamples=500, seed=4)[0]
        assert [found.value, found.low, found.high, found.p] == pytest.approx(
            [alone.value, alone.low, alone.high, alone.p], abs=1e-12
        )


def test_columns_with_different_gaps_are_each_as_alone():
    values = np.random.default_rng(9).normal(size=(30, 3))
    values[:10, 1] = np.nan
    values[5:7, 2] = np.nan
    found = mean_intervals(values, units=np.arange(30) % 15, n_resamples=200, seed=1)
    assert [each.n for each in found] == [30, 20, 28]
    for j in range(3):
        known = ~np.isnan(values[:, j])
        alone = mean_intervals(values[known, j][:, None], units=(np.arange(30) % 15)[known], n_resamples=200, seed=1)[0]
        assert (found[j].low, found[j].high, found[j].n_units) == pytest.approx((alone.low, alone.high, alone.n_units))


def test_blocks_do_not_change_the_draws(monkeypatch):
    values = np.random.default_rng(1).normal(size=(20, 2))
    whole = np.concatenate(list(resampled_sums(values, n_resamples=50, seed=3)))
    monkeypatch.setattr("budgetrag.stats.resampling.BLOCK_CELLS", 20 * 7)
    monkeypatch.setattr("budgetrag.stats.resampling.DRAWN_CELLS", 20 * 7)
    for kept in (10**9, 0):
        monkeypatch.setattr("budgetrag.stats.resampling.KEPT_CELLS", kept)
        pieces = list(resampled_sums(values, n_resamples=50, seed=3))
        assert len(pieces) == 8
        assert np.concatenate(pieces) == pytest.approx(whole)


def test_kept_counts_are_the_counts_that_are_not_kept(monkeypatch):
    values = np.random.default_rng(1).normal(size=(20, 2))
    kept = np.concatenate(list(resampled_sums(values, n_resamples=50, seed=11)))
    monkeypatch.setattr("budgetrag.stats.resampling.KEPT_CELLS", 0)
    streamed = np.concatenate(list(resampled_sums(values, n_resamples=50, seed=11)))
    assert kept == pytest.approx(streamed)


def test_exact_tie_has_p_one_and_a_zero_interval():
    scores = np.array([0.1, 0.2, 0.7, 1.0])
    found = paired_difference(scores, scores.copy(), n_resamples=100)
    assert (found.value, found.low, found.high, found.p) == (0.0, 0.0, 0.0, 1.0)


def test_rounding_does_not_turn_an_exact_tie_into_a_win():
    first = np.array([0.1 + 0.2, 0.3])
    found = paired_difference(first, np.array([0.3, 0.3]), n_resamples=100)
    assert (found.value, found.low, found.high, found.p) == (0.0, 0.0, 0.0, 1.0)


def test_constant_difference_has_no_width_and_p_zero():
    found = paired_difference(np.full(9, 0.75), np.full(9, 0.5), n_resamples=100)
    assert (found.value, found.low, found.high, found.p) == (0.25, 0.25, 0.25, 0.0)


def test_one_cluster_has_a_mean_and_no_interval():
    found = mean_intervals(np.array([[0.25], [0.75]]), units=np.array(["q", "q"]), n_resamples=10)[0]
    assert (found.value, found.low, found.high, found.p, found.n, found.n_units) == (0.5, None, None, None, 2, 1)
    assert found.reason == "one question alone has no interval"


@pytest.mark.parametrize("values", [np.empty((0, 2)), np.full((3, 2), np.nan)])
def test_no_rows_is_undefined_with_its_reason(values):
    for found in mean_intervals(values, n_resamples=10):
        assert (found.value, found.low, found.p, found.n, found.reason) == (None, None, None, 0, "no rows with a value")


def test_same_seed_same_interval_other_seed_another():
    values = np.random.default_rng(0).normal(size=(40, 1))
    assert mean_intervals(values, n_resamples=99, seed=5) == mean_intervals(values, n_resamples=99, seed=5)
    assert (
        mean_intervals(values, n_resamples=99, seed=5)[0].low != mean_intervals(values, n_resamples=99, seed=6)[0].low
    )


def test_order_of_rows_does_not_matter_when_units_are_named():
    rng = np.random.default_rng(2)
    values, units = rng.normal(size=(30, 1)), np.array([f"q{i % 10}" for i in range(30)])
    order = rng.permutation(30)
    one = mean_intervals(values, units=units, n_resamples=99)[0]
    two = mean_intervals(values[order], units=units[order], n_resamples=99)[0]
    assert (one.low, one.high) == pytest.approx((two.low, two.high), abs=1e-12)


def test_sums_by_unit_by_hand():
    sums = sums_by_unit(np.array([[1.0, 10.0], [2.0, 20.0], [4.0, 40.0]]), np.array(["b", "a", "b"]))
    assert sums.tolist() == [[2.0, 20.0], [5.0, 50.0]]


def test_wrong_shapes_and_counts_are_refused():
    with pytest.raises(ValueError, match=r"values must be \(n, k\)"):
        mean_intervals(np.zeros(3))
    with pytest.raises(ValueError, match="and 2 labels"):
        mean_intervals(np.zeros((3, 1)), units=np.array([1, 2]))
    with pytest.raises(ValueError, match="n_resamples must be >= 1, got 0"):
        mean_intervals(np.zeros((3, 1)), n_resamples=0)
