"""What the model is told of what it does not see: now, and before; and the switch for it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from weclaw_desktop.core.notices import Notice
from weclaw_desktop.core.report import ContextReport
from weclaw_desktop.ui.chat import moments
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import Card, Label, LinkButton, SectionTitle, Switch, clear_layout, column, row


class NoticesSection(QWidget):
    """Shown once there is something to tell. ``switched`` asks for the model of this chat to be told, or not."""

    switched = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[object, ...] | None = None
        self._now: tuple[str, ...] = ()
        self._told: tuple[Notice, ...] = ()
        self._open, self._tells = False, True
        self._title = SectionTitle(gives=True)
        self.switch = Switch("")
        self.switch.clicked.connect(self.switched)
        self._off = Label("", "small", "muted", wrap=True)
        self._cards: QVBoxLayout = column(gap=tokens.SPACE_S)
        self.more = LinkButton()
        self.more.clicked.connect(self._on_more)
        self._history: QVBoxLayout = column(gap=6)
        head = row(gap=tokens.SPACE_S)
        head.addWidget(self._title, 1)
        head.addWidget(self.switch, 0, Qt.AlignmentFlag.AlignRight)
        layout = column(self, gap=6)
        layout.addLayout(head)
        layout.addWidget(self._off)
        layout.addLayout(self._cards)
        layout.addWidget(self.more)
        layout.addLayout(self._history)

    @property
    def opened(self) -> bool:
        """Whether the history is seen."""
        return self._open

    def show_report(self, report: ContextReport) -> None:
        """Another report's notices; equal ones are left alone."""
        self.setVisible(bool(report.notices or report.told or not report.tells))
        self.switch.setEnabled(bool(report.chat_id))
        shown = (report.notices, report.told, report.tells)
        if shown == self._shown:
            return
        self._shown, self._now, self._told, self._tells = shown, report.notices, report.told, report.tells
        self.switch.setChecked(report.tells)
        self._off.setVisible(not report.tells)
        self._rebuild()

    def retranslate(self) -> None:
        """Words that do not depend on a report."""
        self._title.setText(self.tr("Notices the model sees"))
        self.switch.setAccessibleName(self.tr("Tell the model of this chat what it does not see"))
        self.switch.setToolTip(self.switch.accessibleName())
        self._off.setText(self.tr("Off in this chat: the model is not told that anything is left out."))
        self._rebuild()

    def _rebuild(self) -> None:
        clear_layout(self._cards)
        for notice in self._now:
            card = Card(look="warning")
            column(card, margins=(12, 8, 10, 8)).addWidget(Label(notice, "small", wrap=True, selectable=True))
            self._cards.addWidget(card)
        clear_layout(self._history)
        if self._open:
            for told in reversed(self._told):
                self._history.addWidget(self._line(told))
        self.more.setVisible(bool(self._told))
        count = len(self._told)
        self.more.setText(self.tr("Hide what was told before") if self._open else self.tr("History: {0}").format(count))

    def _line(self, told: Notice) -> QWidget:
        made = QWidget()
        inside = column(made, gap=2)
        when = Label(self._when(told), "small", "muted", bold=True)
        when.setToolTip(moments.full(told.from_ms))
        inside.addWidget(when)
        inside.addWidget(Label(told.text, "small", "muted", wrap=True, selectable=True))
        return made

    def _when(self, told: Notice) -> str:
        begun, ended = moments.clock(told.from_ms), moments.clock(told.until_ms)
        if told.undone:
            return self.tr("{0}, then taken back").format(begun)
        if not ended and not self._tells:
            return self.tr("{0}, now switched off").format(begun)
        return f"{begun} – {ended}" if ended else self.tr("since {0}").format(begun)

    def _on_more(self) -> None:
        self._open = not self._open
        self._rebuild()
