"""What is kept word for word: pins and rules, what each costs, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.context_panel.pin_views import PinLine, PinsView
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import Card, IconButton, Label, LinkButton, SectionTitle, clear_layout, column, row

SHOWN = 6
"""Lines at once; the others are behind a link. All are shown where the user must choose."""


class PinnedSection(QWidget):
    """``acted`` carries a pin or rule and the action's name; ``add_wanted`` asks for a sheet to write one."""

    acted = Signal(object, str)
    add_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = PinsView()
        self._all = self._with_past = False
        self._title, self._budget = SectionTitle(gives=True), Label("", "small", "muted")
        self.add = IconButton("plus")
        self.add.clicked.connect(self.add_wanted)
        self.over = Label("", "small", "danger", wrap=True)
        self._list: QVBoxLayout = column(gap=6)
        self.more, self.past = LinkButton(), LinkButton()
        self.more.clicked.connect(self._on_more)
        self.past.clicked.connect(self._on_past)
        head = row(gap=tokens.SPACE_S)
        head.addWidget(self._title, 1)
        head.addWidget(self._budget)
        head.addWidget(self.add)
        layout = column(self, gap=6)
        layout.addLayout(head)
        layout.addWidget(self.over)
        layout.addLayout(self._list)
        links = Flow(gap=tokens.SPACE_M)
        links.addWidget(self.more)
        links.addWidget(self.past)
        layout.addLayout(links)

    def show_view(self, view: PinsView, *, stored: bool) -> None:
        """Show another board; an equal one is left alone. ``stored``: there is a chat that could keep something."""
        self.setVisible(stored)
        if view == self.view:
            return
        self.view = view
        self._rebuild()

    def retranslate(self) -> None:
        """Words that do not depend on a report."""
        self._title.setText(self.tr("Pinned"))
        self.add.set_name(self.tr("Pin words of your own"))
        told = self.tr("What pins and rules take in every request, of the quarter of the threshold that they may take.")
        self._budget.setToolTip(told)
        self._budget.setAccessibleDescription(told)
        self._tell()

    def _rebuild(self) -> None:
        clear_layout(self._list)
        view = self.view
        self._budget.setText(view.budget)
        self.over.setText(view.over)
        self.over.setVisible(bool(view.over))
        every = self._all or bool(view.over)
        for line in view.lines if every else view.lines[:SHOWN]:
            self._list.addWidget(self._card(line))
        if self._with_past:
            for line in view.past:
                self._list.addWidget(self._card(line))
        self._tell()

    def _tell(self) -> None:
        left = len(self.view.lines) - SHOWN
        self.more.setVisible(left > 0 and not self._all and not self.view.over)
        self.more.setText(self.tr("Show {0} more").format(left))
        self.past.setVisible(bool(self.view.past))
        count = len(self.view.past)
        self.past.setText(self.tr("Hide what ended") if self._with_past else self.tr("Ended: {0}").format(count))

    def _card(self, line: PinLine) -> QWidget:
        card = Card()
        inside = column(card, gap=2, margins=(10, 6, 10, 6))
        said = Label(f"“{line.said}”", "small", "muted" if line.dimmed else "", wrap=True, selectable=True)
        said.setToolTip(line.whole if line.whole != line.said else "")
        inside.addWidget(said)
        inside.addWidget(Label(line.told, "small", "muted", wrap=True))
        if line.note:
            inside.addWidget(Label(line.note, "small", "muted", wrap=True))
        actions = Flow(gap=tokens.SPACE_S, outdent=3)
        for name, label in line.actions:
            link = LinkButton(label, name=i18n.joined((label, line.said[:80]), ": "))
            link.setObjectName(f"pin-{name}")
            link.clicked.connect(lambda _checked=False, name=name: self.acted.emit(line.item, name))
            actions.addWidget(link)
        inside.addLayout(actions)
        return card

    def _on_more(self) -> None:
        self._all = True
        self._rebuild()

    def _on_past(self) -> None:
        self._with_past = not self._with_past
        self._rebuild()
