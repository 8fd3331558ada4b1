"""The X-ray window: what will be sent next, in order, beside the chat and as live as it. Never modal."""

from __future__ import annotations

import asyncio
import json

from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QLineEdit, QListView, QSplitter, QWidget
from typing_extensions import override

from weclaw_desktop.core.text import compact
from weclaw_desktop.core.xray import STATES, Xray, XrayState
from weclaw_desktop.services.wire import as_openai
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.context_panel.panel_model import number
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button, Card, Label, PillButton, column, row
from weclaw_desktop.ui.xray import words
from weclaw_desktop.ui.xray.drawing import XrayLines
from weclaw_desktop.ui.xray.looking import looked
from weclaw_desktop.ui.xray.model import XrayModel
from weclaw_desktop.ui.xray.reading import Reading
from weclaw_desktop.ui.xray.rows import Fold, Line, lines_of

SIZE = (1_040, 720)
BESIDE = 700
"""Window width in pixels at 100 % from which the part that is read stands beside the list."""
translate = QCoreApplication.translate


class XrayWindow(QWidget):
    """Made once, shown and hidden. It reads anew whenever the report of the open chat changes while it is seen."""

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._conductor = conductor
        self.seen: Xray | None = None
        self._wanted = ""
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self.number, self.caption = Label("", "title", bold=True), Label("", "small", "muted", gives=True)
        self._told_card, self.told = Card(look="warning"), Label("", "small", wrap=True, selectable=True)
        self.search, self.hits = QLineEdit(), Label("", "small", "muted")
        self.pills: dict[XrayState, PillButton] = {state: PillButton(checkable=True) for state in STATES}
        self.model, self.list, self.reading = XrayModel(self), QListView(), Reading()
        self._split = QSplitter()
        self.copy = Button("", "secondary", "copy")
        self._lay_out()
        self._connect()
        self.resize(current().px(SIZE[0]), current().px(SIZE[1]))
        self.setMinimumSize(360, 360)
        self.retranslate()

    def _lay_out(self) -> None:
        layout = column(self, gap=tokens.SPACE_S, margins=(16, 12, 16, 12))
        head = row(gap=6)
        head.addWidget(self.number, 0, Qt.AlignmentFlag.AlignBaseline)
        head.addWidget(self.caption, 1, Qt.AlignmentFlag.AlignBaseline)
        head.addWidget(self.copy)
        layout.addLayout(head)
        column(self._told_card, margins=(12, 8, 10, 8)).addWidget(self.told)
        self._told_card.hide()
        layout.addWidget(self._told_card)
        looking = row(gap=tokens.SPACE_S)
        self.search.setClearButtonEnabled(True)
        looking.addWidget(self.search, 1)
        looking.addWidget(self.hits)
        layout.addLayout(looking)
        pills = Flow(gap=6)
        for pill in self.pills.values():
            pills.addWidget(pill)
        layout.addLayout(pills)
        self.list.setModel(self.model)
        self.list.setItemDelegate(XrayLines(self.list))
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setMouseTracking(True)
        self._split.addWidget(self.list)
        self._split.addWidget(self.reading)
        self._split.setChildrenCollapsible(False)
        self._split.setStretchFactor(0, 5)
        self._split.setStretchFactor(1, 4)
        layout.addWidget(self._split, 1)

    def _connect(self) -> None:
        conductor = self._conductor
        conductor.report_changed.connect(self.refresh)
        self.search.textChanged.connect(self._on_looked_for)
        self.search.installEventFilter(self)
        self.list.installEventFilter(self)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.clicked.connect(self._on_clicked)
        for pill in self.pills.values():
            pill.toggled.connect(self._on_looked_for)
        self.copy.clicked.connect(self._on_copy)
        self.reading.acted.connect(self._on_act)
        QShortcut(QKeySequence.StandardKey.Find, self, activated=self._on_find)  # pyright: ignore[reportCallIssue] -- Qt property as keyword

    def open(self, message_id: str = "") -> None:
        """Show it, at the part of a message if one is named."""
        self._wanted = message_id
        self.show()
        self.raise_()
        self.activateWindow()
        self.refresh()
        self.list.setFocus(Qt.FocusReason.ActiveWindowFocusReason)

    def refresh(self) -> None:
        """Read anew, once for many changes; nothing while nobody looks."""
        if not self.isVisible():
            return
        if self._task is None or self._task.done():
            self._task = self._conductor.start(self._read(), "read the X-ray")
        else:
            self._again = True

    async def _read(self) -> None:
        conductor, again = self._conductor, True
        while again:
            self._again = False
            chat_id = conductor.chat_id
            seen = await looked(conductor)
            lines = await asyncio.to_thread(lines_of, seen, i18n.language())
            if conductor.chat_id == chat_id:
                self._show(seen, lines)
            again = self._again or conductor.chat_id != chat_id

    def _show(self, seen: Xray, lines: tuple[Line, ...]) -> None:
        before = self._current()
        self.seen = seen
        self.model.show_lines(lines)
        self._tell()
        row = self.model.row_of(before.key) if before is not None else -1
        if self._wanted:
            row, self._wanted = self.model.row_of_message(self._wanted), ""
        self.go_to(row if row >= 0 else self.model.first_line())

    def go_to(self, row: int) -> None:
        """Read the part in a row of the list."""
        index = self.model.index(row)
        self.list.setCurrentIndex(index)
        self._on_current(index)

    def _current(self) -> Line | Fold | None:
        return self.model.entry(self.list.currentIndex().row())

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.setWindowTitle(translate("Xray", "X-ray"))
        self.copy.setText(translate("Xray", "Copy as JSON"))
        self.copy.setToolTip(translate("Xray", "The very request, in OpenAI's shape"))
        self.search.setPlaceholderText(translate("Xray", "Search in what is sent"))
        self.search.setAccessibleName(translate("Xray", "Search in what is sent"))
        self.list.setAccessibleName(translate("Xray", "Parts of the next request, in order"))
        self.reading.retranslate()
        self._tell()
        self.refresh()

    def _tell(self) -> None:
        """The sums, the counts, and what will happen before this is sent."""
        seen, counts = self.seen, self.model.counts()
        for state, pill in self.pills.items():
            pill.setText(f"{words.state(state)} {counts[state]}")
            pill.setEnabled(bool(counts[state]) or pill.isChecked())
        if seen is None:
            self.caption.setText(translate("Xray", "Reading what will be sent…"))
            return
        self.number.setText(number(seen.total, exact=seen.measured))
        caption = translate("Xray", "tokens will be sent, in this order")
        if seen.draft:
            caption = translate("Xray", "tokens will be sent, {0} of them your draft").format(compact(seen.draft))
        if room := seen.request.max_output:
            caption += " · " + translate("Xray", "room for an answer of up to {0}").format(compact(room))
        self.caption.setText(caption)
        self.told.setText(i18n.say(seen.told) if seen.told is not None else "")
        self._told_card.setVisible(seen.told is not None)
        self._tell_hits()

    def _tell_hits(self) -> None:
        model = self.model
        if model.words.strip() or model.states:
            said = translate("Xray", "{0} of {1} parts").format(len(model.found), len(model.lines))
        else:
            said = translate("Xray", "{0} parts").format(len(model.lines))
        self.hits.setText(said)

    def _on_looked_for(self) -> None:
        before = self._current()
        self.model.look_for(self.search.text(), {state for state, pill in self.pills.items() if pill.isChecked()})
        self._tell_hits()
        row = self.model.row_of(before.key) if before is not None else -1
        self.go_to(row if row >= 0 else self.model.first_line())

    def _on_current(self, index: QModelIndex) -> None:
        entry = self.model.entry(index.row())
        self.reading.show_line(entry if isinstance(entry, Line) else None, self.model.words)

    def _on_clicked(self, index: QModelIndex) -> None:
        entry = self.model.entry(index.row())
        if isinstance(entry, Fold):
            self._toggle(entry)

    def _toggle(self, fold: Fold) -> None:
        self.model.toggle(fold)
        self.go_to(self.model.row_of(fold.key))

    def _on_find(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _on_copy(self) -> None:
        if self.seen is not None:
            self._conductor.start(self._copy(self.seen), "copy the request")

    async def _copy(self, seen: Xray) -> None:
        said = await asyncio.to_thread(json.dumps, as_openai(seen.request), ensure_ascii=False, indent=1)
        QGuiApplication.clipboard().setText(said)
        self.copy.setText(translate("Xray", "Copied"))
        await asyncio.sleep(1.5)
        self.copy.setText(translate("Xray", "Copy as JSON"))

    def _on_act(self, name: str) -> None:
        line, conductor = self.reading.line, self._conductor
        if line is None:
            return
        part, dialog = line.part, conductor.bench.dialog
        if name == "show":
            conductor.open_message(conductor.chat_id, part.source, part.seq, self.model.words.strip())
        elif name in ("exclude", "include"):
            conductor.start(dialog.exclude(part.source, name == "exclude"), f"{name} a message")
        else:
            conductor.start(dialog.pin(part.source, name == "pin"), f"{name} a message")

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._list_key(event) if watched is self.list else self._search_key(event)
        return super().eventFilter(watched, event)

    def _list_key(self, event: QKeyEvent) -> bool:
        entry, key = self._current(), event.key()
        if not isinstance(entry, Fold):
            return False
        opens = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if opens or key == (Qt.Key.Key_Left if entry.open else Qt.Key.Key_Right):
            self._toggle(entry)
            return True
        return False

    def _search_key(self, event: QKeyEvent) -> bool:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Return: 1, Qt.Key.Key_Enter: 1}
        by, count = steps.get(Qt.Key(event.key())), self.model.rowCount()
        if by is not None and count:
            self.go_to((self.list.currentIndex().row() + by) % count)
            return True
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
            return True
        return False

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
            return
        super().keyPressEvent(event)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= current().px(BESIDE)
        self._split.setOrientation(Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
