"""The answer store: what it keeps, two processes at once, damage, places that cannot be written."""

import logging
import multiprocessing
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from tiny import EchoReader

from budgetrag.answer_store import AnswerStore
from budgetrag.known_answers import KnownAnswers, answer_scope
from budgetrag.store.journal import Journal
from budgetrag.types import Answer, Prompt

ANSWERS = {"who?": Answer("Mira", 3), "\ud800 where?": Answer("T\ud800ern", None, "length"), "": Answer("", 0, "stop")}


@pytest.fixture
def store(tmp_path):
    return AnswerStore(tmp_path / "cache" / "answers.sqlite")


def test_what_is_added_is_found_again_by_another_process_of_work(store, tmp_path):
    store.add("scope", ANSWERS)
    assert AnswerStore(tmp_path / "cache" / "answers.sqlite").find("scope", [*ANSWERS, "unknown"]) == ANSWERS


def test_another_scope_knows_nothing(store):
    store.add("scope", ANSWERS)
    assert store.find("scopf", list(ANSWERS)) == {}
    store.add("ab", {"c": Answer("1", 1)})
    assert store.find("a", ["bc"]) == {}


def test_the_first_answer_stays(store):
    store.add("scope", {"who?": Answer("Mira", 3)})
    store.add("scope", {"who?": Answer("Vell", 3)})
    assert store.find("scope", ["who?"]) == {"who?": Answer("Mira", 3)}


def test_many_prompts_are_found_at_once(store):
    many = {f"prompt {i}": Answer(str(i), i) for i in range(2345)}
    store.add("scope", many)
    assert store.find("scope", [*many, *many]) == many
    assert store.find("scope", []) == {}


def fill_from_another_process(file, name, n):
    store = AnswerStore(file)
    for i in range(n):
        store.add("scope", {f"{name} {i}": Answer(name, i), f"both {i}": Answer("same", i)})


def test_two_processes_fill_one_store_and_lose_nothing(tmp_path):
    file = tmp_path / "answers.sqlite"
    spawn = multiprocessing.get_context("spawn")
    writers = [spawn.Process(target=fill_from_another_process, args=(file, name, 60)) for name in ("one", "two")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0]
    for name in ("one", "two", "both"):
        assert len(AnswerStore(file).find("scope", [f"{name} {i}" for i in range(60)])) == 60


def damage_header(file):
    file.write_bytes(b"no database" * 1000)


def damage_pages(file):
    contents = bytearray(file.read_bytes())
    contents[4096:] = b"\xff" * (len(contents) - 4096)
    file.write_bytes(bytes(contents))


def damage_rows(file):
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE answers SET answer = 'no list'")
    connection.close()


@pytest.mark.parametrize("damage", [damage_header, damage_pages, damage_rows])
def test_a_damaged_store_is_set_aside_and_a_new_one_begun(store, tmp_path, caplog, damage):
    file = tmp_path / "cache" / "answers.sqlite"
    store.add("scope", {f"prompt {i}": Answer("x" * 200, i) for i in range(200)})
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    damage(file)
    assert AnswerStore(file).find("scope", [f"prompt {i}" for i in range(200)]) == {}
    assert "is damaged" in caplog.text
    assert "set aside as answers.sqlite.damaged-1" in caplog.text
    assert (file.parent / "answers.sqlite.damaged-1").exists()
    fresh = AnswerStore(file)
    fresh.add("scope", ANSWERS)
    assert fresh.find("scope", list(ANSWERS)) == ANSWERS


def test_where_nothing_can_be_written_reading_goes_on_without_a_store_and_says_so_once(tmp_path, caplog):
    (tmp_path / "file").write_text("in the way")
    store = AnswerStore(tmp_path / "file" / "answers.sqlite")
    with caplog.at_level(logging.WARNING):
        store.add("scope", ANSWERS)
        assert store.find("scope", list(ANSWERS)) == {}
    assert caplog.text.count("so answers are neither looked up nor kept") == 1


def test_a_store_that_may_only_be_read_stops_nothing(store, monkeypatch, caplog):
    store.add("scope", ANSWERS)
    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda file, **options: connect(f"file:{file}?mode=ro", uri=True, **options)
    )
    store.add("scope", {"new": Answer("", 0)})
    assert store.find("scope", ["new"]) == {}
    assert "readonly" in caplog.text


class FakePlan:
    """Batches of prompts, those that are answered left out, as a reading plan gives them."""

    def __init__(self, *batches):
        self._batches = batches

    def batches(self, answered):
        for batch in self._batches:
            missing = {key: prompt for key, prompt in batch.items() if key not in answered}
            if missing:
                yield missing


def prompts(*texts):
    return {f"hash of {text}": Prompt("q", "c", text) for text in texts}


def test_known_answers_go_into_the_journal_and_new_ones_into_the_store(store, tmp_path):
    first = KnownAnswers(store, EchoReader(), max_new_tokens=32)
    first.ask(prompts("a", "b"))
    first.keep({"hash of b": Answer("B", 1), "hash of a": Answer("A", 1)})
    journal = Journal(tmp_path / "journal.jsonl")
    journal.append({"hash of a": Answer("from the journal", 1)})
    plan = FakePlan(prompts("a", "b"), prompts("c"))
    assert KnownAnswers(store, EchoReader(), max_new_tokens=32).take(plan, journal) == 1
    assert journal.answers == {"hash of a": Answer("from the journal", 1), "hash of b": Answer("B", 1)}
    assert KnownAnswers(store, EchoReader(), max_new_tokens=16).take(plan, Journal(tmp_path / "other.jsonl")) == 0


def test_without_a_store_nothing_is_known(tmp_path):
    known = KnownAnswers(None, EchoReader(), max_new_tokens=32)
    known.ask(prompts("a"))
    known.keep({"hash of a": Answer("A", 1)})
    assert known.take(FakePlan(prompts("a")), Journal(tmp_path / "journal.jsonl")) == 0


def test_scope_follows_the_model_the_settings_and_the_style():
    class Chatty(EchoReader):
        design = replace(EchoReader().design, style="chat")

    class Other(EchoReader):
        def fingerprint(self):
            return "echo:2"

    scopes = [answer_scope(reader, max_new_tokens=32) for reader in (EchoReader(), Chatty(), Other())]
    assert len({*scopes, answer_scope(EchoReader(), max_new_tokens=31)}) == 4
    assert answer_scope(EchoReader("another name"), max_new_tokens=32) == scopes[0]


@pytest.mark.parametrize("stored", ['[1, 2, "stop"]', '[null, 1, "stop"]', '["x", "y", "stop"]', '["x", 1, []]'])
def test_a_stored_answer_of_wrong_types_is_set_aside_and_read_anew(stored, tmp_path):
    file = tmp_path / "answers.sqlite"
    AnswerStore(file).add("s", {"p": Answer("old", 1, "stop")})
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE answers SET answer = ?", (stored,))
    assert AnswerStore(file).find("s", ["p"]) == {}
    assert (tmp_path / "answers.sqlite.damaged-1").is_file()
    AnswerStore(file).add("s", {"p": Answer("new", 1, "stop")})
    assert AnswerStore(file).find("s", ["p"]) == {"p": Answer("new", 1, "stop")}
