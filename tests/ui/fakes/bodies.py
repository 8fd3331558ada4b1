"""An answer's body in a window of its own."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from weclaw_desktop.ui.chat.answer_body import AnswerBody


class ShownBody:
    """A body in a shown window, and the links that were followed."""

    def __init__(self, qtbot: QtBot) -> None:
        self.host = QWidget()
        qtbot.addWidget(self.host)
        self.qtbot = qtbot
        self.followed: list[str] = []
        self.body = AnswerBody(self.host, self.followed.append)
        self.host.resize(700, 500)
        self.host.show()
