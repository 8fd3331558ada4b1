"""What is known of a message: who said it and when, what it cost in tokens, money and time."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QWidget
from typing_extensions import override

from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.models import Usage
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.chat import moments
from weclaw_desktop.ui.context_panel.words import money
from weclaw_desktop.ui.counted import counted
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Card, Escape, IconButton, Label, column, row

Fact = tuple[str, str]


def facts(message: Message, model: str) -> list[Fact]:
    """Names and values from top to bottom; nothing is claimed that nobody measured. ``model`` is a name for people."""
    translate = QCoreApplication.translate
    found: list[Fact] = []
    if message.model:
        found.append((translate("Details", "Model"), model))
    found.append((translate("Details", "When"), moments.full(message.created_ms)))
    if message.revision:
        found.append((translate("Details", "Edited"), counted.edited(message.revision)))
    if message.usage is not None:
        found += _usage(message.usage)
    elif message.tokens:
        size = f"~{max(message.tokens.values()):,}"
        found.append((translate("Details", "Tokens"), size))
    if message.text:
        found.append((translate("Details", "Characters"), f"{len(message.text):,}"))
    found.append((translate("Details", "Number"), f"m{message.seq}"))
    found.append((translate("Details", "Message id"), message.id))
    return found


def _usage(usage: Usage) -> list[Fact]:
    translate = QCoreApplication.translate
    about = "~" if usage.estimated else ""
    found = [(translate("Details", "Tokens in"), f"{about}{usage.prompt:,}")]
    if usage.cached and usage.prompt:
        share = translate("Details", "{0} ({1} %)").format(
            f"{usage.cached:,}", round(usage.cached * 100 / usage.prompt)
        )
        found.append((translate("Details", "of them cached"), share))
    if usage.cache_written:
        found.append((translate("Details", "written to cache"), f"{usage.cache_written:,}"))
    found.append((translate("Details", "Tokens out"), f"{about}{usage.completion:,}"))
    if usage.reasoning:
        found.append((translate("Details", "of them reasoning"), f"{usage.reasoning:,}"))
    if usage.cost is not None:
        found.append((translate("Details", "Cost"), money(usage.cost, usage.currency)))
    if usage.first_token_ms:
        first = translate("Details", "{0} s").format(moments.seconds(usage.first_token_ms / 1_000))
        found.append((translate("Details", "First token after"), first))
    if usage.total_ms:
        whole = translate("Details", "{0} s").format(moments.seconds(usage.total_ms / 1_000))
        found.append((translate("Details", "Time in all"), whole))
    speed = rate(usage)
    if speed:
        found.append(
            (translate("Details", "Speed"), translate("Details", "{0} tokens/s").format(f"{about}{speed:.0f}"))
        )
    return found


def rate(usage: Usage) -> float:
    """Tokens per second from the first one on, 0 where that was not measured."""
    writing_ms = usage.total_ms - usage.first_token_ms
    return usage.completion * 1_000 / writing_ms if usage.first_token_ms and writing_ms > 0 else 0.0


class DetailsCard(Card):
    """The facts as a card over the window beside ``anchor``. Esc, a click elsewhere or losing the focus closes it."""

    def __init__(self, window: QWidget, title: str, found: list[Fact], anchor: QRect) -> None:
        super().__init__(window, look="large")
        self._window = window
        self._before = window.focusWidget()
        self._anchor = anchor
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(title)
        self.setAccessibleDescription("\n".join(i18n.joined(pair, ": ") for pair in found))
        layout = column(self, gap=tokens.SPACE_S, margins=(16, 8, 8, 12))
        head = row(gap=tokens.SPACE_S)
        head.addWidget(Label(title, bold=True), 1)
        self.close_button = IconButton("cross", self.tr("Close"))
        self.close_button.clicked.connect(self.dismiss)
        head.addWidget(self.close_button)
        layout.addLayout(head)
        grid = QGridLayout()
        grid.setHorizontalSpacing(current().px(tokens.SPACE_L))
        grid.setVerticalSpacing(current().px(tokens.SPACE_XS))
        for line, (name, value) in enumerate(found):
            grid.addWidget(Label(name, "small", "muted"), line, 0)
            said = Label(value, "small", selectable=True)
            said.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
            grid.addWidget(said, line, 1)
        layout.addLayout(grid)
        Escape(self, self.dismiss)
        self._application = QApplication.instance()

    def open(self) -> None:
        """Show it where there is room, and take the focus."""
        size = self.sizeHint().boundedTo(self._window.size())
        room = self._window.rect()
        below = self._anchor.bottom() + current().px(4)
        y = below if below + size.height() <= room.height() else self._anchor.top() - size.height() - current().px(4)
        x = min(self._anchor.left(), room.width() - size.width() - current().px(tokens.SPACE_S))
        place = QPoint(max(0, x), max(current().px(tokens.SPACE_S), min(y, room.height() - size.height())))
        self.setGeometry(QRect(place, size))
        self.show()
        self.raise_()
        self.close_button.setFocus(Qt.FocusReason.PopupFocusReason)
        if self._application is not None:
            self._application.installEventFilter(self)

    def dismiss(self) -> None:
        """Close it and give the focus back."""
        if self.isHidden():
            return
        if self._application is not None:
            self._application.removeEventFilter(self)
        self.hide()
        if self._before is not None:
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.deleteLater()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            point = self._window.mapFromGlobal(event.globalPosition().toPoint())
            if watched.isWidgetType() and not self.geometry().contains(point):
                self.dismiss()
        return False
