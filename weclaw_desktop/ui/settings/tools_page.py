"""The tools there are, whether models may call them, and what was allowed for good in which chat."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.tools.policy import allowed
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings import words
from weclaw_desktop.ui.settings.fields import SwitchField
from weclaw_desktop.ui.settings.page import Page
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import Badge, Card, Label, LinkButton, clear_layout, column, row

translate = QCoreApplication.translate
_TONES = {"low": "success", "medium": "warning", "high": "danger"}


class ToolsPage(Page):
    """Every call asks until it was allowed; what was allowed can be taken back here."""

    name = "tools"
    shows = ("chatting.tools",)

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(conductor, parent)
        self.add_field(SwitchField(conductor, "chatting.tools"))
        self.add_heading(lambda: translate("SettingsWindow", "Tools"))
        self._tools: QVBoxLayout = column(gap=tokens.SPACE_S)
        self.body.addLayout(self._tools)
        self.add_heading(lambda: translate("SettingsWindow", "Always allowed"))
        self._none = Label("", "small", "muted", wrap=True)
        self.body.addWidget(self._none)
        self._allowed: QVBoxLayout = column(gap=tokens.SPACE_S)
        self.body.addLayout(self._allowed)
        conductor.bridge.chat_saved.connect(self._on_chat_saved)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        none = translate(
            "SettingsWindow", "Nothing yet: “Always allow” in a question about a tool adds it for that chat."
        )
        self._none.setText(none)
        clear_layout(self._tools)
        for spec in self.conductor.bench.tools.specs():
            self._tools.addWidget(_tool(spec))

    @override
    @classmethod
    def known_terms(cls, conductor: Conductor) -> str:
        return " ".join((super().known_terms(conductor), *(spec.name for spec in conductor.bench.tools.specs())))

    @override
    def shown(self) -> None:
        self.conductor.start(self._read(), "read what is always allowed")

    async def _read(self) -> None:
        chats = await self.conductor.bench.store.chats.all()
        clear_layout(self._allowed)
        granted = [(chat, tool) for chat in chats for tool in sorted(allowed(chat.overrides))]
        self._none.setVisible(not granted)
        for chat, tool in granted:
            self._allowed.addWidget(self._row(chat, tool))

    def _row(self, chat: Chat, tool: str) -> QWidget:
        card = Card()
        line = row(card, gap=tokens.SPACE_S, margins=(12, 6, 8, 6))
        title = chat.title or translate("SettingsWindow", "New chat")
        line.addWidget(Label(tool, bold=True))
        line.addWidget(Label(translate("SettingsWindow", "in “{0}”").format(title), "small", "muted", wrap=True), 1)
        revoke = LinkButton(translate("SettingsWindow", "Ask again"))
        revoke.setAccessibleName(translate("SettingsWindow", "Ask again before {0} in {1}").format(tool, title))
        revoke.clicked.connect(lambda: self.conductor.start(self._revoke(chat.id, tool), "ask again"))
        line.addWidget(revoke)
        return card

    async def _revoke(self, chat_id: str, tool: str) -> None:
        await self.conductor.bench.dialog.ask_again(chat_id, tool)
        await self._read()

    def _on_chat_saved(self) -> None:
        if self.isVisible():
            self.shown()


def _tool(spec: ToolSpec) -> QWidget:
    card = Card()
    layout = column(card, gap=2, margins=(12, 8, 12, 8))
    line = row(gap=tokens.SPACE_S)
    line.addWidget(Label(spec.name, bold=True))
    risk = {
        "low": translate("SettingsWindow", "low risk"),
        "medium": translate("SettingsWindow", "medium risk"),
        "high": translate("SettingsWindow", "high risk: asks each time"),
    }[spec.risk]
    line.addWidget(Badge(risk, _TONES[spec.risk]))
    line.addStretch(1)
    layout.addLayout(line)
    layout.addWidget(Label(words.tool_told(spec.name, spec.description), "small", "muted", wrap=True))
    return card
