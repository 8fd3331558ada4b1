"""The list of compressions: what each one did, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.context_panel.record_views import RecordView
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Label, LinkButton, SectionTitle, clear_layout, column, row

SHOWN = 5


class RecordList(QWidget):
    """Newest first; older ones behind "Show all". ``acted`` carries (record, action)."""

    acted = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.records: tuple[RecordView, ...] = ()
        self._all = False
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
        clear_layout(self._list)
        for view in self.records if self._all else self.records[:SHOWN]:
            self._list.addWidget(self._row(view))
        self._tell_more()

    def _tell_more(self) -> None:
        left = len(self.records) - SHOWN
        self.more.setVisible(left > 0 and not self._all)
        self.more.setText(self.tr("Show {0} older").format(left))

    def _row(self, view: RecordView) -> QWidget:
        made = QWidget()
        layout = row(made, gap=tokens.SPACE_S)
        when = Label(view.when, "small", "muted")
        when.setMinimumWidth(current().px(40))
        when.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        layout.addWidget(when, 0, Qt.AlignmentFlag.AlignTop)
        inner = column(gap=2)
        inner.addWidget(Label(view.line, "small", "muted" if view.dimmed else "", wrap=True))
        actions = Flow(gap=tokens.SPACE_S, outdent=3)
        for name, label in view.actions:
            link = LinkButton(label, name=f"{label}: {view.when} {view.line}")
            link.setObjectName(f"record-{name}")
            link.clicked.connect(lambda _checked=False, name=name: self.acted.emit(view.record, name))
            actions.addWidget(link)
        inner.addLayout(actions)
        layout.addLayout(inner, 1)
        return made

    def _on_more(self) -> None:
        self._all = True
        self._rebuild()
