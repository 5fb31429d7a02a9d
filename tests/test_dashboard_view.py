"""One question drawn: sentences, verdict, marked text, numbers, prompts."""

import html
import re
from dataclasses import replace
from pathlib import Path

import pytest

from budgetrag import pack
from budgetrag.dashboard.context_html import context_html, gauge_html, matching_text, numbers_html, numbers_of
from budgetrag.dashboard.highlight import marked_html, retrieved_html
from budgetrag.dashboard.prompts import rebuild_prompt
from budgetrag.dashboard.reader_html import reader_html
from budgetrag.dashboard.repack import question_pool, stored_packing
from budgetrag.dashboard.tables.question_record import QuestionRecord, load_record
from budgetrag.dashboard.tables.question_sentences import shown_sentences
from budgetrag.dashboard.tables.question_steps import steps, term_columns
from budgetrag.dashboard.verdict import survival_budgets, verdict
from budgetrag.dashboard.view import PackedView
from budgetrag.rows import ContextRow
from budgetrag.store import Run
from budgetrag.types import Passage, RetrievedPassage

LONG = tuple(f"w{i}a {' '.join(['filler'] * 38)} end{i}." for i in range(3))  # 40 pieces each: a window holds two


@pytest.fixture(scope="module")
def run(inspector_runs: Path) -> Run:
    return Run.open(inspector_runs / "tiny")


def record(run: Run, question_id: str) -> QuestionRecord:
    return load_record(run, "hotpotqa", 42, question_id)


def view(run: Run, question_id: str, policy: str = "chunk_naive", budget: int = 48) -> PackedView:
    found, config = record(run, question_id), run.manifest["config"]
    row = found.context(policy, budget)
    assert row is not None
    pool = question_pool(found, config, row.representation)
    stored = stored_packing(pool, row, config)
    assert stored.difference == ""
    question = found.question
    return PackedView(question.question, question.answers, question.gold_passage_ids, pool.retrieved, stored.packing)


def made(passage: Passage, *, budget: int, answers: tuple[str, ...] = ()) -> PackedView:
    given = {"title": passage.title, "text": passage.text, "sentences": list(passage.sentences)}
    packing = pack("w0a w1a", [given], budget_tokens=budget, packer="naive")
    return PackedView("w0a w1a", answers, (), (RetrievedPassage(passage, 0, 1.0),), packing)


