"""The look in force: palette, zoom, fonts and icons; applies itself to the application and follows the system.

Views read ``current()`` when they paint. After a change Qt sends every widget a ``StyleChange`` event: widgets that
keep something derived from tokens (a tinted icon, a laid-out document) rebuild it there.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources.abc import Traversable
from typing import Literal

from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from weclaw_desktop.resource_files import resource
from weclaw_desktop.ui.theme import fonts, tokens
from weclaw_desktop.ui.theme.stylesheet import stylesheet
from weclaw_desktop.ui.theme.tokens import DARK, LIGHT, Palette

Mode = Literal["system", "light", "dark"]
Size = Literal["body", "small", "title"]
_SIZES: dict[Size, int] = {"body": tokens.BODY, "small": tokens.SMALL, "title": tokens.TITLE}
ZOOM_STEPS = (50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200)


class Theme(QObject):
    """Palette and zoom of the one application."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.mode: Mode = "system"
        self.zoom = 100
        self.reduced_motion = False
        self.palette = LIGHT
        self._applied: tuple[Palette, int] | None = None
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_system_changed)

    def apply(self, mode: Mode, zoom: int, *, reduced_motion: bool = False) -> None:
        """Show ``mode`` at ``zoom`` percent (50…200). Does nothing when both are in force already.

        With ``reduced_motion`` no caret blinks, and menus, lists and tooltips neither slide nor fade.
        """
        self.mode, self.zoom, self.reduced_motion = mode, max(50, min(200, zoom)), reduced_motion
        self.palette = self._choose()
        _still(reduced_motion)
        if self._applied == (self.palette, self.zoom):
            return
        self._applied = (self.palette, self.zoom)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            fonts.load_bundled()
            application.setStyle("Fusion")
            application.setPalette(_qt_palette(self.palette))
            application.setFont(self.font())
            application.setStyleSheet(stylesheet(self.palette, self.zoom))
        self.changed.emit()

    def px(self, length: float) -> int:
        """A token length at the zoom in force."""
        return max(1, round(length * self.zoom / 100))

    def font(self, size: Size = "body", *, bold: bool = False, mono: bool = False) -> QFont:
        """A font of one of the three sizes; ``bold`` is semi-bold."""
        pixels = self.px(_SIZES[size] - (1 if mono and size == "body" else 0))
        return fonts.font(pixels, mono=mono, weight=QFont.Weight.DemiBold if bold else QFont.Weight.Normal)

    def colour(self, role: str) -> QColor:
        """A palette colour by its name (``muted``) or a part's (``part:recent``)."""
        if role.startswith("part:"):
            return QColor(self.palette.parts[role.removeprefix("part:")])
        return QColor(getattr(self.palette, role))

    def icon(self, name: str, role: str = "muted") -> QIcon:
        """An own SVG icon in a palette colour; disabled it is paler."""
        return _icon(name, self.colour(role).name(), self.colour("muted").name(), self.px(tokens.ICON))

    def icon_size(self) -> QSize:
        """The size icons are made for at the zoom in force."""
        return QSize(self.px(tokens.ICON), self.px(tokens.ICON))

    def _choose(self) -> Palette:
        if self.mode == "system":
            dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
            return DARK if dark else LIGHT
        return DARK if self.mode == "dark" else LIGHT

    def _on_system_changed(self) -> None:
        if self.mode == "system":
            self.apply("system", self.zoom, reduced_motion=self.reduced_motion)


EFFECTS = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
)
"""What the toolkit itself moves and fades."""


@cache
def _usual_motion() -> tuple[int, tuple[bool, ...]]:
    """How long the caret stays on and off in milliseconds, and the effects, as the system has them."""
    return QApplication.cursorFlashTime(), tuple(QApplication.isEffectEnabled(effect) for effect in EFFECTS)


def _still(still: bool) -> None:
    """Stop everything the toolkit moves by itself, or give it back as the system has it."""
    if QApplication.instance() is None:
        return
    flash, effects = _usual_motion()
    QApplication.setCursorFlashTime(0 if still else flash)
    for effect, usual in zip(EFFECTS, effects, strict=True):
        QApplication.setEffectEnabled(effect, usual and not still)


_themes: list[Theme] = []


def current() -> Theme:
    """The application's theme, made on first use. Needs a QApplication."""
    if not _themes:
        _themes.append(Theme())
    return _themes[0]


@lru_cache(maxsize=512)
def _icon(name: str, colour: str, pale: str, edge: int) -> QIcon:
    """One icon for all that show it: views ask anew at every change of style."""
    icon = QIcon()
    icon.addPixmap(_tinted(name, colour, edge, 1.0), QIcon.Mode.Normal)
    icon.addPixmap(_tinted(name, pale, edge, 0.5), QIcon.Mode.Disabled)
    return icon


@cache
def _icons() -> Traversable:
    return resource("icons")


@lru_cache(maxsize=512)
def _tinted(name: str, colour: str, edge: int, opacity: float) -> QPixmap:
    """One icon as a pixmap of ``edge`` pixels, at the screen's pixel ratio."""
    source = _icons().joinpath(f"{name}.svg").read_bytes().replace(b"currentColor", colour.encode())
    ratio = max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)
    pixmap = QPixmap(round(edge * ratio), round(edge * ratio))
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setOpacity(opacity)
        QSvgRenderer(QByteArray(source)).render(painter, QRectF(0, 0, pixmap.width(), pixmap.height()))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def _qt_palette(palette: Palette) -> QPalette:
    """What Qt's own drawing (selections, placeholders, menus) uses."""
    made = QPalette()
    roles = {
        QPalette.ColorRole.Window: palette.surface,
        QPalette.ColorRole.WindowText: palette.text,
        QPalette.ColorRole.Base: palette.raised,
        QPalette.ColorRole.AlternateBase: palette.panel,
        QPalette.ColorRole.Text: palette.text,
        QPalette.ColorRole.PlaceholderText: palette.muted,
        QPalette.ColorRole.Button: palette.raised,
        QPalette.ColorRole.ButtonText: palette.text,
        QPalette.ColorRole.BrightText: palette.danger,
        QPalette.ColorRole.Highlight: palette.selection,
        QPalette.ColorRole.HighlightedText: palette.text,
        QPalette.ColorRole.Link: palette.link,
        QPalette.ColorRole.LinkVisited: palette.link,
        QPalette.ColorRole.ToolTipBase: palette.raised,
        QPalette.ColorRole.ToolTipText: palette.text,
        QPalette.ColorRole.Accent: palette.accent,
        QPalette.ColorRole.Light: palette.raised,
        QPalette.ColorRole.Midlight: palette.hover,
        QPalette.ColorRole.Mid: palette.border,
        QPalette.ColorRole.Dark: palette.strong_border,
        QPalette.ColorRole.Shadow: palette.strong_border,
    }
    for role, colour in roles.items():
        made.setColor(role, QColor(colour))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(palette.muted))
    return made
