"""The left side of the window: new chat, search, chats in their groups, settings; what was done can be undone."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QMenu, QWidget
from typing_extensions import override

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.sidebar.acts import Acts
from weclaw_desktop.ui.sidebar.chat_delegate import ChatDelegate
from weclaw_desktop.ui.sidebar.chat_list import ChatList
from weclaw_desktop.ui.sidebar.chat_list_model import ChatListModel
from weclaw_desktop.ui.sidebar.chat_menu import ChatMenus
from weclaw_desktop.ui.sidebar.following import Following
from weclaw_desktop.ui.sidebar.groups import Heading
from weclaw_desktop.ui.sidebar.selection_bar import SelectionBar
from weclaw_desktop.ui.sidebar.tag_row import TagRow
from weclaw_desktop.ui.sidebar.taking_in import TakingIn
from weclaw_desktop.ui.sidebar.words import heading_words
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Banner, Button, IconButton, Label, LinkButton, column, row

SEARCH_PAUSE_MS = 120
UNDO_MS = 10_000
"""How long the bar offers to undo."""


class Sidebar(QFrame):
    """Lists the chats of ``conductor``'s profile."""

    settings_wanted = Signal()
    lab_wanted = Signal()
    chat_chosen = Signal()
    search_wanted = Signal(str)
    """The user wants all messages searched, for these words or for words to be typed."""
    window_wanted = Signal(str)
    export_wanted = Signal(str)
    """The user wants a chat in a window of its own."""

    def __init__(self, conductor: Conductor, *, with_settings: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._conductor = conductor
        self.model = ChatListModel(self)
        self.acts = Acts(conductor, self)
        self._following = Following(conductor, self.model, self)
        self._taking_in = TakingIn(conductor, self)
        self.new = Button("", "new", "plus")
        self.look = IconButton("search")
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.more = IconButton("more")
        self.tags = TagRow()
        self.list = ChatList(self.model)
        self._delegate = ChatDelegate(self.list)
        self._delegate.many = lambda: self.list.many
        self.list.setItemDelegate(self._delegate)
        self.menus = ChatMenus(
            self,
            self.model,
            self.acts,
            rename=self.list.edit_name,
            in_window=self.window_wanted.emit,
            export=self.export_wanted.emit,
        )
        self._nothing = Label("", "small", "muted", wrap=True)
        self.elsewhere = Button("", "secondary", "search")
        self.elsewhere.hide()
        self.selection = SelectionBar()
        self.undo = Banner(closable=False)
        self.undo.hide()
        self.settings = Button("", "row", "settings")
        self.settings.setVisible(with_settings)
        self.take_in = IconButton("import")
        self.lab = LinkButton()
        self.lab.setProperty("tone", "muted")
        self._pause = self._timer(SEARCH_PAUSE_MS, self.reload)
        self._forget = self._timer(UNDO_MS, self.undo.hide)
        self._build()
        self._connect()
        self.retranslate()

    def _timer(self, ms: int, call: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(ms)
        timer.timeout.connect(call)  # pyright: ignore[reportArgumentType] -- a bound method
        return timer

    def _build(self) -> None:
        layout = column(self, gap=tokens.SPACE_S, margins=(12, 12, 12, 8))
        top, second, bottom = row(), row(gap=tokens.SPACE_XS), row(gap=tokens.SPACE_XS)
        top.addWidget(self.new, 1)
        top.addWidget(self.look)
        second.addWidget(self.search, 1)
        second.addWidget(self.more)
        bottom.addWidget(self.settings, 1)
        bottom.addWidget(self.take_in, 0, Qt.AlignmentFlag.AlignRight)
        bottom.addWidget(self.lab)
        layout.addLayout(top)
        layout.addLayout(second)
        layout.addWidget(self.tags)
        layout.addWidget(self._nothing)
        layout.addWidget(self.elsewhere)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.selection)
        layout.addWidget(self.undo)
        layout.addLayout(bottom)

    def _connect(self) -> None:
        conductor = self._conductor
        self.new.clicked.connect(self._on_new)
        self.look.clicked.connect(lambda: self.search_wanted.emit(""))
        self.more.clicked.connect(self._on_more)
        self.search.textChanged.connect(lambda: self._pause.start())
        self.search.returnPressed.connect(self._on_search_return)
        self.elsewhere.clicked.connect(lambda: self.search_wanted.emit(self.search.text().strip()))
        self.tags.chosen.connect(self.model.show_tag)
        self.take_in.clicked.connect(self._taking_in.choose)
        self.list.chat_wanted.connect(self._on_chosen)
        self.list.group_toggled.connect(self._on_toggled)
        self.list.delete_wanted.connect(self._on_delete)
        self.list.customContextMenuRequested.connect(self._on_menu)
        self.list.selectionModel().selectionChanged.connect(self._on_selected)
        self.selection.acted.connect(self._on_selection)
        self.model.renamed.connect(self.acts.rename)
        self.model.folder_renamed.connect(self.acts.rename_folder)
        self.model.dropped.connect(self._on_dropped)
        self.model.arranged.connect(self._on_arranged)
        self.acts.done.connect(self._on_done)
        self.acts.undone.connect(self.undo.hide)
        self.acts.folder_made.connect(self.list.edit_name)
        self.undo.acted.connect(self._on_undo)
        self.settings.clicked.connect(self.settings_wanted)
        self.lab.clicked.connect(self.lab_wanted)
        conductor.chat_opened.connect(self._mark_current)

    def reload(self) -> None:
        """Read the list again, for the words in the search field."""
        self._following.read(self.search.text().strip())

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.setAccessibleName(self.tr("Chats"))
        self.new.setText(self.tr("New chat"))
        self.new.setToolTip(self.new.text())
        self.look.set_name(self.tr("Search all chats"))
        self.search.setPlaceholderText(self.tr("Search titles…"))
        self.search.setAccessibleName(self.tr("Search titles"))
        self.more.set_name(self.tr("Organise chats"))
        self.list.setAccessibleName(self.tr("List of chats"))
        self.elsewhere.setText(self.tr("Search in messages"))
        self._delegate.title_name = self.tr("Title")
        self._delegate.days_left = self.tr("{0} d left")
        self.settings.setText(self.tr("Settings"))
        self.settings.setToolTip(self.settings.text())
        self.take_in.set_name(self.tr("Import chats"))
        self.lab.setText(self.tr("Lab"))
        self.lab.setToolTip(self.tr("Lab: every strategy on this chat, side by side"))
        self.lab.setAccessibleName(self.tr("Lab"))
        self.model.retranslate(heading_words())
        self._say_nothing()

    def step(self, by: int) -> None:
        """Open the next or previous chat of the list."""
        self._open(self.model.neighbour(self._conductor.chat_id, by))

    def go(self, number: int) -> None:
        """Open the chat that stands at a place of the list, 1 for the first; 9 is the last one."""
        ids = self.model.at_hand()
        if ids and (number == 9 or number <= len(ids)):
            self._open(ids[-1 if number == 9 else number - 1])

    def rename(self, chat_id: str) -> None:
        """Edit a title in place."""
        self.list.edit_name(chat_id)

    def delete(self, chat: Chat) -> None:
        """Move a chat to the trash, with a way back."""
        self.acts.delete([chat])

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.StyleChange:
            self.list.doItemsLayout()
            self.new.setMinimumHeight(current().px(34))

    def _open(self, chat_id: str) -> None:
        if chat_id:
            self._conductor.open_chat(chat_id)

    def _on_new(self) -> None:
        self._conductor.new_chat()
        self.chat_chosen.emit()

    def _on_search_return(self) -> None:
        ids = self.model.at_hand()
        if ids:
            self._on_chosen(ids[0])
        elif self.search.text().strip():
            self.search_wanted.emit(self.search.text().strip())

    def _on_chosen(self, chat_id: str) -> None:
        chat = self.model.known(chat_id)
        if chat is not None and chat.deleted_ms is None:
            self._conductor.open_chat(chat_id)
            self.chat_chosen.emit()

    def _on_toggled(self, heading: Heading) -> None:
        if heading.kind == "folder":
            self.acts.fold(heading)
        else:
            self.model.open_group(heading.key, not heading.open)

    def _on_delete(self) -> None:
        chats, heading = self.list.chosen(), self.model.heading_at(self.list.currentIndex().row())
        if heading is not None and heading.folder_id:
            self.acts.delete_folder(heading)
        elif chats and all(chat.deleted_ms is not None for chat in chats):
            self.acts.erase(self.window(), chats)
        else:
            self.acts.delete(chats)

    def _on_selected(self) -> None:
        self.selection.show_count(len(self.list.selectionModel().selectedRows()))

    def _on_selection(self, action: str, button: QWidget) -> None:
        chats = self.list.chosen()
        at = button.mapToGlobal(QPoint(0, button.height()))
        if action == "clear":
            self.list.clearSelection()
            self._mark_current()
        elif action == "delete":
            self._on_delete()
        elif action == "archive":
            self.acts.archive(chats, not all(chat.archived for chat in chats))
        elif action == "folder":
            self.menus.pop_up(lambda menu: self.menus.fill_folders(menu, chats), at)
        else:
            self.menus.pop_up(lambda menu: self.menus.fill_tags(menu, chats), at)

    def _on_dropped(self, ids: list[str], group: Heading) -> None:
        listing = self.model.listing
        self.acts.drop(ids, group, {**listing.trash, **listing.chats})

    def _on_done(self, said: str) -> None:
        self.undo.tell(said, "info", [("undo", self.tr("Undo"))])
        self._forget.start()

    def _on_undo(self, action: str) -> None:
        del action
        self.acts.undo()

    def _on_more(self) -> None:
        at = self.more.mapToGlobal(self.more.rect().bottomLeft())
        self.menus.pop_up(self._fill_more, at)

    def _fill_more(self, menu: QMenu) -> None:
        theme, shown = current(), {"archived": self.tr("Show archive"), "trash": self.tr("Show trash")}
        menu.addAction(theme.icon("folder"), self.tr("New folder"), lambda: self.acts.new_folder())
        menu.addAction(theme.icon("import"), self.tr("Import chats…"), self._taking_in.choose)
        menu.addSeparator()
        menu.addAction(self.tr("Select all"), self._select_all)
        for key, words in shown.items():
            heading = self.model.heading_at(self.model.row_of(key))
            action = menu.addAction(theme.icon("archive" if key == "archived" else "trash"), words)
            action.setEnabled(heading is not None)
            action.triggered.connect(lambda _=False, key=key: self._show_group(key))

    def _select_all(self) -> None:
        self.list.selectAll()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_group(self, key: str) -> None:
        self.model.open_group(key, True)
        index = self.model.index(self.model.row_of(key))
        self.list.setCurrentIndex(index)
        self.list.scrollTo(index, ChatList.ScrollHint.PositionAtTop)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_arranged(self) -> None:
        self.tags.show_tags(self.model.listing.tags(), self.model.listing.tag)
        self._say_nothing()
        self._mark_current()
        self._on_selected()

    def _say_nothing(self) -> None:
        """What stands in the place of a list that is empty."""
        empty, query = self.model.rowCount() == 0, self.search.text().strip()
        self._nothing.setVisible(empty)
        self._nothing.setText(self.tr("No title holds these words.") if query else self.tr("Your chats appear here."))
        self.elsewhere.setVisible(empty and bool(query))

    def _mark_current(self) -> None:
        self.list.show_current(self._conductor.chat_id)

    def _on_menu(self, point: QPoint) -> None:
        row = self.list.indexAt(point).row()
        heading, chats = self.model.heading_at(row), self.list.chosen()
        under = self.model.chat_at(row)
        if under is not None and under not in chats:
            chats = [under]
        at = self.list.viewport().mapToGlobal(point)
        if heading is not None:
            self.menus.pop_up(lambda menu: self.menus.fill_heading(menu, heading), at)
        elif under is not None:
            self.menus.pop_up(lambda menu: self.menus.fill_chats(menu, chats), at)
