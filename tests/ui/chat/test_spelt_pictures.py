"""Pictures whose bytes stand in an answer are shown below it; nothing else is loaded (fault R4)."""

from __future__ import annotations

import asyncio
import base64
from dataclasses import replace

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

from tests.ui.conftest import Settle
from tests.ui.fakes.bench import MODEL, FakeBench
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.messages import assistant
from weclaw_desktop.ui.chat.attached import CHIP, TILE, AttachedStrip
from weclaw_desktop.ui.chat.response_view import ResponseView
from weclaw_desktop.ui.chat.spelt_pictures import LONGEST, MOST, content_of, spelt
from weclaw_desktop.ui.main_window import MainWindow


def png(width: int = 40, height: int = 20) -> str:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0x3366CC)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return base64.b64encode(buffer.data().data()).decode()


def test_only_pictures_that_are_spelt_out_are_found() -> None:
    text = f"Look ![a  chart](data:image/png;base64,{png()}) and ![](data:image/jpeg;base64,AAAA)."
    found = spelt("m", text)
    assert [(part.name, part.media_type) for part, _ in found.values()] == [
        ("a chart", "image/png"),
        ("image/jpeg", "image/jpeg"),
    ]
    assert asyncio.run(content_of(found)(next(iter(found.values()))[0])).startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "text",
    [
        "![x](https://a.example/x.png)",
        "![x](file:///etc/passwd)",
        "![x](data:image/svg+xml;base64,PHN2Zy8+)",
        "![x](data:text/html;base64,AAAA)",
        "[x](data:image/png;base64,AAAA)",
        "![x](data:image/png,AAAA)",
        "![x](data:image/png;base64,)",
        "![x](data:image/png;base64,AAAA",
        "plain",
    ],
)
def test_R4_nothing_else_is(text: str) -> None:
    assert spelt("m", text) == {}


def test_there_are_limits() -> None:
    assert len(spelt("m", "![x](data:image/png;base64,AAAA)\n" * 100)) == MOST
    assert spelt("m", f"![x](data:image/png;base64,{'A' * (LONGEST + 4)})") == {}
    broken = spelt("m", "![x](data:image/png;base64,§§§)")
    assert asyncio.run(content_of(broken)(next(iter(broken.values()))[0])) == b"", "it is no base64"


async def test_they_stand_below_the_answer(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    bench.store.chats.rows["c"] = Chat("c", title="A chat", created_ms=1, updated_ms=1)
    said = f"Here it is: ![a chart](data:image/png;base64,{png()})\n\n![b](data:image/png;base64,AAAA)"
    message = bench.store.messages.add("c", replace(assistant(said), model=MODEL.id))
    assert window.conductor is not None
    window.conductor.open_chat("c")
    rows = window.chat.transcript.window_of_rows
    await settle(lambda: message.id in rows.views)
    view = rows.views[message.id]
    assert isinstance(view, ResponseView)
    strip = view.findChild(AttachedStrip)
    assert strip is not None
    good, bad = strip.tiles
    assert good.accessibleName() == "Picture a chart: open"
    await settle(lambda: not bad.pictured)
    assert good.pictured, "it could be decoded"
    await settle(lambda: bad.height() < good.height())
    assert "base64" not in view.plain_text()


async def test_what_could_not_be_decoded_gives_its_room_back(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    bench.store.chats.rows["c"] = Chat("c", title="A chat", created_ms=1, updated_ms=1)
    message = bench.store.messages.add("c", replace(assistant("![b](data:image/png;base64,AAAA)"), model=MODEL.id))
    assert window.conductor is not None
    window.conductor.open_chat("c")
    rows = window.chat.transcript.window_of_rows
    await settle(lambda: message.id in rows.views)
    view = rows.views[message.id]
    strip = view.findChild(AttachedStrip)
    assert strip is not None
    await settle(lambda: not strip.tiles[0].pictured)
    await settle(lambda: strip.height() == CHIP.height())
    assert view.height() < TILE.height() + strip.y(), "the row is as tall as the chip now"
