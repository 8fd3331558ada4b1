"""What can be done with chats of the list, each with a sentence and one way back."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QWidget

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.counted import counted
from weclaw_desktop.ui.sidebar.groups import Heading
from weclaw_desktop.ui.widgets import ask

Before = tuple[Chat, ...]


class Acts(QObject):
    """Starts the organiser's verbs. ``done`` carries what happened in words; ``undo`` takes the last one back."""

    done = Signal(str)
    undone = Signal()
    folder_made = Signal(str)

    def __init__(self, conductor: Conductor, parent: QObject) -> None:
        super().__init__(parent)
        self._conductor = conductor
        self._organiser = conductor.bench.organiser
        self._before: Before = ()
        self._open = ""
        """Id of the chat that was shown when it was deleted."""

    def pin(self, chats: Sequence[Chat], on: bool) -> None:
        """Pin or unpin; its own undo is one click away."""
        self._quietly(self._organiser.pin(_ids(chats), on), "pin chats")

    def mark_unread(self, chats: Sequence[Chat], on: bool) -> None:
        """Mark as read or unread."""
        self._quietly(self._organiser.mark_unread(_ids(chats), on), "mark chats")

    def archive(self, chats: Sequence[Chat], on: bool) -> None:
        """Put away, or take back."""
        said = self._said(chats, self.tr("“{0}” archived"), self.tr("{0} chats archived"))
        back = self._said(chats, self.tr("“{0}” taken from the archive"), self.tr("{0} chats taken from the archive"))
        self._start(self._organiser.archive(_ids(chats), on), said if on else back)

    def move(self, chats: Sequence[Chat], folder_id: str, name: str = "") -> None:
        """Into a folder called ``name``, or out of folders."""
        into = self._said(chats, self.tr("“{0}” moved to {1}"), self.tr("{0} chats moved to {1}"), name)
        out = self._said(
            chats, self.tr("“{0}” moved out of its folder"), self.tr("{0} chats moved out of their folders")
        )
        self._start(self._organiser.move(_ids(chats), folder_id), into if folder_id else out)

    def tag(self, chats: Sequence[Chat], *, add: Sequence[str] = (), remove: Sequence[str] = ()) -> None:
        """Give tags, take tags."""
        name = "#" + (*add, *remove)[0]
        given = self._said(chats, self.tr("“{0}” tagged {1}"), self.tr("{0} chats tagged {1}"), name)
        taken = self._said(chats, self.tr("{1} taken from “{0}”"), self.tr("{1} taken from {0} chats"), name)
        self._start(self._organiser.tag(_ids(chats), add=add, remove=remove), given if add else taken)

    def delete(self, chats: Sequence[Chat]) -> None:
        """To the trash."""
        alive = [chat for chat in chats if chat.deleted_ms is None]
        if alive:
            self._open = next((chat.id for chat in alive if chat.id == self._conductor.chat_id), "")
            said = self._said(alive, self.tr("“{0}” deleted"), self.tr("{0} chats deleted"))
            self._start(self._organiser.delete(_ids(alive)), said, keep_open=True)

    def restore(self, chats: Sequence[Chat]) -> None:
        """Out of the trash."""
        self._conductor.start(self._restore(_ids(chats)), "restore chats")

    def erase(self, window: QWidget, chats: Sequence[Chat]) -> None:
        """For good, after a question."""
        self._conductor.start(self._erase(window, _ids(chats)), "erase chats")

    def empty_trash(self, window: QWidget, count: int) -> None:
        """Everything in it for good, after a question."""
        self._conductor.start(self._empty(window, count), "empty the trash")

    def new_folder(self, chats: Sequence[Chat] = ()) -> None:
        """Make one and put chats into it; ``folder_made`` carries its key, so that it can be named."""
        self._conductor.start(self._new_folder(_ids(chats)), "new folder")

    def rename_folder(self, folder_id: str, name: str) -> None:
        """Give a folder another name."""
        self._quietly(self._organiser.change_folder(folder_id, name=name), "rename folder")

    def fold(self, heading: Heading) -> None:
        """Open or close a folder."""
        self._quietly(self._organiser.change_folder(heading.folder_id, collapsed=heading.open), "fold folder")

    def delete_folder(self, heading: Heading) -> None:
        """Take a folder away; its chats stay in the list."""
        self._quietly(self._organiser.delete_folder(heading.folder_id), "delete folder")
        self._before = ()
        self.undone.emit()

    def rename(self, chat_id: str, title: str) -> None:
        """Give a chat the user's own title."""
        self._quietly(self._conductor.bench.dialog.rename(chat_id, title), "rename chat")

    def drop(self, ids: Sequence[str], group: Heading, chats: dict[str, Chat]) -> None:
        """Chats were dropped onto a group: it says what becomes of them."""
        found = [chats[chat_id] for chat_id in ids if chat_id in chats]
        dropped = [chat for chat in found if chat.deleted_ms is not None]
        alive = [chat for chat in found if chat.deleted_ms is None]
        if group.kind == "trash":
            self.delete(alive)
        elif dropped:
            self.restore(dropped)
        elif group.kind == "archived":
            self.archive(alive, True)
        elif group.kind == "pinned":
            self.pin(alive, True)
        elif alive:
            self.move(alive, group.folder_id, group.name)

    def undo(self) -> None:
        """Take the last of them back."""
        before, self._before = self._before, ()
        if before:
            self._conductor.start(self._undo(before, self._open), "undo")
        self.undone.emit()

    def _start(self, work: Awaitable[Before], said: str, *, keep_open: bool = False) -> None:
        if not keep_open:
            self._open = ""
        self._conductor.start(self._tell(work, said), said)

    async def _tell(self, work: Awaitable[Before], said: str) -> None:
        before = await work
        if before:
            self._before = before
            self.done.emit(said)

    def _quietly(self, work: Awaitable[object], name: str) -> None:
        async def run() -> None:
            await work

        self._conductor.start(run(), name)

    async def _undo(self, before: Before, opened: str) -> None:
        """Put back, and show again what was shown when nothing else is."""
        await self._organiser.put_back(before)
        if opened and self._conductor.chat is None and not self._conductor.draft.strip():
            self._conductor.open_chat(opened)

    async def _restore(self, ids: Sequence[str]) -> None:
        for chat_id in ids:
            await self._conductor.bench.dialog.restore(chat_id)

    async def _erase(self, window: QWidget, ids: Sequence[str]) -> None:
        if await self._sure(window, self.tr("Erase for good?"), len(ids)):
            await self._organiser.erase(ids)

    async def _empty(self, window: QWidget, count: int) -> None:
        if await self._sure(window, self.tr("Empty the trash?"), count):
            await self._organiser.empty_trash()

    async def _sure(self, window: QWidget, title: str, count: int) -> bool:
        answer = await ask(
            window,
            title,
            counted.erased(count),
            [("erase", self.tr("Erase"), "danger"), ("", self.tr("Cancel"), "secondary")],
        )
        return answer == "erase"

    async def _new_folder(self, ids: Sequence[str]) -> None:
        folder = await self._organiser.new_folder(self.tr("New folder"), ids)
        self.folder_made.emit(f"folder:{folder.id}")

    def _said(self, chats: Sequence[Chat], one: str, many: str, name: str = "") -> str:
        if len(chats) == 1:
            return one.format((chats[0].title or QCoreApplication.translate("Sidebar", "New chat"))[:40], name)
        return many.format(len(chats), name)


def _ids(chats: Sequence[Chat]) -> list[str]:
    return [chat.id for chat in chats]
