"""Downloads: every format gives the frame back, and nothing in it can run in a spreadsheet."""

import io

import openpyxl
import pandas as pd
import pytest

from budgetrag.dashboard.download import FORMATS, csv_bytes, parquet_bytes, xlsx_bytes

DANGEROUS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"]
FRAME = pd.DataFrame(
    {
        "question": [*DANGEROUS, "Wo liegt Ärzen?", None],
        "f1": [0.5, None, 1.0, -0.25, 0, 0, 0, 0],
        "n": range(8),
    }
)


def test_csv_opens_in_a_spreadsheet_with_its_accents_and_nothing_runs():
    found = csv_bytes(FRAME)
    assert found.startswith(b"\xef\xbb\xbf")
    back = pd.read_csv(io.BytesIO(found), encoding="utf-8-sig", lineterminator="\n")
    assert back["question"].tolist()[:4] == ["'=1+1", "'+1", "'-1", "'@SUM(A1)"]
    assert back["question"][6] == "Wo liegt Ärzen?"
    assert back["f1"].tolist()[3] == -0.25  # a number stays one


def test_xlsx_holds_texts_not_formulas_and_drops_what_xml_cannot_hold():
    frame = pd.DataFrame({"=evil": [*DANGEROUS, "a\x00b", "x" * 40_000]})
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx_bytes(frame))).active
    cells = [row[0] for row in sheet.iter_rows()]
    assert all(cell.data_type == "s" for cell in cells)
    assert all(cell.value.startswith("'") for cell in cells[: len(DANGEROUS) + 1])
    assert cells[-2].value == "a�b"
    assert len(cells[-1].value) == 32_767


def test_parquet_gives_back_every_text_as_it_is():
    back = pd.read_parquet(io.BytesIO(parquet_bytes(FRAME)))
    assert back["question"].tolist()[:6] == DANGEROUS


@pytest.mark.parametrize("write", FORMATS.values(), ids=FORMATS.keys())
def test_every_format_takes_an_empty_frame(write):
    assert write(FRAME.iloc[:0])
