"""The front door: what people paste into their own pipeline, on what people really pass in."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest
from instances import BUDGETS, counter, real_records

import budgetrag
import precompute
from budgetrag import explain, pack, words
from budgetrag.explain import reason_text
from budgetrag.packers import PACKERS
from budgetrag.types import DropReason

QUESTION = "Who founded the Lantern Guild?"
GUILD = {"title": "Lantern Guild", "text": "The Lantern Guild was founded by Ilse Vorrun. It met in Tern."}
ILSE = {"title": "Ilse Vorrun", "text": "Ilse Vorrun was a lamp maker. She was born in Tern."}


def kinds(packing):
    return {d.reason.kind for d in packing.decisions if d.reason}


def test_public_names_are_there():
    for name in ("pack", "explain", "answer_in_context", "exact_match", "token_f1", "words"):
        assert callable(getattr(budgetrag, name))
        assert name in budgetrag.__all__


def test_strings_and_mappings_may_be_mixed():
    packing = pack(QUESTION, [GUILD, "The guild met every winter."], packer="naive")
    assert packing.context.splitlines()[0].startswith("Lantern Guild: The Lantern Guild was founded")
    assert "\nThe guild met every winter." in packing.context  # no title, no bare separator


def test_packing_keeps_its_promises_on_real_questions():
    for record in real_records(3):
        passages = [{"title": title, "text": "".join(sentences)} for title, sentences in record["context"]]
        for name in PACKERS:
            for budget in BUDGETS:
                packing = pack(record["question"], passages, packer=name, budget_tokens=budget)
                assert packing.context_tokens == len(words(packing.context)) <= budget
                assert len(packing.kept) + len(packing.dropped) == len(packing.decisions)
                assert 0 < packing.certificate <= 1
                assert len(packing.context.split("\n")) == len(packing.kept)


def test_sub_word_counter_by_folder_binds_the_rendered_context():
    real = counter("wordpiece")
    for record in real_records(2):
        passages = [{"title": title, "text": "".join(sentences)} for title, sentences in record["context"]]
        packing = pack(record["question"], passages, counter=real.name, budget_tokens=128)
        assert real.count(packing.context) == packing.context_tokens <= 128
        assert packing.counter == real.name


def test_given_sentences_are_used_and_stripped():
    given = {"text": "Ignored as a split.", "sentences": ["  One. Two. ", "", " \t", "Three."]}
    packing = pack("Two?", [given], packer="naive")
    assert packing.context == "One. Two. Three."
    assert packing.kept[0].snippet.last_sentence == 1


def test_a_passage_given_twice_counts_once_and_equal_titles_do_not():
    assert pack(QUESTION, [GUILD, GUILD]) == pack(QUESTION, [GUILD])
    namesake = {"title": "Lantern Guild", "text": "Another guild of that name sold oil."}
    assert len({c.snippet.passage_id for c in pack(QUESTION, [GUILD, namesake], packer="naive").kept}) == 2


def test_scores_steer_only_the_bridge_packer():
    low, high = ([{**GUILD, "score": score}, {**ILSE, "score": 0.5}] for score in (0.0, 1.0))
    for name in PACKERS:
        gains = [[d.gain for d in pack(QUESTION, p, packer=name).decisions if d.kept] for p in (low, high)]
        assert (gains[0] != gains[1]) == (name == "bridge")


def test_options_reach_the_packer():
    assert len(pack(QUESTION, [GUILD, ILSE], options={"max_snippets": 1}).kept) == 1
    by_weight = pack(QUESTION, [GUILD, ILSE], options={"weights": {"diversity": 0}})
    assert {dict(d.gain_by_term)["diversity"] for d in by_weight.decisions if d.kept} == {0.0}


def test_template_without_titles_is_the_published_profile():
    packing = pack(QUESTION, [GUILD], template="{text}")
    assert "Lantern Guild:" not in packing.context
    assert packing.context_tokens == pack(QUESTION, [GUILD]).context_tokens - 2 * len(packing.kept)


@pytest.mark.parametrize(
    "passages", [[], [""], [" \n\t "], [{"text": ""}], [{"title": "T", "text": "", "sentences": []}]]
)
def test_nothing_to_pack_gives_an_empty_packing(passages):
    packing = pack(QUESTION, passages)
    assert (packing.context, packing.context_tokens, packing.decisions, packing.certificate) == ("", 0, (), None)
    assert explain(packing) == "submodular kept 0 of 0 snippets: 0 of 160 words"


def test_budget_zero_gives_an_empty_context_and_says_why():
    packing = pack(QUESTION, [GUILD], budget_tokens=0)
    assert (packing.context, packing.certificate) == ("", None)
    assert "does not fit: needs 14 words, 0 left at the start" in explain(packing)


@pytest.mark.parametrize("name", sorted(PACKERS))
@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("a\x00b?", "a\x00b c. \x00 d"),
        ("מי ייסד את הגילדה?", "הגילדה נוסדה על ידי אילזה. היא נולדה בטרן."),
        ("灯笼公会是谁创立的?", "灯笼公会由伊尔泽创立。她生于特恩。"),
        ("🜁 who?", "🜁🜁 founded it 👩\u200d👩\u200d👧. By \u202eesreveR\u202c."),
        ("???", "— … —"),
        ("Straße?", "STRASSE\u2028und\u0085Weg\r\nEnde."),
        ("a\u0301 \u0301?", "\u0301 ﬁ ² Ⅷ."),
    ],
)
def test_awkward_text_keeps_the_contract(name, question, passage):
    for budget in (0, 1, 3, 160):
        packing = pack(
            question, [passage, {"title": passage[:5], "text": passage[::-1]}], packer=name, budget_tokens=budget
        )
        assert len(words(packing.context)) == packing.context_tokens <= budget
        assert len(packing.context.splitlines()) == len(packing.kept)
        assert explain(packing).startswith(f"{name} kept {len(packing.kept)} of ")


def test_passages_of_100_000_characters():
    prose = " ".join(f"Lantern {i} was founded by Ilse {i % 7} of the guild." for i in range(2400))[:100_000]
    packing = pack(QUESTION, [prose, "x" * 100_000, "." * 100_000, " " * 100_000])
    assert 0 < packing.context_tokens <= 160
    assert len(packing.decisions) == 160


def test_titles_of_100_000_characters_do_not_stall_the_bridge_packer():
    titles = [" " * 100_000 + "x", "(" * 100_000, "Tern" + " ()" * 30_000]
    packing = pack(QUESTION, [{"title": title, "text": "Lantern guild."} for title in titles], packer="bridge")
    assert len(packing.kept) >= 1


def test_a_thousand_passages():
    passages = [f"Passage {i} is of the Lantern Guild. It was founded by {i}. The end of {i}." for i in range(1000)]
    packing = pack(QUESTION, passages)
    assert len(packing.decisions) == 160
    assert 0 < packing.context_tokens <= 160


@pytest.mark.parametrize("bad", [None, "", " \n", float("nan"), 3])
def test_empty_question_is_refused(bad):
    with pytest.raises(ValueError, match="question must be a non-empty string, got"):
        pack(bad, [GUILD])


@pytest.mark.parametrize("bad", [None, "one passage", GUILD, 3, (p for p in ["x"])])
def test_passages_that_are_no_list_are_refused(bad):
    with pytest.raises(ValueError, match="passages must be a list of strings or mappings, got"):
        pack(QUESTION, bad)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (None, r"passages\[1\] must be a string or a mapping with 'text', got NoneType"),
        (float("nan"), r"passages\[1\] must be a string or a mapping with 'text', got float"),
        ({"title": "x"}, r"passages\[1\] must have a string 'text'"),
        ({"text": None}, r"passages\[1\] must have a string 'text'"),
        ({"text": float("nan")}, r"passages\[1\] must have a string 'text'"),
        ({"text": "x", "title": 3}, r"passages\[1\] must have a string 'text'"),
        ({"text": "x", "body": "y"}, r"passages\[1\] may have the keys .*got \['body'\]"),
        ({"text": "x", "sentences": "x"}, r"passages\[1\]\['sentences'\] must be a list of strings, got 'x'"),
        ({"text": "x", "sentences": [None]}, r"passages\[1\]\['sentences'\] must be a list of strings"),
        ({"text": "x", "score": "high"}, r"passages\[1\]\['score'\] must be a finite number, got 'high'"),
        ({"text": "x", "score": None}, r"passages\[1\]\['score'\] must be a finite number, got None"),
        ({"text": "x", "score": float("nan")}, r"passages\[1\]\['score'\] must be a finite number, got nan"),
        ({"text": "x", "score": float("inf")}, r"passages\[1\]\['score'\] must be a finite number, got inf"),
    ],
)
def test_unreadable_passage_is_named(bad, message):
    with pytest.raises(ValueError, match=message):
        pack(QUESTION, [GUILD, bad])


@pytest.mark.parametrize("bad", [-1, 1.5, True, None, "160", 10**30])
def test_budget_that_is_no_count_is_refused(bad):
    with pytest.raises(ValueError, match=r"budget_tokens must be a whole number from 0 to \d+, got "):
        pack(QUESTION, [GUILD], budget_tokens=bad)


def test_a_budget_without_end_keeps_everything():
    assert not pack(QUESTION, [GUILD], budget_tokens=sys.maxsize).dropped


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), 10**400, -1, "1", True])
def test_an_option_that_is_no_finite_number_is_refused(bad):
    with pytest.raises(ValueError, match=r"cost_exponent must be a number >= 0, got "):
        pack(QUESTION, [GUILD], options={"cost_exponent": bad})


def test_unknown_names_list_what_there_is():
    with pytest.raises(ValueError, match=r"packer must be one of \['bridge', .*'submodular'\], got 'best'"):
        pack(QUESTION, [GUILD], packer="best")
    with pytest.raises(ValueError, match=r"option of packer 'mmr' must be one of \['max_snippets', 'mmr_lambda'\]"):
        pack(QUESTION, [GUILD], packer="mmr", options={"lambda": 0.7})
    with pytest.raises(ValueError, match=r"counter must be one of words, hf:.*, tiktoken:.*, got 'letters'"):
        pack(QUESTION, [GUILD], counter="letters")
    with pytest.raises(ValueError, match=r"tiktoken encoding must be one of \[.*'cl100k_base'.*\], got 'mine'"):
        pack(QUESTION, [GUILD], counter="tiktoken:mine")


def test_counter_folder_without_a_tokenizer_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"needs a folder that holds tokenizer\.json"):
        pack(QUESTION, [GUILD], counter=f"hf:{tmp_path}")
    (tmp_path / "tokenizer.json").write_text('{"version": "1.0", "trunc', encoding="utf-8")
    with pytest.raises(ValueError, match="could not be loaded"):
        pack(QUESTION, [GUILD], counter=f"hf:{tmp_path}/.")


def test_explain_shows_every_step_and_every_drop():
    packing = pack(QUESTION, [GUILD, ILSE], budget_tokens=30, packer="focused")
    head, *lines = explain(packing).splitlines()
    assert head == (
        f"focused kept {len(packing.kept)} of {len(packing.decisions)} snippets: {packing.context_tokens} of 30 words, "
        f"at least {packing.certificate:.0%} of the best objective"
    )
    assert [line.split(":")[0].split()[0] for line in lines] == ["step"] * len(packing.kept) + ["dropped"] * len(
        packing.dropped
    )
    first = packing.decisions[0]
    assert f"step 1: #{first.candidate.id} " in lines[0]
    assert f"{first.running_tokens} words so far" in lines[0]
    for name, value in first.gain_by_term:
        assert f"{name} {value:.3g}" in lines[0]


def test_explain_counts_tokens_under_a_sub_word_counter():
    assert " tokens so far" in explain(pack(QUESTION, [GUILD], counter=counter("wordpiece").name))


def test_explain_says_near_duplicate_cap_and_replacement():
    twice = ["The Lantern Guild was founded by Ilse.", "The Lantern Guild was founded by Ilse Vorrun."]
    assert "near-duplicate of kept snippet #" in explain(pack(QUESTION, twice, packer="focused"))
    assert "snippet cap: 1 are kept already" in explain(pack(QUESTION, [GUILD, ILSE], options={"max_snippets": 1}))
    long_one = "Lantern founded guild " + " ".join(f"w{i}" for i in range(17))
    replaced = pack(QUESTION, ["Zzz.", long_one], budget_tokens=20)
    assert replaced.fallback
    assert "one snippet alone beat the greedy set" in explain(replaced)


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (
            DropReason("does_not_fit", needed_tokens=43, left_tokens=23, after_step=3, score=0.5, chosen_score=0.75),
            "does not fit: needs 43 words, 23 left after step 3 (score 0.5 against 0.75 of the one chosen there)",
        ),
        (
            DropReason("does_not_fit", needed_tokens=43, left_tokens=23, after_step=0),
            "does not fit: needs 43 words, 23 left at the start",
        ),
        (
            DropReason("near_duplicate", duplicate_of=2, overlap=0.875),
            "near-duplicate of kept snippet #2 (repeats 88% of its words)",
        ),
        (DropReason("snippet_cap", after_step=8), "snippet cap: 8 are kept already"),
        (DropReason("zero_gain", after_step=2), "zero gain: adds nothing to what is kept"),
        (
            DropReason("lower_score", after_step=1),
            "lower score: one snippet alone is worth more than the set it was compared with",
        ),
    ],
)
def test_each_reason_reads_as_a_phrase(reason, text):
    assert reason_text(reason, "words") == text


def test_importing_the_library_loads_no_heavy_package():
    script = "import sys, budgetrag; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert "budgetrag" in loaded
    heavy = {"torch", "transformers", "sentence_transformers", "streamlit", "duckdb", "pandas", "plotly", "pyarrow"}
    assert heavy.isdisjoint(loaded)


def library_modules():
    for package in (budgetrag, precompute):
        yield package
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


def test_examples_in_docstrings_are_true():
    outcomes = {module.__name__: doctest.testmod(module) for module in library_modules()}
    assert {name: o.failed for name, o in outcomes.items() if o.failed} == {}
    assert all(outcomes[f"budgetrag.{name}"].attempted for name in ("text", "explain", "api", "packers.bridge"))
