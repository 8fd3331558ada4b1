"""The scrolling conversation: a window of about sixty mounted rows over any number of messages.

Rows are widgets placed by hand, so that one changed row costs one layout. Two rules hold whatever happens: who reads
older messages is never moved, who is at the end stays at the end.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget
from typing_extensions import override

from weclaw_desktop.ui.chat.live import LiveChats
from weclaw_desktop.ui.chat.message_keys import MessageKeys
from weclaw_desktop.ui.chat.pacer import Pacer
from weclaw_desktop.ui.chat.repaints import repaints
from weclaw_desktop.ui.chat.response_view import ResponseView
from weclaw_desktop.ui.chat.row_stack import Canvas, Place, RowStack
from weclaw_desktop.ui.chat.row_view import RowView, Selectable
from weclaw_desktop.ui.chat.row_window import RowWindow
from weclaw_desktop.ui.chat.selection import Selection
from weclaw_desktop.ui.chat.transcript_model import TranscriptModel
from weclaw_desktop.ui.chat.warming import warm
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button

NEAR_END = 48
"""Pixels from the end that still count as the end."""
AROUND = 3
"""Rows above and below a row that are mounted with it at once."""
PAINTED_MS = 4
"""Milliseconds after a turn of the wheel until rows are mounted: what came into sight is painted first."""
WARM_AFTER_MS = 200
"""Milliseconds until what the first code and the first formula need is brought in: the window is shown first."""
REACH = 1_500
"""Pixels beyond the viewport that are kept mounted at least."""


class Transcript(QAbstractScrollArea):
    """Shows a ``TranscriptModel``. Intents of rows come out as signals."""

    link_clicked = Signal(str)
    retry_wanted = Signal(str)
    approved = Signal(str, bool, bool)
    record_action = Signal(str, str)
    act_wanted = Signal(str, str)
    """Message and act."""
    menu_wanted = Signal(str, object)
    edit_done = Signal(str, str)
    undo_wanted = Signal()
    older_wanted = Signal()
    newer_wanted = Signal()
    latest_wanted = Signal()
    placed = Signal()
    """The mounted rows stand where they belong now."""

    def __init__(self, model: TranscriptModel, live: LiveChats, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self._live = live
        self._following = True
        self._held: Place | None = None
        self._releasing = False
        self._asked_older = self._asked_newer = False
        self._canvas = Canvas(self.viewport())
        self.window_of_rows = RowWindow(model, live, self._canvas, self)
        self.stack = RowStack(self.window_of_rows, self._canvas, self.verticalScrollBar(), self.viewport())
        self.pacer = Pacer(self._paint_growth, self)
        self._selection = Selection(self._selectables)
        self.keys = MessageKeys(self.window_of_rows, self._canvas, self.verticalScrollBar(), self.viewport(), self)
        self._filler = self._soon(self._on_fill)
        self._restacker = self._soon(self._restack)
        self.jump = Button("", "pill", "arrow-down", parent=self.viewport())
        self.jump.clicked.connect(self.to_end)
        self.jump.hide()
        self._set_up()
        self.retranslate()
        self._warming = self._soon(warm)  # a static shot would outlive this widget
        self._warming.start(WARM_AFTER_MS)

    def _soon(self, call: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(0)
        timer.timeout.connect(call)  # pyright: ignore[reportArgumentType] -- a bound method
        return timer

    def _set_up(self) -> None:
        self.viewport().setAutoFillBackground(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.verticalScrollBar().setSingleStep(current().px(40))
        self.verticalScrollBar().actionTriggered.connect(self._on_user_scrolled)
        rows = self.window_of_rows
        rows.reset.connect(self._on_reset)
        rows.changed.connect(self._on_changed)
        rows.row_resized.connect(self._on_row_resized)
        rows.link_clicked.connect(self.link_clicked)
        rows.retry_wanted.connect(self.retry_wanted)
        rows.approved.connect(self.approved)
        rows.record_action.connect(self.record_action)
        rows.act_wanted.connect(self.act_wanted)
        rows.menu_wanted.connect(self.menu_wanted)
        rows.edit_done.connect(self.edit_done)
        self._live.reply_grew.connect(self._on_grew)
        self._live.waiting_changed.connect(self._on_waiting)
        self._live.tools_changed.connect(self._on_tools)

    @property
    def following(self) -> bool:
        """Whether new text is followed."""
        return self._following

    def to_end(self) -> None:
        """Show the newest row and follow it."""
        if not self.model.ends:
            self.latest_wanted.emit()
            return
        self._following, self._held = True, None
        self.window_of_rows.mount_end()
        self._restack()
        self._filler.start(0)

    def reveal(self, row: int, down: int = 0) -> RowView | None:
        """Show a row a quarter down the view and stay there; ``down`` is how deep in it what matters stands."""
        if not 0 <= row < len(self.model.rows):
            return None
        rows, key = self.window_of_rows, self.model.rows[row].key
        self._following = False
        if key not in rows.views:
            rows.mount(row - AROUND, row + AROUND)
        self._restack()
        view, bar = rows.views[key], self.verticalScrollBar()
        bar.setValue(view.y() + down - self.viewport().height() // 4)
        self._show_jump()
        self._filler.start(0)
        return view

    def first_seq_in_sight(self) -> int:
        """Number of the first message that is in sight, 0 when there is none."""
        first = self.stack.first_in_sight()
        row = self.model.find(first[0]) if first is not None else -1
        return self.model.seq_of(row)

    def selected_text(self) -> str:
        """What is selected, "" for nothing."""
        return self._selection.text()

    def keep_place(self, key: str) -> None:
        """A message and what stands below it will change: hold what is above it, unless it is the last.

        It is held until ``release_place``, or until somebody scrolls: rows go before others come, and with them the
        room to scroll in.
        """
        if not self.model.rows or self.model.rows[-1].key == key:
            return
        self._following = False
        mounted = self.window_of_rows.mounted
        at = next((i for i, view in enumerate(mounted) if view.key == key), 0)
        if at:
            self._held = (mounted[at - 1].key, mounted[at - 1].y() - self.verticalScrollBar().value())

    def release_place(self) -> None:
        """What was to change has changed: let go when enough is mounted below."""
        self._releasing = True
        self._filler.start(0)

    def copy_selection(self) -> bool:
        """Copy the selected text; False when nothing is selected."""
        return self._selection.copy()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.setAccessibleName(self.tr("Conversation"))
        self.jump.setText(self.tr("Jump to latest"))

    def _on_reset(self) -> None:
        self._selection.clear()
        self.pacer.stop()
        self._following, self._asked_older, self._asked_newer = self.model.ends, False, False
        self._restack()
        self._filler.start(0)

    def _on_changed(self) -> None:
        self._asked_older = self._asked_newer = False
        self._restack()
        self._filler.start(0)

    def _on_fill(self) -> None:
        """Mount more rows while the ends are near, a few at a time."""
        rows, reach = self.window_of_rows, max(REACH, 2 * self.viewport().height())
        above, below = self.stack.reach()
        if (above < reach and rows.mount_above(drop_below=below > reach)) or (
            below < reach and rows.mount_below(drop_above=above > reach)
        ):
            self._restack()
            self._filler.start(0)
            return
        if self._releasing:
            self._held, self._releasing = None, False
        if above < reach and not self.model.complete and not self._asked_older and self.model.rows:
            self._asked_older = True
            self.older_wanted.emit()
        elif below < reach and not self.model.ends and not self._asked_newer:
            self._asked_newer = True
            self.newer_wanted.emit()

    def _restack(self) -> None:
        """Place the mounted rows, keeping the reader's place or the end."""
        self.stack.place(self._held, end=self._following)
        self.placed.emit()
        self._show_jump()
        self.keys.moved()

    def _at_end(self) -> bool:
        return self.model.ends and self.window_of_rows.at_end and self.stack.reach()[1] <= current().px(NEAR_END)

    def _show_jump(self) -> None:
        hidden = self._at_end()
        self.jump.setVisible(not hidden)
        if hidden:
            return
        theme, size = current(), self.jump.sizeHint()
        x = (self.viewport().width() - size.width()) // 2
        y = self.viewport().height() - size.height() - theme.px(tokens.SPACE_M)
        self.jump.setGeometry(x, y, size.width(), size.height())
        self.jump.raise_()

    def _on_row_resized(self, key: str) -> None:
        del key
        if not self._restacker.isActive():
            self._restacker.start()

    def _on_grew(self, chat_id: str, message_id: str) -> None:
        if chat_id == self.model.chat_id:
            self.pacer.mark(message_id)

    def _on_waiting(self, chat_id: str) -> None:
        reply = self._live.reply_in(chat_id)
        if reply is not None and chat_id == self.model.chat_id:
            self.pacer.mark(reply.message.id)

    def _paint_growth(self, keys: set[str]) -> None:
        with repaints.held():
            for key in keys:
                view = self.window_of_rows.views.get(key)
                if isinstance(view, ResponseView):
                    view.flush()
            if self.window_of_rows.stale:
                self._restacker.stop()
                self._restack()

    def _on_tools(self, chat_id: str) -> None:
        if chat_id != self.model.chat_id:
            return
        for view in self.window_of_rows.mounted:
            if isinstance(view, ResponseView) and view.has_calls:
                view.refresh()
        self._restack()

    def _selectables(self) -> list[Selectable]:
        return [piece for view in self.window_of_rows.mounted for piece in view.selectables()]

    def _on_user_scrolled(self) -> None:
        QTimer.singleShot(0, self, self._after_scroll)

    def _after_scroll(self) -> None:
        self._following, self._held = self._at_end(), None
        self._show_jump()
        self._filler.start(PAINTED_MS)

    @override
    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.stack.scrolled()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event)
        self._after_scroll()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._restack()
        self._filler.start(0)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.StyleChange:
            self.window_of_rows.stale.update(self.window_of_rows.views)
            self._restacker.start()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._acted(event):
            return
        bar, page = self.verticalScrollBar(), self.viewport().height() * 9 // 10
        steps = {
            Qt.Key.Key_Home: -bar.maximum(),
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
            Qt.Key.Key_Up: -bar.singleStep(),
            Qt.Key.Key_Down: bar.singleStep(),
        }
        if event.key() == Qt.Key.Key_End:
            self.to_end()
        elif (step := steps.get(Qt.Key(event.key()))) is not None:
            bar.setValue(bar.value() + step)
            self._after_scroll()
        else:
            super().keyPressEvent(event)

    def _acted(self, event: QKeyEvent) -> bool:
        """Do what a key asks of the focused message or the selection; False when it asks for nothing here."""
        copying = event.matches(QKeySequence.StandardKey.Copy)
        if copying and self.copy_selection():
            return True
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_wanted.emit()
            return True
        view, act = self.keys.focused, self.keys.act(event)
        if view is not None and (copying or act is not None):
            if act == "menu":
                self.menu_wanted.emit(view.key, view.menu_point())
            else:
                self.act_wanted.emit(view.key, "copy" if copying else act)
            return True
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0) if plain else 0
        if by and self.keys.step(by):
            self._after_scroll()
            return True
        return False

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.TabFocusReason:
            QTimer.singleShot(0, self, self._on_tabbed_in)

    def _on_tabbed_in(self) -> None:
        if self.hasFocus():
            self.keys.enter()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = self._canvas.mapFromGlobal(event.globalPosition().toPoint())
        under = next((view for view in self.window_of_rows.mounted if view.geometry().contains(point)), None)
        if not self.keys.pressed(under):
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        if event.button() == Qt.MouseButton.LeftButton:
            self._selection.press(event.globalPosition().toPoint())

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._selection.word(event.globalPosition().toPoint())

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._selection.dragging and event.buttons() & Qt.MouseButton.LeftButton:
            point = event.globalPosition().toPoint()
            self._selection.drag(point)
            self._scroll_towards(point)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        del event
        self._selection.release()

    def _scroll_towards(self, global_point: QPoint) -> None:
        """Scroll while a selection is dragged over an edge."""
        y = self.viewport().mapFromGlobal(global_point).y()
        over = min(0, y) + max(0, y - self.viewport().height())
        if over:
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() + over // 2)
            self._after_scroll()
