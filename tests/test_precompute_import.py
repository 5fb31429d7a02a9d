"""``python -m precompute import``: a run of a log is a run like any other, and says the same as the page."""

import json
import tomllib

import pytest
from log_files import LITERAL_CSV, MAPPED_TSV, RAGAS_JSONL
from typer.testing import CliRunner

from budgetrag.config import parse_config
from budgetrag.importing import analyse, read_log
from budgetrag.importing.recipe import Recipe, config_toml, python_lines, shell_command
from budgetrag.store import Run
from precompute.cli import app

BUDGETS = (12, 24, 48)
SHARED = ["answer_in_context", "gold_coverage", "context_tokens", "distractor_passages"]


def run_import(*arguments):
    return CliRunner().invoke(app, ["import", *map(str, arguments), "--workers", "1"])


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("import")
    file = folder / "log.jsonl"
    file.write_text(RAGAS_JSONL, encoding="utf-8")
    done = run_import(file, "--out", folder / "run", "--budgets", "12,24,48", "--readers", "lexical")
    assert done.exit_code == 0, done.output
    return file, Run.open(folder / "run"), done


def test_an_imported_run_is_finished_and_holds_what_the_log_gave(imported):
    file, run, _ = imported
    log = read_log(file.name, file)
    assert run.is_finished
    for entry in log.entries:
        question = run.question("log", 42, entry.question.id)
        assert (question.question, question.answers) == (entry.question.text, entry.question.answers)
        assert question.gold_passage_ids == entry.question.gold_ids
        assert [row.text for row in run.passage_rows("log", 42, entry.question.id)] == [
            item.passage.text for item in entry.retrieved
        ]


def test_an_imported_run_says_the_same_as_the_page(imported):
    file, run, _ = imported
    page = analyse(read_log(file.name, file), budgets=BUDGETS).outcomes
    stored = run.query("SELECT question_id, policy, budget_tokens, " + ", ".join(SHARED) + " FROM contexts")
    both = page.merge(stored, on=["question_id", "policy", "budget_tokens"], suffixes=("", "_run"), validate="1:1")
    assert len(both) == len(page) == len(stored)
    for name in SHARED:
        assert both[name].astype(float).equals(both[f"{name}_run"].astype(float)), name


def test_a_reader_read_every_context_and_broken_rows_are_named(imported):
    _, run, done = imported
    read = run.query("SELECT count(*) AS n, count(reader) AS n_read, count(token_f1) AS n_judged FROM outcomes")
    assert read["n"][0] == read["n_read"][0] == read["n_judged"][0] == 3 * 6 * 3
    assert run.manifest["skipped"]["log"] == {"broken": 2}
    assert run.manifest["broken_rows"]["log"][0].startswith("line 5, character 49")
    assert "skipped: line 6, column 'retrieved_contexts'" in done.stderr


def test_the_same_command_again_has_nothing_to_do_and_other_settings_are_refused(imported):
    file, run, _ = imported
    options = (file, "--out", run.folder, "--readers", "lexical")
    again = run_import(*options, "--budgets", "12,24,48")
    assert (again.exit_code, "nothing to do" in again.stderr) == (0, True)
    other = run_import(*options, "--budgets", "12")
    assert (other.exit_code, "other settings" in other.stderr) == (2, True)


@pytest.mark.parametrize(
    ("name", "text", "encoding", "options"),
    [
        ("log.csv", LITERAL_CSV, "utf-8", ()),
        ("log.tsv", MAPPED_TSV, "utf-16",
         ("--map", "question=frage", "--map", "passages=fundstellen", "--map", "answers=lösung")),
    ],
)  # fmt: skip
def test_csv_with_list_literals_and_mapped_columns_become_runs(tmp_path, name, text, encoding, options):
    file = tmp_path / name
    file.write_text(text, encoding=encoding)
    done = run_import(file, "--out", tmp_path / "run", "--budgets", "24", *options)
    assert done.exit_code == 0, done.output
    assert Run.open(tmp_path / "run").query("SELECT avg(answer_in_context) AS a FROM contexts")["a"][0] == 1


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--map", "colour=q"), "--map must be ROLE=COLUMN"),
        (("--map", "question=nowhere"), "column for question must be one of"),
        (("--budgets", "many"), "--budgets must be whole numbers"),
        (("--policies", "naive"), "must be a known policy"),
        (("--counter", "letters"), "must be one of words"),
    ],
)
def test_a_wrong_option_is_one_sentence(tmp_path, options, why):
    file = tmp_path / "log.jsonl"
    file.write_text(RAGAS_JSONL, encoding="utf-8")
    done = run_import(file, "--out", tmp_path / "run", *options)
    assert done.exit_code == 2
    assert why in done.stderr
    assert not (tmp_path / "run").exists()


RECIPE = Recipe('my "log" €.csv', (24, 48), ("chunk_naive", "chunk_mmr"), "words",
                {"question": "frage 'x'", "passages": "a\\b", "answers": "lösung"})  # fmt: skip


def test_the_config_is_toml_that_a_run_takes():
    config = parse_config(tomllib.loads(config_toml(RECIPE)))
    assert config.name == "my--log"
    assert config.budgets == (24, 48)
    assert config.datasets[0].file == RECIPE.file
    assert config.datasets[0].columns == RECIPE.mapping


def test_the_five_lines_of_python_run_and_say_the_same(tmp_path, monkeypatch, capsys):
    record = {"frage 'x'": "Where?", "a\\b": ["In Tern."], "lösung": "Tern"}
    lines = python_lines(Recipe("log.json", (24, 48), ("chunk_naive",), "words", RECIPE.mapping))
    (tmp_path / "log.json").write_text(json.dumps([record]), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(lines, names)
    assert len(lines.splitlines()) == 5
    assert names["found"].outcomes["answer_in_context"].tolist() == [1, 1]
    assert "chunk_naive" in capsys.readouterr().out


def test_the_shell_command_is_what_the_command_line_takes(tmp_path):
    import shlex

    record = {"frage 'x'": "Where?", "a\\b": ["In Tern."], "lösung": "Tern"}
    file = tmp_path / "log.json"
    file.write_text(json.dumps([record]), encoding="utf-8")
    words = shlex.split(shell_command(Recipe(str(file), (24,), ("chunk_mmr",), "words", RECIPE.mapping)))
    assert words[:3] == ["python", "-m", "precompute"]
    words[words.index("--out") + 1] = str(tmp_path / "run")
    done = CliRunner().invoke(app, [*words[3:], "--workers", "1"])
    assert done.exit_code == 0, done.output
