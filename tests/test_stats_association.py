"""Correlation, partial correlation, added R squared, conditional means: against scipy, statsmodels and brute force."""

import numpy as np
import pytest
import scipy.stats
import statsmodels.api as sm

from budgetrag.stats.association import (
    added_r2,
    conditional_means,
    correlation,
    correlation_difference,
    partial_correlation,
)
from budgetrag.stats.regression import incremental_validity


@pytest.fixture
def rows():
    """Return recall, answer in context, quality and question ids of 80 questions x 5 rows."""
    rng = np.random.default_rng(0)
    units = np.repeat(np.arange(80), 5)
    recall = np.repeat(rng.random(80), 5)
    kept = (rng.random(400) < 0.2 + 0.6 * recall).astype(float)
    quality = 0.1 + 0.5 * kept + 0.1 * recall + rng.normal(0, 0.2, 400)
    return recall, kept, quality, units


def test_correlation_is_pearsons(rows):
    _, kept, quality, units = rows
    assert correlation(kept, quality, units=units, n_resamples=10).value == pytest.approx(
        scipy.stats.pearsonr(kept, quality).statistic
    )


def test_correlation_interval_is_that_of_drawing_questions_by_hand(rows):
    recall, _, quality, units = rows
    found = correlation(recall, quality, units=units, n_resamples=3000, seed=1)
    rng = np.random.default_rng(9)
    draws = []
    for _ in range(2000):
        chosen = (rng.integers(0, 80, 80)[:, None] * 5 + np.arange(5)).ravel()
        draws.append(np.corrcoef(recall[chosen], quality[chosen])[0, 1])
    assert [found.low, found.high] == pytest.approx(np.quantile(draws, [0.025, 0.975]), abs=0.02)
    assert (found.n, found.n_units) == (400, 80)


def test_correlation_interval_covers_the_truth_at_the_stated_rate():
    rng = np.random.default_rng(1)
    n_covered = 0
    for draw in range(300):
        x = np.repeat(rng.normal(size=60), 2)
        y = 0.5 * x + np.sqrt(0.75) * np.repeat(rng.normal(size=60), 2)
        found = correlation(x, y, units=np.repeat(np.arange(60), 2), n_resamples=300, seed=draw)
        n_covered += found.low <= 0.5 <= found.high
    assert 0.90 <= n_covered / 300 <= 0.98


def test_partial_correlation_is_that_of_the_residuals(rows):
    recall, kept, quality, units = rows
    design = sm.add_constant(recall)
    residuals = [sm.OLS(column, design).fit().resid for column in (kept, quality)]
    assert partial_correlation(kept, quality, recall, units=units, n_resamples=10).value == pytest.approx(
        np.corrcoef(*residuals)[0, 1]
    )


def test_difference_of_correlations_draws_both_together(rows):
    recall, kept, quality, units = rows
    found = correlation_difference(kept, recall, quality, units=units, n_resamples=2000)
    first, second = (scipy.stats.pearsonr(column, quality).statistic for column in (kept, recall))
    assert found.value == pytest.approx(first - second)
    rng = np.random.default_rng(5)
    draws = []
    for _ in range(2000):
        chosen = (rng.integers(0, 80, 80)[:, None] * 5 + np.arange(5)).ravel()
        r = np.corrcoef([kept[chosen], recall[chosen], quality[chosen]])
        draws.append(r[0, 2] - r[1, 2])
    assert [found.low, found.high] == pytest.approx(np.quantile(draws, [0.025, 0.975]), abs=0.02)


def test_difference_of_correlations_covers_none_at_the_stated_rate():
    rng = np.random.default_rng(2)
    n_covered = 0
    for draw in range(300):
        x, y = rng.normal(size=(2, 100))
        z = x + y + rng.normal(size=100)
        found = correlation_difference(x, y, z, units=np.arange(100), n_resamples=300, seed=draw)
        n_covered += found.low <= 0 <= found.high
    assert 0.90 <= n_covered / 300 <= 0.98


def test_added_r2_is_the_difference_of_two_regressions(rows):
    recall, kept, quality, units = rows
    alone = sm.OLS(quality, sm.add_constant(recall)).fit().rsquared
    both = sm.OLS(quality, sm.add_constant(np.column_stack([recall, kept]))).fit().rsquared
    found = added_r2(recall, kept, quality, units=units, n_resamples=500)
    assert found.value == pytest.approx(both - alone)
    assert found.low < found.value < found.high
    assert found.p is None


def test_incremental_validity_is_statsmodels_on_standardised_predictors(rows):
    recall, kept, quality, units = rows
    found = incremental_validity(quality, recall, kept, names=("recall", "kept"), clusters=units)
    z = [(column - column.mean()) / column.std() for column in (recall, kept, quality)]
    fit = sm.OLS(z[2], sm.add_constant(np.column_stack(z[:2]))).fit(cov_type="cluster", cov_kwds={"groups": units})
    assert [each.beta for each in found.coefficients] == pytest.approx(fit.params[1:])
    assert [each.p for each in found.coefficients] == pytest.approx(fit.pvalues[1:])
    assert found.r2_both == pytest.approx(fit.rsquared)
    assert found.delta_r2 == pytest.approx(fit.rsquared - np.corrcoef(recall, quality)[0, 1] ** 2)
    assert (found.n, found.n_clusters) == (400, 80)


