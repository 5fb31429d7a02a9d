"""The objective, the greedy's quality and the certificate, against plain recomputation and brute force."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
import reference
from instances import both, counter, random_instances, random_question, real_instances
from scipy.optimize import linprog

from budgetrag.packers import PACKERS, certificate, get_packer, upper_bound
from budgetrag.packers.certificate import fractional_knapsack
from budgetrag.packers.objective import TERM_NAMES, Objective, Weights
from budgetrag.types import Candidate, Passage, RetrievedPassage, Snippet


def gains_after(pool, chosen, relevance=None):
    objective = Objective(pool, Weights(), relevance)
    for i in chosen:
        objective.branch(np.array([0]), np.array([i]))
    return objective.terms()[:, 0]


def best_value(plain, budget, largest=None, orders=False):
    """Return the brute-force optimum over sets that keep the budget (in some order, under sub-word counters)."""
    best = 0.0
    for size in range(1, (largest or plain.n) + 1):
        for chosen in itertools.combinations(range(plain.n), size):
            arrangements = itertools.permutations(chosen) if orders else [chosen]
            if any(plain.tokens(order) <= budget for order in arrangements):
                best = max(best, plain.value(chosen))
    return best


def test_names_of_the_terms_are_the_published_ones():
    assert TERM_NAMES == reference.TERMS
    weights = Weights()
    assert tuple(getattr(weights, name) for name in TERM_NAMES) == reference.WEIGHTS
    assert weights.alpha == 0.3


def test_objective_worked_by_hand():
    snippets = [("lamp oil", 0.9, "a"), ("lamp oil", 0.4, "a"), ("tern", 0.3, "b")]
    candidates = tuple(Candidate(i, Snippet(p, 0, "", t, 0, 0), r) for i, (t, r, p) in enumerate(snippets))
    pool, _ = both("lamp of the tern?", candidates, (), counter("words"))
    first = gains_after(pool, [])[:, 0]
    # relevance 0.9 of 1.6; one of two terms; sim to 0 and 1 is 1 (each saturates at 0.3 * 2) of 0.6 + 0.6 + 0.3.
    assert first == pytest.approx([0.9 / 1.6, 0.5 * 0.5, 0.4 * 1.2 / 1.5, 0.3 * (0.9 / 1.6) ** 0.5])
    second = gains_after(pool, [0])
    diversity = 0.3 * ((1.3 / 1.6) ** 0.5 - (0.9 / 1.6) ** 0.5)
    assert second[:, 1] == pytest.approx([0.4 / 1.6, 0.0, 0.0, diversity])
    assert second[:, 0].tolist() == [0.0] * 4


@pytest.mark.parametrize("linked", [False, True])
def test_gains_equal_plain_recomputation_by_term(linked):
    rng = random.Random(1)
    for pool, plain in [*random_instances(30, "words"), *real_instances(4, "words")]:
        rel = reference.linked(plain) if linked else plain.rel
        chosen = rng.sample(range(plain.n), rng.randint(0, min(6, plain.n - 1)))
        before = plain.value_by_term(chosen, rel)
        gains = gains_after(pool, chosen, np.array(rel))
        for i in set(range(plain.n)) - set(chosen):
            after = plain.value_by_term([*chosen, i], rel)
            assert gains[:, i] == pytest.approx([b - a for a, b in zip(before, after, strict=True)], abs=1e-9)


def test_value_does_not_depend_on_the_order_and_telescopes():
    rng = random.Random(2)
    for pool, plain in random_instances(30, "words"):
        chosen = rng.sample(range(plain.n), 5)
        value = Objective(pool, Weights()).value(chosen)
        assert value == pytest.approx(plain.value(chosen), abs=1e-9)
        assert value == pytest.approx(Objective(pool, Weights()).value(sorted(chosen)), abs=1e-9)
        assert value == pytest.approx(
            sum(gains_after(pool, chosen[:k])[:, i].sum() for k, i in enumerate(chosen)), abs=1e-9
        )


def test_every_term_is_monotone_and_submodular():
    rng = random.Random(3)
    for pool, plain in random_instances(60, "words", n=12):
        order = rng.sample(range(plain.n), plain.n)
        small, large = order[: rng.randint(0, 4)], order[: rng.randint(4, 11)]
        less, more = gains_after(pool, small), gains_after(pool, large)
        outside = [i for i in range(plain.n) if i not in large]
        assert (more[:, outside] >= 0).all()
        assert (less[:, outside] >= more[:, outside] - 1e-12).all()


def test_whole_set_is_worth_at_most_each_terms_weight():
    for pool, plain in random_instances(30, "words"):
        value = plain.value_by_term(range(plain.n))
        assert value[0] == pytest.approx(1.0)
        assert value[1] <= 0.5 + 1e-12
        assert value[2] == pytest.approx(0.4)
        assert Objective(pool, Weights()).value(range(plain.n)) == pytest.approx(sum(value))


@pytest.mark.parametrize("exponent", [1.0, 0.5])
@pytest.mark.parametrize(("n", "n_instances"), [(6, 60), (9, 20), (12, 4)])
def test_greedy_with_its_fallback_reaches_half_of_the_optimum(exponent, n, n_instances):
    rng = random.Random(n)
    packer = get_packer("submodular", {"cost_exponent": exponent})
    for pool, plain in random_instances(n_instances, "words", n=n):
        budget = rng.choice([10, 15, 20, 30])
        best = best_value(plain, budget, 8)
        assert Objective(pool, Weights()).value(packer.select(pool, budget).order) >= 0.5 * best


def test_half_is_observed_and_not_guaranteed_at_exponent_one_half():
    """One long snippet wins the first step over eight short ones that are worth more together.

    Theory gives the greedy with its fallback 0.40 of the optimum at exponent 1 (Tang et al. 2021; Lin and Bilmes 2010
    state 0.39) and nothing at 0.5; on random instances both stay above one half.
    """
    snippets = [(" ".join(f"w{k}" for k in range(64)), 1.0, "long")]
    snippets += [(" ".join(f"s{i}x{k}" for k in range(8)), 0.2, f"p{i}") for i in range(8)]
    candidates = tuple(Candidate(i, Snippet(p, 0, "", t, 0, 0), r) for i, (t, r, p) in enumerate(snippets))
    pool, plain = both("zzz?", candidates, (), counter("words"))
    order = get_packer("submodular", {"cost_exponent": 0.5}).select(pool, 64).order
    assert order == (0,)
    assert plain.value(order) < 0.4 * best_value(plain, 64, 8)
    assert certificate(pool, order, upper_bound(pool, 64)) < 0.4
    assert get_packer("submodular").select(pool, 64).order == (1, 2, 3, 4, 5, 6, 7, 8)


@pytest.mark.parametrize("name", sorted(PACKERS))
def test_certificate_is_never_wrong_against_brute_force_on_words(name):
    n_tight = 0
    for at, (pool, plain) in enumerate(random_instances(60, "words", n=7)):
        budget = (6, 12, 20, 35)[at % 4]
        order = get_packer(name).select(pool, budget).order
        sure = certificate(pool, order, upper_bound(pool, budget))
        best = best_value(plain, budget)
        if sure is None:
            assert best == 0.0
            continue
        assert 0.0 <= sure <= 1.0
        assert sure <= Objective(pool, Weights()).value(order) / best + 1e-9
        n_tight += sure > 0.8
    assert n_tight > 10 or name == "mmr"


@pytest.mark.parametrize("counter_name", ["merging", "wordpiece", "reader"])
def test_certificate_is_never_wrong_against_brute_force_on_sub_word_tokens(counter_name):
    for at, (pool, plain) in enumerate(random_instances(10, counter_name, n=5, longest=3)):
        for budget in (4, 7, 10) if counter_name == "merging" else (10, 20, 30):
            order = get_packer(sorted(PACKERS)[at % 5]).select(pool, budget).order
            bound = upper_bound(pool, budget)
            best = best_value(plain, budget, orders=True)
            assert best <= bound + 1e-9
            sure = certificate(pool, order, bound)
            assert (sure is None) == (best == 0.0)
            assert sure is None or 0 <= sure <= Objective(pool, Weights()).value(order) / best + 1e-9


@pytest.mark.parametrize("counter_name", ["wordpiece", "reader"])
def test_joining_lines_saves_at_most_one_token_a_joint(counter_name):
    """What the certificate's widened capacity rests on; a tokenizer without pre-tokenisation may save more."""
    lines = [line for _, plain in real_instances(4, counter_name) for line in plain.lines]
    lines += ["", "  ", " a ", "x.", ".", "\u0301", "語", "\x00", "1", "'s", "🜁"]
    count = counter(counter_name).count
    for left, right in itertools.product(lines[::3], [*lines[::5], *lines[-11:]]):
        assert count(f"{left}\n{right}") >= count(left) + count(right) - 1


