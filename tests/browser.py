"""A real browser and a real server for the inspector's tests: started once, watched for errors, photographed."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Playwright, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "test-artefacts"
NARROW, WIDE = 700, 1440
GROUNDS = {"light": "rgb(251, 251, 250)", "dark": "rgb(18, 22, 28)"}  # backgroundColor of .streamlit/config.toml
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
             "--disable-sync"]  # fmt: skip
# Streamlit's own front end looks for its server under the page's address first, and goes on to the right one.
_PROBE = re.compile(r"/[a-z_]+/_stcore/(health|host-config)$")
# The script has run and nothing of an earlier run is left, for a moment: one run can bring about the next.
_IS_DRAWN = """() => {
  const has = (what) => document.querySelector(what) !== null;
  const drawn = has("[data-test-script-state=notRunning]")
    && has("[data-testid=stMain] [data-testid=stElementContainer]")
    && !has("[data-testid=stSkeleton]") && !has("[data-stale=true]");
  window.drawnSince = drawn ? window.drawnSince ?? performance.now() : null;
  return drawn && performance.now() - window.drawnSince > 250;
}"""
PATIENCE = 180_000  # milliseconds; a busy machine is no failure


def chromium(playwright: Playwright) -> str:
    """Return the browser's path: a Chromium on PATH, else Playwright's own; fail where there is none."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((path for path in map(shutil.which, names) if path), None) or playwright.chromium.executable_path
    if not Path(found).is_file():
        pytest.fail(
            "the browser tests need Chromium: install it with the system's packages (apt-get install chromium) or with "
            f"{Path(sys.executable).name} -m playwright install chromium",
            pytrace=False,
        )
    return found


@contextmanager
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(playwright), args=ARGUMENTS)
        expect.set_options(timeout=PATIENCE)
        yield started
        started.close()


@contextmanager
def served(runs: Path, log: Path) -> Iterator[str]:
    """Run the app over ``runs`` on a free port and yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = {"server.port": port, "server.address": "127.0.0.1", "server.headless": "true",
               "server.fileWatcherType": "none"}  # fmt: skip
    command = [sys.executable, "-m", "streamlit", "run", "app.py"]
    command += [f"--{name}={value}" for name, value in options.items()]
    with log.open("w") as output:
        environment = {**os.environ, "BUDGETRAG_RUNS": str(runs)}
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=output)
        try:
            address = f"http://127.0.0.1:{port}"
            _await(address, process, log)
            yield address
        finally:
            process.terminate()
            process.wait(timeout=30)


def _await(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"the server did not start:\n{log.read_text()}", pytrace=False)


class View:
    """One tab of its own, that keeps every error its page reports.

    Attributes:
        page: The tab.
        errors: What the page and the console said that they should not have.
    """

    def __init__(self, browser: Browser, address: str, *, width: int = WIDE) -> None:
        self._context = browser.new_context(
            viewport={"width": width, "height": 1000}, color_scheme="light", accept_downloads=True,
            permissions=["clipboard-read", "clipboard-write"],
        )  # fmt: skip
        self._context.set_default_timeout(PATIENCE)
        self._address = address
        self.page: Page = self._context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._heard)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not ("404" in message.text and _PROBE.search(message.location["url"])):
            self.errors.append(f"{message.text} ({message.location['url']})")

    def theme(self, name: str) -> View:
        """Have the system's theme be light or dark, which an open page follows at once."""
        self.page.emulate_media(color_scheme=name)
        shown = self.page.get_by_test_id("stApp")
        if shown.count():
            expect(shown).to_have_css("background-color", GROUNDS[name])
        return self

    def open(self, path: str) -> View:
        """Go to an address, in full or from the server's root, and wait until the page is drawn."""
        self.page.goto(path if path.startswith("http") else f"{self._address}/{path}")
        return self.drawn()

    def drawn(self) -> View:
        """Wait until the script has run to its end, and say what it failed with if it did."""
        self.page.wait_for_function(_IS_DRAWN)
        failures = self.page.get_by_test_id("stException").all_inner_texts()
        assert not failures, failures
        return self

    @property
    def main(self) -> Locator:
        return self.page.get_by_test_id("stMain")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.main.get_by_role("button", name=name)

    def picture(self, name: str) -> None:
        """Keep a picture of the whole page, not only of what a window shows."""
        PICTURES.mkdir(exist_ok=True)
        size = self.page.viewport_size
        height = self.page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
        self.page.set_viewport_size({"width": size["width"], "height": min(max(height, 1000), 6000)})
        self.page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")
        self.page.set_viewport_size(size)

    def overflow(self) -> int:
        """Return by how many pixels the page is wider than its window."""
        return int(
            self.page.evaluate(
                "Math.max(...[document.documentElement, document.querySelector('[data-testid=stMain]')]"
                ".map(e => e.scrollWidth - e.clientWidth))"
            )
        )

    def close(self) -> None:
        self._context.close()
