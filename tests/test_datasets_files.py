import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetrag.datasets import files
from budgetrag.datasets.files import read_records

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8), lambda inner: st.lists(inner, max_size=3)
)
RECORDS = st.lists(st.dictionaries(st.text(max_size=4), VALUES, max_size=3), max_size=6)
THREE = [{"a": 1}, {"b": "]},{"}, {"c": [[], {}]}]


def write(path, text):
    content = text if isinstance(text, bytes) else text.encode()
    path.write_bytes(gzip.compress(content) if path.name.endswith(".gz") else content)
    return path


def fields_of(path):
    return [record.fields for record in read_records(path)]


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "A.JSONL"])
def test_json_lines_are_read_line_by_line(tmp_path, name):
    text = "\ufeff" + "\n\n".join(map(json.dumps, THREE)) + "\r\n"
    records = list(read_records(write(tmp_path / name, text)))
    assert [record.fields for record in records] == THREE
    assert [record.where.rsplit(", ", 1)[1] for record in records] == ["line 1", "line 3", "line 5"]


@pytest.mark.parametrize("name", ["a.json", "a.json.gz"])
@pytest.mark.parametrize("wrap", [lambda text: f" \n{text}\n", lambda text: f'{{"version": 1, "data": {text}}}'])
def test_a_json_list_is_read_record_by_record(tmp_path, name, wrap):
    records = list(read_records(write(tmp_path / name, wrap(json.dumps(THREE, indent=1)))))
    assert [record.fields for record in records] == THREE
    assert records[2].where.endswith("record 3")


@pytest.mark.parametrize("block", [1, 2, 7])
@given(RECORDS, st.sampled_from([None, 0, 3]), st.booleans())
def test_a_list_is_read_the_same_whatever_the_block_size(tmp_path_factory, block, records, indent, ensure_ascii):
    path = tmp_path_factory.mktemp("lists") / "a.json"
    write(path, json.dumps(records, indent=indent, ensure_ascii=ensure_ascii))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "_BLOCK_CHARACTERS", block)
        assert fields_of(path) == records


def test_a_list_is_not_read_to_its_end_for_its_first_record(tmp_path):
    path = write(tmp_path / "a.json", '[{"a": 1}, ' + " " * (3 << 20) + "broken")
    records = read_records(path)
    assert next(records).fields == {"a": 1}
    with pytest.raises(ValueError, match="must be JSON"):
        next(records)


def test_a_record_of_many_blocks_takes_few_attempts(tmp_path, monkeypatch):
    attempts = []

    class CountingDecoder(json.JSONDecoder):
        def raw_decode(self, s, idx=0):
            attempts.append(idx)
            return super().raw_decode(s, idx)

    path = write(tmp_path / "a.json", json.dumps([{"a": "x" * 100_000}]))
    monkeypatch.setattr(files, "_BLOCK_CHARACTERS", 10)
    monkeypatch.setattr(json, "JSONDecoder", CountingDecoder)
    assert len(fields_of(path)[0]["a"]) == 100_000
    assert 10 < len(attempts) < 30  # doubling, not block by block


@pytest.mark.parametrize("block", [1, 5, 1 << 20])
@given(st.integers(0, 200), st.sampled_from(["", "x", "]", ",", '"', "[", "\n"]))
def test_a_damaged_list_fails_where_the_standard_parser_fails(tmp_path_factory, block, at, piece):
    whole = json.dumps([{"a": [1, 2], "b": "x\u00e9"}, {"c": None}, {"d": {"e": "f"}}], indent=1)
    at = min(at, len(whole) - 1)
    damaged = whole[:at] + piece + whole[at + 1 :]
    path = write(tmp_path_factory.mktemp("lists") / "a.json", damaged)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "_BLOCK_CHARACTERS", block)
        try:
            expected = json.loads(damaged)
        except json.JSONDecodeError as error:
            with pytest.raises(ValueError, match=r"must be JSON, but|must hold|must be an object") as caught:
                fields_of(path)
            if "must be JSON" in str(caught.value):
                assert f"line {error.lineno}, column {error.colno}:" in str(caught.value)
        else:
            if isinstance(expected, list) and all(isinstance(element, dict) for element in expected):
                assert fields_of(path) == expected


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.jsonl", '{"a": 1}\n{"a": \n', r"a\.jsonl, line 2, column 6: must be JSON, but Expecting value"),
        ("a.jsonl", '{"a": 1} {"b": 2}\n', "line 1, column 10: must be JSON, but Extra data"),
        ("a.jsonl", '[{"a": 1}]\n', "line 1: a record must be an object, found a list of 1; a JSON list belongs in"),
        ("a.jsonl", "null\n", "line 1: a record must be an object, found null"),
        ("a.jsonl", "[" * 100_000 + "\n", "line 1: must be JSON, but"),
        ("a.json", '[{"a": 1},\n {"a": }]', "line 2, column 8: must be JSON, but Expecting value"),
        ("a.json", '[{"a": 1}', "line 1, column 10: must be JSON, but Expecting ',' delimiter"),
        ("a.json", '[{"a": 1}] x', "line 1, column 12: must be JSON, but Extra data"),
        ("a.json", '[{"a": 1}, 3]', "record 2: a record must be an object, found 3"),
        ("a.json", "[" * 100_000, "must be JSON, but"),
        ("a.json", "", "must hold a list of records, found nothing"),
        ("a.json", '"lamp"', "must hold a list of records or .*, found the string 'lamp'"),
        ("a.json", '{"rows": []}', "must hold a list of records or .*, found an object with rows"),
        (
            "a.json",
            '{"a": 1}\n{"a": 2}\n',
            "line 2, column 1: must be JSON, but Extra data; one object a line is a .jsonl",
        ),
        ("a.jsonl", b'{"a": "\xff"}', "must be UTF-8 text"),
        ("a.json", gzip.compress(b"[]", mtime=0), "must be UTF-8 text, .* name it .gz"),
    ],
)
def test_a_file_that_is_not_records_is_one_sentence(tmp_path, name, text, message):
    with pytest.raises(ValueError, match=message) as caught:
        fields_of(write(tmp_path / name, text))
    assert str(tmp_path / name) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_empty_lines_file_has_no_records(tmp_path):
    assert fields_of(write(tmp_path / "a.jsonl", "\n")) == []


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"must exist, found nothing at .*none\.jsonl"):
        fields_of(tmp_path / "none.jsonl")


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(ValueError, match="must be a file, got a folder"):
        fields_of(tmp_path)


def test_an_unknown_suffix_lists_the_known_ones(tmp_path):
    with pytest.raises(ValueError, match=r"must end in one of \.json, \.jsonl, \.json\.gz, \.jsonl\.gz, got .*a\.csv"):
        fields_of(write(tmp_path / "a.csv", "a,b"))


@pytest.mark.parametrize(
    "content",
    [b'{"a": 1}', gzip.compress(b'{"a": 1}\n' * 999, mtime=0)[:40], gzip.compress(b"", mtime=0)[:10] + b"x" * 30],
)
def test_a_file_that_is_not_whole_gzip_is_one_sentence(tmp_path, content):
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"a\.jsonl\.gz must be a whole gzip file, but"):
        fields_of(path)
