"""What a window needs to search: the palette, the bar in the conversation, places shown, and their keys."""

from __future__ import annotations

from PySide6.QtCore import QObject

from weclaw_desktop.ui.chat.transcript import Transcript
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.keys import KeyMap
from weclaw_desktop.ui.search.finding import Finding
from weclaw_desktop.ui.search.palette import Palette
from weclaw_desktop.ui.search.spots import Spots
from weclaw_desktop.ui.sidebar.sidebar import Sidebar


class Searching(QObject):
    """One per window."""

    def __init__(self, conductor: Conductor, sidebar: Sidebar, transcript: Transcript) -> None:
        super().__init__(conductor)
        self._conductor, self._sidebar = conductor, sidebar
        self.spots = Spots(conductor, transcript)
        self.finding = Finding(conductor, transcript, self.spots)
        self.palette: Palette | None = None
        sidebar.search_wanted.connect(self.open_palette)

    def bind(self, keys: KeyMap) -> None:
        """Listen to a window's keys."""
        keys.bind("chat.search", self.open_palette)
        keys.bind("chat.find", self.finding.open)
        for number in range(1, 10):
            keys.bind(f"chat.go_{number}", lambda number=number: self._sidebar.go(number))

    def open_palette(self, words: str = "") -> None:
        """Search all chats; one palette at a time."""
        if self.palette is not None:
            return
        self.palette = Palette(self._sidebar.window(), self._conductor, words)
        self.palette.closed.connect(self._on_closed)
        self.palette.taken.connect(self._sidebar.chat_chosen)
        self.palette.open()

    def escape(self) -> bool:
        """Take marks away; False when there are none."""
        if not self.spots.marks.words:
            return False
        self.finding.bar.close_bar()
        self.spots.marks.clear()
        return True

    def _on_closed(self, answer: str) -> None:
        del answer
        self.palette = None
