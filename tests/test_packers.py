"""The contract of every packer, on real and random candidates, under additive and sub-word counters."""

from __future__ import annotations

import itertools

import pytest
import reference
from instances import (
    BUDGETS,
    COUNTERS,
    RememberingCounter,
    counter,
    random_instances,
    real_instances,
    real_questions,
)
from small_pools import candidate, pack, pool_of

from budgetrag.packers import PACKERS, build_pool, get_packer
from budgetrag.snippets import chunk_candidates
from budgetrag.text import render_line

AWKWARD_BUDGETS = (0, 1, 2, 5, 12, 30, 60, 10**6)
NAMES = sorted(PACKERS)
REFERENCES = {**{name: (name, {}, reference.PACKERS[name]) for name in reference.PACKERS}}
REFERENCES["submodular_half"] = ("submodular", {"cost_exponent": 0.5}, reference.half)


def instances(counter_name, n_real=6, n_random=20):
    """Yield (pool, reference instance, budget); half as many under the tokenizers of the real models."""
    if counter_name in ("wordpiece", "reader"):
        n_real, n_random = n_real // 2, n_random // 2
    for pool, plain in real_instances(n_real, counter_name):
        for budget in (*BUDGETS, 20):
            yield pool, plain, budget
    for pool, plain in random_instances(n_random, counter_name):
        for budget in AWKWARD_BUDGETS:
            yield pool, plain, budget


def order_of(packing):
    return [c.id for c in packing.kept]


@pytest.mark.parametrize("counter_name", COUNTERS)
@pytest.mark.parametrize("name", NAMES)
def test_packer_never_exceeds_the_budget_and_keeps_the_contract(name, counter_name):
    packer = get_packer(name)
    for pool, plain, budget in instances(counter_name):
        selection = packer.select(pool, budget)
        order = list(selection.order)
        rendered = "\n".join(plain.lines[i] for i in order)
        assert (plain.count(rendered) if order else 0) <= budget
        assert pool.render(order) == rendered
        assert len(set(order)) == len(order) <= 8
        assert [step.chosen for step in selection.steps] == order
        assert tuple(order) == packer.select(pool, budget).order


@pytest.mark.parametrize("counter_name", COUNTERS)
@pytest.mark.parametrize("policy", sorted(REFERENCES))
def test_packer_equals_the_reference(policy, counter_name):
    name, options, plain_packer = REFERENCES[policy]
    packer = get_packer(name, options)
    n_kept = 0
    for pool, plain, budget in instances(counter_name):
        expected = plain_packer(plain, budget)
        assert list(packer.select(pool, budget).order) == expected
        n_kept += len(expected)
    assert n_kept > 100


def test_the_merging_counter_saves_tokens_across_line_ends():
    saved = [
        sum(plain.cost[:8]) - plain.tokens(range(8)) for _, plain in random_instances(40, "merging") if plain.n >= 8
    ]
    assert max(saved) >= 3


@pytest.mark.parametrize("name", PACKERS)
def test_a_sub_word_counter_reads_no_context_twice_over_all_budgets(name):
    seen = []

    def count(text):
        seen.append(text)
        return counter("merging").count(text)

    candidates = [candidate(i, f"lamp {chr(97 + i)} oil {i}.", 1.0 - i / 10, passage=str(i)) for i in range(6)]
    pool = build_pool("lamp oil", candidates, (), counter=RememberingCounter("merging", additive=False, count=count))
    seen.clear()  # what each line costs alone
    swept = get_packer(name, {}).sweep(pool, range(16, 257, 16))
    assert len({selection.order for selection in swept}) > 2
    assert len(seen) == len(set(seen))


def test_packers_differ_from_one_another_on_real_questions():
    found = {
        policy: [
            get_packer(name, options).select(pool, budget).order
            for pool, _ in real_instances(12, "words")
            for budget in BUDGETS
        ]
        for policy, (name, options, _) in REFERENCES.items()
    }
    for one, other in itertools.combinations(found.values(), 2):
        assert one != other


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("cap", [0, 1, 3])
def test_max_snippets_binds(name, cap):
    for pool, plain in random_instances(40, "words"):
        order = list(get_packer(name, {"max_snippets": cap}).select(pool, 80).order)
        assert len(order) <= cap
        assert order == reference.PACKERS[name](plain, 80, cap)


