from __future__ import annotations

import random

import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from instances import real_questions, real_records
from sentencex import segment

from budgetrag.snippets import chunk_candidates, windows
from budgetrag.types import Passage, RetrievedPassage


def retrieved(*passages):
    return [RetrievedPassage(p, rank, 1.0 - rank / 10) for rank, p in enumerate(passages)]


def passage(*sentences, title="Tern"):
    return Passage(title, " ".join(sentences), sentences)


def own_sentences(item):
    return list(item.sentences) or [s for part in segment("en", item.text) if (s := part.strip())]


def assert_equals_reference(question, hits):
    expected = reference.chunk_candidates(question, hits, own_sentences)
    found = chunk_candidates(question, hits)
    assert [c.id for c in found] == list(range(len(expected)))
    for candidate, (relevance, text, passage_id, first, last, clipped) in zip(found, expected, strict=True):
        snippet = candidate.snippet
        assert (snippet.text, snippet.passage_id) == (text, passage_id)
        assert (snippet.first_sentence, snippet.last_sentence, snippet.clipped) == (first, last, clipped)
        assert candidate.relevance == pytest.approx(relevance, abs=1e-12)


def test_window_is_a_sentence_and_one_neighbour_on_each_side():
    shown = [(s.text, s.first_sentence, s.last_sentence) for s in windows(passage("A a.", "B b.", "C c.", "D d."), 2)]
    assert shown == [("A a. B b.", 0, 1), ("A a. B b. C c.", 0, 2), ("B b. C c. D d.", 1, 3), ("C c. D d.", 2, 3)]


def test_window_of_a_single_sentence_is_the_sentence():
    assert [s.text for s in windows(passage("Only one."), 0)] == ["Only one."]


def test_passage_without_text_has_no_windows():
    assert list(windows(Passage("Tern", ""), 0)) == []
    assert list(windows(Passage("Tern", " \n\t "), 0)) == []


def test_window_of_exactly_80_pieces_is_not_clipped():
    (first, _) = windows(passage(" ".join(["one"] * 40), " ".join(["two"] * 40)), 0)
    assert len(first.text.split()) == 80
    assert not first.clipped


def test_window_of_81_pieces_loses_the_last_one():
    (first, _) = windows(passage(" ".join(["one"] * 40), " ".join(["two"] * 41)), 0)
    assert first.text.split() == ["one"] * 40 + ["two"] * 40
    assert first.clipped
    assert first.last_sentence == 1


def test_sentence_of_which_clipping_leaves_nothing_is_not_shown():
    (first, _) = windows(passage(" ".join(["one"] * 80), "Two."), 0)
    assert (first.first_sentence, first.last_sentence, first.clipped) == (0, 0, True)


def test_case_folded_duplicates_are_dropped_and_the_first_stays():
    hits = retrieved(passage("The Lamp burns.", title="First"), passage("THE LAMP burns.", title="Second"))
    assert [c.snippet.title for c in chunk_candidates("lamp?", hits)] == ["First"]


def test_duplicates_are_case_folded_and_not_only_lower_cased():
    hits = retrieved(passage("Die Straße brennt.", title=""), passage("Die STRASSE brennt.", title=""))
    assert len(chunk_candidates("lamp?", hits)) == 1


def test_equal_relevance_keeps_passage_and_sentence_order():
    hits = [RetrievedPassage(passage(f"{word}a. {word}b.", title=""), 0, 1.0) for word in ("k", "l", "m")]
    found = chunk_candidates("Something else entirely?", hits)
    assert len({c.relevance for c in found}) == 1
    assert [c.snippet.text for c in found] == ["ka. kb.", "la. lb.", "ma. mb."]


def test_relevance_worked_by_hand():
    item = passage("The lamp burns oil.", title="Lamp oil")
    (found,) = chunk_candidates("Which oil burns?", [RetrievedPassage(item, 1, 0.5)])
    # s holds oil and burns of which/oil/burns; all of its passage's four words; the title holds oil; rank 1.
    assert found.relevance == pytest.approx(1.15 * 2 / 3 + 0.65 * 1 + 0.25 * 1 / 3 + 0.05 / 2)


def test_relevance_takes_the_best_hit():
    item = passage("The lamp burns oil.")
    hits = ("A lamp.", "Oil burns the lamp.", "")
    (found,) = chunk_candidates("Zzz?", [RetrievedPassage(item, 0, 0.5, hits)])
    assert found.relevance == pytest.approx(0.65 + 0.05)


def test_candidates_are_cut_to_the_160_best():
    rng = random.Random(3)
    items = [
        passage(*(f"{rng.choice('abcdefg') * 3} {p} {s} {rng.random()}." for s in range(20)), title=f"T{p}")
        for p in range(12)
    ]
    found = chunk_candidates("aaa bbb?", retrieved(*items))
    everything = chunk_candidates("aaa bbb?", retrieved(*items), max_candidates=10_000)
    assert (len(found), len(everything)) == (160, 240)
    assert found == everything[:160]
    assert_equals_reference("aaa bbb?", retrieved(*items))


def test_max_candidates_zero_gives_none_and_negative_is_refused():
    assert chunk_candidates("q?", retrieved(passage("A b.")), max_candidates=0) == ()
    with pytest.raises(ValueError, match="max_candidates must be >= 0, got -1"):
        chunk_candidates("q?", [], max_candidates=-1)


def test_real_questions_equal_the_reference():
    for question, hits in real_questions(60):
        assert_equals_reference(question, hits)


def test_real_passages_without_their_sentences_are_split_by_the_library():
    for question, hits in real_questions(8):
        bare = [RetrievedPassage(Passage(h.passage.title, h.passage.text), h.rank, h.score) for h in hits]
        assert_equals_reference(question, bare)


def test_real_passages_of_many_questions_together_equal_the_reference():
    hits = []
    for record in real_records(12):
        for title, sentences in record["context"]:
            item = passage(*(s.strip() for s in sentences if s.strip()), title=title)
            hits.append(RetrievedPassage(item, len(hits), 0.5))
    question = real_records(12)[0]["question"]
    assert len(chunk_candidates(question, hits)) == 160
    assert_equals_reference(question, hits)


PIECES = st.sampled_from(["lamp", "LAMP", "Straße", "STRASSE", "\x00", "a\u0301", "語", "שלום", "🜁", "1.5", "—", "İ"])
SENTENCE = st.one_of(
    st.text(max_size=30),
    st.lists(PIECES, max_size=60).map(" ".join),
    st.lists(PIECES, max_size=20).map("  \t".join),
)
PASSAGE = st.builds(
    lambda title, parts: Passage(title, " ".join(parts), tuple(s for p in parts if (s := p.strip()))),
    st.one_of(st.just(""), st.text(max_size=12), PIECES),
    st.lists(SENTENCE, max_size=6),
)


@settings(max_examples=120, deadline=None)
@given(question=SENTENCE, items=st.lists(PASSAGE, max_size=4))
def test_awkward_text_equals_the_reference(question, items):
    assert_equals_reference(question, retrieved(*items))
