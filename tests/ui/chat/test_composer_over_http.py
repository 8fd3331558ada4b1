"""From a drop on the window to the bytes that a provider gets, with everything real but the provider."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.servers.openai_stub import OpenAIStub, answer
from tests.services.test_over_http import opened
from tests.ui.conftest import Settle
from tests.workspace.reading import made
from weclaw_desktop.core.settings import ModelOverride
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.window_parts import build, installed
from weclaw_desktop.ui.window_state import WindowState


@pytest.mark.slow
async def test_what_is_dropped_and_sent_arrives(tmp_path: Path, qtbot: QtBot, settle: Settle) -> None:
    out = io.BytesIO()
    Image.new("RGB", (60, 40), "teal").save(out, "PNG")
    paths = [
        made.put(tmp_path, "合同.docx", made.docx("第三条", "thirty days")),
        made.put(tmp_path, "p.png", out.getvalue()),
    ]
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    with OpenAIStub() as stub:
        stub.default = answer("read")
        async with opened(tmp_path / "profile", stub.base_url) as workshop:
            await workshop.settings.override("stub/stub-model", ModelOverride(window=100_000, images=True))
            window = MainWindow(WindowState(), str(tmp_path))
            window.fix_look("en", "light")
            conductor = Conductor(workshop)
            window.attach(build(conductor, installed()))
            window.show()
            composer = window.chat.composer
            copy, button, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
            QApplication.sendEvent(window.chat, QDragEnterEvent(QPoint(50, 50), copy, data, button, none))
            QApplication.sendEvent(window.chat, QDropEvent(QPointF(50, 50), copy, data, button, none))
            await settle(lambda: [one.tokens > 0 for one in composer.attached] == [True, True])
            qtbot.keyClicks(composer.edit, "compare")
            qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
            await settle(lambda: conductor.chat is not None and not composer.attached)
            await workshop.dialog.wait(conductor.chat_id)
            newest = [request.json["messages"][-1] for request in stub.chats]
            content = newest[0]["content"]
            assert content[0]["text"].startswith("compare")
            assert "[合同.docx]\n第三条\n\nthirty days" in content[0]["text"]
            assert content[1]["image_url"]["url"].startswith("data:image/png;base64,")
            conductor.close()
        window.may_close = True
        qtbot.addWidget(window)
