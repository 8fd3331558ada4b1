"""Things one presses. Each has an accessible name, shows focus, and can be pressed with Space and Return."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QToolButton, QWidget
from typing_extensions import override

from weclaw_desktop.ui.theme import current, tokens

Look = Literal["primary", "secondary", "quiet", "danger", "link", "pill", "row", "new"]


ICON_GAP = 4
"""Pixels that Qt leaves between icon and words of a button."""
LEAST_PILL = 84
"""Pixels at 100 % under which a pill's words say nothing any more."""


class Button(QPushButton):
    """A button with words, and an icon in front if one is named. Words that have no room end in ``…``."""

    def __init__(
        self,
        text: str = "",
        look: Look = "secondary",
        icon: str = "",
        *,
        name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._icon = icon
        self.setProperty("look", look)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAutoDefault(False)
        if name:
            self.setAccessibleName(name)
        self._tint()

    def set_icon(self, icon: str) -> None:
        """Show another icon."""
        self._icon = icon
        self._tint()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._tint()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)

    @override
    def initStyleOption(self, option: QStyleOptionButton) -> None:
        """Shorten what is painted; Qt would cut the words off at both ends."""
        super().initStyleOption(option)
        room = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self).width()
        room += current().px(tokens.SPACE_S)  # words may use some of the padding: a focus ring takes as much of it
        if not self.icon().isNull() and self.text():
            room -= self.iconSize().width() + ICON_GAP
        metrics, mnemonic = self.fontMetrics(), Qt.TextFlag.TextShowMnemonic
        if metrics.size(mnemonic, self.text()).width() > room:
            option.text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, max(0, room), mnemonic)  # pyright: ignore[reportAttributeAccessIssue] -- a property to the stubs' eyes only when read

    def _tint(self) -> None:
        if self._icon:
            roles = {"primary": "on_accent", "danger": "danger", "link": "link"}
            role = "muted" if self.property("tone") == "muted" else roles.get(str(self.property("look")), "muted")
            self.setIcon(current().icon(self._icon, role))
            self.setIconSize(current().icon_size())


class LinkButton(Button):
    """A small action inside a line of text."""

    def __init__(self, text: str = "", *, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, "link", name=name, parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)


class PillButton(Button):
    """A choice in force: a picker (with ``menu``) or one of several (checkable)."""

    def __init__(
        self, text: str = "", *, checkable: bool = False, name: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(text, "pill", name=name, parent=parent)
        self.setCheckable(checkable)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    @override
    def minimumSizeHint(self) -> QSize:
        whole = super().minimumSizeHint()
        return QSize(min(whole.width(), current().px(LEAST_PILL)), whole.height())

    def show_arrow(self) -> None:
        """Mark it as one that opens a list."""
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.set_icon("chevron-down")


class IconButton(QToolButton):
    """A button with an icon only; ``name`` is read aloud and shown as the tooltip."""

    def __init__(self, icon: str, name: str = "", *, role: str = "muted", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self._role = role
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.set_name(name)
        self._tint()

    def set_name(self, name: str, shortcut: str = "") -> None:
        """What it does, in the language of the window."""
        self.setAccessibleName(name)
        self.setToolTip(f"{name} ({shortcut})" if shortcut else name)

    def set_icon(self, icon: str, role: str = "") -> None:
        """Show another icon, in another palette colour if ``role`` is given."""
        self._icon = icon
        self._role = role or self._role
        self._tint()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._tint()

    def _tint(self) -> None:
        self.setIcon(current().icon(self._icon, self._role))
        self.setIconSize(current().icon_size())


class Switch(QCheckBox):
    """On or off, painted as a switch with the knob's place (not colour alone) telling the state."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(current().px(36), current().px(24))

    @override
    def hitButton(self, pos: object) -> bool:
        del pos
        return True

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            height = theme.px(20)
            body = QRectF(1, (self.height() - height) / 2, self.width() - 2, height)
            painter.setPen(Qt.PenStyle.NoPen if self.isChecked() else QPen(theme.colour("strong_border"), 1))
            painter.setBrush(theme.colour("accent" if self.isChecked() else "track"))
            painter.drawRoundedRect(body, height / 2, height / 2)
            knob = height - theme.px(tokens.SPACE_XS)
            left = body.right() - knob - 2 if self.isChecked() else body.left() + 2
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("on_accent" if self.isChecked() else "strong_border"))
            painter.drawEllipse(QRectF(left, body.top() + (height - knob) / 2, knob, knob))
            if self.hasFocus():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(theme.colour("text"), 1.5))
                painter.drawRoundedRect(body.adjusted(-0.5, -1.5, 0.5, 1.5), height / 2, height / 2)
