"""Progress of long stages: bars on a terminal, a few plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

SECONDS_BETWEEN_LINES = 15.0


class ConsoleProgress:
    """Shows each stage with its rate and the time left."""

    def __init__(self, console: Console) -> None:
        """Show on ``console``."""
        self._console = console

    @contextmanager
    def stage(self, name: str, total: int) -> Iterator[Callable[[int], None]]:
        """Open a stage; the function it gives is called with the number of steps just made."""
        if self._console.is_terminal:
            with _bar(self._console) as bar:
                task = bar.add_task(name, total=total)
                yield lambda n: bar.advance(task, n)
        else:
            lines = _Lines(self._console, name, total)
            yield lines.advance
            lines.close()


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:.1f}/s" if speed else "")


def _bar(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
    )


class _Lines:
    """One line now and then, for logs."""

    def __init__(self, console: Console, name: str, total: int) -> None:
        self._console, self._name, self._total = console, name, total
        self._n_done = 0
        self._start = self._shown = time.monotonic()

    def advance(self, n: int) -> None:
        self._n_done += n
        now = time.monotonic()
        if now - self._shown >= SECONDS_BETWEEN_LINES:
            self._shown = now
            rate = self._n_done / (now - self._start)
            left = (self._total - self._n_done) / rate if rate else 0.0
            self._say(f"{self._n_done}/{self._total}, {rate:.1f}/s, {left:.0f} s left")

    def close(self) -> None:
        seconds = time.monotonic() - self._start
        self._say(f"{self._n_done}/{self._total} in {seconds:.1f} s ({self._n_done / max(seconds, 1e-9):.1f}/s)")

    def _say(self, text: str) -> None:
        self._console.print(f"{self._name}: {text}", markup=False, highlight=False, soft_wrap=True)
