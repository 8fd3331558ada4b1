"""Documents of rich text: their style, the formulas painted in them, and nothing that is loaded."""

from __future__ import annotations

from functools import cache
from math import floor

from PySide6.QtCore import QPoint, QRect, QRectF, QSizeF, QUrl
from PySide6.QtGui import QPainter, QPyTextObject, QTextDocument, QTextFormat, QTextFrame
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.ui.chat.formula_images import Ask, images
from weclaw_desktop.ui.chat.listing import INSET
from weclaw_desktop.ui.theme import current, tokens

LINE = 1.55
"""Line height over type size."""
LIST_INDENT = 26
"""How far lists stand to the right of what they are in, in pixels at 100 %."""


class SealedDocument(QTextDocument):
    """A document that refuses every resource: pictures, style sheets, files and addresses.

    ``formulas`` are those it holds, by address; ``missing`` says that one could not be painted yet.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.formulas: dict[str, Ask] = {}
        self.missing = False

    @override
    def loadResource(self, type: int, name: QUrl | str) -> object:
        """Nothing is ever loaded."""
        return ""


def place_tables(frame: QTextFrame) -> None:
    """Stand tables in lists (quotes, too, are tables) where the words of their item stand."""
    for child in frame.childFrames():
        made = child.frameFormat()
        left, right = int(made.leftMargin()) // INSET, int(made.rightMargin()) // INSET
        if left or right:
            made.setLeftMargin(left * current().px(LIST_INDENT))
            made.setRightMargin(right * current().px(LIST_INDENT))
            child.setFrameFormat(made)
        place_tables(child)


class FormulaPainter(QPyTextObject):
    """Paints formulas where documents have pictures. Any other picture takes no room and is not painted."""

    @override
    def intrinsicSize(self, doc: QTextDocument, posInDocument: int, format: QTextFormat) -> QSizeF:
        ask = _ask(doc, format)
        return QSizeF(0, 0) if ask is None else QSizeF(ask.place.width, ask.place.height)

    @override
    def drawObject(
        self, painter: QPainter, rect: QRectF | QRect, doc: QTextDocument, posInDocument: int, format: QTextFormat
    ) -> None:
        ask = _ask(doc, format)
        if ask is None or not isinstance(doc, SealedDocument):
            return
        found = images().image(ask)
        if found is None:
            doc.missing = True
        else:
            painter.drawPixmap(QPoint(round(rect.x()), round(rect.y()) + floor(ask.place.top) - 1), found)


def _ask(document: QTextDocument, form: QTextFormat) -> Ask | None:
    return document.formulas.get(form.toImageFormat().name()) if isinstance(document, SealedDocument) else None


@cache
def formula_painter() -> FormulaPainter:
    """The one for all documents."""
    return FormulaPainter()


def _style_parts() -> tuple[tuple[str, str], ...]:
    """CSS for rich text in the theme in force: what stands in the HTML of which it is, "" for any, and the rules."""
    theme, palette = current(), current().palette
    body, small = theme.px(tokens.BODY), theme.px(tokens.BODY - 1)
    line = theme.px(tokens.BODY * LINE)
    mono = ", ".join(f"'{name}'" for name in theme.font(mono=True).families())
    gap = theme.px(tokens.SPACE_S)
    return (
        (
            "",
            f"""
body, p, li, td, th {{ font-size: {body}px; line-height: {line}px; color: {palette.text}; }}
p {{ margin-top: 0; margin-bottom: {gap}px; }}
""",
        ),
        (
            "<li",
            f"""
li {{ margin-top: 0; margin-bottom: {theme.px(2)}px; }}
li ul, li ol {{ margin-top: 0; margin-bottom: 0; }}
ul, ol {{ margin-top: 0; margin-bottom: {gap}px; }}
""",
        ),
        ("<a ", f"a {{ color: {palette.link}; text-decoration: none; }}\n"),
        ("<code", f"code {{ font-family: {mono}; font-size: {small}px; background-color: {palette.hover}; }}\n"),
        (
            "<p class=",
            f"""
.foot {{ font-size: {small}px; color: {palette.muted}; }}
.alert {{ font-weight: 600; margin-bottom: {theme.px(2)}px; }}
.source {{ font-family: {mono}; font-size: {small}px; color: {palette.muted}; }}
.h1 {{ font-size: {theme.px(19)}px; font-weight: 600; line-height: {theme.px(28)}px; margin-top: {gap}px; }}
.h2 {{ font-size: {theme.px(tokens.TITLE)}px; font-weight: 600; line-height: {theme.px(26)}px; margin-top: {gap}px; }}
.h3 {{ font-size: {theme.px(15)}px; font-weight: 600; margin-top: {theme.px(4)}px; }}
.h4 {{ font-weight: 600; }}
.q {{ color: {palette.muted}; }}
""",
        ),
        ("alert", _alert_style()),
        (
            'class="mark"',
            f".mark {{ font-size: {theme.px(tokens.SMALL - 1)}px; background-color: {palette.hover}; }}\n",
        ),
        (
            "<table",
            f"""
pre {{ font-family: {mono}; font-size: {small}px; margin: 0; color: {palette.text}; white-space: pre-wrap; }}
.code td {{ background-color: {palette.code}; }}
.bar {{ background-color: {palette.strong_border}; }}
.quoted {{ padding-left: {theme.px(10)}px; }}
.turned {{ padding-left: 0; padding-right: {theme.px(10)}px; }}
table {{ margin-top: {gap}px; margin-bottom: {gap}px; }}
.rule td {{ background-color: {palette.border}; font-size: 1px; line-height: 1px; }}
.grid {{ border-collapse: collapse; border-style: solid; border-width: 1px; border-color: {palette.border}; }}
.grid td, .grid th {{ border-style: solid; border-width: 1px; border-color: {palette.border}; }}
th {{ font-weight: 600; background-color: {palette.panel}; }}
""",
        ),
    )


_ALERT_ROLES = {
    "note": "link",
    "tip": "success",
    "important": "tier_large",
    "warning": "warning",
    "caution": "danger",
}


def _alert_style() -> str:
    """Colours of GitHub's alerts: their bar and their word."""
    colours = {kind: current().colour(role).name() for kind, role in _ALERT_ROLES.items()}
    return "\n".join(
        f"p.{kind} {{ color: {colour}; }} td.{kind} {{ background-color: {colour}; }}"
        for kind, colour in colours.items()
    )


_parts: dict[tuple[object, int], tuple[tuple[str, str], ...]] = {}


def style_for(key: tuple[object, int], tone: str, html: str) -> str:
    """The style sheet for ``html`` in the theme in force, whose ``key`` is palette and zoom.

    It has the rules only that ``html`` needs: each document reads its own, and most are a paragraph.
    """
    if key not in _parts:
        _parts.clear()
        _parts[key] = _style_parts()
    colour = "" if tone == "text" else f"body, p, li {{ color: {current().colour(tone).name()}; }}"
    return "".join(rules for mark, rules in _parts[key] if mark in html) + colour
