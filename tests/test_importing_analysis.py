"""What packing makes of a log, against the front door and by brute force."""

import numpy as np
import pytest
from log_files import RAGAS_JSONL

from budgetrag import answer_in_context, pack, words
from budgetrag.config_policies import CHUNK_POLICIES
from budgetrag.importing import analyse, pool_of, read_log
from budgetrag.importing.redundancy import redundancy, saved_share
from budgetrag.packers import get_packer
from budgetrag.stats.survival import GRID

BUDGETS = (12, 24, 48, 200)


@pytest.fixture(scope="module")
def log():
    return read_log("log.jsonl", RAGAS_JSONL.encode())


@pytest.fixture(scope="module")
def real_log(shared_data):
    path = shared_data / "hotpotqa_dev200.jsonl.gz"
    return read_log(path.name, path, max_rows=15)


def test_every_outcome_is_what_the_front_door_packs(log):
    outcomes = analyse(log, budgets=BUDGETS).outcomes
    assert len(outcomes) == len(log.entries) * len(CHUNK_POLICIES) * len(BUDGETS)
    for entry in log.entries:
        passages = [{"text": i.passage.text, "title": i.passage.title} for i in entry.retrieved]
        for row in outcomes[outcomes["question_id"] == entry.question.id].itertuples():
            policy = CHUNK_POLICIES[row.policy]
            packing = pack(
                entry.question.text,
                passages,
                budget_tokens=row.budget_tokens,
                packer=policy.packer,
                options=policy.options,
            )
            assert row.context_tokens == len(words(packing.context)) <= row.budget_tokens
            assert row.answer_in_context == answer_in_context(packing.context, entry.question.answers)
            assert (row.n_kept, row.n_dropped) == (len(packing.kept), len(packing.dropped))


def test_gold_that_retrieval_missed_can_never_be_covered(log):
    outcomes = analyse(log, budgets=(500,)).outcomes
    assert outcomes[outcomes["question_id"] == "2"]["gold_coverage"].eq(0).all()
    assert outcomes[outcomes["question_id"] == "3"]["gold_coverage"].isna().all()


def test_question_facts_judge_retrieval_and_the_systems_own_answer(log):
    questions = analyse(log, budgets=(48,), policies=("chunk_naive",)).questions.set_index("question_id")
    assert questions["answer_in_retrieved"].tolist() == [1, 0, 1]
    assert questions["exact_match"].tolist()[:2] == [0, 0]
    assert questions.loc["1", "token_f1"] == pytest.approx(2 * 1 / (5 + 1))  # 5 tokens, one of them right
    assert np.isnan(questions.loc["3", "token_f1"])
    assert questions.loc["2", "retrieved_tokens"] == len(
        words("The weir of Maris was finished in 1402. Maris lies on the river Sill.")
    )


def test_survival_budgets_are_those_of_the_whole_grid(real_log):
    found = analyse(real_log, budgets=(96,)).survival.set_index(["question_id", "policy"])["survival_budget"]
    n_checked = 0
    for entry in real_log.entries:
        pool = pool_of(entry)
        for name, policy in CHUNK_POLICIES.items():
            packer = get_packer(policy.packer, policy.options)
            alive = [
                bool(answer_in_context(pool.render(packer.select(pool, b).order), entry.question.answers)) for b in GRID
            ]
            expected = next((b for i, b in enumerate(GRID) if all(alive[i:])), np.nan)
            np.testing.assert_equal(found[entry.question.id, name], expected)
            n_checked += 1
    assert n_checked == len(found) > 0


def test_survival_leaves_out_questions_without_gold_answers():
    log = read_log("log.json", b'[{"question": "Q?", "contexts": ["A."]}]')
    assert analyse(log).survival.empty


def test_unknown_policies_and_counters_are_errors(log):
    with pytest.raises(ValueError, match="policy must be one of"):
        analyse(log, policies=("naive",))
    with pytest.raises(ValueError, match="counter must be one of"):
        analyse(log, counter="letters")


def test_progress_counts_every_question(log):
    done = []
    analyse(log, budgets=(48,), policies=("chunk_naive",), advance=done.append)
    assert sum(done) == len(log.entries)


def test_redundancy_equals_the_mean_of_the_pools_similarities(real_log):
    for entry in real_log.entries:
        pool = pool_of(entry)
        chosen = list(range(min(6, len(pool.candidates))))
        pairs = [pool.similarity[i, j] for i in chosen for j in chosen if i < j]
        assert redundancy([pool.candidates[i].snippet.text for i in chosen]) == pytest.approx(np.mean(pairs))


def test_redundancy_and_saved_share_by_hand():
    assert redundancy(["blue lamp", "blue lamp", "glass eel"]) == pytest.approx(1 / 3)
    assert redundancy(["only one"]) is None
    assert redundancy(["", "a"]) == 0
    assert saved_share(30, 120) == 0.75
    assert saved_share(0, 0) is None