@pytest.mark.parametrize("counter_name", COUNTERS)
@pytest.mark.parametrize("name", NAMES)
def test_decisions_are_complete_and_their_numbers_recompute(name, counter_name):
    kinds = set()
    for pool, plain, budget in instances(counter_name, 4, 16):
        packing = pack(name, pool, budget)
        order = order_of(packing)
        assert sorted(d.candidate.id for d in packing.decisions) == list(range(plain.n))
        assert [d.candidate.id for d in packing.decisions if d.kept] == order
        assert [d.candidate for d in packing.decisions if not d.kept] == list(packing.dropped)
        assert [c.id for c in packing.dropped] == sorted(set(range(plain.n)) - set(order))
        assert packing.context_tokens == plain.tokens(order)
        assert (packing.budget_tokens, packing.packer, packing.counter) == (budget, name, pool.counter.name)
        for decision in packing.decisions:
            assert decision.tokens == plain.cost[decision.candidate.id]
            if decision.kept:
                check_kept(decision, plain, order)
            else:
                check_dropped(decision, plain, order, packing)
                kinds.add(decision.reason.kind)
    assert "does_not_fit" in kinds
    assert "snippet_cap" in kinds
    assert ("near_duplicate" in kinds) == (name == "focused")


def check_kept(decision, plain, order):
    assert decision.reason is None
    assert order[decision.step - 1] == decision.candidate.id
    assert decision.running_tokens == plain.tokens(order[: decision.step])
    assert decision.gain == pytest.approx(sum(value for _, value in decision.gain_by_term), abs=1e-12)
    assert decision.gain_per_token == pytest.approx(decision.gain / max(decision.tokens, 1), abs=1e-12)


def check_dropped(decision, plain, order, packing):
    i, reason = decision.candidate.id, decision.reason
    assert decision.step is decision.gain is decision.running_tokens is decision.gain_per_token is None
    assert decision.gain_by_term == ()
    if reason.kind == "does_not_fit":
        before = order[: reason.after_step]
        assert reason.left_tokens == packing.budget_tokens - plain.tokens(before)
        assert reason.needed_tokens == plain.tokens([*before, i]) - plain.tokens(before)
        assert reason.needed_tokens > reason.left_tokens
        assert not any(
            plain.fits(order[:n], i, packing.budget_tokens) for n in range(reason.after_step, len(order) + 1)
        )
        assert reason.after_step == 0 or plain.fits(before[:-1], i, packing.budget_tokens)
    elif reason.kind == "near_duplicate":
        repeated = [j for j in order if reference.overlap(plain.bag[i], plain.bag[j]) > 0.8]
        assert reason.duplicate_of == repeated[0]
        assert reason.overlap == pytest.approx(reference.overlap(plain.bag[i], plain.bag[repeated[0]]))
    else:  # nothing that fits is left out but for these reasons
        assert plain.fits(order, i, packing.budget_tokens)
        assert reason.kind == ("lower_score" if packing.fallback else "snippet_cap")
        assert packing.fallback or len(order) == 8


@pytest.mark.parametrize("name", ["naive", "focused", "mmr"])
def test_gain_of_a_score_packer_is_its_score_at_that_step(name):
    score = {
        "naive": reference.naive_score,
        "focused": reference.focused_score,
        "mmr": reference.mmr_score,
    }[name]
    for pool, plain, budget in instances("words", 4, 20):
        packing = pack(name, pool, budget)
        order = order_of(packing)
        for step, decision in enumerate(packing.decisions[: len(order)]):
            assert decision.gain == pytest.approx(score(plain, order[:step], order[step]), abs=1e-12)
        for decision in packing.decisions[len(order) :]:
            check_scores(decision, order, lambda chosen, i, plain=plain: score(plain, chosen, i))


@pytest.mark.parametrize(("name", "exponent"), [("submodular", 1.0), ("submodular", 0.5), ("bridge", 0.5)])
def test_gain_of_a_submodular_packer_is_the_marginal_value_by_term(name, exponent):
    for pool, plain, budget in instances("words", 4, 20):
        rel = reference.linked(plain) if name == "bridge" else plain.rel
        packing = pack(name, pool, budget, {"cost_exponent": exponent})
        order = order_of(packing)
        for step, decision in enumerate(packing.decisions[: len(order)]):
            before, after = (plain.value_by_term(order[:n], rel) for n in (step, step + 1))
            assert [term for term, _ in decision.gain_by_term] == list(reference.TERMS)
            expected = [b - a for a, b in zip(before, after, strict=True)]
            assert [value for _, value in decision.gain_by_term] == pytest.approx(expected, abs=1e-9)
        assert sum(d.gain for d in packing.decisions if d.kept) == pytest.approx(plain.value(order, rel), abs=1e-9)

        def score(chosen, i, plain=plain, rel=rel):
            gain = plain.value([*chosen, i], rel) - plain.value(chosen, rel)
            return gain / max(plain.cost[i], 1) ** exponent

        for decision in packing.decisions[len(order) :]:
            check_scores(decision, order, score)


