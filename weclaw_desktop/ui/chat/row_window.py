"""Which rows of the model are widgets now: a contiguous window that follows the model's changes."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from weclaw_desktop.ui.chat.divider_view import DividerView
from weclaw_desktop.ui.chat.live import LiveChats
from weclaw_desktop.ui.chat.message_view import MessageView
from weclaw_desktop.ui.chat.response_view import ResponseView
from weclaw_desktop.ui.chat.row_view import RowView
from weclaw_desktop.ui.chat.transcript_model import DividerRow, ResponseRow, Row, TranscriptModel, UserRow
from weclaw_desktop.ui.chat.user_view import UserView

MOUNTED = 60
"""Rows that are widgets at a time."""
FIRST = 5
"""Rows mounted before the first paint; the rest follows between events."""
STEP = 1
"""Rows mounted between two events: each costs some milliseconds."""
PAINTED_MS = 120
"""Milliseconds after another chat is shown until the rows of the one before are freed: the chat is painted first."""


class RowWindow(QObject):
    """Rows ``first``…``last`` (not included) of ``model`` as widgets in ``canvas``."""

    link_clicked = Signal(str)
    retry_wanted = Signal(str)
    approved = Signal(str, bool, bool)
    record_action = Signal(str, str)
    act_wanted = Signal(str, str)
    menu_wanted = Signal(str, object)
    edit_done = Signal(str, str)
    row_resized = Signal(str)
    reset = Signal()
    changed = Signal()
    dressed = Signal(object)
    """A row's widget was made or changed; it carries the widget."""

    def __init__(self, model: TranscriptModel, live: LiveChats, canvas: QWidget, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.first = self.last = 0
        self.stale: set[str] = set()
        self.views: dict[str, RowView] = {}
        self.edits = live.edits
        """What is being edited, by key: a row that is scrolled away and back goes on where it was."""
        self._model, self._live, self._canvas = model, live, canvas
        self._away: list[RowView] = []
        """Rows of chats shown before, hidden and soon to be freed."""
        self._freeing = QTimer(self)
        self._freeing.setSingleShot(True)
        self._freeing.timeout.connect(self._free_one)
        model.modelReset.connect(self._on_reset)
        model.rowsInserted.connect(self._on_inserted)
        model.rowsRemoved.connect(self._on_removed)
        model.rows_changed.connect(self._on_rows_changed)

    @property
    def canvas(self) -> QWidget:
        """What the widgets lie on."""
        return self._canvas

    @property
    def mounted(self) -> tuple[RowView, ...]:
        """The widgets from top to bottom."""
        rows = self._model.rows[self.first : self.last]
        return tuple(self.views[row.key] for row in rows if row.key in self.views)  # some may just be being made

    @property
    def at_end(self) -> bool:
        """Whether the newest row is mounted."""
        return self.last >= len(self._model.rows)

    def mount(self, first: int, last: int, *, at_once: bool = True) -> None:
        """Make rows ``first``…``last`` the window; ``at_once`` those that are new will be in sight."""
        self.first, self.last = max(0, first), max(0, min(last, len(self._model.rows)))
        wanted = {row.key: row for row in self._model.rows[self.first : self.last]}
        for key in [key for key in self.views if key not in wanted]:
            put_away(self.views[key])
            free(self.views.pop(key))
        for key, row in wanted.items():
            if key not in self.views:
                self.views[key] = self._make(row, at_once)
                self.stale.add(key)

    def mount_end(self) -> None:
        """Mount the newest rows, unless they are mounted."""
        if not self.at_end or not self.views:
            count = len(self._model.rows)
            self.mount(max(0, count - FIRST), count)

    def mount_above(self, *, drop_below: bool) -> bool:
        """Mount older rows; False when there are none in the model."""
        if self.first == 0:
            return False
        first = max(0, self.first - STEP)
        last = first + MOUNTED if drop_below and self.last - first > MOUNTED else self.last
        self.mount(first, last, at_once=False)
        return True

    def mount_below(self, *, drop_above: bool) -> bool:
        """Mount newer rows; False when there are none."""
        if self.at_end:
            return False
        last = min(len(self._model.rows), self.last + STEP)
        first = last - MOUNTED if drop_above and last - self.first > MOUNTED else self.first
        self.mount(first, last, at_once=False)
        return True

    def _on_reset(self) -> None:
        for view in self.views.values():
            put_away(view)
        self._away += self.views.values()
        self._freeing.start(PAINTED_MS)
        self.views, self.stale = {}, set()
        self.first = self.last = 0
        self.mount_end()
        self.reset.emit()

    def _free_one(self) -> None:
        """One between two events, as they are made."""
        if self._away:
            free(self._away.pop())
            self._freeing.start(0)

    def _on_inserted(self, parent: QModelIndex, first: int, last: int) -> None:
        del parent
        count = last - first + 1
        if not self.views:
            self.mount_end()
        elif first <= self.first:
            self.mount(self.first + count, self.last + count)
        elif first < self.last or (first == self.last and last + 1 == len(self._model.rows)):
            self.mount(self.first, self.last + (count if count <= MOUNTED else FIRST))
        self.changed.emit()

    def _on_removed(self, parent: QModelIndex, first: int, last: int) -> None:
        del parent
        before_first = max(0, min(self.first, last + 1) - first)
        before_last = max(0, min(self.last, last + 1) - first)
        self.mount(self.first - before_first, self.last - before_last)
        self.changed.emit()

    def _on_rows_changed(self, keys: list[str]) -> None:
        for key in keys:
            view, at = self.views.get(key), self._model.find(key)
            if view is not None and at >= 0:
                _update(view, self._model.rows[at])
                self.stale.add(key)
                self.dressed.emit(view)
        self.changed.emit()

    def _make(self, row: Row, at_once: bool) -> RowView:
        if isinstance(row, UserRow):
            view: RowView = UserView(row, self._canvas, pictures=self._live.pictures)
        elif isinstance(row, ResponseRow):
            view = ResponseView(row, self._live, self._canvas, at_once=at_once)
        else:
            view = DividerView(row, self._canvas)
        key = row.key
        view.retry_wanted.connect(lambda: self.retry_wanted.emit(key))
        view.link_clicked.connect(self.link_clicked)
        view.approved.connect(self.approved)
        view.record_action.connect(self.record_action)
        view.act_wanted.connect(partial(self.act_wanted.emit, key))
        view.menu_wanted.connect(partial(self.menu_wanted.emit, key))
        view.edit_done.connect(partial(self.edit_done.emit, key))
        view.edit_changed.connect(partial(self.edits.write, key))
        view.edit_left.connect(lambda: self.edits.leave(key))
        view.height_changed.connect(lambda: self._on_height_changed(key))
        view.completed.connect(lambda: self._on_completed(key))
        if isinstance(view, MessageView) and key in self.edits.texts:
            view.begin_edit(self.edits.texts[key])
        view.show()
        self.dressed.emit(view)
        return view

    def _on_completed(self, key: str) -> None:
        if key in self.views:
            self.dressed.emit(self.views[key])

    def _on_height_changed(self, key: str) -> None:
        self.stale.add(key)
        self.row_resized.emit(key)


def put_away(view: RowView) -> None:
    """Take a row's widget out of sight; if it has the focus, the conversation has it then."""
    focused = view.window().focusWidget()
    if focused is not None and (focused is view or view.isAncestorOf(focused)):
        holder = view.parentWidget()
        while holder is not None and not isinstance(holder, QAbstractScrollArea):
            holder = holder.parentWidget()
        if holder is not None:
            holder.setFocus(Qt.FocusReason.OtherFocusReason)
    view.hide()


def free(view: RowView) -> None:
    """Let a row's widget go.

    It keeps its parent until it is deleted: taking that away would style each of its children anew, for 3 ms and more.
    """
    for part in (view, *view.findChildren(QObject)):
        part.destroyed.connect(part.__dict__.clear)  # else only a walk over all objects would free what is in circles
    view.deleteLater()


def _update(view: RowView, row: Row) -> None:
    """Show a changed row; a key never changes its kind."""
    match view, row:
        case UserView(), UserRow():
            view.update_row(row)
        case ResponseView(), ResponseRow():
            view.update_row(row)
        case DividerView(), DividerRow():
            view.update_row(row)
        case _:
            raise TypeError(f"{type(view).__name__} cannot show {type(row).__name__}")
