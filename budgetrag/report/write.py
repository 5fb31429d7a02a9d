"""Writing the report and what lies beside it: tables as XLSX, figures as SVG and, with a browser, as PNG."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pandas as pd

from budgetrag.files import write_atomically
from budgetrag.report.document import report_html
from budgetrag.report.svg import draw, standalone
from budgetrag.scope.diagnostic import diagnostic
from budgetrag.scope.evidence import Evidence, pool
from budgetrag.scope.findings import Finding, View
from budgetrag.scope.readers import ladder
from budgetrag.scope.scope_map import ScopeMap, scope_map, slides
from budgetrag.store import Run
from budgetrag.store.export import safe_cell
from budgetrag.store.reads import readers_of

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
PREFERRED = ("chunk_submodular", "chunk_focused", "chunk_naive")
_SIZE = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """A report, worked out.

    Attributes:
        evidence: The runs.
        scope: The scope map.
        diagnostic: The diagnostic's findings.
    """

    evidence: Evidence
    scope: ScopeMap
    diagnostic: tuple[Finding, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, conditions first."""
        return (slides(self.scope)[1], *self.scope.findings, *self.diagnostic)

    @property
    def html(self) -> str:
        """The document."""
        return report_html(self.scope, self.diagnostic, self.evidence.manifests)


def make_report(runs: Sequence[Run], *, kinds: str = "span", budget_tokens: int | None = None) -> Report:
    """Work out the report of runs that can be pooled.

    Args:
        runs: The runs.
        kinds: "span" or "all".
        budget_tokens: The budget; None takes 160, or the middle one.

    Raises:
        ValueError: If the runs cannot be pooled, have one policy only, or lack the budget.
    """
    evidence = pool(runs)
    return report_of(evidence, default_view(evidence, kinds=kinds, budget_tokens=budget_tokens))


def report_of(evidence: Evidence, view: View) -> Report:
    """Work out the report of a view."""
    scope = scope_map(evidence, view)
    read = diagnostic(evidence, view) if view.reader is not None else ()
    return Report(evidence, scope, read)


def default_view(evidence: Evidence, *, kinds: str, budget_tokens: int | None) -> View:
    """Return what is looked at unless something else is asked for.

    The first data set, the largest reader that has read it at the budget, submodular against focused and naive where
    there are such.

    Raises:
        ValueError: If there is one policy only, or no such budget.
    """
    policies = [
        *(p for p in PREFERRED if p in evidence.policies),
        *(p for p in evidence.policies if p not in PREFERRED),
    ]
    if len(policies) < 2:
        raise ValueError(f"runs must hold two policies to compare, got {policies}")
    budgets = evidence.budgets
    budget = budget_tokens if budget_tokens is not None else 160 if 160 in budgets else budgets[len(budgets) // 2]
    if budget not in budgets:
        raise ValueError(f"budget must be one of {list(budgets)}, got {budget}")
    read = {name for manifest in evidence.manifests for name in readers_of(manifest, evidence.datasets[0], budget)}
    full = [rung for rung in ladder(evidence.manifests, read) if not rung.is_control]
    reader = full[-1].reader if full else None
    metric = "token_f1" if reader is not None else "answer_in_context"
    return View(policies[0], tuple(policies[1:3]), metric, evidence.datasets[0], budget, reader, kinds)


def write_report(report: Report, path: Path) -> tuple[Path, ...]:
    """Write the document, its tables and its figures; return what was written.

    Args:
        report: The report.
        path: The HTML file; tables and figures take its name.

    Raises:
        OSError: If something cannot be written.
    """
    write_atomically(path, report.html.encode("utf-8"))
    tables = path.with_suffix(".xlsx")
    write_atomically(tables, workbook(report.findings))
    figures = _figures(report, path.with_suffix(""))
    return (path, tables, *figures)


def workbook(findings: Sequence[Finding]) -> bytes:
    """Return all tables as one XLSX file, a sheet each, the sentences first; text that starts a formula is quoted."""
    index = pd.DataFrame([{"sheet": f.name, "finding": f.sentence, "rests on": f.caption} for f in findings])
    memory = BytesIO()
    with pd.ExcelWriter(memory, engine="openpyxl") as writer:
        for name, table in [("findings", index), *((f.name, f.table) for f in findings if not f.table.empty)]:
            text = table.select_dtypes(exclude="number").columns
            table.assign(**{column: [_written(cell) for cell in table[column]] for column in text}).to_excel(
                writer, sheet_name=name[:31], index=False
            )
    return memory.getvalue()


def _written(cell: object) -> str:
    is_blank = cell is None or (isinstance(cell, float) and cell != cell)  # noqa: PLR0124
    return "" if is_blank else safe_cell(str(cell))


def _figures(report: Report, folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    written = []
    for finding in report.findings:
        if finding.figure is None:
            continue
        svg = folder / f"{finding.name}.svg"
        write_atomically(svg, standalone(draw(finding.figure, finding.sentence)).encode("utf-8"))
        written.append(svg)
        if browser is not None and _png(browser, svg):
            written.append(svg.with_suffix(".png"))
    return written


def _png(browser: str, svg: Path) -> bool:
    """Draw one figure with a browser, at twice its size; return whether that worked."""
    size = _SIZE.search(svg.read_text(encoding="utf-8"))
    width, height = (size[1], size[2]) if size else ("560", "300")
    with tempfile.TemporaryDirectory() as profile:
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync",
            "--disable-component-update", "--hide-scrollbars", "--force-device-scale-factor=2",
            f"--user-data-dir={profile}", f"--window-size={width},{height}",
            f"--screenshot={svg.with_suffix('.png')}", svg.resolve().as_uri(),
        ]  # fmt: skip
        try:
            done = subprocess.run(command, capture_output=True, timeout=60, check=False)
        except subprocess.TimeoutExpired:
            return False
    return done.returncode == 0 and svg.with_suffix(".png").is_file()
