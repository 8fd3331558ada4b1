"""The windows of one profile: the first one, and others that show other chats. Closing one keeps the rest.

All share the profile's services, so an answer goes on whatever window is closed. The first window is never let go while
another one is open, only hidden: it owns the tray and the place that is remembered.
"""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from weclaw_desktop.services.ending import Ending
from weclaw_desktop.ui.attention import Attention, Notice
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.desktop.notices import Notices
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.toast import Toast
from weclaw_desktop.ui.window_parts import build, installed
from weclaw_desktop.ui.window_state import WindowState

APART = 36
"""Pixels by which a new window lies below and beside the one before."""


class Windows(QObject):
    """``all_closed`` comes when no window is left that the user can see.

    ``unsent_changed`` says that what is written in new chats, of whatever window, shall be kept.
    """

    all_closed = Signal()
    unsent_changed = Signal()

    def __init__(self, first: MainWindow, conductor: Conductor, folder: str) -> None:
        super().__init__(first)
        self._first, self._folder, self._bench = first, folder, conductor.bench
        self._open: list[tuple[MainWindow, Conductor]] = [(first, conductor)]
        self._toasts: dict[MainWindow, Toast] = {}
        self._going: set[asyncio.Task[None]] = set()
        self.attention = Attention(
            conductor.bench, conductor.bridge, shown=self._shown, watched=self._watched, tell=self._tell, parent=self
        )
        self._notices = Notices(first.tray, self)
        self._notices.clicked.connect(self._show_chat)
        first.window_wanted.connect(self.open)
        self._listen(first, conductor)

    @property
    def others(self) -> list[MainWindow]:
        """All windows but the first."""
        return [window for window, _ in self._open[1:]]

    @property
    def other_drafts(self) -> list[str]:
        """What is written in new chats of all windows but the first."""
        return [conductor.unsent for _, conductor in self._open[1:] if conductor.unsent]

    def open(self, chat_id: str) -> MainWindow:
        """Show a chat ("" for a new one) in another window; one that shows it already comes to the front."""
        for window, conductor in self._open[1:]:
            if chat_id and conductor.chat_id == chat_id:
                window.bring_forward()
                return window
        before = self._open[-1][0]
        state = WindowState(sidebar=before.state.sidebar, context_panel=before.state.context_panel)
        window, conductor = MainWindow(state, self._folder), Conductor(self._bench)
        window.first = False
        window.fix_look(*self._first.fixed_look)
        window.attach(build(conductor, installed()))
        window.resize(before.size())
        window.move(before.pos().x() + APART, before.pos().y() + APART)
        self._open.append((window, conductor))
        window.window_wanted.connect(self.open)
        window.quit_wanted.connect(self._first.quit_wanted)
        window.close_wanted.connect(lambda: self.close(window))
        self._listen(window, conductor)
        if chat_id:
            conductor.open_chat(chat_id)
        window.show()
        return window

    def close(self, window: MainWindow) -> None:
        """Close one; what was written in it is kept."""
        if window is self._first:
            window.hide()
            if not self.others:
                self.all_closed.emit()
            return
        conductor = next(conductor for other, conductor in self._open if other is window)
        self._open = [pair for pair in self._open if pair[0] is not window]
        window.hide()
        going = self._bench.supervisor.start(self._close(window, conductor), "close a window")
        self._going.add(going)
        going.add_done_callback(self._going.discard)
        if not self.others and not self._first.isVisible() and not self._first.tray.there:
            self.all_closed.emit()

    async def close_others(self, ending: Ending) -> None:
        """Close all but the first, before the program ends; ``ending`` hears of what fails."""
        if self._going:  # one that was closed just now leaves its words to the first
            await asyncio.wait(self._going)
        others, self._open = self._open[1:], self._open[:1]
        for window, conductor in others:
            await self._let_go(window, conductor, ending)
        await ending.step("notices", self._notices.remove)

    async def _close(self, window: MainWindow, conductor: Conductor) -> None:
        ending = Ending()
        await self._let_go(window, conductor, ending)
        ending.settle()

    async def _let_go(self, window: MainWindow, conductor: Conductor, ending: Ending) -> None:
        await ending.step("drafts of another window", conductor.keep_drafts)
        await ending.step("the new chat of another window", lambda: self._open[0][1].adopt(conductor.blank))
        await ending.step("views of another window", conductor.close)
        self._toasts.pop(window, None)
        await ending.step("another window", window.let_go)
        window.deleteLater()

    def _listen(self, window: MainWindow, conductor: Conductor) -> None:
        window.installEventFilter(self)
        conductor.chat_opened.connect(lambda: self._look(window, conductor))
        conductor.unsent_changed.connect(self.unsent_changed)

    def _look(self, window: MainWindow, conductor: Conductor) -> None:
        """What a window shows is seen."""
        if conductor.chat is None or not _in_sight(window):
            return
        if window in self._toasts:
            self._toasts[window].done(conductor.chat_id)
        if conductor.chat.unread:
            self.attention.seen(conductor.chat_id)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A window that comes back shows its chat again."""
        if event.type() in (QEvent.Type.WindowActivate, QEvent.Type.Show):
            for window, conductor in self._open:
                if window is watched:
                    self._look(window, conductor)
        return False

    def _shown(self) -> set[str]:
        own = {conductor.chat_id for window, conductor in self._open if _in_sight(window)}
        return own.union(*(window.compared for window, _ in self._open))

    def _watched(self) -> str:
        """The chat in the window that the user works in, "" when they work elsewhere."""
        for window, conductor in self._open:
            if window.isActiveWindow() and _in_sight(window):
                return conductor.chat_id
        return ""

    def _tell(self, notice: Notice) -> None:
        """On the desktop for those who work elsewhere; in the window for those who look at another chat."""
        title = notice.title or QCoreApplication.translate("Sidebar", "New chat")
        active = next((w for w, _ in self._open if w.isActiveWindow()), None)
        if active is None and self._notices.tell(notice.chat_id, title, notice.words):
            return
        window = active or next((w for w, _ in self._open if w.isVisible()), self._first)
        if notice.chat_id not in self._shown():
            self._toast(window).tell(title, notice.words, notice.chat_id)
        QApplication.alert(window)

    def _show_chat(self, chat_id: str) -> None:
        """In the window that shows it, else in the first one."""
        window, conductor = next((pair for pair in self._open if pair[1].chat_id == chat_id), self._open[0])
        window.bring_forward()
        conductor.open_chat(chat_id)

    def _toast(self, window: MainWindow) -> Toast:
        if window not in self._toasts:
            toast = self._toasts[window] = Toast(window)
            conductor = next(conductor for other, conductor in self._open if other is window)
            toast.acted.connect(conductor.open_chat)
        return self._toasts[window]


def _in_sight(window: MainWindow) -> bool:
    return window.isVisible() and not window.isMinimized()