def test_cluster_errors_are_the_sandwich_by_hand(rows):
    recall, kept, quality, units = rows
    found = incremental_validity(quality, recall, kept, names=("recall", "kept"), clusters=units)
    x = np.column_stack([np.ones(400), *((c - c.mean()) / c.std() for c in (recall, kept))])
    bread = np.linalg.inv(x.T @ x)
    residual = quality - x @ (bread @ x.T @ quality)
    scores = np.array([x[units == u].T @ residual[units == u] for u in range(80)])
    factor = 80 / 79 * 399 / 397
    variance = bread @ (scores.T @ scores) @ bread * factor
    assert [each.standard_error for each in found.coefficients] == pytest.approx(np.sqrt(np.diag(variance))[1:])


def test_missing_rows_are_left_out(rows):
    recall, kept, quality, units = rows
    recall, quality = recall.copy(), quality.copy()
    recall[:7], quality[5:9] = np.nan, np.nan
    found = correlation(recall, quality, units=units, n_resamples=10)
    assert found.n == 391
    assert found.value == pytest.approx(np.corrcoef(recall[9:], quality[9:])[0, 1])
    assert incremental_validity(quality, recall, kept, names=("r", "k"), clusters=units).n == 391


@pytest.mark.parametrize(
    ("x", "y", "reason"),
    [
        ([0, 0, 0, 0], [1, 2, 3, 4], "the feature does not vary"),
        ([1, 2, 3, 4], [5, 5, 5, 5], "the outcome does not vary"),
        ([1, np.nan], [1, 2], "at least 3 rows are needed, there are 1"),
    ],
)
def test_undefined_correlation_says_why(x, y, reason):
    found = correlation(np.array(x, float), np.array(y, float), units=np.arange(len(x)), n_resamples=10)
    assert (found.value, found.reason) == (None, reason)


def test_correlation_of_one_question_has_no_interval():
    found = correlation(np.array([1.0, 2, 3]), np.array([1.0, 2, 4]), units=np.zeros(3), n_resamples=10)
    assert found.value == pytest.approx(0.98198)
    assert (found.low, found.reason) == (None, "one question alone has no interval")


def test_perfect_correlation_stays_in_range():
    x = np.random.default_rng(0).random(50)
    found = correlation(x, 3 * x + 1, units=np.arange(50), n_resamples=200)
    assert found.value == pytest.approx(1.0)
    assert found.high <= 1.0


def test_partial_correlation_on_a_copy_of_the_control_is_undefined():
    x = np.random.default_rng(0).random(20)
    found = partial_correlation(x, np.arange(20.0), x, units=np.arange(20), n_resamples=10)
    assert (found.value, found.reason) == (None, "two of the columns are the same up to scale")


def test_collinear_predictors_and_few_questions_are_refused_with_a_reason():
    x = np.arange(6.0)
    found = incremental_validity(x**2, x, 2 * x + 1, names=("a", "b"), clusters=np.arange(6))
    assert (found.delta_r2, found.reason) == (None, "a and b are the same up to scale")
    few = incremental_validity(x**2, x, x**3, names=("a", "b"), clusters=np.array([1, 1, 1, 2, 2, 2]))
    assert few.reason == "at least 3 questions are needed, there are 2"


def test_conditional_means_by_hand():
    found = conditional_means(
        np.array([1, 1, 0, 0, np.nan]), np.array([0.5, 1.0, 0.0, 0.5, 9.0]), units=np.arange(5), n_resamples=200
    )
    assert (found.present.value, found.absent.value, found.gap.value, found.share_present) == (0.75, 0.25, 0.5, 0.5)
    assert (found.present.n, found.absent.n, found.gap.n) == (2, 2, 4)


def test_gap_is_resampled_over_both_sides_of_a_question_together():
    # Within each question the answer adds exactly 0.5: the questions differ, the gap does not.
    base = np.repeat(np.random.default_rng(0).random(30) / 2, 2)
    condition = np.tile([1.0, 0.0], 30)
    found = conditional_means(condition, base + condition / 2, units=np.repeat(np.arange(30), 2), n_resamples=200)
    assert [found.gap.value, found.gap.low, found.gap.high] == pytest.approx([0.5, 0.5, 0.5])


def test_condition_that_never_fails_has_no_gap():
    found = conditional_means(np.ones(4), np.arange(4.0), units=np.arange(4), n_resamples=10)
    assert found.absent.reason == "no rows with a value"
    assert (found.gap.value, found.gap.reason) == (None, "one of the two sides has no rows")
