"""What happens when a link in a message is pressed. Nothing opens by itself: its whole address is shown first.

A page opens in the browser. A path means a file in the chat's folder, which is shown here or in its folder, never
started. Everything else can only be copied.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QWidget

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.chat.composer_preview import Preview, decoded
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.widgets.buttons import Look
from weclaw_desktop.ui.widgets.sheet import ask
from weclaw_desktop.workspace.instructions import abbreviated
from weclaw_desktop.workspace.linked import Linked, is_local, linked
from weclaw_desktop.workspace.reading.found import Extracted

PAGES = ("http", "https", "mailto")


class Links(QObject):
    """Follows the links of one view."""

    def __init__(self, conductor: Conductor, view: QWidget) -> None:
        super().__init__(view)
        self._conductor, self._view = conductor, view

    def follow(self, address: str) -> None:
        """A link was pressed."""
        self._conductor.start(self._local(address) if is_local(address) else self._page(address), "open link")

    async def _page(self, address: str) -> None:
        url = QUrl(address)
        choices = self._choices(self.tr("Copy address"))
        is_page = url.scheme() in PAGES
        if is_page:
            choices.append(("open", self.tr("Open in browser"), "primary"))
        title = self.tr("Open this link?") if is_page else self.tr("This address is not a web page")
        answer = await ask(self._view.window(), title, address, choices)
        if answer == "open" and is_page:
            QDesktopServices.openUrl(url)
        elif answer == "copy":
            QGuiApplication.clipboard().setText(address)

    async def _local(self, address: str) -> None:
        folder = self._conductor.workdir
        found = await asyncio.to_thread(linked, address, folder)
        path = found.path
        choices = self._choices(self.tr("Copy path"))
        if path is not None:
            choices.append(("reveal", self.tr("Show in folder"), "secondary" if found.kind == "file" else "primary"))
        if found.kind == "file":
            choices.append(("open", self.tr("Open"), "primary"))
        said = self._said(found, folder) if path is None else str(path)
        answer = await ask(self._view.window(), self._title(found), said, choices)
        if answer == "copy":
            QGuiApplication.clipboard().setText(found.shown if path is None else str(path))
        elif answer == "reveal" and path is not None:
            shown = path.parent if found.kind == "file" else path
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(shown)))
        elif answer == "open" and path is not None:
            await self._show(path)

    async def _show(self, path: Path) -> None:
        """What a file holds, as it would be attached: no other program is called."""
        window = self._view.window()
        try:
            read = await self._conductor.bench.attaching.read(path)
        except KnownError as error:
            choices = self._choices("")
            choices.append(("reveal", self.tr("Show in folder"), "primary"))
            if await ask(window, self.tr("This file cannot be shown here"), i18n.say(error.text), choices) == "reveal":
                QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))
            return
        if isinstance(read.content, Extracted):
            note = i18n.say(read.content.note) if read.content.note is not None else ""
            Preview(window, read.name, note).show_text(read.content.text, back=False)
            return
        picture = read.content
        sheet = Preview(window, read.name, f"{picture.width} × {picture.height}")
        image = await asyncio.to_thread(decoded, picture.data, sheet.room, sheet.devicePixelRatioF())
        sheet.show_picture(image)

    def _choices(self, copy: str) -> list[tuple[str, str, Look]]:
        made: list[tuple[str, str, Look]] = [("", self.tr("Cancel"), "secondary")]
        return [*made, ("copy", copy, "secondary")] if copy else made

    def _title(self, found: Linked) -> str:
        if found.kind == "file":
            return self.tr("Open this file?")
        return self.tr("Show this folder?") if found.kind == "folder" else self.tr("This link leads to no file")

    def _said(self, found: Linked, folder: str) -> str:
        """One line that says what is missing."""
        place = abbreviated(Path(folder))
        if found.kind == "no_folder":
            return self.tr("“{0}” is a file's path, and this chat has no folder to look in: choose one in its menu.").format(found.shown)  # fmt: skip  # noqa: E501 - lupdate reads whole strings only
        if found.kind == "outside":
            return self.tr("“{0}” lies outside this chat's folder, {1}, and is not opened.").format(found.shown, place)
        return self.tr("There is no “{0}” in this chat's folder, {1}.").format(found.shown, place)
