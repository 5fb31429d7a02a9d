"""The inspector in a real browser: a walk through every page, and hostile text that must stay text.

Pictures of every page are kept in test-artefacts/.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from browser import NARROW, WIDE, View, browser, served
from inspector_run import QUESTIONS, hostile_records, write_run
from log_files import RAGAS_JSONL
from playwright.sync_api import Browser, expect

HOSTILE_RUN = "a <b>&amp; <img src=x onerror=window.hacked=1> run"
HOSTILE = "<script>window.hacked=1</script> <img src=x onerror='window.hacked=1'> **bold** $x$ &amp; x <b y"
PAGES = {name: name for name in ("question", "compare", "diagnostic", "scope_map", "your_data")} | {"overview": ""}
TINY = {"run": "tiny", "policy": "chunk_naive", "budget": "48", "question": "q-born"}
LINKED = ("run", "dataset", "seed", "policy", "budget", "reader", "question", "show")
New = Callable[..., View]


@pytest.fixture(scope="module")
def started() -> Iterator[Browser]:
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("browser")
    runs = folder / "runs"
    write_run(runs / HOSTILE_RUN, own=hostile_records())
    write_run(runs / "tiny")
    with served(runs, folder / "server.log") as found:
        yield found


@pytest.fixture
def new(started: Browser, address: str) -> Iterator[New]:
    """Opens tabs; at the end none may have reported an error."""
    views: list[View] = []

    def make(**options: object) -> View:
        views.append(View(started, address, **options))
        return views[-1]

    yield make
    errors = [error for view in views for error in view.errors]
    for view in views:
        view.close()
    assert errors == []


def query(view: View) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(view.page.url).query).items()}


def asked(view: View) -> str:
    return view.page.locator(".br-q").inner_text()


def test_a_walk_from_page_to_page(new: New) -> None:
    view = new().open("")
    expect(view.page.locator("h1").first).to_contain_text("retrieval missed")

    view.page.get_by_role("link", name=re.compile("Question")).click()
    expect(view.page.locator(".br-q")).to_be_visible()
    n_all = int(re.search(r"question \d of (\d)", view.page.locator(".br-meta").first.inner_text())[1])
    assert n_all == len(QUESTIONS)

    view.button(re.compile("retrieved, then dropped")).click()
    expect(view.page.locator(".br-meta").first).to_contain_text("of 2 with retrieved, then dropped")
    expect(view.page.locator(".br-verdict.lost")).to_contain_text("lost in packing")
    first = asked(view)
    view.button(re.compile("^next")).click()
    expect(view.page.locator(".br-meta").first).to_contain_text("question 2 of 2")
    expect(view.page.locator(".br-q")).not_to_have_text(first)
    view.page.keyboard.press("p")
    expect(view.page.locator(".br-q")).to_have_text(first)

    view.page.get_by_role("radio", name="24").click()
    expect(view.page.locator(".br-tag").get_by_text("24 words")).to_be_visible()
    view.drawn()
    shown = asked(view)
    view.button("copy link").or_(view.page.get_by_role("button", name="copy link")).first.click()
    expect(view.page.get_by_role("button", name="link copied")).to_be_visible()
    link = view.page.evaluate("navigator.clipboard.readText()")

    other = new().open(link)
    expect(other.page.locator(".br-q")).to_have_text(shown)
    assert {name: query(other)[name] for name in LINKED} == {name: query(view)[name] for name in LINKED}
    assert query(other)["budget"] == "24"
    assert other.page.locator(".br-tag").all_inner_texts() == view.page.locator(".br-tag").all_inner_texts()

    view.page.get_by_role("link", name=re.compile("Compare")).click()
    expect(view.page.get_by_role("heading", name="Compare")).to_be_visible()
    expect(view.page.locator(".matrix")).to_be_visible()
    view.drawn()
    assert {query(view)[name] for name in ("budget", "question")} == {"24", query(other)["question"]}


def test_a_log_of_ones_own(new: New, tmp_path: Path) -> None:
    log = tmp_path / "my log.jsonl"
    log.write_text(RAGAS_JSONL, encoding="utf-8")
    view = new().open("your_data")
    view.page.locator("input[type=file]").set_input_files(log)
    expect(view.page.get_by_role("heading", name="Take it with you")).to_be_visible()
    expect(view.main).to_contain_text("recognised as ragas")
    expect(view.main).to_contain_text("2 of 5 rows skipped")
    view.drawn()
    with view.page.expect_download() as download:
        view.main.get_by_role("button", name="CSV", exact=True).click()
    assert download.value.suggested_filename.endswith("-outcomes.csv")
    lines = Path(download.value.path()).read_bytes().decode("utf-8-sig").splitlines()
    assert "policy" in lines[0]
    assert any("Lantern Guild" in line for line in lines[1:])


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_every_page_fits_and_has_its_pictures(new: New, width: int) -> None:
    view = new(width=width)
    for name, path in PAGES.items():
        view.theme("light").open(f"{path}?{urlencode(TINY)}" if name != "your_data" else path)
        if name == "your_data":
            view.page.get_by_role("radio", name="Try an example").click()
            expect(view.page.get_by_role("heading", name="Take it with you")).to_be_visible()
            view.drawn()
        for theme in ("light", "dark"):
            view.theme(theme).drawn().picture(f"{name}-{theme}-{width}")
            assert view.overflow() <= 0, (name, theme)


def test_hostile_text_of_a_run_stays_text(new: New) -> None:
    view = new(width=NARROW)
    for name in ("overview", "question", "compare", "diagnostic", "scope_map"):
        view.open(f"{PAGES[name]}?{urlencode({'run': HOSTILE_RUN})}")
        assert_harmless(view)
        if name in ("question", "compare"):
            assert_as_written(view)
        view.picture(f"hostile-{name}")


def test_hostile_text_of_a_log_stays_text(new: New, tmp_path: Path) -> None:
    log = tmp_path / "a <b>&amp; <img src=x onerror=window.hacked=1>.json"
    log.write_text(hostile_log(), encoding="utf-8")
    view = new(width=NARROW).open("your_data")
    view.page.locator("input[type=file]").set_input_files(log)
    expect(view.page.get_by_role("heading", name="Take it with you")).to_be_visible()
    view.drawn()
    assert_harmless(view)
    assert_as_written(view)
    for summary in view.main.locator("summary").all():
        summary.click()
    view.drawn()
    assert_harmless(view)
    view.picture("hostile-your_data")


def hostile_log() -> str:
    evil = hostile_records()[0]["question"]
    return json.dumps(
        [
            {"id": evil, "question": evil, "contexts": [{"title": evil, "text": f"{evil} Tern is a port."}, evil],
             "ground_truth": evil, "answer": evil, evil: evil},
            {"question": evil, "contexts": []},
        ]
    )  # fmt: skip


def assert_harmless(view: View) -> None:
    assert view.page.evaluate("window.hacked") is None
    inside = view.page.locator("img[src=x], [onerror], .br script, .br b b, .stMarkdown .katex")
    assert inside.count() == 0
    assert view.overflow() <= 0


def assert_as_written(view: View) -> None:
    """The question, in its place, reads as it was written, its invisible characters named."""
    expect(view.main.get_by_text(HOSTILE).first).to_be_attached()
    for code in ("U+202E", "U+200B"):
        assert view.main.locator(f'[data-code="{code}"]').count() > 0
