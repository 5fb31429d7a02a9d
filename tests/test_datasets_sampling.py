import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetrag.datasets import sample
from budgetrag.types import Passage, Question

POOL = [Question(f"q{i}", "?", (), (Passage("", "x"),)) for i in range(200)]


def ids(questions):
    return [question.id for question in questions]


@given(st.integers(0, 99), st.integers(1, 250), st.randoms())
def test_a_sample_does_not_depend_on_the_order_of_the_file(seed, limit, chance):
    shuffled = chance.sample(POOL, len(POOL))
    assert sample(iter(shuffled), limit=limit, seed=seed) == sample(POOL, limit=limit, seed=seed)


@given(st.integers(1, 250), st.integers(1, 250))
def test_a_smaller_sample_is_the_start_of_a_larger_one(first, second):
    small, large = sorted((first, second))
    assert sample(POOL, limit=large, seed=42)[:small] == sample(POOL, limit=small, seed=42)


@pytest.mark.parametrize("limit", [None, 200, 201])
def test_a_limit_at_or_above_the_size_takes_all_in_the_same_order(limit):
    everything = sample(POOL, limit=limit, seed=42)
    assert sorted(ids(everything)) == sorted(ids(POOL))
    assert everything == sample(POOL, limit=None, seed=42)


def test_the_choice_for_a_question_depends_on_seed_and_id_alone():
    some = random.Random(1).sample(POOL, 50)
    whole = ids(sample(POOL, limit=None, seed=42))
    assert ids(sample(some, limit=None, seed=42)) == [name for name in whole if name in set(ids(some))]


def test_seeds_choose_differently_and_evenly():
    counts = dict.fromkeys(ids(POOL), 0)
    for seed in range(200):
        chosen = ids(sample(POOL, limit=50, seed=seed))
        assert len(set(chosen)) == 50
        for name in chosen:
            counts[name] += 1
    # Each count is binomial(200, 1/4): mean 50, standard deviation 6.1; five of those either way.
    assert 19 < min(counts.values()) <= max(counts.values()) < 81


def test_an_empty_data_set_gives_an_empty_sample():
    assert sample([], limit=5, seed=42) == []


@pytest.mark.parametrize("limit", [0, -3])
def test_a_limit_below_one_is_refused(limit):
    with pytest.raises(ValueError, match=f"limit must be >= 1, or None for all, got {limit}"):
        sample(POOL, limit=limit, seed=42)
