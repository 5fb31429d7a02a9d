"""The report: findings, charts, tables, definitions, limits and manifests in one file that needs no network."""

from budgetrag.report.document import report_html
from budgetrag.report.write import Report, make_report, write_report

__all__ = ["Report", "make_report", "report_html", "write_report"]
