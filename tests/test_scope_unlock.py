"""Would more retrieval have helped? The contrast by hand, what counts as more, and what condition 2 makes of it."""

from dataclasses import replace
from typing import ClassVar

import numpy as np
import pandas as pd
import planted
import pytest

from budgetrag.scope.evidence import pool
from budgetrag.scope.findings import View
from budgetrag.scope.frames import Versus
from budgetrag.scope.scope_map import scope_map
from budgetrag.scope.unlock import has_more, unlock_brief, unlock_pairs, unlocks
from budgetrag.stats.bootstrap import Estimate
from budgetrag.store import Run

DENSE = {"kind": "chunk", "retriever": "dense", "top_k": 5}
ACE = {"kind": "ace", "top_k_nodes": 48, "max_passages": 5}
SURE = Estimate(0.25, 0.2, 0.3, 0.01, 40, 40, 50, 0)
VIEW = View("chunk_submodular", ("chunk_focused",), "token_f1", "hotpotqa", 160, "three", n_resamples=500)


@pytest.mark.parametrize(
    ("first", "second", "more"),
    [
        ({**DENSE, "top_k": 10}, DENSE, True),
        (DENSE, {**DENSE, "top_k": 10}, False),
        (DENSE, DENSE, False),
        ({**DENSE, "retriever": "bm25"}, DENSE, True),
        (DENSE, {**DENSE, "retriever": "bm25"}, True),
        ({**DENSE, "retriever": "bm25", "top_k": 3}, DENSE, False),
        ({**ACE, "top_k_nodes": 96}, ACE, True),
        ({**ACE, "max_passages": 8}, ACE, True),
        ({**ACE, "max_passages": 8, "top_k_nodes": 24}, ACE, False),
        (ACE, DENSE, False),
        ({**DENSE, "top_k": 50}, ACE, False),
    ],
)
def test_more_is_the_same_kind_with_no_size_smaller(first, second, more):
    assert has_more(first, second) is more


class FourQuestions:
    """Four questions, read under five passages and under ten; what comes out is worked out by hand below."""

    representations: ClassVar = {"chunk": DENSE, "chunk10": {**DENSE, "top_k": 10}, "ace": ACE}
    policies: ClassVar = {
        f"{name}_mmr": {"representation": name, "packer": "mmr", "options": {}} for name in ("chunk", "chunk10", "ace")
    }
    quality: ClassVar = {"chunk_mmr": (0.5, 0.5, 0.0, 0.0), "chunk10_mmr": (1.0, 0.5, 0.0, 0.5)}
    gold: ClassVar = {"chunk": (1.0, 0.0, 0.0, 0.0), "chunk10": (1.0, 1.0, 0.0, 1.0)}

    def keys(self):
        return pd.DataFrame({"dataset": "d", "seed": 1, "question_id": list("abcd")})

    def outcomes(self, policies, columns, *, kinds, dataset, budget_tokens, reader):
        assert (kinds, dataset, budget_tokens, reader) == ("span", "d", 160, "r")
        rows = [
            self.keys().assign(policy=name, budget_tokens=160, reader="r", token_f1=self.quality[name],
                               answer_in_context=1.0)
            for name in policies
        ]  # fmt: skip
        return pd.concat(rows, ignore_index=True)

    def retrieved(self, representation, *, kinds, dataset):
        return self.keys().assign(representation=representation, all_gold_retrieved=self.gold[representation])


def test_four_questions_by_hand():
    view = View("chunk_mmr", ("ace_mmr",), "exact_match", "d", 160, "r", n_resamples=400)
    (found,) = unlocks(FourQuestions(), view)
    assert found.versus == Versus("chunk10_mmr", "chunk_mmr")
    assert found.change == "top_k 10 for 5"
    # F1: (1.0 - 0.5) + 0 + 0 + (0.5 - 0) over four; gold: 0 + 1 + 0 + 1 over four.
    assert (found.quality.group, found.quality.estimate.value, found.quality.estimate.n_units) == ("F1", 0.25, 4)
    assert (found.gold.group, found.gold.estimate.value) == ("all gold retrieved", 0.5)
    assert (found.quality.first_mean, found.quality.second_mean) == (0.5, 0.25)
    assert (found.gold.first_mean, found.gold.second_mean) == (0.75, 0.25)
    # Benjamini-Hochberg over the two: the smaller p counts twice, but no more than the larger one.
    smaller, larger = sorted([found.quality.estimate.p, found.gold.estimate.p])
    assert sorted([found.quality.adjusted_p, found.gold.adjusted_p]) == pytest.approx(
        [min(2 * smaller, larger), larger]
    )
    assert found.quality.state == "undecided"


def test_of_many_contrasts_condition_2_names_two_and_those_that_can_be_told_first():
    (one,) = unlocks(FourQuestions(), View("chunk_mmr", ("ace_mmr",), "exact_match", "d", 160, "r", n_resamples=50))
    told = replace(
        one, versus=Versus("told", "chunk_mmr"), quality=replace(one.quality, estimate=SURE, adjusted_p=0.01)
    )
    assert told.quality.state == "pays"
    brief = unlock_brief([one, one, one, told])
    assert brief.startswith("told − chunk_mmr (top_k 10 for 5): +0.250 F1 (+0.200 to +0.300), helps;")
    assert brief.count("chunk10_mmr − chunk_mmr") == 1
    assert brief.endswith("2 more stand under “Would more retrieval have helped?”")
    assert "more stand" not in unlock_brief([one, told])


