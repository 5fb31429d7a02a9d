"""The almanac's questions, answers and evidence: every generated question is checked, not a sample of them."""

import re
import subprocess
import sys
from collections import Counter

import pytest
from almanac_cases import CASES, COMPARISONS, SPAN_CASES, WHICH, YES_NO, all_passages

from budgetrag.datasets.almanac import DEFAULT_SIZE, Almanac
from budgetrag.datasets.almanac.soundness import contains, is_sound
from budgetrag.datasets.source import Source
from budgetrag.text import content_terms, words
from budgetrag.types import Passage, Question, content_hash

RECORDED_HASH = "8cb51b3042320ce6"  # of the first 40 questions; changes only when the almanac is meant to change


def digest(questions: list[Question]) -> str:
    parts = [part for q in questions for part in (q.id, q.text, *q.answers, q.type, str(q.gold))]
    return content_hash(*parts, *(part for q in questions for p in q.passages for part in (p.title, *p.sentences)))


# --- shape


def test_default_size_is_at_least_120_and_ids_are_unique():
    assert len(CASES) == DEFAULT_SIZE >= 120
    assert len({case.question.id for case in CASES}) == DEFAULT_SIZE


def test_data_set_yields_the_cases_questions_whatever_the_source():
    assert list(Almanac(30).questions(Source())) == [case.question for case in CASES[:30]]
    assert Almanac.name == "almanac"


def test_negative_size_is_refused():
    with pytest.raises(ValueError, match="size must be >= 0, got -1"):
        Almanac(-1)


def test_size_zero_yields_nothing():
    assert list(Almanac(0).questions()) == []


def test_every_question_has_ten_passages_in_place_with_joinedall_sentences():
    for case in CASES:
        assert [passage.position for passage in case.question.passages] == list(range(10))
    for passage in all_passages():
        assert passage.text == " ".join(passage.sentences)


def test_passages_have_60_to_120_words_in_3_to_7all_sentences():
    for passage in all_passages():
        assert 60 <= len(words(passage.text)) <= 120, passage
        assert 3 <= len(passage.sentences) <= 7, passage


def test_titles_are_unique_in_the_world():
    counts = Counter(passage.title for passage in all_passages())
    assert [title for title, n in counts.items() if n > 1] == []


def test_opening_sentence_names_its_subject():
    for passage in all_passages():
        assert contains(passage.sentences[0], passage.title.split(" (")[0]), passage


def test_shares_of_types_are_as_designed():
    shares = {kind: n / DEFAULT_SIZE for kind, n in Counter(case.question.type for case in CASES).items()}
    assert shares == pytest.approx({"bridge": 0.45, "comparison": 0.2, "three_hop": 0.2, "single": 0.15}, abs=0.03)
    assert len(YES_NO) / len(COMPARISONS) == pytest.approx(0.5, abs=0.1)


def test_number_of_gold_passages_fits_the_type():
    n_gold = {"bridge": 2, "comparison": 2, "three_hop": 3, "single": 1}
    for case in CASES:
        assert len(case.question.gold) == n_gold[case.question.type]
        assert case.question.gold == tuple(sorted({piece.position for piece in case.evidence}))


def test_gold_positions_are_spread_over_the_pool():
    counts = Counter(position for case in CASES for position in case.question.gold)
    assert set(counts) == set(range(10))
    assert max(counts.values()) < 0.2 * sum(counts.values())


# --- answers


def test_every_span_answer_occurs_in_the_last_gold_passage_and_no_other_gold():
    for case in SPAN_CASES:
        holders = [i for i in case.question.gold if contains(case.question.passages[i].text, case.question.answers[0])]
        assert holders == [case.evidence[-1].position], case.question


def test_every_stated_value_is_in_its_evidence_sentence():
    for case in CASES:
        for piece in case.evidence:
            sentence = case.question.passages[piece.position].sentences[piece.sentence]
            assert contains(sentence, piece.value), (case.question, sentence)


def test_answer_bearing_sentences_stand_in_one_passage_of_the_pool_only():
    for case in CASES:
        holders = Counter(sentence for passage in case.question.passages for sentence in passage.sentences)
        for piece in case.evidence:
            assert holders[case.question.passages[piece.position].sentences[piece.sentence]] == 1


def test_no_other_passage_holds_a_span_answer_next_to_the_cue():
    for case in (*SPAN_CASES, *WHICH):
        own = {term for answer in case.question.answers for term in content_terms(answer)}
        cue = set(content_terms(case.question.text)) - own
        for passage in case.question.passages:
            for sentence in passage.sentences if passage.position not in case.question.gold else ():
                if any(contains(f"{passage.title}: {sentence}", answer) for answer in case.question.answers):
                    assert len(cue & set(content_terms(sentence))) < 2, (case.question.text, sentence)


