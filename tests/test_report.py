"""The report: complete, escaped, without network, its tables in a workbook, its figures as files."""

import re
import shutil
from dataclasses import replace
from io import BytesIO
from xml.etree import ElementTree

import openpyxl
import planted
import pytest
from inspector_run import NASTY
from playwright.sync_api import sync_playwright
from typer.testing import CliRunner

from budgetrag.report import make_report, write_report
from budgetrag.report.scale import nice_scale
from budgetrag.report.svg import draw, standalone
from budgetrag.report.write import BROWSERS, workbook
from budgetrag.scope.figures import Bar, Curve, Curves, Intervals, Levels, Point, Series, Waterfall
from budgetrag.store import Run
from precompute.cli import app

POINTS = (Point("96", -0.01, -0.03, 0.01, note="a<br>b"), Point("160", 0.04, 0.01, 0.07, is_filled=True),
          Point("<224>", None, None, None), Point("x", 0.02, 0.0, 0.04, is_control=True))  # fmt: skip
FIGURES = {
    "vertical": Intervals((Series(NASTY, POINTS, "chunk_focused", is_joined=True), Series("published", POINTS)),
                          ("96", "160", "<224>", "x"), "budget", "difference"),
    "horizontal": Intervals((Series("s", POINTS, "chunk_naive"),), ("96", "160", "<224>", "x"), "d", "v", True),
    "curves": Curves((Curve("chunk_naive", (32, 48), (0.1, 0.5)), Curve(NASTY, (32, 48), (0.2, 0.4))), "x", "y"),
    "waterfall": Waterfall((Bar("gained", "newly in", 0.1, 3), Bar("lost", "lost from", -0.04, 2)), 0.06, "F1"),
    "levels": Levels(("96", "160"), (Series("with", POINTS[:2], "chunk_bridge"),), "mean"),
}  # fmt: skip


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = planted.write_run(tmp_path_factory.mktemp("report") / "run", n=80)
    return make_report([Run.open(folder)])


def test_document_has_every_finding_with_its_table_and_needs_no_network(report):
    html = report.html
    for finding in report.findings[1:]:
        assert f"id='{finding.name}'" in html
    assert html.count("<svg ") == sum(finding.figure is not None for finding in report.findings)
    assert "<script" not in html
    found = re.findall(r"(?:src|href|url)\s*[=(]\s*['\"]?([^'\")\s>]+)", html)
    assert found == []
    for part in ("Definitions", "Limits", "Manifests", "Published figures", "schema_version"):
        assert part in html


def test_every_condition_is_shown_with_its_verdict_and_threshold(report):
    for condition in report.scope.conditions:
        assert condition.label in report.html
        assert condition.verdict in ("holds", "fails", "not tested")
    assert report.html.count("Threshold: ") == 4


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_figures_are_wellformed_and_escaped(name):
    svg = draw(FIGURES[name], NASTY)
    tree = ElementTree.fromstring(svg)
    tags = {element.tag.split("}")[1] for element in tree.iter()}
    assert tags <= {"svg", "style", "line", "text", "circle", "rect", "path", "polyline", "polygon", "title"}
    assert "nan" not in svg.lower().replace("financ", "")
    assert standalone(svg).startswith('<?xml version="1.0"')


def test_hollow_and_filled_points_differ():
    svg = draw(FIGURES["vertical"], "t")
    assert svg.count("<circle") == 2
    assert svg.count("rotate(45") == 2


def test_scale_has_round_ticks_around_all_values():
    scale = nice_scale([-0.013, 0.071, 0.0], 200, 0)
    assert 0.0 in scale.ticks
    assert scale.low <= -0.013 < 0.071 <= scale.high
    assert scale.at(scale.low) == 200
    assert nice_scale([0.2, 0.2], 0, 1).ticks
    assert nice_scale([0.0, 0.004], 0, 1).digits == 3


def test_workbook_has_a_sheet_per_table_and_no_formulas(report):
    book = openpyxl.load_workbook(BytesIO(workbook(report.findings)))
    assert book.sheetnames[0] == "findings"
    assert {"sweep", "forest", "factorial", "survival", "correlations"} <= set(book.sheetnames)
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert not [cell.value for cell in cells if cell.data_type == "f"]
    index = {row[0]: row[1] for row in book["findings"].iter_rows(values_only=True)}
    assert index["sweep"] == next(f.sentence for f in report.findings if f.name == "sweep")


def test_tables_and_figures_lie_beside_the_document(report, tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    written = write_report(report, tmp_path / "report.html")
    assert written[:2] == (tmp_path / "report.html", tmp_path / "report.xlsx")
    drawn = {finding.name for finding in report.findings if finding.figure is not None}
    assert {path.stem for path in written[2:]} == drawn
    assert all(path.suffix == ".svg" for path in written[2:])


def test_command_writes_the_report_and_refuses_what_it_cannot(tmp_path):
    folder = planted.write_run(tmp_path / "run", n=40, readers={})
    other = planted.write_run(tmp_path / "other", n=40, readers={}, changes={"retrieval": {"top_k": 9}})
    call = CliRunner().invoke
    done = call(app, ["report", str(folder), "--to", str(tmp_path / "r.html")])
    assert done.exit_code == 0, done.output
    assert "answer in context" in done.output
    assert (tmp_path / "r.html").is_file()
    refused = call(app, ["report", str(folder), str(other), "--to", str(tmp_path / "r.html")])
    assert refused.exit_code not in (0, None)
    assert "representation chunk.top_k (5 and 9)" in " ".join(refused.output.split())
    assert "must end in .html" in call(app, ["report", str(folder), "--to", "r.pdf"]).output
    assert "budget must be one of" in call(app, ["report", str(folder), "--to", str(tmp_path / "r.html"),
                                                  "--budget", "99"]).output  # fmt: skip


def test_report_opens_in_a_browser_without_network_and_without_a_word_in_the_console(report, tmp_path):
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("needs a browser, which is absent here")
    path = tmp_path / "report.html"
    path.write_text(report.html, encoding="utf-8")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        page = opened.new_context(offline=True).new_page()
        said, asked = [], []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(path.as_uri())
        assert page.locator("h1").inner_text() == report.scope.headline
        assert page.locator("svg").count() == sum(finding.figure is not None for finding in report.findings)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        opened.close()
    assert said == []
    assert asked == [path.as_uri()]


def test_figures_are_drawn_as_png_where_there_is_a_browser(report, tmp_path):
    if not any(shutil.which(name) for name in BROWSERS):
        pytest.skip("needs a browser, which is absent here")
    one = replace(report, scope=replace(report.scope, findings=report.scope.findings[:1]), diagnostic=())
    written = write_report(one, tmp_path / "report.html")
    png = next(path for path in written if path.suffix == ".png")
    assert png.read_bytes().startswith(b"\x89PNG")
