"""Table ``survival``: the shortcut over the grid, the rows, and that it is one packing of every budget."""

import numpy as np
import pytest

from budgetrag.counters import get_counter
from budgetrag.metrics import answer_in_context
from budgetrag.packers import PACKERS, build_pool, get_packer
from budgetrag.rows import QuestionRow
from budgetrag.snippets import chunk_candidates
from budgetrag.stats.survival import GRID
from budgetrag.survival import survival_rows
from budgetrag.types import Passage, RetrievedPassage

WORDS = "lamp guild tern river wick hall town fire born year north stone glass ferry oil coast law map".split()


class SubWords:
    """Counts characters in threes, joints included: not additive."""

    name, additive = "threes", False

    def count(self, text):
        return -(-len(text) // 3)


def random_pool(seed, counter):
    rng = np.random.default_rng(seed)
    passages = []
    for i in range(5):
        sentences = tuple(
            " ".join(rng.choice(WORDS, rng.integers(3, 30))).capitalize() + "." for _ in range(rng.integers(2, 9))
        )
        passages.append(Passage(f"Title {WORDS[i]}", " ".join(sentences), sentences, i))
    retrieved = tuple(RetrievedPassage(passage, i, 1.0 - i / 10) for i, passage in enumerate(passages))
    question = " ".join(rng.choice(WORDS, 6))
    return build_pool(question, chunk_candidates(question, retrieved), retrieved, counter=counter)


@pytest.mark.parametrize("counter", [get_counter("words"), SubWords()], ids=["words", "sub-words"])
@pytest.mark.parametrize(
    ("name", "options"),
    [*((name, {}) for name in sorted(PACKERS)), ("submodular", {"cost_exponent": 2.5}), ("naive", {"max_snippets": 2})],
)
def test_sweep_packs_every_budget_as_packing_it_alone_would(name, options, counter):
    packer = get_packer(name, options)
    for seed in range(6):
        pool = random_pool(seed, counter)
        together = packer.sweep(pool, GRID)
        for budget, swept in zip(GRID, together, strict=True):
            alone = packer.select(pool, budget)
            assert (swept.order, swept.duplicates, swept.replaced) == (alone.order, alone.duplicates, alone.replaced)
            assert [step.terms for step in swept.steps] == [step.terms for step in alone.steps]


def question_row(answers):
    return QuestionRow("d", 1, "q", "lamp guild?", answers, "", "span", (), 5)


def test_rows_are_those_of_every_context():
    pool = random_pool(3, get_counter("words"))
    packers = {"a": get_packer("naive"), "b": get_packer("submodular")}
    for answer in ("ferry oil", "coast", "glass", "nowhere at all"):
        orders = {name: [packer.select(pool, budget).order for budget in GRID] for name, packer in packers.items()}
        for row in survival_rows(question_row((answer,)), pool, orders, {}):
            alive = [
                answer_in_context(pool.render(packers[row.policy].select(pool, budget).order), [answer])
                for budget in GRID
            ]
            stays = [budget for i, budget in enumerate(GRID) if all(alive[i:])]
            assert row.survival_budget == (stays[0] if stays else None)
            assert row.n_alive == sum(alive)


def test_no_gold_answer_is_undefined_and_never_zero():
    pool = random_pool(0, get_counter("words"))
    (row,) = survival_rows(question_row(()), pool, {"a": [()] * len(GRID)}, {})
    assert (row.survival_budget, row.n_alive) == (None, None)
