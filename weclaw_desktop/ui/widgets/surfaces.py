"""Grounds, lines and the two layouts with their spacing taken from tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeVar

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets.buttons import IconButton, LinkButton
from weclaw_desktop.ui.widgets.labels import Label, set_property

L = TypeVar("L", bound=QBoxLayout)
Severity = Literal["info", "success", "warning", "error"]


def column(
    parent: QWidget | None = None, *, gap: int = tokens.SPACE_S, margins: Sequence[int] = (0, 0, 0, 0)
) -> QVBoxLayout:
    """A vertical layout; lengths are tokens."""
    layout = QVBoxLayout() if parent is None else QVBoxLayout(parent)
    return _spaced(layout, gap, margins)


def row(
    parent: QWidget | None = None, *, gap: int = tokens.SPACE_S, margins: Sequence[int] = (0, 0, 0, 0)
) -> QHBoxLayout:
    """A horizontal layout; lengths are tokens."""
    layout = QHBoxLayout() if parent is None else QHBoxLayout(parent)
    return _spaced(layout, gap, margins)


def _spaced(layout: L, gap: int, margins: Sequence[int]) -> L:
    theme = current()
    left, top, right, bottom = (theme.px(m) if m else 0 for m in margins)
    layout.setContentsMargins(left, top, right, bottom)
    layout.setSpacing(theme.px(gap) if gap else 0)
    return layout


def clear_layout(layout: QLayout) -> None:
    """Take everything out of a layout and delete it."""
    while (item := layout.takeAt(0)) is not None:
        inner, widget = item.layout(), item.widget()
        if inner is not None:
            clear_layout(inner)
        if widget is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()


class Card(QFrame):
    """A box with a thin border."""

    def __init__(self, parent: QWidget | None = None, *, look: str = "") -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", look)

    def set_selected(self, selected: bool) -> None:
        """Mark it as the one in force."""
        set_property(self, "selected", selected)


class Line(QWidget):
    """A hair line, horizontal unless ``vertical``."""

    def __init__(self, parent: QWidget | None = None, *, vertical: bool = False) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        if vertical:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)

    @override
    def sizeHint(self) -> QSize:
        return QSize(1, 1)


class Banner(QFrame):
    """One sentence that matters now, with up to two actions; ``acted`` carries the action's name."""

    acted = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None, *, closable: bool = True) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._label = Label(wrap=True, selectable=True)
        self._actions = row(gap=tokens.SPACE_S)
        self._close = IconButton("cross", self.tr("Close"))
        self._close.setVisible(closable)
        self._close.clicked.connect(self._on_closed)
        layout = row(self, gap=tokens.SPACE_M, margins=(12, 6, 6, 6))
        layout.addWidget(self._label, 1)
        layout.addLayout(self._actions)
        layout.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)

    @property
    def text(self) -> str:
        """The sentence shown."""
        return self._label.text()

    def tell(self, text: str, severity: Severity = "info", actions: Sequence[tuple[str, str]] = ()) -> None:
        """Show ``text``; ``actions`` are (name, label)."""
        set_property(self, "severity", severity)
        self._label.setText(text)
        self.setAccessibleName(text)
        clear_layout(self._actions)
        for name, label in actions:
            button = LinkButton(label)
            button.clicked.connect(lambda _checked=False, name=name: self.acted.emit(name))
            self._actions.addWidget(button)
        self.show()

    def _on_closed(self) -> None:
        self.hide()
        self.closed.emit()
