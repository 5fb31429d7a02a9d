"""What is planted comes back as planted: differences, nulls, a hump, a reversal, dependence, and the verdicts."""

from dataclasses import replace

import numpy as np
import pandas as pd
import planted
import pytest

from budgetrag.scope.contrasts import contrasts
from budgetrag.scope.evidence import pool
from budgetrag.scope.findings import View
from budgetrag.scope.frames import Versus, pairs
from budgetrag.scope.scope_map import scope_map
from budgetrag.store import Run

AB = Versus("a", "b")


def one(frame, **options):
    return contrasts(frame, [AB], "token_f1", by="budget_tokens", groups=[160], n_resamples=400, **options)[0]


def test_planted_difference_is_found_and_its_interval_covers_it_at_the_stated_rate():
    rng = np.random.default_rng(0)
    found = [one(planted.outcomes(120, rng, effect=lambda p, b, r: 0.1 * (p == "a")), seed=draw) for draw in range(120)]
    covered = np.mean([each.estimate.low <= 0.1 <= each.estimate.high for each in found])
    assert 0.89 <= covered <= 0.99
    assert np.mean([each.state == "pays" for each in found]) > 0.6
    assert not any(each.state == "reversed" for each in found)


def test_no_false_win_among_planted_nulls_beyond_the_corrected_rate():
    rng = np.random.default_rng(1)
    versus = [Versus(first, second) for i, first in enumerate("abcdefg") for second in "abcdefg"[i + 1 :]]
    n_false = 0
    for draw in range(24):
        frame = planted.outcomes(80, rng, policies=tuple("abcdefg"))
        family = contrasts(frame, versus, "token_f1", by="budget_tokens", groups=[160], n_resamples=1000, seed=draw)
        assert len(family) == 21
        n_false += any(each.is_significant for each in family)
    # At most 5 % of families in the long run; 5 of 24 or more would happen once in 170 times.
    assert n_false <= 4


def test_a_question_that_comes_again_adds_nothing():
    once = one(planted.outcomes(60, np.random.default_rng(2)))
    thrice = one(planted.outcomes(60, np.random.default_rng(2), repeats=3))
    assert (thrice.estimate.n, thrice.estimate.n_units) == (180, 60)
    assert [thrice.estimate.low, thrice.estimate.high] == pytest.approx([once.estimate.low, once.estimate.high])
    assert thrice.detectable == pytest.approx(once.detectable)


def test_intervals_cover_when_rows_of_one_question_depend_on_each_other():
    rng = np.random.default_rng(3)
    found = [one(planted.outcomes(60, rng, repeats=4), seed=draw).estimate for draw in range(120)]
    assert np.mean([each.low <= 0 <= each.high for each in found]) >= 0.89


def test_too_few_questions_give_no_verdict_however_large_the_effect():
    found = one(planted.outcomes(12, np.random.default_rng(0), effect=lambda p, b, r: 0.9 * (p == "a")))
    assert found.estimate.low > 0
    assert found.state == "undecided"


def test_pairs_match_by_question_reader_and_budget_only():
    frame = pd.DataFrame(
        {
            "dataset": "d", "seed": [1, 1, 1, 2, 1], "question_id": ["x", "x", "y", "x", "y"],
            "policy": ["a", "b", "a", "b", "b"], "budget_tokens": 160, "reader": ["r", "r", "r", "r", "s"],
            "token_f1": [1.0, 0.25, 0.5, 0.0, 0.0], "answer_in_context": [1.0, 0.0, 1.0, 0.0, 0.0],
        }
    )  # fmt: skip
    found = pairs(frame, AB, "token_f1")
    assert found["difference"].tolist() == [0.75]
    assert found[["first_has", "second_has"]].to_numpy().tolist() == [[1.0, 0.0]]


def test_metric_without_reader_counts_each_context_once():
    frame = planted.outcomes(10, np.random.default_rng(0), readers=("r", "s", "t"))
    found = contrasts(frame, [AB], "answer_in_context", by="budget_tokens", groups=[160], n_resamples=50)[0]
    assert (found.estimate.n, found.estimate.value) == (10, 0.0)


def hump_and_reversal(policy, budget, reader):
    """Plant the published pattern: the gain is at 160 words, for the 3B reader; null at 7B, reversed at 14B."""
    if policy != "chunk_submodular" or budget != 160:
        return -0.015 if policy == "chunk_submodular" else 0.0
    return {"three": 0.08, "seven": -0.015, "seven4": -0.015, "fourteen": -0.1}[reader]


@pytest.fixture(scope="module")
def map_(tmp_path_factory):
    folder = planted.write_run(tmp_path_factory.mktemp("planted") / "run", n=1200, effect=hump_and_reversal)
    view = View("chunk_submodular", ("chunk_focused", "chunk_naive"), "token_f1", "hotpotqa", 160, "three",
                n_resamples=1000)  # fmt: skip
    return scope_map(pool([Run.open(folder)]), view)


