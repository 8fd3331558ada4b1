"""Draws shares against tokens as SVG, or as PNG through Qt; lines differ by dash and mark, not by colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

WIDTH, HEIGHT = 880, 520
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 200, 52, 64
_STYLES = (
    ("#1f5fbf", "", "circle"),
    ("#a34a00", "10 4", "square"),
    ("#5b2d8e", "3 3", "triangle"),
    ("#1d6b3a", "12 4 2 4", "diamond"),
    ("#8a1c3b", "6 2", "cross"),
    ("#444444", "1 4", "ring"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One curve: its label and its points as (tokens, percent)."""

    label: str
    points: tuple[tuple[float, float], ...]


def svg(title: str, lines: Sequence[Line]) -> str:
    """The whole picture; x runs from 0 to the most tokens, y from 0 to 100 percent."""
    most = max((x for line in lines for x, _ in line.points), default=1_000)
    step = next(size for size in (2_000, 5_000, 10_000, 20_000, 50_000, 10**9) if most / size <= 8)
    right = (most // step + 1) * step
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    font = 'font-family="DejaVu Sans, Noto Sans, sans-serif" font-size="13"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="30" font-size="16" fill="#222222">{escape(title)}</text>',
        *_axes(right, step),
    ]
    for number, line in enumerate(lines):
        parts += _curve(line, number, right)
    return "\n".join((*parts, "</svg>"))


def _place(x: float, y: float, right: float) -> tuple[float, float]:
    wide, high = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM
    return _LEFT + wide * x / right, _TOP + high * (1 - y / 100)


def _axes(right: float, step: float) -> list[str]:
    parts: list[str] = []
    for percent in range(0, 101, 20):
        x, y = _place(0, percent, right)
        end, _ = _place(right, percent, right)
        parts.append(f'<path d="M{x:.1f} {y:.1f}H{end:.1f}" stroke="#dddddd"/>')
        parts.append(f'<text x="{x - 8:.1f}" y="{y + 4:.1f}" text-anchor="end" fill="#333333">{percent} %</text>')
    ticks = int(right / step)
    for number in range(ticks + 1):
        x, y = _place(number * step, 0, right)
        label = f"{number * step / 1_000:g}K"
        parts.append(f'<path d="M{x:.1f} {y:.1f}v5" stroke="#333333"/>')
        parts.append(f'<text x="{x:.1f}" y="{y + 20:.1f}" text-anchor="middle" fill="#333333">{label}</text>')
    x, y = _place(right / 2, 0, right)
    parts.append(f'<text x="{x:.1f}" y="{y + 44:.1f}" text-anchor="middle" fill="#333333">tokens per call, mean</text>')
    return parts


def _curve(line: Line, number: int, right: float) -> list[str]:
    colour, dash, mark = _STYLES[number % len(_STYLES)]
    points = [_place(x, y, right) for x, y in sorted(line.points)]
    path = " ".join(f"{'L' if n else 'M'}{x:.1f} {y:.1f}" for n, (x, y) in enumerate(points))
    line_style = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash or "none"}"'
    at = WIDTH - _RIGHT + 24, _TOP + 14 + 26 * number
    legend = f'<path d="M{at[0]} {at[1]}h36" {line_style}/>{_mark(mark, at[0] + 18, at[1], colour)}'
    label = f'<text x="{at[0] + 46}" y="{at[1] + 4}" fill="#222222">{escape(line.label)}</text>'
    return [f'<path d="{path}" {line_style}/>', *(_mark(mark, x, y, colour) for x, y in points), legend, label]


def _mark(kind: str, x: float, y: float, colour: str) -> str:
    match kind:
        case "circle":
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
        case "ring":
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#ffffff" stroke="{colour}" stroke-width="2"/>'
        case "square":
            return f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" fill="{colour}"/>'
        case "triangle":
            return f'<path d="M{x:.1f} {y - 5:.1f}l5 9h-10z" fill="{colour}"/>'
        case "diamond":
            return f'<path d="M{x:.1f} {y - 6:.1f}l5 6l-5 6l-5 -6z" fill="{colour}"/>'
        case _:
            return f'<path d="M{x - 4:.1f} {y - 4:.1f}l8 8m0 -8l-8 8" stroke="{colour}" stroke-width="2"/>'


def save(path: Path, title: str, lines: Sequence[Line]) -> None:
    """Write the picture; a name that ends in .png is drawn by Qt, any other gets the SVG text."""
    drawn = svg(title, lines)
    if path.suffix.lower() != ".png":
        path.write_text(drawn, encoding="utf-8")
        return
    from PySide6.QtCore import QByteArray
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    app = QGuiApplication.instance() or QGuiApplication(["retention", "-platform", "offscreen"])
    image = QImage(WIDTH * 2, HEIGHT * 2, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(drawn.encode())).render(painter)
    painter.end()
    if not image.save(str(path)):
        raise OSError(f"{path} cannot be written")
    del app
