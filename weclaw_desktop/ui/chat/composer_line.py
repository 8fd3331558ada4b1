"""What the line under the composer's field, and the hint in it, give up where the window is narrow."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QWidget

from weclaw_desktop.ui.widgets import Button


def fit_line(line: QHBoxLayout, load: QWidget, buttons: Sequence[Button], *, wanted: bool) -> None:
    """Show ``load`` (if ``wanted``) and the words of ``buttons`` as far as they have room, the words last to go.

    A button's words are its accessible name; it keeps its icon and its name in any case.
    """
    outer = line.parentWidget()
    for button in buttons:
        button.setText(button.accessibleName())
        if button.toolTip():
            button.setToolTip("")
    load.setVisible(wanted)
    layout = None if outer is None else outer.layout()
    if outer is None or layout is None or not outer.isVisible():
        return
    margins = layout.contentsMargins()
    room = outer.width() - margins.left() - margins.right()
    if _width(line) > room:
        load.hide()
    if _width(line) > room:
        for button in buttons:
            button.setText("")
            button.setToolTip(button.accessibleName())


def fit_placeholder(edit: QPlainTextEdit, words: Sequence[str]) -> None:
    """Show the longest of ``words`` (longest first) that stands in one line."""
    room = edit.viewport().width() - 2 * round(edit.document().documentMargin())
    metrics = edit.fontMetrics()
    shown = next((word for word in words[:-1] if metrics.horizontalAdvance(word) <= room), words[-1])
    if edit.placeholderText() != shown:
        edit.setPlaceholderText(shown)


def _width(line: QHBoxLayout) -> int:
    """Pixels that everything in the line that is not hidden wants."""
    items = (line.itemAt(at) for at in range(line.count()))
    shown = [widget for item in items if item is not None and (widget := item.widget()) is not None]
    widths = [widget.sizeHint().width() for widget in shown if not widget.isHidden()]
    return sum(widths) + line.spacing() * len(widths)