def test_planted_hump_and_reversal_come_back_with_the_right_verdicts(map_):
    labels = {each.number: (each.verdict, each.label) for each in map_.conditions}
    assert labels[1] == ("holds", "holds")
    assert labels[2] == ("holds", "holds")
    assert labels[3] == ("holds", "holds at 160")
    assert labels[4] == ("fails", "fails from 7B")
    assert map_.main.state == "pays"
    assert map_.headline.startswith("chunk_submodular beats chunk_focused here: +0.")


def test_sweep_is_a_hump(map_):
    table = next(each for each in map_.findings if each.name == "sweep").table
    states = dict(table[table["contrast"].str.endswith("focused")][["budget", "reads as"]].to_numpy().tolist())
    assert states[160] == "pays"
    assert "pays" not in (states[96], states[224])


def test_precision_control_is_hollow_and_reversal_is_last(map_):
    ladder = next(each for each in map_.findings if each.name == "ladder").figure
    points = ladder.series[0].points
    assert [point.place for point in points] == ["3B", "7B", "7B nf4", "14B nf4"]
    assert [point.is_control for point in points] == [False, False, True, False]
    assert points[3].high < 0 < points[0].low


def test_every_finding_says_what_it_rests_on(map_):
    for finding in map_.findings:
        assert finding.sentence
        assert "n = " in finding.caption or "means over" in finding.caption
        assert "1080 span" in finding.caption.replace(",", "")
        assert "120 yes/no" in finding.caption
    assert "Benjamini-Hochberg over 6 contrasts" in map_.caption


def test_decomposition_sums_and_opens_parts(map_):
    found = next(each for each in map_.findings if each.name == "decomposition")
    parts = found.table["contribution"].tolist()
    assert sum(parts[:4]) == pytest.approx(parts[4])
    assert [bar.name for bar in found.figure.bars] == ["gained", "lost", "both", "neither"]


def test_missing_representation_is_shown_as_missing(map_):
    table = next(each for each in map_.findings if each.name == "factorial").table.set_index("policy")
    assert table.loc["ace_submodular", "note"] == "not in the loaded runs"
    assert np.isnan(table.loc["ace_submodular", "F1"])
    assert table.loc["chunk_submodular", "note"] == ""


def test_planted_null_is_no_win_anywhere(tmp_path):
    folder = planted.write_run(tmp_path / "null", n=300, gold_effect=0.0, all_gold_rate=0.18, n_gold=1)
    view = View("chunk_focused", ("chunk_naive",), "token_f1", "hotpotqa", 160, "three", n_resamples=1000)
    found = scope_map(pool([Run.open(folder)]), view)
    assert found.main.state in ("undecided", "no gain")
    assert found.headline.startswith("chunk_focused and chunk_naive cannot be told apart here (")
    verdicts = [each.verdict for each in found.conditions]
    assert verdicts[:2] == ["fails", "fails"]
    assert "holds" not in verdicts


def test_few_questions_are_not_tested_and_say_how_many_are_needed(tmp_path):
    folder = planted.write_run(tmp_path / "few", n=45, all_gold_rate=0.3, effect=hump_and_reversal)
    view = View("chunk_submodular", ("chunk_focused",), "token_f1", "hotpotqa", 224, "three", n_resamples=500)
    found = scope_map(pool([Run.open(folder)]), view)
    assert found.conditions[1].verdict == "not tested"
    assert found.conditions[1].label.startswith("undecided: about ")
    assert "--limit" in found.conditions[1].test
    assert found.conditions[2].verdict == "not tested"


def test_one_reader_leaves_condition_4_untested_with_a_command(tmp_path):
    readers = {"tiny": {"kind": "hf", "model": "Planted-135M-Instruct"}}
    folder = planted.write_run(tmp_path / "one", n=60, readers=readers)
    view = View("chunk_submodular", ("chunk_focused",), "token_f1", "hotpotqa", 160, "tiny", n_resamples=300)
    fourth = scope_map(pool([Run.open(folder)]), view).conditions[3]
    assert (fourth.verdict, fourth.label) == ("not tested", "not tested: one reader")
    assert "a small one" in fourth.finding
    assert "reader.larger.model" in fourth.test


def test_small_reader_is_called_small(tmp_path):
    readers = {"tiny": {"kind": "hf", "model": "Planted-135M-Instruct"}, "lexical": {"kind": "lexical"}}
    evidence = pool([Run.open(planted.write_run(tmp_path / "small", n=40, readers=readers))])
    view = View("chunk_submodular", ("chunk_focused",), "token_f1", "hotpotqa", 160, "tiny", n_resamples=100)
    found = scope_map(evidence, view)
    assert "A small reader (135M)" in found.caption
    assert "Small readers: lexical and 135M" in next(each for each in found.findings if each.name == "ladder").sentence
    assert "This reader has no model" in scope_map(evidence, replace(view, reader="lexical")).caption
