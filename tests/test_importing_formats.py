"""Reading log files: formats, encodings, separators, broken rows."""

import gzip
import io
import json
import random
from contextlib import suppress

import openpyxl
import pandas as pd
import pytest

from budgetrag.importing import formats, read_table
from budgetrag.importing.decoding import decode

TEXT = 'question;passages\nWo liegt Ärzen – genau?;"Ärzen, a town; old"\n'


def cells(table):
    return [dict(row.cells) for row in table.rows]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
def test_every_encoding_gives_the_same_rows(encoding):
    table = read_table("log.csv", TEXT.encode(encoding))
    assert cells(table) == [{"question": "Wo liegt Ärzen – genau?", "passages": "Ärzen, a town; old"}]


def test_an_encoding_that_had_to_be_guessed_is_reported():
    assert "not UTF-8" in read_table("log.csv", TEXT.encode("cp1252")).notes[0]
    assert "Latin-1" in decode("é".encode("latin-1") + b"\x81").note
    assert not decode("é".encode()).note


def test_a_false_byte_order_mark_is_an_error():
    with pytest.raises(ValueError, match="byte-order mark"):
        decode(b"\xef\xbb\xbf\xff\xff")


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_found_though_cells_hold_others(separator):
    text = f'question{separator}passages\n"a, b; c| d\te"{separator}x, y; z\n"p, q"{separator}r, s\n'
    if separator != ",":
        text = text.replace("x, y; z", "x, y").replace("\te", "e")
    else:
        text = text.replace("x, y; z", '"x, y; z"').replace("r, s", '"r, s"')
    assert read_table("log.csv", text.encode()).columns == ("question", "passages")


def test_broken_csv_rows_are_named_and_the_rest_is_used():
    text = 'q,p\none,1\n"open,2\ntwo,2\nthree\nfour,4,4\n"x"y,5\nfive,"5\nand more"\n'
    table = read_table("log.csv", text.encode())
    assert [row.cells["q"] for row in table.rows] == ["one", "two", "five"]
    assert [row.where for row in table.rows] == ["line 2", "line 4", "line 8"]
    assert [row.where for row in table.broken] == ["line 3", "line 5", "line 6", "line 7"]
    assert "never closed" in table.broken[0].why
    assert "found 1" in table.broken[1].why


def test_csv_cells_beyond_the_csv_modules_own_limit_are_read():
    text = f'q,p\none,"{"long " * 100_000}"\n'
    assert len(str(cells(read_table("log.csv", text.encode()))[0]["p"])) == 500_000


def test_empty_words_in_csv_are_none_and_in_json_are_text():
    table = read_table("log.csv", b"a,b,c,d\nNaN,None,,x\n")
    assert cells(table) == [{"a": None, "b": None, "c": None, "d": "x"}]
    assert cells(read_table("log.json", b'[{"a": "None", "b": NaN}]')) == [{"a": "None", "b": None}]


def test_broken_json_lines_are_named_with_line_and_character():
    table = read_table("log.jsonl", b'{"a": 1}\n\n{"a": 2,}\n[1]\n{"a": 3}')
    assert [row.cells["a"] for row in table.rows] == [1, 3]
    assert [row.where for row in table.broken] == ["line 3, character 9", "line 4"]
    assert "object with named fields" in table.broken[1].why


RECORDS = [{"q": "a", "p": ["x", "y"]}, {"q": "b", "p": ["z"]}]


@pytest.mark.parametrize(
    "document",
    [
        RECORDS,
        {"data": RECORDS},
        {"version": 1, "samples": RECORDS},
        {"q": ["a", "b"], "p": [["x", "y"], ["z"]]},
        {"q": {"0": "a", "1": "b"}, "p": {"0": ["x", "y"], "1": ["z"]}},
    ],
)
def test_every_shape_of_json_document_gives_the_same_rows(document):
    assert cells(read_table("log.json", json.dumps(document).encode())) == RECORDS


def test_json_lines_in_a_json_file_and_a_list_in_a_jsonl_file_are_read():
    lines = "\n".join(json.dumps(record) for record in RECORDS)
    assert cells(read_table("log.json", lines.encode())) == RECORDS
    assert cells(read_table("log.jsonl", json.dumps(RECORDS, indent=1).encode())) == RECORDS


