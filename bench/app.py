"""The inspector on a run of a million outcomes, without a browser: opening, and what one does on page Question.

Usage: python -m bench app [--run FOLDER] [--repeats N]
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

from bench.million import POLICIES, write_million
from bench.stats import ROOT, Result, apart

OPEN_SECONDS, INTERACTION_MS, MEMORY_MB = 2.0, 250, 1000


@dataclass(frozen=True, slots=True)
class Timed:
    """How long one run of a page's script took.

    Attributes:
        wall: Seconds.
        cpu: Processor seconds of all threads.
    """

    wall: float
    cpu: float


def timed(page: Any, job: Callable[[], object]) -> Timed:
    """Time ``job`` and fail where it shows an exception or an error."""
    wall, cpu = time.perf_counter(), time.process_time()
    job()
    found = Timed(time.perf_counter() - wall, time.process_time() - cpu)
    wrong = [each.message for each in page.exception] + [each.value for each in page.error]
    if wrong:
        raise RuntimeError(wrong[0])
    return found


def started(page_name: str) -> Any:
    """Return the app in a server that has imported everything and opened no run, about to go to a page."""
    from streamlit.testing.v1 import AppTest

    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    page.context["url"] = "http://localhost/your_data"
    page.switch_page("pages/your_data.py").run()
    page.context["url"] = f"http://localhost/{page_name}"
    return page.switch_page(f"pages/{page_name}.py")


def opening(page_name: str) -> Result:
    """Time the first run of a page's script over the run, and the next one."""
    page = started(page_name)
    first, again = timed(page, page.run), timed(page, page.run)
    return {"wall": first.wall, "cpu": first.cpu, "again": again.wall}


def interactions(page: Any) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield without end what a user does on page Question, each with what does it."""

    def widget(kind: str, key: str) -> Any:
        return next(each for each in page.get(kind) if str(each.key or "").startswith(key))

    budgets, policies = cycle((96, 128, 192, 224, 320, 64, 160)), cycle(reversed(POLICIES))
    readers, words = cycle(("seven", "fourteen", "thirty", "three")), cycle(("the", "in", "o", ""))
    shows = cycle((["dropped"], ["lost", "wrong"], ["survives"], ["right"], []))
    packers, live, cells = cycle(("mmr", "naive", "submodular", "focused")), cycle((77, 133, 210)), cycle(range(5))
    rows = cycle((7, 3, 40, 12, 0))

    def select_row(row: int) -> object:
        ids = page.session_state["question_ids"]
        page.session_state["question_id"] = ids[min(row, len(ids) - 1)]
        return page.run()

    def cell() -> object:
        found = [each for each in page.button if str(each.key).startswith("map_") and "_current" not in str(each.key)]
        return found[next(cells) * 3 % len(found)].click().run()

    def step() -> object:
        either = (page.button(key="question_next"), page.button(key="question_previous"))
        return next(each for each in either if not each.disabled).click().run()

    while True:
        yield "next or previous question", step
        yield "select a row", lambda: select_row(next(rows))
        yield "filter", lambda: page.button_group(key="question_show").set_value(next(shows)).run()
        yield "search", lambda: page.text_input(key="question_search").set_value(next(words)).run()
        yield "budget", lambda: page.button_group(key="frame_budget").set_value([next(budgets)]).run()
        yield "packer", lambda: page.selectbox(key="frame_policy").set_value(next(policies)).run()
        yield "reader", lambda: page.selectbox(key="frame_reader").set_value(next(readers)).run()
        yield "cell of the survival map", cell
        yield "live: packer", lambda: widget("selectbox", "live_packer_").set_value(next(packers)).run()
        yield "live: budget", lambda: widget("slider", "live_budget_").set_value(next(live)).run()


def walk(repeats: int) -> dict[str, list[Timed]]:
    """Do everything ``repeats`` times and return what each took."""
    page = started("question")
    page.run()
    found: dict[str, list[Timed]] = {}
    for name, job in interactions(page):
        if len(found.get(name, ())) == repeats:
            return found
        found.setdefault(name, []).append(timed(page, job))
    return found


def interacting(repeats: int) -> Result:
    """Return per interaction its median in ms, of the clock and of the processor, and its slowest."""
    found: Result = {}
    for name, times in walk(repeats).items():
        found[f"{name}|wall"] = 1e3 * statistics.median(each.wall for each in times)
        found[f"{name}|cpu"] = 1e3 * statistics.median(each.cpu for each in times)
        found[f"{name}|slowest"] = 1e3 * max(each.wall for each in times)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", type=Path, help="a run that bench.million wrote; made anew without it")
    parser.add_argument("--repeats", type=int, default=9)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = options.run or Path(folder) / "runs" / "million"
        if options.run is None:
            write_million(path)
        os.environ["BUDGETRAG_RUNS"] = str(path.parent)
        report(options.repeats)


def report(repeats: int) -> None:
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; times by the clock, in brackets by the processor")
    for name in ("overview", "question", "compare"):
        found = apart(partial(opening, name))
        times = f"{found['wall']:6.2f} s ({found['cpu']:.2f} s), again {1e3 * found['again']:.0f} ms"
        aim = f"aim: under {OPEN_SECONDS:.0f} s, {MEMORY_MB} MB"
        print(f"  open on page {name:<9}{times}, peak {found['peak_mb']:.0f} MB  ({aim})")
    found = apart(partial(interacting, repeats))
    print(f"page Question, median of {repeats}  (aim: under {INTERACTION_MS} ms)")
    for name in dict.fromkeys(key.partition("|")[0] for key in found if "|" in key):
        wall, cpu, slowest = (found[f"{name}|{part}"] for part in ("wall", "cpu", "slowest"))
        print(f"  {name:<26}{wall:6.0f} ms ({cpu:.0f} ms), slowest {slowest:.0f} ms")
    print(f"  peak {found['peak_mb']:.0f} MB")


if __name__ == "__main__":
    main()