def test_bound_is_the_smallest_over_the_greedy_prefixes():
    for at, (pool, plain) in enumerate([*random_instances(40, "words"), *real_instances(4, "words")]):
        budget = (8, 20, 60, 160)[at % 4]
        order = reference.greedy(plain, budget)
        prefixes = [order[:k] for k in range(len(order) + 1)]
        ground = [i for i in range(plain.n) if plain.cost[i] <= budget]
        expected = reference.upper_bound(plain, prefixes, plain.cost, budget, ground)
        assert upper_bound(pool, budget) == pytest.approx(expected, abs=1e-9)


def test_certificate_is_one_where_everything_fits():
    for pool, plain in random_instances(10, "words", n=6):
        order = get_packer("submodular").select(pool, 10**6).order
        assert len(order) == plain.n
        assert certificate(pool, order, upper_bound(pool, 10**6)) == pytest.approx(1.0)


def test_certificate_of_the_empty_set_is_zero_where_something_fits():
    (pool, _), *_ = random_instances(1, "words")
    assert certificate(pool, (), upper_bound(pool, 100)) == 0.0


def test_half_of_the_real_questions_are_provably_near_the_best():
    sure = []
    for pool, _ in real_instances(12, "words"):
        order = get_packer("submodular").select(pool, 160).order
        sure.append(certificate(pool, order, upper_bound(pool, 160)))
    assert sorted(sure)[len(sure) // 2] > 0.8


def test_fractional_knapsack_equals_linear_programming():
    rng = random.Random(9)
    for _ in range(150):
        n, capacity = rng.randint(1, 8), rng.randint(0, 30)
        values = np.array([rng.choice([0.0, rng.random(), 0.5]) for _ in range(n)])
        costs = np.array([rng.choice([0, 1, rng.randint(1, 20)]) for _ in range(n)])
        found = fractional_knapsack(values, costs, capacity)
        best = linprog(-values, A_ub=[costs], b_ub=[capacity], bounds=(0, 1))
        assert found == pytest.approx(-best.fun, abs=1e-9)
        assert found == pytest.approx(reference.fractional_knapsack(values, costs, capacity), abs=1e-9)


def test_fractional_knapsack_worked_by_hand():
    # densities 1, 3 and 2: all of the second and third, then two of the four units of the first.
    found = fractional_knapsack(np.array([4.0, 6.0, 6.0]), np.array([4, 2, 3]), 7)
    assert found == pytest.approx(6 + 6 + 4 * 2 / 4)
    assert fractional_knapsack(np.array([]), np.array([], dtype=np.int64), 5) == 0.0


def test_a_question_without_terms_and_snippets_without_words_make_no_division_by_zero():
    home = Passage("", "—")
    candidates = tuple(Candidate(i, Snippet(home.id, 0, "", "— " * (i + 1), 0, 0), 0.0) for i in range(3))
    hits = (RetrievedPassage(home, 0, 1.0),)
    pool, plain = both("?", candidates, hits, counter("words"))
    assert gains_after(pool, []).tolist() == [[0.0] * 3] * 4
    assert plain.value([0, 1, 2]) == 0.0
    for name in PACKERS:
        selection = get_packer(name).select(pool, 10)
        assert np.isfinite(Objective(pool, Weights()).value(selection.order))


def test_negative_budget_is_refused():
    pool, _ = both(*random_question(random.Random(0)), counter("words"))
    with pytest.raises(ValueError, match="budget_tokens must be >= 0, got -1"):
        upper_bound(pool, -1)
