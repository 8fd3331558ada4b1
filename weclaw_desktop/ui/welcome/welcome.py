"""The empty window of a new profile: use a provider, a server on this computer, or a small model fetched once.

Nothing is fetched, sent or taken into use before the user says so. The page goes away by itself when a model is there.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from weclaw_desktop.core.events import DownloadProgress, Problem
from weclaw_desktop.services.embedded import Offer
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings.download_card import DownloadCard
from weclaw_desktop.ui.settings.provider_form import ProviderForm
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.welcome.server_list import ServerList
from weclaw_desktop.ui.widgets import Button, Card, Label, column, row

translate = QCoreApplication.translate
WIDTH = 620


class Welcome(QWidget):
    """Three choices."""

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conductor = conductor
        self._title, self._line = Label("", "title", bold=True, wrap=True), Label("", "body", "muted", wrap=True)
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.cards: list[Card] = []
        self._heads: list[tuple[Label, Label]] = []
        content = QWidget()
        content.setObjectName("content")
        outer = column(content, margins=(24, 24, 24, 24))
        across = row()
        inner = QWidget()
        inner.setMaximumWidth(current().px(WIDTH))
        self._body: QVBoxLayout = column(inner, gap=tokens.SPACE_M)
        across.addStretch(1)
        across.addWidget(inner, 1_000)
        across.addStretch(1)
        outer.addStretch(2)
        outer.addLayout(across)
        outer.addStretch(3)
        self._body.addWidget(self._title)
        self._body.addWidget(self._line)
        self._add_provider()
        self._add_servers()
        self._add_model()
        scroll = QScrollArea()
        scroll.setWidget(content)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column(self, gap=0).addWidget(scroll)
        conductor.bridge.download_progressed.connect(self._on_progress)
        self.retranslate()

    def _add_provider(self) -> None:
        layout = self._choice()
        self.open_form = Button("", "primary", "key")
        self.open_form.clicked.connect(self._on_open_form)
        line = row(margins=(0, 4, 0, 0))
        line.addWidget(self.open_form)
        line.addStretch(1)
        layout.addLayout(line)
        self.form = ProviderForm(self._conductor, look="plain")
        self.form.cancelled.connect(self._on_close_form)
        self.form.failed.connect(self._on_failed)
        self.form.hide()
        layout.addWidget(self.form)

    def _add_servers(self) -> None:
        layout = self._choice()
        self.servers = ServerList(self._conductor)
        layout.addWidget(self.servers)

    def _add_model(self) -> None:
        layout = self._choice()
        self.download = DownloadCard(look="plain")
        embedded = self._conductor.bench.setup.embedded
        self.download.start_wanted.connect(embedded.start)
        self.download.cancel_wanted.connect(embedded.cancel)
        layout.addWidget(self.download)
        self.cards[-1].setVisible(embedded.possible)

    def _choice(self) -> QVBoxLayout:
        card = Card(look="large")
        layout = column(card, gap=tokens.SPACE_XS, margins=(16, 12, 16, 14))
        title, told = Label("", bold=True), Label("", "small", "muted", wrap=True)
        layout.addWidget(title)
        layout.addWidget(told)
        self._heads.append((title, told))
        self._body.addWidget(card)
        self.cards.append(card)
        return layout

    def look_around(self) -> None:
        """See which servers answer and what the small model would need."""
        self.servers.recheck()
        self._conductor.start(self._read_offer(), "look at the small model")

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.setAccessibleName(translate("Welcome", "Welcome"))
        self._title.setText(translate("Welcome", "What shall answer you?"))
        self._line.setText(translate("Welcome", "Choose one to begin; the others stay open in the settings."))
        said = (
            (
                translate("Welcome", "Use a provider"),
                translate(
                    "Welcome", "With a key of yours. It is kept in the system's key store; text goes only there."
                ),
            ),
            (
                translate("Welcome", "Use a server on this computer"),
                translate("Welcome", "Nothing leaves this computer, and it costs nothing."),
            ),
            (
                translate("Welcome", "Download a small model"),
                translate(
                    "Welcome", "Runs inside this program, offline and without a key. Slow and simple: for trying out."
                ),
            ),
        )
        for (title, told), (name, line) in zip(self._heads, said, strict=True):
            title.setText(name)
            told.setText(line)
        self.open_form.setText(translate("Welcome", "Enter a key"))
        self.form.retranslate()
        self.servers.retranslate()
        self.download.retranslate()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.look_around()

    def _on_open_form(self) -> None:
        self.form.start()
        self.form.show()
        self.open_form.hide()
        self.form.key.setFocus()

    def _on_close_form(self) -> None:
        self.form.hide()
        self.open_form.show()
        self.open_form.setFocus()

    def _on_failed(self, problem: Problem) -> None:
        """The provider was saved, so this page is gone, but it did not answer: say so where the user is now."""
        if not self.isVisible():
            self._conductor.bench.bus.publish(problem)

    async def _read_offer(self) -> None:
        offers: tuple[Offer, ...] = await self._conductor.bench.setup.embedded.offers()
        if offers:
            self.download.show_offer(offers[0], self._conductor.bench.setup.embedded.progress(offers[0].name))

    def _on_progress(self, event: DownloadProgress) -> None:
        self.download.show_progress(event)
