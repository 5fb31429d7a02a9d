"""Finding questions: the numbers of the finder against the run's own outcomes, the filters against plain loops."""

import itertools
from pathlib import Path

import pytest

from budgetrag.dashboard.tables.question import (
    Slice,
    load_outcomes,
    load_questions,
    shown_questions,
)
from budgetrag.dashboard.tables.question_filters import (
    FILTERS,
    Chosen,
    Finder,
    build_finder,
    build_questions,
    describe,
    find,
)
from budgetrag.dashboard.tables.question_map import survival_map
from budgetrag.dashboard.tables.question_record import QuestionRecord, load_record
from budgetrag.store import Run

READER = "lexical (no model)"
WITHIN = Slice("hotpotqa", 42, "chunk_naive", 48, READER)


@pytest.fixture(scope="module")
def run(inspector_runs: Path) -> Run:
    return Run.open(inspector_runs / "tiny")


@pytest.fixture(scope="module")
def finder(run: Run) -> Finder:
    questions = load_questions(run, "hotpotqa", 42)
    return build_finder(build_questions(questions), load_outcomes(run, WITHIN))


def rows(finder: Finder, run: Run) -> list[dict[str, object]]:
    return finder.questions.frame.join(load_outcomes(run, WITHIN)).to_dict("records")


def test_outcomes_are_those_of_the_run(run: Run, finder: Finder) -> None:
    stored = run.query(
        "SELECT question_id, answer_in_context, exact_match, token_f1 FROM outcomes WHERE policy = 'chunk_naive' "
        "AND budget_tokens = 48 ORDER BY question_id"
    )
    for found, wanted in zip(rows(finder, run), stored.to_dict("records"), strict=True):
        assert {key: found[key] for key in wanted} == wanted


def test_packers_disagree_exactly_where_their_outcomes_differ(run: Run, finder: Finder) -> None:
    for row in rows(finder, run):
        kept = {
            c.answer_in_context for c in run.contexts("hotpotqa", 42, str(row["question_id"])) if c.budget_tokens == 48
        }
        assert row["disagree"] == (len(kept) > 1)


def test_a_fate_says_where_the_answer_was_lost(run: Run, finder: Finder) -> None:
    fates = {row["question_id"]: row["fate"] for row in rows(finder, run)}
    assert fates["q-born"] == "dropped"
    assert fates["q-absent"] == "not_retrieved"
    assert fates["q-year"] == "survives"


def test_another_reader_is_none(run: Run) -> None:
    outcomes = load_outcomes(run, Slice("hotpotqa", 42, "chunk_naive", 48, None))
    assert outcomes["exact_match"].isna().all()
    assert outcomes["answer_in_context"].notna().all()


def keeps(row: dict[str, object], name: str) -> bool:
    lost, right = row["answer_in_context"] == 0, row["exact_match"] == 1
    return bool(
        {
            "survives": row["answer_in_context"] == 1,
            "lost": lost,
            "dropped": lost and row["answer_in_retrieved"] == 1,
            "not_retrieved": lost and row["answer_in_retrieved"] == 0,
            "disagree": row["disagree"],
            "right": right,
            "wrong": row["exact_match"] == 0,
            "guessed": right and lost,
        }[name]
    )


def wanted(row: dict[str, object], chosen: Chosen) -> bool:
    groups: dict[str, list[bool]] = {}
    for name in chosen.filters:
        groups.setdefault(FILTERS[name].group, []).append(keeps(row, name))
    text = f"{row['question']}\n{row['answers']}\n{row['question_id']}".lower()
    return (
        all(any(group) for group in groups.values())
        and (not chosen.types or row["question_type"] in chosen.types)
        and (not chosen.kinds or row["answer_kind"] in chosen.kinds)
        and all(word in text for word in chosen.search.lower().split())
    )


@pytest.mark.parametrize("names", [*itertools.combinations(FILTERS, 1), *itertools.combinations(FILTERS, 2), ()])
@pytest.mark.parametrize("rest", [{}, {"types": ("bridge",)}, {"kinds": ("span",), "search": "the LANTERN"}])
def test_filters_combine_and_count_as_a_plain_loop_does(
    run: Run, finder: Finder, names: tuple[str, ...], rest: dict[str, object]
) -> None:
    chosen = Chosen(names, **rest)
    found, all_rows = find(finder, chosen), rows(finder, run)
    assert found.keeps.tolist() == [wanted(row, chosen) for row in all_rows]
    for name, count in found.filters.items():
        others = tuple(each for each in names if FILTERS[each].group != FILTERS[name].group)
        assert count == sum(wanted(row, Chosen((*others, name), **rest)) for row in all_rows)


def test_search_looks_at_answers_and_ids_whatever_the_case(finder: Finder) -> None:
    assert find(finder, Chosen(search="OSTERWICK")).keeps.sum() == 2
    assert find(finder, Chosen(search="q-river")).keeps.sum() == 1
    assert find(finder, Chosen(search="osterwick nowhere")).keeps.sum() == 0


def test_what_is_asked_for_is_named() -> None:
    assert describe(Chosen()) == ""
    asked = describe(Chosen(("dropped",), ("bridge",), ("span",), " x "))
    assert asked == "retrieved, then dropped · type bridge · span answers · “x”"


def test_the_table_names_invisible_characters(finder: Finder) -> None:
    shown = shown_questions(finder.questions.frame)["question"].to_pylist()
    assert not any("\u202e" in text or "\u200b" in text for text in shown)
    assert any("⟨U+202E⟩" in text for text in shown)


def record(run: Run, question_id: str = "q-born") -> QuestionRecord:
    return load_record(run, "hotpotqa", 42, question_id)


def test_a_record_holds_every_packing_and_its_answer(run: Run) -> None:
    found = record(run)
    assert len(found.contexts) == 12
    row = found.context("chunk_naive", 96)
    assert row is not None
    (read,) = found.reads[row.context_hash]
    stored = run.query(
        "SELECT answer, token_f1 FROM outcomes WHERE question_id = 'q-born' AND policy = 'chunk_naive' "
        "AND budget_tokens = 96"
    ).iloc[0]
    assert (read.reader, read.answer, read.token_f1) == (READER, stored["answer"], stored["token_f1"])
    assert found.context("chunk_naive", 7) is None
    assert set(found.reads) == {row.context_hash for row in found.contexts}
    with pytest.raises(KeyError):
        found.reads["a context of another question"]


def test_a_missing_question_is_a_key_error(run: Run) -> None:
    with pytest.raises(KeyError, match="no question 'q-none'"):
        record(run, "q-none")


def test_the_survival_map_shows_every_policy_and_budget(run: Run) -> None:
    found = record(run)
    cells = survival_map(found.contexts, ["chunk_naive", "chunk_bridge"], answer_is_retrieved={"chunk": True})
    assert [[cell.budget_tokens for cell in row] for row in cells] == [[24, 48, 96], [24, 48, 96]]
    for cell in itertools.chain(*cells):
        row = found.context(cell.policy, cell.budget_tokens)
        assert row is not None
        assert cell.state == ("alive" if row.answer_in_context else "lost")


def test_a_lost_answer_that_was_never_retrieved_is_not_called_lost(run: Run) -> None:
    cells = survival_map(record(run, "q-absent").contexts, ["chunk_naive"], answer_is_retrieved={"chunk": False})
    assert {cell.state for cell in itertools.chain(*cells)} == {"none"}
