"""Pictures that people attached, small and large: read from the store and decoded off the window's thread.

Only what is in the store (or in an answer itself) is ever read; nothing here knows an address or a file.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.ui.chat.composer_preview import Preview, decoded

KEPT = 200
"""Small pictures that are kept."""
LARGEST = 40_000_000
"""Bytes of a file that is decoded."""
DRAWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp"})
"""What is decoded; vector formats could name other files."""


class Pictures(QObject):
    """What stands behind attachments.

    ``ready`` tells the hash of a small picture that was asked for and is there now (or cannot be shown).
    """

    ready = Signal(str)
    pin_wanted = Signal(object)
    """An attachment shall stand in the prompt."""

    def __init__(
        self,
        content: Callable[[AttachmentPart], Coroutine[Any, Any, bytes]],
        start: Callable[[Coroutine[Any, Any, Any], str], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._content, self._start = content, start
        self._kept: OrderedDict[tuple[str, int], QPixmap] = OrderedDict()
        self._asked: set[tuple[str, int]] = set()

    def beside(self, content: Callable[[AttachmentPart], Coroutine[Any, Any, bytes]], parent: QObject) -> Pictures:
        """The same for pictures that come from elsewhere than the store."""
        return Pictures(content, self._start, parent)

    def small(self, part: AttachmentPart, room: QSize, ratio: float) -> QPixmap | None:
        """The picture made to fit into ``room`` (pixels of the screen); None until it is read, null if it cannot be."""
        key = (part.sha256, room.width())
        found = self._kept.get(key)
        if found is None and key not in self._asked:
            self._asked.add(key)
            self._start(self._read(part, room, ratio), "read a small picture")
        return found

    def open(self, window: QWidget, part: AttachmentPart) -> None:
        """Show an attachment large, over the window: the picture, or the text that was read from the file."""
        if part.kind == "image" and part.media_type in DRAWN:
            self._start(self._open(window, part), "open a picture")
        else:
            Preview(window, part.name, "").show_text(part.text, back=False)

    async def _read(self, part: AttachmentPart, room: QSize, ratio: float) -> None:
        key = (part.sha256, room.width())
        try:
            data = await self._data(part)
            self._kept[key] = QPixmap.fromImage(await asyncio.to_thread(decoded, data, room, ratio))
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        except KnownError:
            self._kept[key] = QPixmap()  # it is gone from the store: its name is shown instead
        finally:
            self._asked.discard(key)
        self.ready.emit(part.sha256)

    async def _open(self, window: QWidget, part: AttachmentPart) -> None:
        data = await self._data(part)
        sheet = Preview(window, part.name, f"{part.width} × {part.height}" if part.width else "")
        sheet.show_picture(await asyncio.to_thread(decoded, data, sheet.room, sheet.devicePixelRatioF()))

    async def _data(self, part: AttachmentPart) -> bytes:
        data = await self._content(part)
        return data if len(data) <= LARGEST and part.media_type in DRAWN else b""
