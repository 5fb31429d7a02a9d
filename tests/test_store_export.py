"""Exports: what a spreadsheet opens, what it must not run, and full disks."""

from __future__ import annotations

import csv
import errno
import gc
import io

import openpyxl
import pyarrow.parquet as pq
import pytest
from formula_run import FormulaRun, formula_run, full_disk

from budgetrag.store import export_run
from budgetrag.store.export import FORMATS, safe_cell


@pytest.fixture(scope="module")
def filled(tmp_path_factory) -> FormulaRun:
    return formula_run(tmp_path_factory)


class FullDisk(io.BytesIO):
    def write(self, _content):
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("suffix", sorted(FORMATS))
def test_full_disk_while_exporting_is_one_error_and_no_more(filled, suffix):
    with FullDisk() as file, pytest.raises(OSError, match="No space left"):
        FORMATS[suffix](filled.run.outcomes(), file)
    gc.collect()


def test_full_disk_while_exporting_keeps_the_old_file(tmp_path, filled):
    for name in ("o.csv", "o.xlsx", "o.parquet"):
        (tmp_path / name).write_bytes(b"old")
        with full_disk(100), pytest.raises(OSError, match="File too large") as caught:
            export_run(filled.run, tmp_path / name)
        assert caught.value.filename == str(tmp_path / name)
        assert (tmp_path / name).read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("=1", "'=1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@a", "'@a"),
        ("\tx", "'\tx"),
        ("\n=1", "'\n=1"),
        ("＝1", "'＝1"),
        ("a=1", "a=1"),
        ("", ""),
    ],
)
def test_cells_that_a_spreadsheet_would_run_get_an_apostrophe(text, safe):
    assert safe_cell(text) == safe


def test_csv_opens_in_spreadsheets_with_accents_and_without_formulas(tmp_path, filled):
    assert export_run(filled.run, tmp_path / "o.csv") == 60
    assert (tmp_path / "o.csv").read_bytes().startswith(b"\xef\xbb\xbfdataset,seed,")
    with (tmp_path / "o.csv").open(encoding="utf-8-sig", newline="") as file:
        answers = {row["answer"] for row in csv.DictReader(file)}
    assert {"'=HYPERLINK(1)", "'+1", "'-1", "'@x", "Ölkrug"} & answers == {a for a in answers if a != "a\x0bb"}


def test_parquet_export_has_every_text_as_it_is(tmp_path, filled):
    export_run(filled.run, tmp_path / "o.parquet")
    table = pq.read_table(tmp_path / "o.parquet")
    assert table.num_rows == 60
    assert table.column("answer").to_pylist() == [
        row["answer"] for batch in filled.run.outcomes() for row in batch.to_pylist()
    ]


def test_xlsx_holds_texts_and_no_formulas(tmp_path, filled):
    export_run(filled.run, tmp_path / "o.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "o.xlsx").active
    rows = list(sheet.iter_rows())
    assert len(rows) == 61
    assert all(cell.data_type != "f" for row in rows for cell in row)
    assert [cell.value for cell in rows[0]][:3] == ["dataset", "seed", "question_id"]


def test_export_refuses_what_it_cannot_write(tmp_path, filled, monkeypatch):
    with pytest.raises(ValueError, match=r"export file must end in \.csv, \.parquet, \.xlsx, got 'o\.json'"):
        export_run(filled.run, tmp_path / "o.json")
    with pytest.raises(FileNotFoundError, match="export folder must exist"):
        export_run(filled.run, tmp_path / "nowhere" / "o.csv")
    monkeypatch.setattr("budgetrag.store.export.MAX_XLSX_ROWS", 59)
    with pytest.raises(ValueError, match="xlsx holds at most 59 rows, got 60"):
        export_run(filled.run, tmp_path / "o.xlsx")
    assert list(tmp_path.iterdir()) == []