def check_scores(decision, order, score):
    """The scores of a reason are those of the last step at which the candidate was still eligible."""
    reason = decision.reason
    if reason.kind in ("does_not_fit", "snippet_cap") and reason.score is not None:
        before = order[: reason.after_step - 1]
        assert reason.score == pytest.approx(score(before, decision.candidate.id), abs=1e-9)
        assert reason.chosen_score == pytest.approx(score(before, order[reason.after_step - 1]), abs=1e-9)
        assert reason.chosen_score >= reason.score - 1e-12


@pytest.mark.parametrize("name", NAMES)
def test_empty_pool_gives_an_empty_packing(name):
    packing = pack(name, pool_of("lamp?"), 100)
    assert (packing.context, packing.kept, packing.decisions, packing.certificate) == ("", (), (), None)


@pytest.mark.parametrize("counter_name", COUNTERS)
@pytest.mark.parametrize("name", NAMES)
def test_budget_too_small_for_any_snippet_gives_an_empty_context_without_certificate(name, counter_name):
    question, hits = real_questions(1)[0]
    pool = build_pool(question, chunk_candidates(question, hits), hits, counter=counter(counter_name))
    for budget in (0, int(pool.line_tokens.min()) - 1):
        packing = pack(name, pool, budget)
        assert (packing.context, packing.context_tokens, packing.certificate) == ("", 0, None)
        assert {d.reason.after_step for d in packing.decisions} == {0}


@pytest.mark.parametrize("name", NAMES)
def test_negative_budget_is_refused(name):
    with pytest.raises(ValueError, match="budget_tokens must be >= 0, got -5"):
        get_packer(name).select(pool_of("lamp?", candidate(0, "Lamp.", 0.5)), -5)


def test_titles_and_separators_count():
    pool = pool_of("zzz?", candidate(0, "one two", 0.9, title="A Title"), candidate(1, "three", 0.8, title="B"))
    assert pack("naive", pool, 6).context == "A Title: one two\nB: three"
    assert pack("naive", pool, 5).context == "A Title: one two"
    assert pack("naive", pool, 3).context == "B: three"


def test_line_without_words_has_no_cost_and_does_not_divide_by_zero():
    pool = pool_of("lamp?", candidate(0, "Lamp.", 0.9), candidate(1, "—", 0.05))
    for name in NAMES:
        assert [c.id for c in pack(name, pool, 1).kept] == [0, 1]


def test_rendering_has_one_line_per_snippet():
    assert render_line("T", "a\nb\x0bc\u2028d\r\ne") == "T: a b c d e"
    assert render_line("", "a {title}") == "a {title}"


def test_unknown_names_list_what_there_is():
    with pytest.raises(ValueError, match=r"packer must be one of \['bridge', 'focused', .*got 'best'"):
        get_packer("best")
    with pytest.raises(ValueError, match=r"option of packer 'naive' must be one of \['max_snippets'\], got 'lambda'"):
        get_packer("naive", {"lambda": 1})
    with pytest.raises(ValueError, match=r"weight must be one of \['alpha', .*got 'speed'"):
        get_packer("bridge", {"weights": {"speed": 1}})


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("mmr", {"mmr_lambda": 1.5}, "mmr_lambda must be a number from 0 to 1, got 1.5"),
        ("submodular", {"cost_exponent": -1}, "cost_exponent must be a number >= 0, got -1"),
        ("submodular", {"cost_exponent": float("nan")}, "cost_exponent must be a number >= 0, got nan"),
        ("naive", {"max_snippets": 2.5}, "max_snippets must be a whole number >= 0, got 2.5"),
        ("naive", {"max_snippets": True}, "max_snippets must be a whole number >= 0, got True"),
        ("focused", {"max_overlap": "0.8"}, "max_overlap must be a number >= 0, got '0.8'"),
        ("bridge", {"weights": 3}, "weights must be a table of numbers, got 3"),
        ("bridge", {"weights": {"alpha": 2}}, "alpha must be a number from 0 to 1, got 2"),
    ],
)
def test_option_out_of_range_is_refused(name, options, message):
    with pytest.raises(ValueError, match=message):
        get_packer(name, options)
