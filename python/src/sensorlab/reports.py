"""Answers that show themselves in a notebook."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas


class Report(dict[str, Any]):
    """The report of `analyze`: a dictionary with the keys of ``sensorlab.report/1`` that shows itself in a notebook."""

    def __repr__(self) -> str:
        return f"Report({self._headline()})"

    def to_dataframe(self) -> pandas.DataFrame:
        """The filters, one row each: degrees, and shares of 1."""
        import pandas

        return pandas.DataFrame([_filter_row(each) for each in self.get("filters", [])]).set_index("filter")

    def _headline(self) -> str:
        verdict = self.get("verdict") or {}
        grade = str(verdict.get("grade", "unknown")).replace("-", " ")
        if verdict.get("conditions"):
            grade += " " + ", ".join(verdict["conditions"])
        recommended = (self.get("recommendation") or {}).get("filter")
        return grade + (f", filter {recommended}" if recommended else "")

    def _repr_html_(self) -> str:
        rows = [_filter_row(each) for each in self.get("filters", [])]
        best = (self.get("recommendation") or {}).get("filter")
        parts = [f"<p><b>{html.escape(self._headline())}</b>: {html.escape(str((self.get('verdict') or {}).get('reason') or ''))}</p>"]
        if rows:
            names = list(rows[0])
            parts.append(_table(names, ([row[name] for name in names] for row in rows), bold=best))
        parts.extend(
            f"<p>{html.escape(w['code'])}: {html.escape(w['message'])}; {html.escape(w.get('advice') or '')}</p>"
            for w in self.get("warnings", []))
        return "\n".join(parts)


class Comparison(dict[str, Any]):
    """The answer of `compare`: a dictionary with the keys of ``sensorlab.comparison/1``."""

    def __repr__(self) -> str:
        return f"Comparison({len(self.get('recordings', []))} recordings: {', '.join(self.get('filters', []))})"

    def __str__(self) -> str:
        """The errors of every filter on every recording as a table: degrees, and shares of 1."""
        rows = [_COLUMNS, *self._rows()]
        texts = [[_cell(value) for value in row] for row in rows]
        widths = [max(map(len, column)) for column in zip(*texts)]
        # The names of recording and filter to the left, numbers to the right.
        return "\n".join(
            "  ".join(text.ljust(width) if k < 2 else text.rjust(width) for k, (text, width) in enumerate(zip(row, widths)))
            for row in texts)

    def to_dataframe(self) -> pandas.DataFrame:
        """The errors of every filter on every recording: degrees, and shares of 1."""
        import pandas

        return pandas.DataFrame(self._rows(), columns=_COLUMNS).set_index(["recording", "filter"])

    def _repr_html_(self) -> str:
        return _table(_COLUMNS, self._rows())

    def _rows(self) -> list[list[Any]]:
        return [
            [recording["name"], *_filter_row(each).values()]
            for recording in self.get("recordings", []) for each in recording.get("filters", [])]


# A column of the tables and where its number is in a filter's section.
_MEASURED = {
    "total": "totalRMSEDegrees", "heading": "headingRMSEDegrees", "offset": "headingOffsetDegrees",
    "residual": "headingRMSEAfterOffsetDegrees", "inclination": "inclinationRMSEDegrees", "p95": "p95Degrees",
    "coverage95": "coverage95",
}
# Of the tables of a comparison.
_COLUMNS = ["recording", "filter", "mean heading", *_MEASURED]


def _filter_row(section: dict[str, Any]) -> dict[str, Any]:
    accuracy = section.get("accuracy") or {}
    heading = section.get("heading") or {}
    row: dict[str, Any] = {"filter": section.get("name")}
    row["mean heading"] = heading.get("circularMeanDegrees")
    row.update({column: accuracy.get(key) for column, key in _MEASURED.items()})
    return row


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)


def _table(names: Sequence[str], rows: Iterable[Sequence[Any]], bold: str | None = None) -> str:
    def cell(value: Any) -> str:
        text = html.escape(_cell(value))
        return f"<td>{f'<b>{text}</b>' if value == bold and bold else text}</td>"

    head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
    body = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
