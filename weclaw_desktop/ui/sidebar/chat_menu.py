"""The menus of the chat list: for one chat, for several, for what lies in the trash, for a group."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QObject, QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.ui.sidebar.acts import Acts
from weclaw_desktop.ui.sidebar.chat_list_model import ChatListModel
from weclaw_desktop.ui.sidebar.groups import Heading
from weclaw_desktop.ui.sidebar.tag_sheet import TagSheet
from weclaw_desktop.ui.theme import current

translate = QCoreApplication.translate
MOST_TAGS = 20


class ChatMenus(QObject):
    """Fills menus for ``owner``; ``rename`` and ``in_window`` are what only the list and the window can do."""

    def __init__(
        self,
        owner: QWidget,
        model: ChatListModel,
        acts: Acts,
        *,
        rename: Callable[[str], None],
        in_window: Callable[[str], None],
        export: Callable[[str], None],
    ) -> None:
        super().__init__(owner)
        self._owner, self._model, self._acts = owner, model, acts
        self._rename, self._in_window, self._export = rename, in_window, export

    def pop_up(self, fill: Callable[[QMenu], None], at: QPoint) -> None:
        """Show a menu at a place of the screen."""
        menu = QMenu(self._owner)
        fill(menu)
        if menu.isEmpty():
            menu.deleteLater()
            return
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def fill_chats(self, menu: QMenu, chats: Sequence[Chat]) -> None:
        """What can be done with these chats."""
        if chats and all(chat.deleted_ms is not None for chat in chats):
            self._fill_trashed(menu, chats)
        elif chats:
            self._fill_alive(menu, [chat for chat in chats if chat.deleted_ms is None])

    def fill_heading(self, menu: QMenu, heading: Heading) -> None:
        """What can be done with a group."""
        acts, theme = self._acts, current()
        if heading.kind == "folder":
            menu.addAction(theme.icon("edit"), translate("Sidebar", "Rename"), lambda: self._rename(heading.key))
            delete = translate("Sidebar", "Delete folder, keep its chats")
            menu.addAction(theme.icon("trash"), delete, lambda: acts.delete_folder(heading))
        elif heading.kind == "trash":
            empty = translate("Sidebar", "Empty the trash…")
            menu.addAction(theme.icon("trash"), empty, lambda: acts.empty_trash(self._owner.window(), heading.count))

    def fill_folders(self, menu: QMenu, chats: Sequence[Chat]) -> None:
        """Where these chats can be moved."""
        inside = {chat.folder for chat in chats}
        for folder in self._model.listing.folders:
            action = QAction(current().icon("folder"), folder.name.replace("&", "&&"), menu)
            action.setEnabled(inside != {folder.id})
            action.triggered.connect(lambda _=False, f=folder: self._acts.move(chats, f.id, f.name))
            menu.addAction(action)
        if any(inside):
            menu.addAction(translate("Sidebar", "No folder"), lambda: self._acts.move(chats, ""))
        if not menu.isEmpty():
            menu.addSeparator()
        menu.addAction(current().icon("plus"), translate("Sidebar", "New folder"), lambda: self._acts.new_folder(chats))

    def fill_tags(self, menu: QMenu, chats: Sequence[Chat]) -> None:
        """Tags that these chats have or can get."""
        for tag in self._model.listing.tags()[:MOST_TAGS]:
            action = QAction(f"#{tag.replace('&', '&&')}", menu, checkable=True)
            every = all(tag in chat.tags for chat in chats)
            action.setChecked(every)
            action.triggered.connect(lambda _=False, tag=tag, every=every: self._toggle_tag(chats, tag, every))
            menu.addAction(action)
        if not menu.isEmpty():
            menu.addSeparator()
        menu.addAction(current().icon("plus"), translate("Sidebar", "New tag…"), lambda: self.ask_tag(chats))

    def ask_tag(self, chats: Sequence[Chat]) -> None:
        """Have a tag written and give it."""
        sheet = TagSheet(self._owner.window(), self._model.listing.tags())

        def give(tag: str) -> None:
            if tag:
                self._acts.tag(chats, add=(tag,))

        sheet.closed.connect(give)
        sheet.open()

    def _toggle_tag(self, chats: Sequence[Chat], tag: str, every: bool) -> None:
        if every:
            self._acts.tag(chats, remove=(tag,))
        else:
            self._acts.tag(chats, add=(tag,))

    def _fill_alive(self, menu: QMenu, chats: Sequence[Chat]) -> None:
        acts, theme = self._acts, current()
        if len(chats) == 1:
            chat = chats[0]
            opens = translate("Sidebar", "Open in new window")
            menu.addAction(theme.icon("window"), opens, lambda: self._in_window(chat.id))
            menu.addAction(theme.icon("edit"), translate("Sidebar", "Rename"), lambda: self._rename(chat.id))
            saves = translate("Sidebar", "Save as Markdown…")
            menu.addAction(theme.icon("download"), saves, lambda: self._export(chat.id))
        pinned = all(chat.pinned for chat in chats)
        pin = translate("Sidebar", "Unpin") if pinned else translate("Sidebar", "Pin")
        menu.addAction(theme.icon("pin"), pin, lambda: acts.pin(chats, not pinned))
        folders = menu.addMenu(theme.icon("folder"), translate("Sidebar", "Move to folder"))
        self.fill_folders(folders, chats)
        tags = menu.addMenu(theme.icon("tag"), translate("Sidebar", "Tags"))
        self.fill_tags(tags, chats)
        unread = any(chat.unread for chat in chats)
        mark = translate("Sidebar", "Mark as read") if unread else translate("Sidebar", "Mark as unread")
        menu.addAction(theme.icon("message"), mark, lambda: acts.mark_unread(chats, not unread))
        menu.addSeparator()
        archived = all(chat.archived for chat in chats)
        archive = translate("Sidebar", "Take from the archive") if archived else translate("Sidebar", "Archive")
        menu.addAction(theme.icon("archive"), archive, lambda: acts.archive(chats, not archived))
        menu.addAction(theme.icon("trash"), translate("Sidebar", "Delete"), lambda: acts.delete(chats))

    def _fill_trashed(self, menu: QMenu, chats: Sequence[Chat]) -> None:
        acts, theme = self._acts, current()
        menu.addAction(theme.icon("undo"), translate("Sidebar", "Restore"), lambda: acts.restore(chats))
        erase = translate("Sidebar", "Erase for good…")
        menu.addAction(theme.icon("trash"), erase, lambda: acts.erase(self._owner.window(), chats))
