"""The list of compressions: what each one did, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.context_panel.record_views import RecordView
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Label, LinkButton, SectionTitle, column, row

SHOWN = 5


class RecordLine(QWidget):
    """One compression. ``acted`` carries (record, action)."""

    acted = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view: RecordView | None = None
        self._when, self._said = Label("", "small", "muted"), Label("", "small", wrap=True)
        self._when.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._links: dict[str, LinkButton] = {}
        self._actions = Flow(gap=tokens.SPACE_S, outdent=3)
        layout = row(self, gap=tokens.SPACE_S)
        layout.addWidget(self._when, 0, Qt.AlignmentFlag.AlignTop)
        inner = column(gap=2)
        inner.addWidget(self._said)
        inner.addLayout(self._actions)
        layout.addLayout(inner, 1)

    def show_record(self, view: RecordView) -> None:
        """Show another one; an equal one is left alone."""
        if view == self.view:
            return
        self.view = view
        self._when.setText(view.when)
        self._when.setMinimumWidth(current().px(40))
        self._said.setText(view.line)
        self._said.setToolTip(view.explained)
        self._said.set_tone("muted" if view.dimmed else "")
        offered = dict(view.actions)
        new = [name for name in offered if name not in self._links]
        for name in new:
            self._links[name] = self._link(name)
        if new:
            self._put_in_order([*offered, *(name for name in self._links if name not in offered)])
        for name, link in self._links.items():
            link.setVisible(name in offered)
            if name in offered:
                link.setText(offered[name])
                link.setAccessibleName(i18n.joined((offered[name], f"{view.when} {view.line}"), ": "))

    def _link(self, name: str) -> LinkButton:
        link = LinkButton()
        link.setObjectName(f"record-{name}")
        link.clicked.connect(lambda: self._on_link(name))
        return link

    def _put_in_order(self, names: list[str]) -> None:
        while self._actions.count():
            self._actions.takeAt(0)
        for name in names:
            self._actions.addWidget(self._links[name])

    def _on_link(self, name: str) -> None:
        if self.view is not None:
            self.acted.emit(self.view.record, name)


class RecordList(QWidget):
    """Newest first; older ones behind "Show all". ``acted`` carries (record, action)."""

    acted = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.records: tuple[RecordView, ...] = ()
        self._all = False
        self._lines: list[RecordLine] = []
        self._title = SectionTitle()
        self._list: QVBoxLayout = column(gap=tokens.SPACE_S)
        self.more = LinkButton()
        self.more.clicked.connect(self._on_more)
        layout = column(self, gap=6)
        layout.addWidget(self._title)
        layout.addLayout(self._list)
        layout.addWidget(self.more)

    def show_records(self, records: tuple[RecordView, ...]) -> None:
        """Show another list; an equal one is left alone."""
        self.setVisible(bool(records))
        if records == self.records:
            return
        self.records = records
        self._rebuild()

    def retranslate(self) -> None:
        """Words that do not depend on a report."""
        self._title.setText(self.tr("Compressions"))
        self._tell_more()

    def _rebuild(self) -> None:
        """Show the lines in the widgets that are there: making one costs milliseconds."""
        shown = self.records if self._all else self.records[:SHOWN]
        while len(self._lines) < len(shown):
            made = RecordLine()
            made.acted.connect(self.acted)
            self._list.addWidget(made)
            self._lines.append(made)
        for place, line in enumerate(self._lines):
            line.setVisible(place < len(shown))
            if place < len(shown):
                line.show_record(shown[place])
        self._tell_more()

    def _tell_more(self) -> None:
        left = len(self.records) - SHOWN
        self.more.setVisible(left > 0 and not self._all)
        self.more.setText(self.tr("Show {0} older").format(left))

    def _on_more(self) -> None:
        self._all = True
        self._rebuild()