@pytest.mark.parametrize("text", ['{"a": 1', "[1, 2", '"text"', "{}"])
def test_a_json_file_without_records_is_an_error(text):
    with pytest.raises(ValueError, match=r"file must (be JSON|hold a list)"):
        read_table("log.json", text.encode())


def test_deeply_nested_json_is_an_error_not_a_crash():
    with pytest.raises(ValueError, match="JSON"):
        read_table("log.json", b"[" * 200_000)
    assert read_table("log.jsonl", b'{"a": 1}\n' + b"[" * 200_000).broken[0].where == "line 2"


def test_parquet_keeps_nested_lists_and_mappings():
    buffer = io.BytesIO()
    frame = pd.DataFrame({"q": ["a", None], "p": [[{"text": "x", "score": 0.5}], []], "n": [1.0, float("nan")]})
    frame.to_parquet(buffer)
    table = read_table("log.parquet", buffer.getvalue())
    assert cells(table) == [
        {"q": "a", "p": [{"score": 0.5, "text": "x"}], "n": 1.0},
        {"q": None, "p": [], "n": None},
    ]


def test_xlsx_reads_the_first_sheet_with_rows_and_whole_numbers_as_such():
    book = openpyxl.Workbook()
    book.active.title = "empty"
    sheet = book.create_sheet("log")
    sheet.append([])
    for row in (["question", None, "year"], ["Wann?", "lost", 1904.0], [None, None, None], ["Wo?", None, None]):
        sheet.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    table = read_table("log.xlsx", buffer.getvalue())
    assert cells(table) == [{"question": "Wann?", "year": 1904}, {"question": "Wo?", "year": None}]
    assert [row.where for row in table.rows] == ["row 3", "row 5"]
    assert "sheet 'log' is read" in table.notes[0]


@pytest.mark.parametrize("name", ["log.parquet", "log.xlsx"])
def test_a_binary_file_of_another_kind_is_an_error(name):
    with pytest.raises(ValueError, match="file must be"):
        read_table(name, b"question,passages\n")


@pytest.mark.parametrize("name", ["log.parquet", "log.xlsx"])
def test_a_damaged_binary_file_is_an_error_wherever_the_damage_is(name):
    buffer = io.BytesIO()
    frame = pd.DataFrame({"question": ["Wo liegt Ärzen?"] * 3, "passages": ["['Ärzen, a town']"] * 3})
    frame.to_parquet(buffer) if name == "log.parquet" else frame.to_excel(buffer, index=False)
    whole, chance = buffer.getvalue(), random.Random(0)
    for _ in range(150):
        content = bytearray(whole)
        for _ in range(chance.choice((1, 3, 30))):
            content[chance.randrange(len(content))] = chance.randrange(256)
        with suppress(ValueError):  # damage to a stamp or a text shows nowhere
            read_table(name, bytes(content))


def test_gzip_is_read_and_a_torn_one_is_an_error():
    packed = gzip.compress(b"q,p\na,b\n")
    assert cells(read_table("log.csv.gz", packed)) == [{"q": "a", "p": "b"}]
    with pytest.raises(ValueError, match="whole gzip file"):
        read_table("log.csv.gz", packed[:-6])


def test_files_beyond_the_limits_are_refused_or_cut_with_a_note(monkeypatch):
    monkeypatch.setattr(formats, "MAX_BYTES", 1 << 20)
    with pytest.raises(ValueError, match="at most 1 MB"):
        read_table("log.csv", b"x" * ((1 << 20) + 1))
    table = read_table("log.csv", b"q\n" + b"a\n" * 30, max_rows=10)
    assert len(table.rows) == 10
    assert "first 10 are used" in table.notes[0]


def test_unknown_endings_missing_files_and_empty_files_are_errors(tmp_path):
    with pytest.raises(ValueError, match="must end in"):
        read_table("log.doc", b"x")
    with pytest.raises(FileNotFoundError, match="found none"):
        read_table("log.csv", tmp_path / "log.csv")
    with pytest.raises(ValueError, match="at least one row"):
        read_table("log.csv", b" \n")


@pytest.mark.parametrize("text", ['[{"q": "a"}]', '{"q": "a"}\n{"q": "b"}', "q,p\na,b\n"])
def test_pasted_text_needs_no_name(text):
    assert cells(read_table("", text.encode()))[0]["q"] == "a"
