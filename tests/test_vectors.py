"""Vectors on disk read like an array's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetrag.topk import top_k
from budgetrag.vectors import VectorFile

ROWS = np.random.default_rng(0).standard_normal((37, 5)).astype(np.float32)


@pytest.fixture(scope="module")
def stored():
    vectors = VectorFile(5)
    for start, stop in ((0, 1), (1, 1), (1, 20), (20, 37)):
        vectors.append(ROWS[start:stop])
    return vectors


@given(st.integers(-40, 40), st.integers(-40, 40))
def test_a_range_reads_as_an_arrays(stored, start, stop):
    assert stored[start:stop].shape == ROWS[start:stop].shape
    assert (stored[start:stop] == ROWS[start:stop]).all()


@given(st.lists(st.integers(0, 36), max_size=12))
def test_indices_in_any_order_read_as_an_arrays(stored, wanted):
    places = np.array(wanted, dtype=np.int64)
    assert (stored[places] == ROWS[places]).all()
    assert stored[places].shape == (len(wanted), 5)


def test_length_and_shape_count_what_was_added(stored):
    assert (len(stored), stored.shape) == (37, (37, 5))
    assert (len(VectorFile(3)), VectorFile(3).shape) == (0, (0, 3))


def test_rows_may_be_added_after_reading(stored):
    vectors = VectorFile(2)
    vectors.append(np.array([[1, 2]], dtype=np.float32))
    assert vectors[:5].tolist() == [[1, 2]]
    vectors.append(np.array([[3, 4]], dtype=np.float32))
    assert vectors[:5].tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("k", [1, 4, 50])
def test_searching_the_file_finds_what_searching_the_array_finds(stored, k):
    queries = np.random.default_rng(1).standard_normal((9, 5)).astype(np.float32)
    on_disk, in_memory = (top_k(queries, rows, k, query_block=2, corpus_block=7) for rows in (stored, ROWS))
    assert (on_disk.indices == in_memory.indices).all()
    assert (on_disk.scores == in_memory.scores).all()


def test_wrong_rows_and_indices_are_refused(stored):
    with pytest.raises(ValueError, match=r"rows must be \(m, 5\), got \(2, 4\)"):
        stored.append(np.zeros((2, 4), dtype=np.float32))
    with pytest.raises(IndexError, match=r"indices must be in \[0, 37\), got 3 to 37"):
        stored[np.array([3, 37])]
    with pytest.raises(IndexError, match=r"got -1 to 2"):
        stored[np.array([-1, 2])]
    with pytest.raises(ValueError, match=r"a range of rows must be of step 1, got 2"):
        stored[::2]
