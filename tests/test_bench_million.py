"""The made-up run of a million outcomes: like a real one in all that pages look at."""

from bench.million import BUDGETS, DATASETS, POLICIES, READERS, SEEDS, write_million
from budgetrag.dashboard.repack import question_pool, stored_packing
from budgetrag.dashboard.tables.question_record import load_record
from budgetrag.store import Run


def test_its_packings_are_those_that_its_packers_make(tmp_path):
    n_outcomes = write_million(tmp_path / "million", n_questions=3, n_packed=2)
    assert n_outcomes == 3 * len(DATASETS) * len(SEEDS) * len(POLICIES) * len(BUDGETS) * len(READERS)
    run = Run.open(tmp_path / "million")
    assert run.is_finished
    assert int(run.query("SELECT count(*) AS n FROM outcomes")["n"].iloc[0]) == n_outcomes
    record = load_record(run, DATASETS[-1], SEEDS[-1], f"{SEEDS[-1]}-2")
    assert len(record.contexts) == len(POLICIES) * len(BUDGETS)
    pool = question_pool(record, run.manifest["config"], "chunk")
    for row in record.contexts:
        assert stored_packing(pool, row, run.manifest["config"]).difference == ""
        assert [read.reader for read in record.reads[row.context_hash]] == sorted(READERS)
