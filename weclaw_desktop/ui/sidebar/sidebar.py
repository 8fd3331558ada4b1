"""The left side of the window: new chat, search, chats by day, settings; deleting can be undone for a while."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QLineEdit, QListView, QMenu, QWidget
from typing_extensions import override

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.events import ChatDeleted, ChatSaved, ContextReported
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.sidebar.chat_delegate import ChatDelegate
from weclaw_desktop.ui.sidebar.chat_list_model import ChatListModel
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Banner, Button, Label, column

SEARCH_PAUSE_MS = 120
UNDO_MS = 10_000
"""How long a deleted chat can be brought back from the bar (longer from the trash)."""
LISTED = 2_000


class ChatList(QListView):
    """Keyboard and mouse of the list."""

    delete_wanted = Signal(QModelIndex)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.currentIndex().isValid():
            self.delete_wanted.emit(self.currentIndex())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.state() != self.State.EditingState:
            self.activated.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class Sidebar(QFrame):
    """Lists the chats of ``conductor``'s profile."""

    settings_wanted = Signal()
    chat_chosen = Signal()

    def __init__(self, conductor: Conductor, *, with_settings: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._conductor = conductor
        self._deleted, self._was_open = "", False
        self.model = ChatListModel(self)
        self.new = Button("", "new", "plus")
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.list = ChatList()
        self._delegate = ChatDelegate(self.list)
        self._nothing = Label("", "small", "muted", wrap=True)
        self.undo = Banner(closable=False)
        self.undo.hide()
        self._settings = Button("", "row", "settings")
        self._settings.setVisible(with_settings)
        self._pause = self._timer(SEARCH_PAUSE_MS)
        self._pause.timeout.connect(self.reload)
        self._forget = self._timer(UNDO_MS)
        self._forget.timeout.connect(self.undo.hide)
        self._build()
        self._connect()
        self.retranslate()

    def _timer(self, ms: int) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(ms)
        return timer

    def _build(self) -> None:
        self.list.setModel(self.model)
        self.list.setItemDelegate(self._delegate)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        layout = column(self, gap=tokens.SPACE_S, margins=(12, 12, 12, 8))
        layout.addWidget(self.new)
        layout.addWidget(self.search)
        layout.addWidget(self._nothing)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.undo)
        layout.addWidget(self._settings)

    def _connect(self) -> None:
        conductor = self._conductor
        self.new.clicked.connect(self._on_new)
        self.search.textChanged.connect(lambda: self._pause.start())
        self.search.returnPressed.connect(self._on_search_return)
        self.list.clicked.connect(self._on_chosen)
        self.list.activated.connect(self._on_chosen)
        self.list.delete_wanted.connect(self._on_delete)
        self.list.customContextMenuRequested.connect(self._on_menu)
        self.model.renamed.connect(self._on_renamed)
        self.model.modelReset.connect(self._mark_current)
        self.undo.acted.connect(self._on_undo)
        self._settings.clicked.connect(self.settings_wanted)
        conductor.chat_opened.connect(self._mark_current)
        conductor.bridge.chat_saved.connect(self._on_saved)
        conductor.bridge.chat_deleted.connect(self._on_deleted)
        conductor.bridge.context_reported.connect(self._on_reported)
        conductor.live.reply_started.connect(self._on_reply_started)
        conductor.live.reply_ended.connect(self._on_reply_ended)

    def reload(self) -> None:
        """Read the list again, for the words in the search field."""
        self._conductor.start(self._reload(), "list chats")

    async def _reload(self) -> None:
        query = self.search.text().strip()
        chats = await self._conductor.bench.store.chats.all(query=query, limit=LISTED)
        if query == self.search.text().strip():
            self.model.set_chats(chats)
            self._nothing.setVisible(not chats)
            self._nothing.setText(
                self.tr("No title holds these words.") if query else self.tr("Your chats appear here.")
            )

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.setAccessibleName(self.tr("Chats"))
        self.new.setText(self.tr("New chat"))
        self.new.setToolTip(self.tr("New chat (Ctrl+N)"))
        self.search.setPlaceholderText(self.tr("Search titles…"))
        self.search.setAccessibleName(self.tr("Search titles"))
        self.search.setToolTip(self.tr("Search titles (Ctrl+K)"))
        self.list.setAccessibleName(self.tr("List of chats"))
        self._delegate.title_name = self.tr("Title")
        self._settings.setText(self.tr("Settings"))
        self._settings.setToolTip(self.tr("Settings (Ctrl+,)"))
        names = {
            "pinned": self.tr("Pinned"),
            "today": self.tr("Today"),
            "yesterday": self.tr("Yesterday"),
            "week": self.tr("Previous 7 days"),
            "older": self.tr("Older"),
        }
        self.model.retranslate(self.tr("New chat"), names)  # pyright: ignore[reportArgumentType] -- the keys are the days
        self._nothing.setVisible(self.model.rowCount() == 0)
        if not self._nothing.text() or self.model.rowCount() == 0:
            self._nothing.setText(self.tr("Your chats appear here."))

    def step(self, by: int) -> None:
        """Open the next or previous chat of the list."""
        chat_id = self.model.neighbour(self._conductor.chat_id, by)
        if chat_id:
            self._conductor.open_chat(chat_id)

    def rename(self, chat_id: str) -> None:
        """Edit a title in place."""
        row = self.model.row_of(chat_id)
        if row >= 0:
            self.list.setCurrentIndex(self.model.index(row))
            self.list.edit(self.model.index(row))

    def delete(self, chat: Chat) -> None:
        """Move a chat to the trash, with a way back."""
        dialog = self._conductor.bench.dialog
        self._conductor.start(dialog.delete(chat.id), "delete chat")
        self._deleted, self._was_open = chat.id, chat.id == self._conductor.chat_id
        title = chat.title or self.model.untitled
        self.undo.tell(self.tr("“{0}” deleted").format(title[:40]), "info", [("undo", self.tr("Undo"))])
        self._forget.start()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.StyleChange:
            self.list.doItemsLayout()
            self.new.setMinimumHeight(current().px(34))

    def _on_new(self) -> None:
        self._conductor.new_chat()
        self.chat_chosen.emit()

    def _on_search_return(self) -> None:
        first = next((row for row in range(self.model.rowCount()) if self.model.chat_at(row) is not None), -1)
        if first >= 0:
            self._on_chosen(self.model.index(first))

    def _on_chosen(self, index: QModelIndex) -> None:
        chat = self.model.chat_at(index.row())
        if chat is not None:
            self._conductor.open_chat(chat.id)
            self.chat_chosen.emit()

    def _on_delete(self, index: QModelIndex) -> None:
        chat = self.model.chat_at(index.row())
        if chat is not None:
            self.delete(chat)

    def _on_undo(self, action: str) -> None:
        del action
        self.undo.hide()
        if self._deleted:
            self._conductor.start(self._restore(self._deleted, show=self._was_open), "restore chat")

    async def _restore(self, chat_id: str, *, show: bool) -> None:
        """Take a chat out of the trash, and show it when it was open and nothing else is."""
        await self._conductor.bench.dialog.restore(chat_id)
        if show and self._conductor.chat is None and not self._conductor.draft.strip():
            self._conductor.open_chat(chat_id)

    def _on_renamed(self, chat_id: str, title: str) -> None:
        self._conductor.start(self._conductor.bench.dialog.rename(chat_id, title), "rename chat")

    def _on_saved(self, event: ChatSaved) -> None:
        if self.search.text().strip() and self.model.row_of(event.chat.id) < 0:
            return
        self.model.put(event.chat)
        self._nothing.setVisible(self.model.rowCount() == 0)

    def _on_deleted(self, event: ChatDeleted) -> None:
        self.model.remove(event.chat_id)

    def _on_reported(self, event: ContextReported) -> None:
        self.model.set_share(event.report.chat_id, event.report.share)

    def _on_reply_started(self, chat_id: str, message_id: str) -> None:
        del message_id
        self.model.set_busy(chat_id, True)

    def _on_reply_ended(self, chat_id: str, message_id: str) -> None:
        del message_id
        self.model.set_busy(chat_id, False)
        if chat_id != self._conductor.chat_id:
            self.model.set_unread(chat_id, True)

    def _mark_current(self) -> None:
        self.model.set_unread(self._conductor.chat_id, False)
        row = self.model.row_of(self._conductor.chat_id)
        selection = self.list.selectionModel()
        if row < 0:
            selection.clear()
            return
        selection.setCurrentIndex(self.model.index(row), QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _on_menu(self, point: QPoint) -> None:
        chat = self.model.chat_at(self.list.indexAt(point).row())
        if chat is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(current().icon("edit"), self.tr("Rename"), lambda: self.rename(chat.id))
        menu.addAction(current().icon("trash"), self.tr("Delete"), lambda: self.delete(chat))
        menu.popup(self.list.viewport().mapToGlobal(point))
