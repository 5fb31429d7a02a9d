"""The diagnostic: what is planted is found, what is undefined says so, and the sentences hedge."""

import numpy as np
import planted
import pytest

from budgetrag.scope import validity
from budgetrag.scope.contrasts import Contrast
from budgetrag.scope.diagnostic import diagnostic
from budgetrag.scope.evidence import pool
from budgetrag.scope.findings import View, as_text
from budgetrag.scope.frames import Versus
from budgetrag.stats.bootstrap import Estimate
from budgetrag.store import Run

ONE = {"three": planted.READERS["three"]}


def findings(folder, **changes):
    view = View(
        "chunk_submodular", ("chunk_focused",), "token_f1", "hotpotqa", 160, "three", n_resamples=500, **changes
    )
    return {each.name: each for each in diagnostic(pool([Run.open(folder)]), view)}


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    folder = planted.write_run(tmp_path_factory.mktemp("diagnostic") / "run", n=500, readers=ONE)
    return findings(folder)


def test_planted_gap_of_quality_comes_back(found):
    table = found["conditional"].table.set_index(["quality", "answer"])
    gap = table.loc[("F1", "difference")]
    assert gap["mean"] == pytest.approx(0.3, abs=0.05)
    assert gap["low"] < 0.3 < gap["high"]
    assert gap["questions"] == 450


def test_answer_in_context_says_more_than_recall_that_plants_nothing(found):
    table = found["correlations"].table
    own = table[(table["questions counted"] == "span") & (table["with"] == "F1")].set_index("feature")["r"]
    assert own["answer in context"] > 0.5
    assert abs(own["recall@5"]) < 0.2
    assert found["correlations"].sentence.endswith("what survives says more than what was retrieved.")


def test_both_kinds_of_questions_are_in_the_table(found):
    rows = found["correlations"].table.groupby("questions counted")["questions"].max()
    assert rows.to_dict() == {"all": 500, "span": 450}
    assert "Benjamini-Hochberg over 20 correlations" in found["correlations"].caption


def test_retrieval_perfect_rows_are_those_with_all_gold(found):
    table = found["retrieval_perfect"].table
    assert table["questions"].max() < 450
    assert found["retrieval_perfect"].sentence.startswith("Where all gold was retrieved (")


def test_added_r2_is_in_the_sentence_and_the_table(found):
    table = found["incremental"].table.set_index("figure")["value"]
    assert table["added R²"] == pytest.approx(table["R² with answer in context"] - table["R² on recall@5 alone"])
    assert "partial correlation +0." in found["incremental"].sentence


def test_coverage_that_moves_without_the_answer_is_read_as_intervention(found):
    sentence = found["interventional"].sentence
    assert sentence.startswith("From chunk_focused to chunk_submodular: gold coverage +0.")
    assert "overage" in sentence


@pytest.mark.parametrize(("kept", "quality", "words"), [
    ((-0.01, 0.03, False), (-0.02, 0.02, False), "in line with the diagnostic"),
    ((-0.01, 0.03, False), (0.01, 0.05, True), "against the diagnostic"),
    ((-0.01, 0.12, False), (-0.02, 0.02, False), "decides nothing"),
    ((0.01, 0.12, True), (0.01, 0.05, True), "cannot tell them apart"),
])  # fmt: skip
def test_intervention_is_read_only_where_the_answer_moves_less_than_coverage(kept, quality, words):
    def contrast(metric, low, high, is_clear):
        found = Estimate((low + high) / 2, low, high, 0.001, 200, 200, 1000, 0)
        return Contrast(Versus("a", "b"), metric, metric, 0.5, 0.4, found, 0.001 if is_clear else 0.9)

    moved = [contrast("gold_coverage", 0.02, 0.1, True), contrast("answer_in_context", *kept),
             contrast("token_f1", *quality)]  # fmt: skip
    assert words in validity._moved(moved)


def test_every_block_has_the_published_figure_or_a_published_column(found):
    for finding in found.values():
        assert finding.published or any("published" in str(column) for column in finding.table)


def test_questions_without_gold_passages_leave_recall_undefined(tmp_path):
    folder = planted.write_run(tmp_path / "run", n=60, readers=ONE)
    run = Run.open(folder)
    evidence = pool([run])
    original = type(evidence).outcomes
    view = View("chunk_submodular", ("chunk_focused",), "token_f1", "hotpotqa", 160, "three", n_resamples=50)

    class Without:
        def __getattr__(self, name):
            return getattr(evidence, name)

        def outcomes(self, *args, **options):
            return original(evidence, *args, **options).assign(recall_at_5=np.nan, all_gold_at_5=np.nan)

    blocks = {each.name: each for each in diagnostic(Without(), view)}
    assert blocks["incremental"].sentence.startswith("What answer in context adds to recall is undefined: at least 3")
    assert "recall@5 has none: at least 3 rows are needed, there are 0" in blocks["correlations"].sentence
    row = blocks["correlations"].table.query("feature == 'recall@5'").iloc[0]
    assert np.isnan(row["r"])
    assert as_text(blocks["correlations"].table).query("feature == 'recall@5'").iloc[0]["r"] == ""
    assert "cannot be compared" in blocks["retrieval_perfect"].sentence


def test_null_between_answer_and_quality_is_hedged(tmp_path):
    rng = np.random.default_rng(0)
    folder = planted.write_run(tmp_path / "run", n=60, readers=ONE)
    evidence = pool([Run.open(folder)])
    original = type(evidence).outcomes

    class Shuffled:
        def __getattr__(self, name):
            return getattr(evidence, name)

        def outcomes(self, *args, **options):
            rows = original(evidence, *args, **options)
            return rows.assign(token_f1=rng.random(len(rows)), exact_match=0.0)

    view = View("chunk_submodular", ("chunk_focused",), "token_f1", "hotpotqa", 160, "three", n_resamples=300)
    blocks = {each.name: each for each in diagnostic(Shuffled(), view)}
    assert "no difference can be told" in blocks["conditional"].sentence
    assert "which says more cannot be told" in blocks["correlations"].sentence
    note = blocks["correlations"].table.query("`with` == 'EM'")["note"].iloc[0]
    assert note == "the outcome does not vary"
