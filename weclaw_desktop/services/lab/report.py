"""The Lab's report: one HTML file that needs nothing beside it, with its figures as JSON inside.

Everything that came from a transcript, a file name or a model's name is escaped, also inside the script element, where
only ``<`` could end it. No address is named, so that opening a report tells nobody.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from weclaw_desktop.core.text import Language, render, text
from weclaw_desktop.services.lab.figures import Row, winner
from weclaw_desktop.services.lab.plots import Mark, Plot, Stroke, Words, facts_plot, tokens_plot
from weclaw_desktop.services.lab.table import COLUMNS, cell, head, label, told, verdict

WIDTH, HEIGHT = 560.0, 330.0
_STYLE = """
:root{color-scheme:light dark;--ground:#fff;--panel:#f5f7f9;--text:#171a20;--muted:#586174;--grid:#e1e5eb;--win:#e6eefd;
--adaptive:#2257ce;--pipeline:#2f9e94;--layered:#9a66d1;--truncate:#a86a10;--off:#6b7487;--other:#b8447f}
@media(prefers-color-scheme:dark){:root{--ground:#1b1f27;--panel:#14171c;--text:#e8eaee;--muted:#9fa8b8;--grid:#2c323c;
--win:#20304e;--adaptive:#6f9fff;--pipeline:#4fc0b4;--layered:#bb8cec;--truncate:#e2a546;--off:#9aa3b5;--other:#dd74ab}}
body{font:15px/1.5 system-ui,"Noto Sans CJK SC","Microsoft YaHei",sans-serif;background:var(--ground);color:var(--text);
margin:2rem auto;max-width:1180px;padding:0 1rem}
h1{font-size:1.3rem}h2{font-size:1rem;color:var(--muted)}p.muted,dd{color:var(--muted)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{padding:.5rem .6rem;border-bottom:1px solid var(--grid);text-align:right;white-space:nowrap}
th{color:var(--muted);font-weight:500}th:first-child,td:first-child{text-align:left}td:first-child{font-weight:600}
tr.win td{background:var(--win)}td.failed{text-align:left;white-space:normal;font-weight:400;color:var(--muted)}
.plots{display:flex;flex-wrap:wrap;gap:1.5rem;margin-top:1.5rem}
figure{margin:0;background:var(--panel);border-radius:10px;flex:1 1 440px}
figcaption{padding:.6rem .9rem 0;font-weight:600;color:var(--muted);font-size:.9rem}svg{width:100%;height:auto}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dd{margin:0}
"""


@dataclass(frozen=True, slots=True)
class Section:
    """One transcript of a report: its name, how many messages and tokens it has, and its rows."""

    name: str
    messages: int
    tokens: int
    rows: tuple[Row, ...]

    def to_json(self) -> dict[str, object]:
        """The section as ``lab --json`` and the report hold it."""
        transcript = {"name": self.name, "messages": self.messages, "tokens": self.tokens}
        return {**transcript, "rows": [row.to_json() for row in self.rows], "winner": winner(self.rows)}


def page(sections: Sequence[Section], language: Language = "en", version: str = "") -> str:
    """The whole file."""
    title = render(text("lab.title"), language)
    names = ", ".join(section.name for section in sections)
    rows = [row for section in sections for row in section.rows]
    listed = "".join(
        f"<dt>{escape(head(column, language, rows))}</dt><dd>{escape(told(column, rows, language))}</dd>"
        for column in COLUMNS
    )
    body = (
        f"<h1>{escape(title)} — {escape(names)}</h1>\n"
        f'<p class="muted">{escape(render(text("lab.report.about"), language))} '
        f"{escape(render(text('lab.choice'), language))}</p>\n"
        + "\n".join(_section(section, language) for section in sections)
        + f"\n<h2>{escape(render(text('lab.report.columns'), language))}</h2>\n<dl>{listed}</dl>\n"
    )
    script = f'<script type="application/json" id="lab">{_in_script(document(sections, version))}</script>'
    return (
        f'<!doctype html>\n<html lang="{"zh-CN" if language == "zh" else "en"}">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} — {escape(names)}</title>\n<style>{_STYLE}</style></head>\n"
        f"<body>\n{body}{script}\n</body>\n</html>\n"
    )


def document(sections: Sequence[Section], version: str = "") -> dict[str, object]:
    """The figures as ``lab --json`` prints them and a report holds them."""
    return {"version": version, "transcripts": [section.to_json() for section in sections]}


def _section(section: Section, language: Language) -> str:
    rows, best = section.rows, winner(section.rows)
    among = [row.variant for row in rows]
    heading = text("lab.heading", name=section.name, messages=section.messages, tokens=section.tokens)
    lines = (_row(row, label(row.variant, among, language), n == best, language) for n, row in enumerate(rows))
    plots = (tokens_plot(rows, WIDTH, HEIGHT, language), facts_plot(rows, WIDTH, HEIGHT, language))
    return (
        f"<h2>{escape(render(heading, language))}</h2>\n"
        f"<p><strong>{escape(verdict(rows, best, language))}</strong></p>\n"
        f'<div class="scroll"><table><thead><tr>{_heads(rows, language)}</tr></thead>\n<tbody>\n'
        + "\n".join(lines)
        + f'\n</tbody></table></div>\n<div class="plots">{"".join(map(_figure, plots))}</div>'
    )


def svg(plot: Plot) -> str:
    """A plot as an SVG element, in the colours of the page it stands in."""
    shapes = "".join(map(_shape, plot.shapes))
    return (
        f'<svg viewBox="0 0 {plot.width:g} {plot.height:g}" role="img" aria-label="{escape(plot.told)}">{shapes}</svg>'
    )


def _figure(plot: Plot) -> str:
    return f"<figure><figcaption>{escape(plot.title)}</figcaption>{svg(plot)}</figure>"


def _heads(rows: Sequence[Row], language: Language) -> str:
    return "".join(
        f'<th scope="col" title="{escape(told(column, rows, language))}">{escape(head(column, language, rows))}</th>'
        for column in ("strategy", *COLUMNS)
    )


def _row(row: Row, name: str, best: bool, language: Language) -> str:
    first = f"<td>{escape(name)}</td>"
    if row.failure:
        said = escape(render(text("lab.failed", reason=row.failure), language))
        return f'<tr>{first}<td class="failed" colspan="{len(COLUMNS)}">{said}</td></tr>'
    cells = "".join(f"<td>{escape(cell(row, column, language))}</td>" for column in COLUMNS)
    return f"<tr{' class=win' if best else ''}>{first}{cells}</tr>"


def _shape(shape: Stroke | Mark | Words) -> str:
    if isinstance(shape, Words):
        return (
            f'<text x="{shape.x:.1f}" y="{shape.y:.1f}" text-anchor="{shape.anchor}" font-size="{shape.size}" '
            f'fill="var(--{shape.role})">{escape(shape.said)}</text>'
        )
    if isinstance(shape, Stroke):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.points)
        dash = f' stroke-dasharray="{" ".join(map(str, shape.dash))}"' if shape.dash else ""
        look = f'fill="none" stroke="var(--{shape.role})" stroke-width="{shape.width:g}"{dash}'
        return f'<polyline points="{points}" {look}/>'
    return _mark(shape)


def outline(mark: Mark) -> list[tuple[float, float]]:
    """The corners of a mark that is not a circle or a cross."""
    x, y, r = mark.x, mark.y, mark.size
    if mark.shape == "square":
        return [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]
    if mark.shape == "diamond":
        return [(x, y - 1.3 * r), (x + 1.3 * r, y), (x, y + 1.3 * r), (x - 1.3 * r, y)]
    return [(x, y - 1.2 * r), (x + 1.2 * r, y + r), (x - 1.2 * r, y + r)]


def _mark(mark: Mark) -> str:
    colour = f"var(--{mark.role})"
    fill = "var(--panel)" if mark.hollow else colour
    look = f'fill="{fill}" stroke="{colour}" stroke-width="1.8"'
    if mark.shape == "circle":
        return f'<circle cx="{mark.x:.1f}" cy="{mark.y:.1f}" r="{mark.size:g}" {look}/>'
    if mark.shape == "cross":
        x, y, r = mark.x, mark.y, mark.size
        width = 1.4 if mark.hollow else 3
        path = f"M{x - r:.1f} {y - r:.1f}L{x + r:.1f} {y + r:.1f}M{x - r:.1f} {y + r:.1f}L{x + r:.1f} {y - r:.1f}"
        return f'<path d="{path}" stroke="{colour}" stroke-width="{width}" fill="none"/>'
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in outline(mark))
    return f'<polygon points="{points}" {look}/>'


def _in_script(data: object) -> str:
    """JSON that nothing in it can end or open an element from."""
    said = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        said = said.replace(character, f"\\u{ord(character):04x}")
    return said
