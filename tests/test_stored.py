"""Records on disk read like a tuple's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetrag.stored import Chosen, Stored
from budgetrag.types import Passage

PASSAGES = tuple(Passage(f"T{i}", "é" * (i * 4000), (f"{i}",), i) for i in range(12))  # over the bytes that wait
STORED = Stored(PASSAGES)


@given(st.slices(12))
def test_a_range_reads_as_a_tuples(wanted):
    assert STORED[wanted] == PASSAGES[wanted]


@given(st.integers(-12, 11))
def test_a_record_reads_as_it_was_added(place):
    assert STORED[place] == PASSAGES[place]


def test_iteration_length_and_bounds_are_a_tuples():
    assert tuple(STORED) == PASSAGES
    assert len(STORED) == 12
    assert tuple(Stored()) == ()
    for place in (12, -13):
        with pytest.raises(IndexError):
            STORED[place]


def test_records_may_be_added_between_reads():
    stored = Stored(["a"])
    assert stored.append("b" * 300_000) == 1
    assert stored[0] == "a"
    assert stored.append("c") == 2
    assert (stored[1][:2], stored[2], stored[0]) == ("bb", "c", "a")


@given(st.lists(st.integers(0, 11), max_size=8), st.slices(8))
def test_chosen_records_read_as_a_tuple_of_them(places, wanted):
    expected = tuple(PASSAGES[place] for place in places)
    chosen = Chosen(STORED, places)
    assert (tuple(chosen), len(chosen), chosen[wanted]) == (expected, len(expected), expected[wanted])
