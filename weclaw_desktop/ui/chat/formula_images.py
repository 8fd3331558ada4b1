"""Pictures of formulas in the theme's colour, drawn in a background thread when they first come in sight.

``Formulas`` puts them into documents.

The size of a formula is known at once (``measure``), so that a picture that comes later moves nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QByteArray, QObject, QRectF, QRunnable, QThreadPool, Signal
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from typing_extensions import override

from weclaw_desktop.ui.chat.typeset import typeset
from weclaw_desktop.ui.theme import current, tokens

SCALE = 1.12
"""Size of a formula's letters over that of the text: its typeface has lower small letters."""
KEPT_BYTES = 24_000_000
"""Pixels that are kept, in bytes; a formula out of sight is drawn again when it is needed."""
AT_ONCE = 500
"""Characters of a formula whose size is asked in the window's thread."""
KEPT_SIZES = 1_000
LARGEST = 8_000
"""Most pixels of one side."""


@dataclass(frozen=True, slots=True)
class Place:
    """Room for one formula, in pixels.

    ``height`` is what a line of text gives it. A picture stands on the base line of its line, or is centred on the
    middle of the small letters (``centred``): Qt knows nothing else. So what hangs a little below the base line is
    painted below the room, and what hangs further is given room above, too, so that the centre is where it should be.
    """

    width: int
    height: int
    top: float
    """From the room's upper edge to that of the drawing."""
    em: float
    """One em of the drawing."""
    centred: bool


@dataclass(frozen=True, slots=True)
class Ask:
    """What a picture depends on. ``letters`` are families for characters that the typeface of formulas lacks."""

    tex: str
    display: bool
    place: Place
    colour: str
    ratio: float
    letters: str


def measure(tex: str, display: bool, widest: int) -> Place | None:
    """Room for a formula at the zoom in force, at most ``widest`` pixels wide; None when it cannot be drawn."""
    made = typeset(tex, display)
    if made is None:
        return None
    em = current().px(tokens.BODY) * SCALE
    if widest and made.width * em > widest:
        em = max(4.0, (widest - 2) / made.width)
    width, ascent, descent = ceil(made.width * em) + 2, ceil(made.ascent * em) + 1, ceil(made.descent * em) + 1
    if width > LARGEST or ascent + descent > LARGEST:
        return None
    if display:
        return Place(width, ascent + descent, 1.0, em, centred=True)
    font = QFontMetricsF(current().font())
    if made.descent * em <= font.descent() + overhang():
        return Place(width, ascent, ascent - made.ascent * em, em, centred=False)
    half = font.xHeight() / 2
    # Of a centred picture, (height + half) / 2 is above the base line.
    height = ceil(max(2 * ascent - half, 2 * descent + half))
    return Place(width, height, (height + half) / 2 - made.ascent * em, em, centred=True)


def overhang() -> int:
    """Pixels that a formula may hang below the letters of its line."""
    return current().px(2)


class _Drawn(QObject):
    ready = Signal(object, object)
    set_up = Signal(str, bool)


class _Job(QRunnable):
    def __init__(self, ask: Ask, drawn: _Drawn) -> None:
        super().__init__()
        self._ask, self._drawn = ask, drawn

    @override
    def run(self) -> None:
        image = draw(self._ask)
        try:
            self._drawn.ready.emit(self._ask, image)
        except RuntimeError:
            return  # the window closed meanwhile


class _Setting(QRunnable):
    """Sets a long formula, so that its size is known afterwards."""

    def __init__(self, tex: str, display: bool, drawn: _Drawn) -> None:
        super().__init__()
        self._tex, self._display, self._drawn = tex, display, drawn

    @override
    def run(self) -> None:
        typeset(self._tex, self._display)
        try:
            self._drawn.set_up.emit(self._tex, self._display)
        except RuntimeError:
            return  # the window closed meanwhile


def draw(ask: Ask) -> QImage:
    """The picture itself; may run in any thread."""
    place, made = ask.place, typeset(ask.tex, ask.display)
    tall = (made.ascent + made.descent) * place.em if made is not None else 1.0
    size = ceil(place.width * ask.ratio), ceil((tall + 2) * ask.ratio)
    image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    image.setDevicePixelRatio(ask.ratio)
    if made is None:
        return image
    svg = made.svg.replace("<text ", f'<text font-family="{ask.letters}" ').replace("currentColor", ask.colour)
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer.render(painter, QRectF(1, 1 + place.top % 1, made.width * place.em, tall))
    return image


class FormulaImages(QObject):
    """Keeps pictures. ``drawn`` says that one of those asked for is ready."""

    drawn = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.pool = QThreadPool()
        self.pool.setMaxThreadCount(1)
        self.pool.setExpiryTimeout(1_000)
        self._kept: OrderedDict[Ask, QPixmap] = OrderedDict()
        self._sized: set[tuple[str, bool]] = set()
        self._bytes = 0
        self._asked: set[Ask] = set()
        self._setting: set[tuple[str, bool]] = set()
        self._drawn = _Drawn(self)
        self._drawn.ready.connect(self._on_ready)
        self._drawn.set_up.connect(self._on_set_up)

    def sized(self, tex: str, display: bool) -> bool:
        """Whether ``measure`` is quick; a long formula is set in the background first, which begins now."""
        key = (tex, display)
        if len(tex) <= AT_ONCE or key in self._sized:
            return True
        if key not in self._setting:
            self._setting.add(key)
            self.pool.start(_Setting(tex, display, self._drawn))
        return False

    def image(self, ask: Ask) -> QPixmap | None:
        """The picture; None when it has to be drawn first, which begins now."""
        found = self._kept.get(ask)
        if found is not None:
            self._kept.move_to_end(ask)
        elif ask not in self._asked:
            self._asked.add(ask)
            self.pool.start(_Job(ask, self._drawn))
        return found

    def _on_set_up(self, tex: str, display: bool) -> None:
        self._setting.discard((tex, display))
        if len(self._sized) > KEPT_SIZES:
            self._sized.clear()
        self._sized.add((tex, display))
        self.drawn.emit()

    def _on_ready(self, ask: Ask, image: QImage) -> None:
        self._asked.discard(ask)
        self._kept[ask] = QPixmap.fromImage(image)
        self._bytes += _bytes(self._kept[ask])
        while self._bytes > KEPT_BYTES and len(self._kept) > 1:
            self._bytes -= _bytes(self._kept.popitem(last=False)[1])
        self.drawn.emit()


def _bytes(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4


_made: list[FormulaImages] = []


def images() -> FormulaImages:
    """The one keeper of pictures."""
    if not _made:
        _made.append(FormulaImages())
    return _made[0]