def test_the_largest_retrieval_is_set_against_the_smaller_ones():
    assert unlock_pairs(FourQuestions(), "chunk10_mmr") == (Versus("chunk10_mmr", "chunk_mmr"),)
    assert unlock_pairs(FourQuestions(), "ace_mmr") == ()


def more_helps(policy, budget, reader):
    return 0.06 * (policy == "chunk10_submodular")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("unlock") / "run"
    planted.write_run(
        folder, n=600, effect=more_helps, more_rates={"chunk10": 0.8},
        policies=("chunk_submodular", "chunk_focused", "chunk10_submodular", "bm_naive"),
        changes={"representation": {"chunk10": {"top_k": 10}, "bm": {"retriever": "bm25"}}},
        readers={"three": planted.READERS["three"]},
    )  # fmt: skip
    return Run.open(folder)


def test_a_planted_unlock_is_found_and_said_with_condition_2(run):
    found = scope_map(pool([run]), VIEW)
    second, card = found.conditions[1], found.findings[-1]
    assert card.name == "unlock"
    assert "More retrieval: chunk10_submodular − chunk_submodular (top_k 10 for 5): +0.0" in second.finding
    assert "), helps; all gold retrieved +0." in second.finding
    assert second.finding.startswith("All gold in the top five of chunk: 0.")
    assert second.test == ""
    assert not [what for what, _ in found.untested if "more retrieval" in what]
    assert card.table["measure"].tolist() == ["F1", "all gold retrieved"]
    assert card.table["reads as"].tolist() == ["pays", "pays"]
    assert "n = 540" in card.caption
    assert "Benjamini-Hochberg over 2 contrasts" in card.caption


def test_the_gold_of_an_unlock_is_counted_over_all_passages(run):
    (found,) = unlocks(pool([run]), VIEW)
    counts = run.query(
        """SELECT p.representation, count(*) AS n FROM
           (SELECT dataset, seed, question_id, representation FROM passages GROUP BY ALL HAVING count(*) = 2) p
           JOIN questions USING (dataset, seed, question_id) WHERE answer_kind = 'span' GROUP BY ALL"""
    ).set_index("representation")["n"]
    assert found.gold.estimate.value == pytest.approx((counts["chunk10"] - counts["chunk"]) / 540)


def test_without_a_reader_more_retrieval_is_judged_by_what_survives(run):
    (found,) = unlocks(pool([run]), replace(VIEW, metric="answer_in_context", reader=None))
    rows = run.query(
        """SELECT policy, avg(answer_in_context) AS mean FROM outcomes
           WHERE budget_tokens = 160 AND answer_kind = 'span' GROUP BY policy"""
    ).set_index("policy")["mean"]
    assert found.quality.group == "answer in context"
    assert found.quality.estimate.value == pytest.approx(rows["chunk10_submodular"] - rows["chunk_submodular"])


def test_surfacing_is_judged_by_the_policy_s_own_retrieval(run):
    evidence = pool([run])
    own = scope_map(evidence, replace(VIEW, first="chunk10_submodular", against=("chunk_focused",)))
    assert own.conditions[1].finding.startswith("All gold in the top five of chunk10: 0.")
    shares = [float(evidence.retrieved(name, kinds="span")["all_gold_at_5"].mean()) for name in ("chunk", "chunk10")]
    assert np.diff(shares)[0] > 0.1


def test_without_more_retrieval_condition_2_says_how_to_test_it(run):
    found = scope_map(pool([run]), replace(VIEW, first="chunk_focused", against=("chunk_submodular",)))
    assert "More retrieval" not in found.conditions[1].finding
    command = found.conditions[1].test
    assert '--set \'representation.chunk10={kind = "chunk", retriever = "dense", top_k = 10}\'' in command
    assert "--policies chunk_focused,chunk10_focused" in command
    assert found.untested[0] == ("more retrieval for chunk_focused", command)
    assert found.findings[-1].name != "unlock"


def test_own_representations_follow_the_built_in_ones_in_the_factorial(run):
    table = next(each for each in scope_map(pool([run]), VIEW).findings if each.name == "factorial").table
    names = table["policy"].tolist()
    assert names[0] == "chunk_naive"
    assert names[-2:] == ["chunk10_submodular", "bm_naive"]
    notes = table.set_index("policy")["note"]
    assert notes["ace_submodular"] == "not in the loaded runs"
    assert notes["chunk10_submodular"] == ""


def test_another_definition_under_the_same_name_is_not_pooled(tmp_path, run):
    other = planted.write_run(
        tmp_path / "other", n=20, policies=("chunk10_submodular", "chunk_naive"),
        changes={"representation": {"chunk10": {"top_k": 12}}}, readers={"three": planted.READERS["three"]},
    )  # fmt: skip
    with pytest.raises(ValueError, match=r"representation chunk10\.top_k \(10 and 12\)"):
        pool([run, Run.open(other)])
