"""Servers found on this computer, each with what it serves; looking takes a third of a second and sends nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings.page import told
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import Button, Label, LinkButton, clear_layout, column, row

if TYPE_CHECKING:  # brings httpx, which a start without servers need not load
    from weclaw_desktop.llm.detect import Server

translate = QCoreApplication.translate


class ServerList(QWidget):
    """``used`` after a server was taken into use and its models are listed."""

    used = Signal()

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conductor = conductor
        self._looked = False
        self._list: QVBoxLayout = column(gap=tokens.SPACE_S)
        self.none = Label("", "small", "muted", wrap=True)
        self.error = Label("", "small", "danger", wrap=True, selectable=True)
        self.error.hide()
        self.look = LinkButton()
        self.look.clicked.connect(self.recheck)
        layout = column(self, gap=tokens.SPACE_XS, margins=(0, 6, 0, 0))
        layout.addLayout(self._list)
        layout.addWidget(self.none)
        layout.addWidget(self.error)
        layout.addWidget(self.look)

    def recheck(self) -> None:
        """Look now."""
        self._conductor.start(self._look(), "look for servers")

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.look.setText(translate("Welcome", "Look again"))
        self.look.setAccessibleName(translate("Welcome", "Look again for servers on this computer"))
        self._show()

    async def _look(self) -> None:
        self.look.setEnabled(False)
        try:
            await self._conductor.bench.setup.detect()
        finally:
            self.look.setEnabled(True)
        self._looked = True
        self._show()

    def _show(self) -> None:
        clear_layout(self._list)
        servers = self._conductor.bench.setup.servers
        for server in servers:
            self._list.addWidget(self._row(server))
        if self._looked:
            said = translate(
                "Welcome", "None answers now. Start Ollama, LM Studio, llama-server, vLLM or Jan, then look."
            )
        else:
            said = translate("Welcome", "Looking…")
        self.none.setText(said)
        self.none.setVisible(not servers)

    def _row(self, server: Server) -> QWidget:
        made = QWidget()
        line = row(made, gap=tokens.SPACE_S)
        about = column(gap=0)
        about.addWidget(Label(server.title, bold=True))
        names = ", ".join(model.name for model in server.models[:4])
        more = len(server.models) - 4
        if more > 0:
            names = translate("Welcome", "{0} and {1} more").format(names, more)
        about.addWidget(Label(names or translate("Welcome", "no model installed"), "small", "muted", wrap=True))
        line.addLayout(about, 1)
        use = Button(translate("Welcome", "Use"))
        use.setAccessibleName(translate("Welcome", "Use {0}").format(server.title))
        use.setEnabled(bool(server.models))
        use.clicked.connect(lambda: self._conductor.start(self._use(server), f"use {server.title}"))
        line.addWidget(use)
        return made

    async def _use(self, server: Server) -> None:
        try:
            await self._conductor.bench.setup.add_server(server)
        except KnownError as error:
            self.error.setText(told(error))
            self.error.show()
            return
        self.error.hide()
        self.used.emit()
