"""A formula's LaTeX as a drawing: SVG with its size. The only place that knows the library that sets it. No Qt in here.

Sizes are in em, so that one drawing serves every zoom. Nothing outside the drawing can be named in it: a drawing with
any element but the plain shapes below is refused, and so is a formula that could not be read in full; both are shown
as their source. Characters that the typeface of formulas lacks (Chinese, for one) are drawn in the window's own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import TypedDict, cast

LONGEST = 4_000
"""Characters of a formula that is drawn; longer ones stay source."""
BOX_EM = 0.932
"""Width of the box that stands for a character the typeface lacks."""
_MOST_STRANGE = 64
"""Different characters of other scripts in one formula."""
_KEPT = 2_000
_SHAPES = frozenset({"svg", "defs", "g", "path", "use", "rect", "line", "circle", "ellipse", "polygon", "polyline"})
_DROPPED = re.compile(
    r"<title.*?</title>|<metadata>.*?</metadata>|<style>.*?</style>|<text [^>]*aria-hidden=[^>]*>.*?</text>", re.DOTALL
)
_SIZE = re.compile(r'viewBox="([-\d. ]+)"')
_FIRST_TAG = re.compile(r"<svg[^>]*>")
_USE = re.compile(r'<use href="#([^"]+)"([^>]*?)/>')
_BOX = re.compile(r'<path id="([^"]+)" d="M886 -162 L886 678 L46 678 L46 -162 Z M818')
"""The outline of the box for missing characters."""
_LACKING = re.compile(r"the font has no '(.)'", re.DOTALL)
_OFFSET = re.compile(r'\b(x|y)="([-\d.]+)"')


@dataclass(frozen=True, slots=True)
class Drawing:
    """``svg`` in the colour "currentColor"; the rest in em. ``ascent`` is above the base line, ``descent`` below."""

    svg: str
    width: float
    ascent: float
    descent: float


class _Rule(TypedDict):
    rule: str
    description: str


class _Result(TypedDict):
    svg: str
    warnings: list[_Rule]


@lru_cache(maxsize=_KEPT)
def typeset(tex: str, display: bool) -> Drawing | None:
    """The drawing of ``tex``, None when it cannot be drawn. About 0.2 ms, or 1 ms for each 150 characters."""
    if not tex.strip() or len(tex) > LONGEST:
        return None
    made = _render(tex, display)
    if made is None:
        return None
    lacking = _lacking(made)
    if lacking is None:
        return None
    svg = _DROPPED.sub("", made["svg"])
    if lacking:
        replaced = _own_letters(tex, svg, lacking, display)
        if replaced is None:
            return None
        svg = replaced
    size = _SIZE.search(svg)
    if size is None or not _harmless(svg):
        return None
    _, top, width, height = (float(number) / 1_000 for number in size[1].split())
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size[1]}">'
    return Drawing(_FIRST_TAG.sub(head, svg, count=1), width, -top, height + top)


def _render(tex: str, display: bool) -> _Result | None:
    from mathra import render  # the first formula brings the library in

    try:
        return cast("_Result", render(tex, display=display))
    except (ValueError, UnicodeError):
        return None


def _lacking(made: _Result) -> Sequence[str] | None:
    """The different characters that are boxes; None when anything else went wrong."""
    found = [_LACKING.match(warning["description"]) for warning in made["warnings"]]
    return None if None in found else [match[1] for match in found if match is not None]


def _harmless(svg: str) -> bool:
    """Whether there are only shapes, and only references inside the drawing."""
    tags = set(re.findall(r"<([A-Za-z][\w:]*)", svg))
    outside = re.search(r'href="(?!#)|url\(|<!|<\?', svg)
    return tags <= _SHAPES | {"text"} and outside is None


def _own_letters(tex: str, svg: str, lacking: Sequence[str], display: bool) -> str | None:
    """``svg`` with letters of the window's typeface in place of boxes; None when it is not clear which go where.

    Boxes come in the order of drawing, which is not that of the source. So the formula is set again with some of the
    characters as "M": the boxes that vanish are theirs. Each character has a number; one run for each of its bits.
    """
    box = _BOX.search(svg)
    if box is None or len(lacking) > _MOST_STRANGE:
        return None
    boxes = [index for index, use in enumerate(_USE.finditer(svg)) if use[1] == box[1]]
    numbers = dict.fromkeys(boxes, 0)
    for bit in range(max(1, (len(lacking)).bit_length())):
        swapped = {ord(letter): "M" for number, letter in enumerate(lacking, 1) if number >> bit & 1}
        gone = _vanished(tex.translate(swapped), boxes, display)
        if gone is None:
            return None
        for index in gone:
            numbers[index] |= 1 << bit
    if not all(1 <= number <= len(lacking) for number in numbers.values()):
        return None
    count = iter(range(10**9))

    def letter(use: re.Match[str]) -> str:
        number = numbers.get(next(count))
        return use[0] if number is None else _text(lacking[number - 1], use[2])

    return _USE.sub(letter, svg)


def _vanished(tex: str, boxes: Sequence[int], display: bool) -> set[int] | None:
    """Which of ``boxes`` are none when ``tex`` is set."""
    made = _render(tex, display)
    if made is None:
        return None
    svg = _DROPPED.sub("", made["svg"])
    box = _BOX.search(svg)
    left = {index for index, use in enumerate(_USE.finditer(svg)) if box is not None and use[1] == box[1]}
    return set(boxes) - left if left <= set(boxes) else None


def _text(letter: str, attributes: str) -> str:
    """One letter where a box stood. The drawing is upside down, so the letter is turned."""
    at = dict(_OFFSET.findall(attributes))
    place = re.search(r'transform="([^"]*)"', attributes)
    moved = place[1] if place is not None else f"translate({at.get('x', 0)} {at.get('y', 0)})"
    colour = re.search(r'fill="([^"]*)"', attributes)
    fill = f' fill="{colour[1]}"' if colour is not None else ""
    return f'<text transform="{moved} scale(1 -1)" font-size="{BOX_EM * 1_000:.0f}"{fill}>{escape(letter)}</text>'
