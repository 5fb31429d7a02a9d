import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetrag.metrics import (
    all_gold_at_k,
    all_gold_in_context,
    distractor_passages,
    gold_coverage,
    gold_token_density,
    recall_at_k,
)

IDS = st.lists(st.sampled_from("abcdef"), max_size=8)


@given(IDS, IDS)
def test_context_metrics_equal_a_count_passage_by_passage(kept, gold):
    distinct = sorted(set(gold))
    n_found = sum(passage in kept for passage in distinct)
    n_others = sum(passage not in gold for passage in sorted(set(kept)))
    known = bool(distinct)
    assert gold_coverage(kept, gold) == (n_found / len(distinct) if known else None)
    assert all_gold_in_context(kept, gold) == (int(n_found == len(distinct)) if known else None)
    assert distractor_passages(kept, gold) == (n_others if known else None)


@given(IDS, IDS, st.integers(1, 9))
def test_retrieval_metrics_equal_a_count_rank_by_rank(retrieved, gold, k):
    found = set()
    for rank, passage in enumerate(retrieved):
        if rank < k and passage in gold:
            found.add(passage)
    n_gold = len(set(gold))
    assert recall_at_k(retrieved, gold, k=k) == (len(found) / n_gold if n_gold else None)
    assert all_gold_at_k(retrieved, gold, k=k) == (int(len(found) == n_gold) if n_gold else None)


def test_context_metrics_by_hand():
    assert gold_coverage(["p3", "p1", "p3"], ["p1", "p2"]) == 0.5
    assert all_gold_in_context(["p3", "p1"], ["p1", "p2"]) == 0
    assert all_gold_in_context(["p2", "p1"], ["p1", "p2"]) == 1
    assert distractor_passages(["p3", "p1", "p3", "p4"], ["p1", "p2"]) == 2
    assert gold_coverage([], ["p1"]) == 0.0


def test_retrieval_metrics_by_hand():
    assert recall_at_k(["p4", "p1", "p5", "p6", "p7", "p2"], ["p1", "p2"]) == 0.5
    assert all_gold_at_k(["p4", "p1", "p2"], ["p1", "p2"]) == 1
    assert all_gold_at_k(["p4", "p1", "p2"], ["p1", "p2"], k=2) == 0


def test_gold_token_density_is_the_gold_share_of_tokens():
    assert gold_token_density([30, 10], [True, False]) == 0.75
    assert gold_token_density([5, 5, 10], [False, True, False]) == 0.25
    assert gold_token_density([4], [False]) == 0.0


def test_gold_token_density_of_no_tokens_is_undefined():
    assert gold_token_density([], []) is None
    assert gold_token_density([0], [True]) is None


def test_gold_token_density_refuses_unequal_lengths():
    with pytest.raises(ValueError, match=r"as long as tokens_by_line \(2\), got 1"):
        gold_token_density([1, 2], [True])


@pytest.mark.parametrize("metric", [recall_at_k, all_gold_at_k])
def test_k_below_one_is_refused(metric):
    with pytest.raises(ValueError, match="k must be >= 1, got 0"):
        metric(["p1"], ["p1"], k=0)