def text_of(shown: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", shown))


@pytest.mark.parametrize("question_id", ["q-born", "q-year", "q-nasty"])
@pytest.mark.parametrize("policy", ["chunk_naive", "chunk_submodular", "chunk_bridge"])
def test_a_sentence_is_kept_exactly_if_the_context_shows_it(run: Run, question_id: str, policy: str) -> None:
    shown = view(run, question_id, policy, 96)
    lines = shown.packing.context.split("\n")
    for item in shown.retrieved:
        for sentence in shown_sentences(shown, item):
            assert (sentence.state == "kept") == any(sentence.text in line for line in lines)
            assert sentence.n_kept == sum(sentence.text in line for line in lines)


def test_a_clipped_sentence_shows_what_is_left_of_it() -> None:
    sentences = ("one " * 30 + "a.", "two " * 60 + "b.", "three.")
    passage = Passage("", " ".join(sentences), sentences)
    shown = made(passage, budget=80)
    first, second, third = shown_sentences(shown, shown.retrieved[0])
    assert (first.state, second.state, third.state) == ("kept", "clipped", "dropped")
    assert len(second.text[: second.n_kept_characters].split()) == 80 - 31
    assert shown.packing.context.endswith(second.text[: second.n_kept_characters])


def test_a_sentence_in_two_kept_windows_is_marked_once(run: Run) -> None:
    sentences = tuple(f"The lantern {word} glows." for word in ("red", "green", "blue", "pale", "dim"))
    shown = made(Passage("", " ".join(sentences), sentences), budget=500)
    found = shown_sentences(shown, shown.retrieved[0])
    assert max(sentence.n_kept for sentence in found) > 1
    drawn = retrieved_html(shown)
    for sentence in sentences:
        assert text_of(drawn).count(sentence) == 1
    assert f"×{found[2].n_kept}" in drawn


def test_an_answer_across_two_sentences_is_marked_in_both() -> None:
    sentences = ("It was the Grand", "Hotel of Tern.")
    shown = made(Passage("", " ".join(sentences), sentences), budget=50, answers=("Grand Hotel",))
    first, second = shown_sentences(shown, shown.retrieved[0])
    assert first.text[first.answers[0].start : first.answers[0].end] == "Grand"
    assert second.text[second.answers[0].start : second.answers[0].end] == "Hotel"


def test_nothing_untrusted_is_markup(run: Run) -> None:
    shown = view(run, "q-nasty", budget=96)
    drawn = retrieved_html(shown) + context_html(shown, numbers_of(shown)) + gauge_html(shown)
    assert "<script" not in drawn
    assert "<img" not in drawn
    assert "&lt;script&gt;window.hacked=1&lt;/script&gt;" in drawn
    assert 'data-code="U+202E"' in drawn


def test_a_dropped_snippet_says_why_on_hover_and_on_click(run: Run) -> None:
    shown = view(run, "q-born")
    drawn = retrieved_html(shown)
    reasons = [d.reason for d in shown.packing.decisions if d.reason is not None]
    assert reasons
    for reason in reasons:
        told = f"needs {reason.needed_tokens} words, {reason.left_tokens} left"
        assert re.search(rf'title="[^"]*{told}', drawn)
        assert re.search(rf"<li>[^<]*{told}", drawn)


def test_the_context_is_verbatim(run: Run) -> None:
    shown = view(run, "q-born", "chunk_submodular", 96)
    drawn = context_html(shown, {})
    found = re.findall(r'<span class="line"[^>]*><bdi>(.*?)</bdi></span>', drawn, re.S)
    assert "\n".join(map(text_of, found)) == shown.packing.context


def test_answers_are_marked_where_they_stand() -> None:
    assert marked_html("Tern & Tern", ("tern",)) == "<mark>Tern</mark> &amp; <mark>Tern</mark>"
    assert marked_html("Tern", ()) == "Tern"


def test_the_stored_metrics_are_those_of_the_view(run: Run) -> None:
    for budget in (24, 48, 96):
        row = record(run, "q-born").context("chunk_bridge", budget)
        shown = view(run, "q-born", "chunk_bridge", budget)
        assert row is not None
        for name, value in numbers_of(shown).items():
            assert value == pytest.approx(getattr(row, name)), name


def test_an_undefined_number_is_blank_and_says_why() -> None:
    drawn = numbers_html({"gold_coverage": None, "answer_in_context": None, "certificate": 0.5})
    assert re.search(r'title="[^"]*gold passages are not known[^"]*"><b></b>', drawn)
    assert re.search(r'title="[^"]*no gold answer[^"]*"><b></b>', drawn)
    assert "≥ 0.50" in drawn


def test_the_matching_stretch_is_as_written(run: Run) -> None:
    assert matching_text(view(run, "q-born", "chunk_bridge", 96)).casefold() == "osterwick"
    assert matching_text(view(run, "q-absent")) == ""


def test_the_gauge_is_filled_by_passage(run: Run) -> None:
    shown = view(run, "q-born", "chunk_submodular", 96)
    widths = [float(width) for width in re.findall(r"width:([\d.]+)%", gauge_html(shown))]
    assert sum(widths) == pytest.approx(100 * shown.packing.context_tokens / 96, abs=0.1)


def test_a_lost_answer_is_explained_with_its_numbers(run: Run) -> None:
    shown = view(run, "q-born")
    found = verdict(shown, "chunk_naive", record(run, "q-born").contexts)
    assert (found.role, found.head) == ("lost", "✕ lost in packing")
    assert f"rank {shown.answer_ranks()[0] + 1}" in found.text
    closest = min(d.reason.needed_tokens - d.reason.left_tokens for d in shown.holders() if d.reason)
    needed, left = map(int, re.findall(r"needs (\d+) words, and (\d+)", found.text)[0])
    assert needed - left == closest
    assert re.fullmatch(r"chunk_\w+ keeps it from \d+ words.*\.", found.others)


def test_verdicts_of_the_other_cases(run: Run) -> None:
    survives = verdict(view(run, "q-year"), "chunk_naive", record(run, "q-year").contexts)
    assert (survives.role, survives.head) == ("alive", "✓ answer survives")
    assert "came in at step 1" in survives.text
    assert verdict(view(run, "q-absent")).head == "– not retrieved"
    assert verdict(view(run, "q-both")).head == "yes/no question"
    assert verdict(replace(view(run, "q-year"), answers=())).head == "no gold answer"
    explained = replace(view(run, "q-year"), answers=("It was first lit one summer by the keepers of that old lamp",))
    assert verdict(explained).head == "free-form answer"


def test_an_empty_context_is_no_error(run: Run) -> None:
    passage = Passage("Tern", "The lamp of Tern burns brightly every night.")
    shown = made(passage, budget=2, answers=("lamp",))
    assert verdict(shown).role == "lost"
    assert "the context is empty" in verdict(shown).text
    assert "no snippet fits the budget" in context_html(shown, numbers_of(shown))
    assert steps(shown.packing).empty


def outcome(run: Run, budget: int, alive: int) -> ContextRow:
    row = record(run, "q-born").contexts[0]
    return replace(row, policy="p", budget_tokens=budget, answer_in_context=alive)


@pytest.mark.parametrize(
    ("alive", "first"), [((0, 1, 1), 48), ((1, 0, 1), 96), ((1, 1, 1), 24), ((1, 1, 0), None), ((0, 0, 0), None)]
)
def test_the_survival_budget_is_where_the_answer_stays(run: Run, alive: tuple[int, ...], first: int | None) -> None:
    rows = [outcome(run, budget, each) for budget, each in zip((24, 48, 96), alive, strict=True)]
    assert survival_budgets(rows).get("p") == first


@pytest.mark.parametrize(
    ("alive", "said"),
    [
        ((0, 0, 0), "No packer here keeps it at any of 3 budgets from 24 to 96 words."),
        ((0, 0, 1), "No packer here keeps it at 48 words; p does from 96."),
        ((1, 0, 0), "No packer here keeps it at 48 words; p does at 24, but not at every larger budget."),
        ((0, 1, 1), "p keeps it from 48 words."),
        ((0, 1, 0), "p keeps it at 48 words."),
    ],
)
def test_who_does_better_is_never_claimed_beyond_the_run(run: Run, alive: tuple[int, ...], said: str) -> None:
    rows = [outcome(run, budget, each) for budget, each in zip((24, 48, 96), alive, strict=True)]
    assert verdict(view(run, "q-born"), "chunk_naive", rows).others == said


def test_steps_add_up(run: Run) -> None:
    packing = view(run, "q-born", "chunk_submodular", 96).packing
    table = steps(packing)
    assert table["step"].tolist() == list(range(1, len(packing.kept) + 1))
    assert table["running_tokens"].iloc[-1] == packing.context_tokens
    assert table[term_columns(table)].sum(axis=1).tolist() == pytest.approx(table["gain"].tolist())


def test_the_prompt_is_the_one_that_was_read(run: Run) -> None:
    shown, found = view(run, "q-born"), record(run, "q-born")
    row = found.context("chunk_naive", 48)
    assert row is not None
    (read,) = found.reads[row.context_hash]
    arguments = {"question": shown.question, "context": shown.packing.context}
    prompt = rebuild_prompt(run.manifest, read.reader, **arguments, prompt_hash=read.prompt_hash)
    assert prompt.is_exact
    assert prompt.text == f"{shown.packing.context}\n\n{shown.question}"
    assert not rebuild_prompt(run.manifest, read.reader, **arguments, prompt_hash="0").is_exact
    assert rebuild_prompt({}, read.reader, **arguments, prompt_hash="0").text == ""


def test_what_a_reader_said_is_shown_with_its_scores(run: Run) -> None:
    shown, found = view(run, "q-year"), record(run, "q-year")
    row = found.context("chunk_naive", 48)
    assert row is not None
    drawn = reader_html(run.manifest, found.reads[row.context_hash], shown, "lexical (no model)")
    assert "exact match 1 · F1 1.00" in re.sub(r"\s+", " ", text_of(drawn))
    assert "no reader read this context" in reader_html(run.manifest, (), shown, None)
