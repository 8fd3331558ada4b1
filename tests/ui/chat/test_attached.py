"""Attachments of a message: small pictures, chips of files, and what opens when they are pressed."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Settle
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import AttachmentPart, Message, TextPart
from weclaw_desktop.core.text import text
from weclaw_desktop.ui.chat.attached import CHIP, AttachedStrip
from weclaw_desktop.ui.chat.composer_preview import Preview
from weclaw_desktop.ui.chat.pictures import Pictures
from weclaw_desktop.ui.chat.transcript_model import UserRow
from weclaw_desktop.ui.chat.user_view import UserView

CAT = AttachmentPart("image", "cat.png", "image/png", 100, "c" * 64, width=400, height=200)
GONE = AttachmentPart("image", "gone.png", "image/png", 100, "d" * 64, width=40, height=40)
DRAWING = AttachmentPart("image", "x.svg", "image/svg+xml", 100, "e" * 64)
NOTES = AttachmentPart("file", "notes.txt", "text/plain", 5, "f" * 64, text="Buy milk.")


def png() -> bytes:
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("#ff0000"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # a format's name
    return bytes(buffer.data().data())


class Store:
    """Pictures, and what was read of them."""

    def __init__(self) -> None:
        self.read: list[str] = []
        self.tasks: set[asyncio.Task[Any]] = set()
        self.data = png()

    async def content(self, part: AttachmentPart) -> bytes:
        self.read.append(part.name)
        if part is GONE:
            raise InputError(text("storage.no_blob", name=part.name))
        return self.data

    def start(self, work: Coroutine[Any, Any, Any], name: str) -> None:
        task = asyncio.get_running_loop().create_task(work, name=name)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


def shown(qtbot: QtBot, store: Store, *parts: AttachmentPart) -> tuple[QWidget, AttachedStrip]:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 700)
    strip = AttachedStrip(Pictures(store.content, store.start, window), window)
    strip.show_parts(parts)
    strip.resize(500, strip.fit(500))
    window.show()
    return window, strip


async def test_a_picture_is_shown_small_and_read_once(qtbot: QtBot, settle: Settle) -> None:
    store = Store()
    _, strip = shown(qtbot, store, CAT)
    tile = strip.tiles[0]
    assert (tile.width(), tile.height()) == (180, 90)
    await settle(lambda: tile.grab().toImage().pixelColor(90, 45).name() == "#ff0000")
    tile.grab()
    await settle(lambda: not store.tasks)
    assert store.read == ["cat.png"]


async def test_a_press_shows_it_large_and_keys_do_too(qtbot: QtBot, settle: Settle) -> None:
    store = Store()
    window, strip = shown(qtbot, store, CAT)
    qtbot.keyClick(strip.tiles[0], Qt.Key.Key_Return)
    await settle(lambda: window.findChild(Preview) is not None)
    await settle(lambda: not store.tasks)
    sheet = window.findChild(Preview)
    assert isinstance(sheet, Preview)
    sheet.answer("")
    await settle(lambda: window.findChild(Preview) is None)


async def test_a_picture_that_is_gone_is_a_chip_and_asked_for_once(qtbot: QtBot, settle: Settle) -> None:
    store = Store()
    _, strip = shown(qtbot, store, GONE)
    told: list[int] = []
    strip.resized.connect(lambda: told.append(strip.fit(500)))
    strip.tiles[0].grab()
    await settle(lambda: not strip.tiles[0].pictured)
    strip.tiles[0].grab()
    await settle(lambda: not store.tasks)
    assert store.read == ["gone.png"]
    assert told == [CHIP.height()], "it tells once that it needs less room"


async def test_R4_a_vector_drawing_is_never_decoded(qtbot: QtBot, settle: Settle) -> None:
    store = Store()
    _, strip = shown(qtbot, store, DRAWING)
    strip.tiles[0].grab()
    assert not strip.tiles[0].pictured
    assert store.read == []
    await settle(lambda: not store.tasks)


async def test_a_files_text_opens(qtbot: QtBot, settle: Settle) -> None:
    window, strip = shown(qtbot, Store(), NOTES)
    assert strip.tiles[0].accessibleName() == "File notes.txt: open"
    strip.tiles[0].click()
    field = window.findChild(QPlainTextEdit)
    assert isinstance(field, QPlainTextEdit)
    assert field.toPlainText() == "Buy milk."
    sheet = window.findChild(Preview)
    assert isinstance(sheet, Preview)
    sheet.answer("")
    await settle(lambda: window.findChild(Preview) is None)


def test_tiles_break_into_rows(qtbot: QtBot) -> None:
    _, strip = shown(qtbot, Store(), CAT, NOTES)
    assert strip.tiles[1].x() > strip.tiles[0].x()
    assert strip.fit(200) > 90
    assert strip.tiles[1].y() > strip.tiles[0].y()


async def test_a_message_makes_room_for_its_attachments(qtbot: QtBot, settle: Settle) -> None:
    store = Store()
    window = QWidget()
    qtbot.addWidget(window)
    pictures = Pictures(store.content, store.start, window)
    with_picture = UserView(UserRow(Message("user", (TextPart("hi"), CAT))), window, pictures=pictures)
    without = UserView(UserRow(Message("user", (TextPart("hi"),))), window, pictures=pictures)
    assert with_picture.fit(700) > without.fit(700) + 80
    await settle(lambda: not store.tasks)
