"""top_k against brute force in float64."""

from __future__ import annotations

import numpy as np
import pytest

from budgetrag.retrieval import top_k, unit_rows


def brute_force(queries, corpus, k):
    scores = (queries.astype(np.float64) @ corpus.astype(np.float64).T).astype(np.float32)
    indices = np.array([sorted(range(len(corpus)), key=lambda i: (-row[i], i))[:k] for row in scores])
    return indices, np.take_along_axis(scores, indices, axis=1)


@pytest.mark.parametrize("blocks", [(1, 1), (3, 7), (7, 50), (256, 8192)])
@pytest.mark.parametrize("k", [1, 5, 200])
def test_top_k_equals_brute_force_for_every_block_size(k, blocks):
    random = np.random.default_rng(3)
    queries = unit_rows(random.normal(size=(11, 24)).astype(np.float32))
    corpus = unit_rows(random.normal(size=(101, 24)).astype(np.float32))
    found = top_k(queries, corpus, k, query_block=blocks[0], corpus_block=blocks[1])
    indices, scores = brute_force(queries, corpus, k)
    assert found.indices.tolist() == indices.tolist()
    np.testing.assert_array_equal(found.scores, scores)
    assert (found.indices.dtype, found.scores.dtype) == (np.int64, np.float32)


@pytest.mark.parametrize("corpus_block", [2, 5, 8192])
def test_equal_scores_go_to_the_lower_index(corpus_block):
    random = np.random.default_rng(4)
    distinct = unit_rows(random.normal(size=(3, 320)).astype(np.float32))
    corpus = distinct[[0, 1, 2] * 40]  # every vector 40 times: a tie that a matrix product may break by rounding
    found = top_k(distinct, corpus, 6, corpus_block=corpus_block)
    assert found.indices.tolist() == [[row + 3 * i for i in range(6)] for row in range(3)]


def test_a_zero_query_ties_with_everything_and_is_not_nan():
    found = top_k(np.zeros((1, 4), np.float32), np.eye(4, dtype=np.float32), 3)
    assert found.indices.tolist() == [[0, 1, 2]]
    assert found.scores.tolist() == [[0.0, 0.0, 0.0]]


def test_two_hundred_thousand_tied_rows_are_rescored_in_pieces():
    corpus = np.ones((200_000, 2), np.float32)
    assert top_k(corpus[:1], corpus, 2, corpus_block=200_000).indices.tolist() == [[0, 1]]


def test_k_above_the_corpus_size_gives_every_row_once():
    found = top_k(np.ones((2, 3), np.float32), np.eye(3, dtype=np.float32), 9)
    assert found.indices.tolist() == [[0, 1, 2]] * 2


@pytest.mark.parametrize(("n_queries", "n_corpus"), [(0, 5), (2, 0), (0, 0)])
def test_empty_sides_give_empty_results(n_queries, n_corpus):
    found = top_k(np.ones((n_queries, 3), np.float32), np.ones((n_corpus, 3), np.float32), 4)
    assert found.indices.shape == found.scores.shape == (n_queries, min(4, n_corpus))


def test_bad_arguments_name_the_rule_and_the_value():
    ones = np.ones((2, 3), np.float32)
    with pytest.raises(ValueError, match=r"k must be >= 1, got 0"):
        top_k(ones, ones, 0)
    with pytest.raises(ValueError, match=r"got \(2, 3\) and \(2, 2\)"):
        top_k(ones, ones[:, :2], 1)
    with pytest.raises(ValueError, match="finite"):
        top_k(ones, np.full((2, 3), np.nan, np.float32), 1)


def test_unit_rows_truncates_before_it_normalises():
    vectors = np.array([[3.0, 4.0, 12.0], [0.0, 0.0, 5.0]], np.float32)
    np.testing.assert_allclose(unit_rows(vectors, dims=2), [[0.6, 0.8], [0.0, 0.0]], rtol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(unit_rows(vectors), axis=1), 1.0, rtol=1e-6)


def test_unit_rows_of_tiny_and_huge_rows_have_length_one():
    vectors = np.array([[1e-30, 1e-30], [1e30, 0.0]], np.float32)
    np.testing.assert_allclose(np.linalg.norm(unit_rows(vectors), axis=1), 1.0, rtol=1e-6)


def test_unit_rows_refuses_more_dims_than_there_are_and_nan():
    with pytest.raises(ValueError, match="dims must be between 1 and the model's 3, got 4"):
        unit_rows(np.ones((1, 3), np.float32), dims=4)
    with pytest.raises(ValueError, match="finite"):
        unit_rows(np.full((1, 3), np.nan, np.float32))


@pytest.mark.parametrize("k", [1, 3, 40])
@pytest.mark.parametrize("order", ["growing", "falling", "mixed", "tied"])
def test_what_earlier_blocks_found_never_hides_what_later_ones_hold(k, order):
    random = np.random.default_rng(5)
    angles = {
        "growing": np.linspace(1.5, 0, 300),
        "falling": np.linspace(0, 1.5, 300),
        "mixed": random.permutation(np.linspace(0, 1.5, 300)),
        "tied": np.repeat([0.5, 0.2, 0.5], 100),
    }[order]
    corpus = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    queries = np.array([[1, 0], [0, 1], [0.6, 0.8], [0, 0]], np.float32)
    indices, scores = brute_force(queries, corpus, k)
    for corpus_block in (1, 7, 64, 299, 300):
        found = top_k(queries, corpus, k, corpus_block=corpus_block)
        assert found.indices.tolist() == indices.tolist()
        np.testing.assert_array_equal(found.scores, scores)
