"""Models & keys: providers with their keys, servers and embedded models on this computer, numbers of each model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget
from typing_extensions import override

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.events import DownloadProgress
from weclaw_desktop.llm.local.store import Installed
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings.download_card import DownloadCard
from weclaw_desktop.ui.settings.override_editor import OverrideEditor
from weclaw_desktop.ui.settings.page import Page, told
from weclaw_desktop.ui.settings.provider_form import ProviderForm
from weclaw_desktop.ui.settings.provider_row import ProviderRow
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import Button, Card, Label, LinkButton, ask, clear_layout, column, row

if TYPE_CHECKING:  # brings httpx, which showing what is known need not load
    from weclaw_desktop.llm.detect import Server

translate = QCoreApplication.translate


class ModelsPage(Page):
    """Everything that can answer. Keys are typed here and go to the key store only."""

    name = "models"

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(conductor, parent)
        self._shown_providers: object = None
        self._add_providers()
        self._add_servers()
        self._add_embedded()
        self.add_heading(lambda: translate("SettingsWindow", "Numbers of a model"))
        self.overrides = OverrideEditor(conductor)
        self.body.addWidget(self.overrides)
        conductor.bridge.download_progressed.connect(self._on_progress)

    def _add_providers(self) -> None:
        self.add_heading(lambda: translate("SettingsWindow", "Providers"))
        self._providers: QVBoxLayout = column(gap=tokens.SPACE_S)
        self.body.addLayout(self._providers)
        self.rows: list[ProviderRow] = []
        self.none = Label("", "small", "muted", wrap=True)
        self.body.addWidget(self.none)
        self.add = Button("", "secondary", "plus")
        self.add.clicked.connect(self.open_form)
        line = row()
        line.addWidget(self.add)
        line.addStretch(1)
        self.body.addLayout(line)
        self.form = ProviderForm(self.conductor)
        self.form.hide()
        self.form.cancelled.connect(self.close_form)
        self.body.addWidget(self.form)

    def _add_servers(self) -> None:
        self.add_heading(lambda: translate("SettingsWindow", "Servers on this computer"))
        self._servers: QVBoxLayout = column(gap=tokens.SPACE_S)
        self.body.addLayout(self._servers)
        self.look = LinkButton()
        self.look.clicked.connect(self._look_for_servers)
        self.body.addWidget(self.look)

    def _add_embedded(self) -> None:
        self._embedded_title = self.add_heading(lambda: translate("SettingsWindow", "Models inside this program"))
        self._offers: QVBoxLayout = column(gap=tokens.SPACE_S)
        self.body.addLayout(self._offers)
        self.cards: dict[str, DownloadCard] = {}
        self._files: QVBoxLayout = column(gap=tokens.SPACE_S)
        self.body.addLayout(self._files)
        self.file_error = Label("", "small", "danger", wrap=True)
        self.file_error.hide()
        self.add_file = Button("", "secondary", "file")
        self.add_file.clicked.connect(self._choose_file)
        line = row()
        line.addWidget(self.add_file)
        line.addStretch(1)
        self.body.addLayout(line)
        self.body.addWidget(self.file_error)
        for widget in (self._embedded_title, self.add_file):
            widget.setVisible(self.conductor.bench.setup.embedded.possible)

    def open_form(self) -> None:
        """An empty form."""
        self.form.start()
        self._show_form()

    @override
    def show_item(self, name: str) -> None:
        """A provider's form with the focus in its key field; one that is not there any more can be added again."""
        if any(entry.name == name for entry in self.conductor.settings.providers):
            self._edit(name)
        elif any(kind.kind == name for kind in self.conductor.bench.setup.kinds()):
            self.form.start(name)
            self._show_form()
        else:
            return
        QTimer.singleShot(0, self, lambda: self.ensureWidgetVisible(self.form))  # where it is, a shown page knows

    def close_form(self) -> None:
        """The list again."""
        self.form.hide()
        self.add.show()

    @override
    def refresh(self) -> None:
        super().refresh()
        providers = self.conductor.settings.providers
        if providers != self._shown_providers:
            self._shown_providers = providers
            self._show_providers()
        self.overrides.refresh()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.none.setText(
            translate("SettingsWindow", "None yet. A provider needs a key of yours; text goes only to it.")
        )
        self.add.setText(translate("SettingsWindow", "Add a provider"))
        self.look.setText(translate("SettingsWindow", "Look again"))
        self.look.setAccessibleName(translate("SettingsWindow", "Look again for servers on this computer"))
        self.add_file.setText(translate("SettingsWindow", "Choose a .gguf file…"))
        self.form.retranslate()
        self.overrides.retranslate()
        for card in self.cards.values():
            card.retranslate()
        self._show_providers()
        self._show_servers()

    @override
    @classmethod
    def known_terms(cls, conductor: Conductor) -> str:
        more = (
            translate("SettingsWindow", "Providers"),
            translate("SettingsWindow", "Key"),
            translate("SettingsWindow", "Servers on this computer"),
            translate("SettingsWindow", "Models inside this program"),
            translate("SettingsWindow", "Window in tokens"),
            *(kind.label + kind.label_zh for kind in conductor.bench.setup.kinds()),
        )
        return " ".join((super().known_terms(conductor), *more))

    @override
    def shown(self) -> None:
        self.conductor.start(self._look_around(), "look at what can answer")

    async def _look_around(self) -> None:
        for line in list(self.rows):
            await line.look_for_key()
        await self._read_embedded()
        await self._find_servers()

    def _show_form(self) -> None:
        self.form.show()
        self.add.hide()
        self.ensureWidgetVisible(self.form)
        self.form.key.setFocus()

    def _show_providers(self) -> None:
        clear_layout(self._providers)
        self.rows = []
        for entry in self.conductor.settings.providers:
            line = ProviderRow(self.conductor, entry)
            line.edit_wanted.connect(self._edit)
            line.remove_wanted.connect(self._remove)
            self._providers.addWidget(line)
            self.rows.append(line)
        self.none.setVisible(not self.rows)
        if self.isVisible():
            self.conductor.start(self._look_for_keys(), "look for keys")

    async def _look_for_keys(self) -> None:
        for line in list(self.rows):
            await line.look_for_key()

    def _edit(self, name: str) -> None:
        entry = next((entry for entry in self.conductor.settings.providers if entry.name == name), None)
        if entry is not None:
            self.form.edit(entry)
            self._show_form()

    def _remove(self, name: str) -> None:
        self.conductor.start(self._ask_and_remove(name), f"remove {name}")

    async def _ask_and_remove(self, name: str) -> None:
        answer = await ask(
            self.window(),
            translate("SettingsWindow", "Remove {0}?").format(name),
            translate("SettingsWindow", "Its key is forgotten too. Chats that used it stay."),
            (
                ("remove", translate("SettingsWindow", "Remove"), "danger"),
                ("", translate("SettingsWindow", "Keep"), "primary"),
            ),
        )
        if answer == "remove":
            await self.conductor.bench.setup.remove_provider(name)

    def _look_for_servers(self) -> None:
        self.conductor.start(self._find_servers(), "look for servers")

    async def _find_servers(self) -> None:
        self.look.setEnabled(False)
        try:
            await self.conductor.bench.setup.detect()
        finally:
            self.look.setEnabled(True)
        self._show_servers()

    def _show_servers(self) -> None:
        clear_layout(self._servers)
        setup = self.conductor.bench.setup
        kept = {entry.base_url for entry in setup.providers()}
        for server in setup.servers:
            self._servers.addWidget(self._server(server, kept=server.address in kept))
        if not setup.servers:
            told_ = translate(
                "SettingsWindow", "None found. Start Ollama, LM Studio, llama-server, vLLM or Jan, then look."
            )
            self._servers.addWidget(Label(told_, "small", "muted", wrap=True))

    def _server(self, server: Server, *, kept: bool) -> QWidget:
        card = Card()
        line = row(card, gap=tokens.SPACE_S, margins=(14, 8, 10, 8))
        about = column(gap=2)
        about.addWidget(Label(server.title, bold=True))
        names = ", ".join(model.name for model in server.models[:6])
        about.addWidget(Label(f"{server.address} · {names}".removesuffix(" · "), "small", "muted", wrap=True))
        line.addLayout(about, 1)
        if kept:
            line.addWidget(Label(translate("SettingsWindow", "kept"), "small", "success"))
            return card
        keep = LinkButton(translate("SettingsWindow", "Keep"))
        keep.setAccessibleName(translate("SettingsWindow", "Keep {0} for the next start").format(server.title))
        keep.clicked.connect(lambda: self.conductor.start(self._keep(server), "keep a server"))
        line.addWidget(keep)
        return card

    async def _keep(self, server: Server) -> None:
        try:
            await self.conductor.bench.setup.add_server(server)
        finally:
            self._show_servers()

    async def _read_embedded(self) -> None:
        embedded = self.conductor.bench.setup.embedded
        for offer in await embedded.offers():
            card = self.cards.get(offer.name)
            if card is None:
                card = self.cards[offer.name] = DownloadCard()
                card.start_wanted.connect(embedded.start)
                card.cancel_wanted.connect(embedded.cancel)
                card.remove_wanted.connect(self._remove_model)
                self._offers.addWidget(card)
            card.show_offer(offer, embedded.progress(offer.name))
        clear_layout(self._files)
        for item in await embedded.installed():
            if item.referenced:
                self._files.addWidget(self._file(item))

    def _file(self, item: Installed) -> QWidget:
        card = Card()
        line = row(card, gap=tokens.SPACE_S, margins=(14, 8, 10, 8))
        about = column(gap=2)
        about.addWidget(Label(item.title, bold=True))
        about.addWidget(Label(str(item.path), "small", "muted", wrap=True, selectable=True))
        line.addLayout(about, 1)
        remove = LinkButton(translate("SettingsWindow", "Take off the list"))
        remove.setAccessibleName(translate("SettingsWindow", "Take {0} off the list").format(item.title))
        remove.clicked.connect(lambda: self._remove_model(item.name))
        line.addWidget(remove)
        return card

    def _remove_model(self, name: str) -> None:
        self.conductor.start(self._remove_installed(name), f"remove {name}")

    async def _remove_installed(self, name: str) -> None:
        card = self.cards.get(name)
        if card is not None:
            card.progress = None
        await self.conductor.bench.setup.embedded.remove(name)
        await self._read_embedded()

    def _choose_file(self) -> None:
        dialog = QFileDialog(self.window(), translate("SettingsWindow", "Choose a model file"))
        dialog.setNameFilter("GGUF (*.gguf)")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.take_file)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def take_file(self, path: str) -> None:
        """List a file of the user's."""
        self.conductor.start(self._take_file(Path(path)), "list a model file")

    async def _take_file(self, path: Path) -> None:
        try:
            await self.conductor.bench.setup.embedded.add_file(path)
        except KnownError as error:
            self.file_error.setText(told(error))
            self.file_error.show()
            return
        self.file_error.hide()
        await self._read_embedded()

    def _on_progress(self, event: DownloadProgress) -> None:
        card = self.cards.get(event.name)
        if card is not None:
            card.show_progress(event)
        if event.finished and self.isVisible():
            self.conductor.start(self._read_embedded(), "look at installed models")
