"""The Lab's two plots as shapes: lines, marks and words at places, which a report writes as SVG and the window paints.

Series differ by colour, dashes and marks together, so that none of them is needed to tell them apart. Where there are
more of them than dashes and marks can tell apart, each has its number beside it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from weclaw_desktop.core.text import Language, compact, render, text
from weclaw_desktop.services.lab.figures import Row
from weclaw_desktop.services.lab.table import label, percent

MarkShape = Literal["circle", "square", "diamond", "triangle", "cross"]
Anchor = Literal["start", "middle", "end"]
MARKS: tuple[MarkShape, ...] = ("circle", "square", "diamond", "triangle", "cross")
DASHES: tuple[tuple[int, ...], ...] = ((), (8, 4), (2, 4), (10, 4, 2, 4), (14, 5))
"""Lengths of dashes and gaps in pixels; none is a solid line."""
ROLES = ("adaptive", "pipeline", "layered", "truncate", "off")
"""Colours of strategies; anything else is "other"."""
_POINTS = 160
FONT = 12
_TICK = 11
_LEFT, _RIGHT, _TOP = 56, 20, 26
_LEGEND = 20


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points, in pixels. ``role`` names its colour."""

    points: tuple[tuple[float, float], ...]
    role: str
    dash: tuple[int, ...] = ()
    width: float = 2.0


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark at a place; ``hollow`` shows its outline only."""

    x: float
    y: float
    shape: MarkShape
    role: str
    hollow: bool = False
    size: float = 5.0


@dataclass(frozen=True, slots=True)
class Words:
    """Words at a place; ``y`` is their base line."""

    x: float
    y: float
    said: str
    role: str = "muted"
    anchor: Anchor = "start"
    size: int = FONT


@dataclass(frozen=True, slots=True)
class Plot:
    """One plot of ``width`` × ``height`` pixels, and the same in words."""

    title: str
    width: float
    height: float
    shapes: tuple[Stroke | Mark | Words, ...]
    told: str


def role_of(strategy: str) -> str:
    """The colour of a strategy."""
    return strategy if strategy in ROLES else "other"


def dash_of(n: int) -> tuple[int, ...]:
    """The dashes of the ``n``-th series."""
    return DASHES[n % len(DASHES)]


def mark_of(n: int) -> MarkShape:
    """The mark of the ``n``-th series: with other dashes where a mark comes again, so that no two series share both."""
    return MARKS[(n + n // len(DASHES)) % len(MARKS)]


def tokens_plot(rows: Sequence[Row], width: float, height: float, language: Language) -> Plot:
    """Tokens of each call, with the threshold where all share one."""
    played = [(n, row) for n, row in enumerate(rows) if row.tokens]
    numbered = len(played) > len(DASHES) * len(MARKS)
    names = _names(rows, language, numbered=numbered)
    top = max((row.peak for _, row in played), default=1)
    calls = max((len(row.tokens) for _, row in played), default=1)
    frame = _Frame(width, height, _legend_height([names[n] for n, _ in played], width), max(1, calls - 1), top * 1.06)
    shapes = frame.axes(render(text("lab.plot.call"), language), render(text("lab.plot.tokens"), language))
    lines = {row.threshold for _, row in played if row.variant.strategy in ("adaptive", "truncate")}
    if len(lines) == 1 and max(lines) <= top * 1.06:
        y = frame.y(max(lines))
        shapes.append(Stroke(((frame.left, y), (frame.right, y)), "muted", (4, 4), 1.2))
        said = render(text("lab.plot.threshold", tokens=max(lines)), language)
        x, y = frame.right - 0.8 * text_width(said), frame.top - 12  # above the curves, with a sample of the line
        shapes.append(Stroke(((x - 30, y - 4), (x - 6, y - 4)), "muted", (4, 4), 1.2))
        shapes.append(Words(frame.right, y, said, anchor="end", size=_TICK))
    for n, row in played:
        points = tuple((frame.x(at), frame.y(tokens)) for at, tokens in _thinned(row.tokens))
        shapes.append(Stroke(points, role_of(row.variant.strategy), dash_of(n)))
        marked = points[(n * len(points) // (2 * len(rows))) % max(1, len(points)) :: max(1, len(points) // 5)]
        shapes.extend(Mark(x, y, mark_of(n), role_of(row.variant.strategy), size=3.5) for x, y in marked)
        shapes.extend(_number(n, *points[-1]) if numbered else ())
    shapes.extend(_legend(played, names, width, height - frame.below + 40))
    told = " ".join(_told(row, names[n], "calls", language) for n, row in played)
    return Plot(render(text("lab.plot.calls"), language), width, height, tuple(shapes), told)


def facts_plot(rows: Sequence[Row], width: float, height: float, language: Language) -> Plot:
    """Facts kept against the mean tokens of a call; hollow marks are the newest turns at equal tokens."""
    played = [(n, row) for n, row in enumerate(rows) if row.facts is not None and row.calls]
    numbered = len(played) > len(MARKS)
    names = _names(rows, language, numbered=numbered)
    most = max((row.mean for _, row in played), default=1.0)
    legend = _legend_height([names[n] for n, _ in played], width)
    frame = _Frame(width, height, legend + _LEGEND - 2, most * 1.12, 1.04)
    shapes = frame.axes(render(text("lab.plot.mean"), language), render(text("lab.plot.kept"), language), share=True)
    for n, row in played:
        role, x = role_of(row.variant.strategy), frame.x(row.mean)
        own, newest = frame.y(row.facts or 0.0), frame.y(row.newest or 0.0)
        shapes.append(Stroke(((x, own), (x, newest)), role, (2, 3), 1.0))
        shapes.append(Mark(x, newest, mark_of(n), role, hollow=True, size=6))
        shapes.append(Mark(x, own, mark_of(n), role, size=6))
        shapes.extend(_number(n, x, own) if numbered else ())
    below = height - frame.below + 40
    shapes.extend(_legend(played, names, width, below, lines=False))
    shapes.append(Words(frame.left, below + legend + 12, render(text("lab.plot.hollow"), language), size=_TICK))
    told = " ".join(_told(row, names[n], "facts", language) for n, row in played)
    return Plot(render(text("lab.plot.facts"), language), width, height, tuple(shapes), told)


def _names(rows: Sequence[Row], language: Language, *, numbered: bool = False) -> list[str]:
    among = [row.variant for row in rows]
    names = [label(variant, among, language) for variant in among]
    return [f"{n} {name}" for n, name in enumerate(names, start=1)] if numbered else names


def _number(n: int, x: float, y: float) -> list[Words]:
    """The number of the ``n``-th series beside a place of it."""
    return [Words(x + 8, y - 5, str(n + 1), "text", size=_TICK)]


def _told(row: Row, name: str, what: str, language: Language) -> str:
    facts, newest = percent(row.facts), percent(row.newest)
    given = {"calls": row.calls, "peak": row.peak} if what == "calls" else {"facts": facts, "newest": newest}
    return render(text(f"lab.plot.{what}_told", name=name, mean=round(row.mean), **given), language)


class _Frame:
    """Where the axes stand, and from values to pixels."""

    def __init__(self, width: float, height: float, legend: float, most_x: float, most_y: float) -> None:
        self.left, self.right, self.top = _LEFT, width - _RIGHT, _TOP
        self.below = legend + 52
        self.bottom = height - self.below
        self._most = most_x, most_y

    def x(self, value: float) -> float:
        return self.left + (self.right - self.left) * value / self._most[0]

    def y(self, value: float) -> float:
        return self.bottom - (self.bottom - self.top) * value / self._most[1]

    def axes(self, across: str, up: str, *, share: bool = False) -> list[Stroke | Mark | Words]:
        shapes: list[Stroke | Mark | Words] = []
        for value in [n / 5 for n in range(6)] if share else ticks(self._most[1]):
            y = self.y(value)
            shapes.append(Stroke(((self.left, y), (self.right, y)), "grid", (), 1.0))
            said = f"{round(100 * value)} %" if share else compact(round(value))
            shapes.append(Words(self.left - 8, y + 4, said, anchor="end", size=_TICK))
        for value in ticks(self._most[0]):
            x = self.x(value)
            shapes.append(Stroke(((x, self.bottom), (x, self.bottom + 4)), "muted", (), 1.0))
            shapes.append(Words(x, self.bottom + 17, compact(round(value)), anchor="middle", size=_TICK))
        corner = ((self.left, self.top - 6), (self.left, self.bottom), (self.right, self.bottom))
        shapes.append(Stroke(corner, "muted", (), 1.2))
        shapes.append(Words(self.left - 44, self.top - 12, f"{up} ↑", size=_TICK))
        shapes.append(Words(self.right, self.bottom + 32, f"{across} →", anchor="end", size=_TICK))
        return shapes


def ticks(most: float, count: int = 5) -> list[float]:
    """Round values from 0 to ``most``, about ``count`` of them."""
    raw = max(most, 1e-9) / count
    scale = 10 ** math.floor(math.log10(raw))
    step = next(scale * factor for factor in (1, 2, 5, 10) if scale * factor >= raw)
    step = max(1.0, step)
    return [step * n for n in range(int(most / step) + 1)]


def _thinned(values: Sequence[int]) -> list[tuple[int, int]]:
    """At most about ``_POINTS`` values with their places; of a stretch its lowest and highest stay."""
    size = max(1, math.ceil(2 * len(values) / _POINTS))
    kept: set[int] = {0, len(values) - 1} if values else set()
    for start in range(0, len(values), size):
        stretch = range(start, min(start + size, len(values)))
        kept |= {min(stretch, key=values.__getitem__), max(stretch, key=values.__getitem__)}
    return [(n, values[n]) for n in sorted(kept)]


def _placed(names: Sequence[str], width: float) -> list[tuple[float, int]]:
    """Where the entries of a legend begin, as (x, line)."""
    found: list[tuple[float, int]] = []
    x, line = float(_LEFT), 0
    for name in names:
        needed = 44 + text_width(name)
        if found and x + needed > width - 4:
            x, line = float(_LEFT), line + 1
        found.append((x, line))
        x += needed
    return found


def _legend_height(names: Sequence[str], width: float) -> float:
    placed = _placed(names, width)
    return _LEGEND * (placed[-1][1] + 1 if placed else 1)


def _legend(
    played: Sequence[tuple[int, Row]], names: Sequence[str], width: float, top: float, *, lines: bool = True
) -> list[Stroke | Mark | Words]:
    shapes: list[Stroke | Mark | Words] = []
    for (n, row), (x, line) in zip(played, _placed([names[n] for n, _ in played], width), strict=True):
        y, role = top + 8 + line * _LEGEND, role_of(row.variant.strategy)
        if lines:
            shapes.append(Stroke(((x, y), (x + 26, y)), role, dash_of(n)))
        shapes.append(Mark(x + 13, y, mark_of(n), role, size=4))
        shapes.append(Words(x + 31, y + 4, names[n], "text"))
    return shapes


def text_width(said: str) -> float:
    """About how wide words are, in pixels: Chinese characters are square."""
    return sum(FONT if ord(character) > 0x2E7F else 0.56 * FONT for character in said)