def test_question_names_neither_its_answer_nor_anything_on_the_way():
    for case in SPAN_CASES:
        for hidden in (*case.question.answers, *(piece.value for piece in case.evidence)):
            assert not contains(case.question.text, hidden), case.question


def test_first_gold_passage_is_named_in_the_question():
    for case in SPAN_CASES:
        title = case.question.passages[case.evidence[0].position].title.split(" (")[0]
        assert contains(case.question.text, title), case.question


def test_each_hop_leads_to_the_next_gold_passage():
    for case in SPAN_CASES:
        for piece, following in zip(case.evidence, case.evidence[1:], strict=False):
            title = case.question.passages[following.position].title.split(" (")[0]
            assert piece.value == title, case.question


def test_which_answers_are_true_given_the_numbers_stated():
    lowest = re.compile(r"\b(first(?=,)|earlier|older|shorter|more often)\b")
    highest = re.compile(r"\b(later|younger|more recently|longer|less often)\b")
    for case in WHICH:
        wants_low, wants_high = (bool(cue.search(case.question.text)) for cue in (lowest, highest))
        assert wants_low != wants_high, case.question.text
        chosen = (min if wants_low else max)(case.evidence, key=lambda piece: int(piece.value.split()[0]))
        assert len({piece.value for piece in case.evidence}) == 2
        title = case.question.passages[chosen.position].title.split(" (")[0]
        assert contains(title, case.question.answers[0]), case.question


def test_yes_and_no_are_true_given_the_values_stated():
    for case in YES_NO:
        text, (first, second) = case.question.text, (piece.value for piece in case.evidence)
        if re.search(r"\b(same|share|one river|also)\b", text):
            expected = first == second
        elif re.search(r"\b(before|older than|earlier than)\b", text):
            expected = int(first) < int(second)
        else:
            assert re.search(r"\b(after|younger than)\b", text), text
            expected = int(first) > int(second)
        assert case.question.answers == ("yes" if expected else "no",), case.question


def test_compared_things_are_named_in_the_order_of_the_evidence():
    for case in COMPARISONS:
        titles = [case.question.passages[piece.position].title.split(" (")[0] for piece in case.evidence]
        first, second = (case.question.text.index(title) for title in titles)
        assert first < second


def test_yes_and_no_both_occur():
    counts = Counter(case.question.answers[0] for case in YES_NO)
    assert min(counts["yes"], counts["no"]) >= len(YES_NO) / 5


def test_some_questions_have_aliases_that_the_gold_text_holds():
    aliased = [case for case in SPAN_CASES if len(case.question.answers) > 1]
    in_text = [
        case
        for case in aliased
        if any(
            contains(case.question.passages[i].text, a) for i in case.question.gold for a in case.question.answers[1:]
        )
    ]
    assert len(aliased) >= 10
    assert len(in_text) >= 3


def test_soundness_check_refuses_an_answer_leaked_beside_the_cue():
    case = next(case for case in SPAN_CASES if case.question.type == "bridge")
    other = next(i for i in range(10) if i not in case.question.gold)
    leak = f"{case.question.text.rstrip('?')} {case.question.answers[0]}."
    passages = list(case.question.passages)
    passages[other] = Passage(passages[other].title, leak, (leak,), other)
    values = [piece.value for piece in case.evidence]
    leaked = Question("x", case.question.text, case.question.answers, tuple(passages), case.question.gold, "bridge")
    assert is_sound(case.question, values)
    assert not is_sound(leaked, values)


# --- the same in every process


def test_first_questions_do_not_depend_on_the_size():
    assert [case.question for case in CASES[:50]] == list(Almanac(50).questions())
    assert [case.question for case in CASES[:7]] == list(Almanac(7).questions())


@pytest.mark.parametrize("seed", ["1", "4242"])
def test_content_is_the_same_in_every_process(seed):
    code = (
        "from budgetrag.datasets.almanac import Almanac; from budgetrag.types import content_hash; "
        "qs = list(Almanac(40).questions()); "
        "parts = [x for q in qs for x in (q.id, q.text, *q.answers, q.type, str(q.gold))]; "
        "print(content_hash(*parts, *(x for q in qs for p in q.passages for x in (p.title, *p.sentences))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stdout.strip() == digest([case.question for case in CASES[:40]]) == RECORDED_HASH
