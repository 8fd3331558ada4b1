"""Where everything of this profile lies: folder, keys; a locked file of keys is opened here."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.services.recovery import kept_of
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.chat import moments
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings.key_choices import KeyChoices
from weclaw_desktop.ui.settings.page import Page, told
from weclaw_desktop.ui.widgets import Button, Label, row

translate = QCoreApplication.translate


class DataPage(Page):
    """Says where things are; opens the folder in the system's file manager."""

    name = "data"

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(conductor, parent)
        self.add_heading(lambda: translate("SettingsWindow", "Profile folder"))
        self.folder = Label("", wrap=True, selectable=True)
        self._folder_told = Label("", "small", "muted", wrap=True)
        self.open = Button("", "secondary")
        self.open.clicked.connect(self._open_folder)
        self.body.addWidget(self.folder)
        self.body.addWidget(self._folder_told)
        line = row()
        line.addWidget(self.open)
        line.addStretch(1)
        self.body.addLayout(line)
        self.add_heading(lambda: translate("SettingsWindow", "Backups"))
        self.backups = Label("", wrap=True, selectable=True)
        self.newest = Label("", "small", "muted", wrap=True)
        self.body.addWidget(self.backups)
        self.body.addWidget(self.newest)
        self.add_heading(lambda: translate("SettingsWindow", "Keys"))
        self.keys = Label("", wrap=True, selectable=True)
        self._keys_told = Label("", "small", "muted", wrap=True)
        self.body.addWidget(self.keys)
        self.body.addWidget(self._keys_told)
        self.choices = KeyChoices(conductor)
        self.choices.decided.connect(self.shown)
        self.choices.hide()
        self.body.addWidget(self.choices)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.choices.retranslate()
        self.open.setText(translate("SettingsWindow", "Open folder"))
        self._folder_told.setText(
            translate(
                "SettingsWindow", "Chats, settings and logs. Copy the folder to keep or move everything but keys."
            )
        )
        self._keys_told.setText(
            translate("SettingsWindow", "Keys are never written into the folder in clear, into logs or exports.")
        )

    @override
    @classmethod
    def known_terms(cls, conductor: Conductor) -> str:
        more = ("Profile folder", "Backups", "Keys")
        return " ".join((super().known_terms(conductor), *(translate("SettingsWindow", word) for word in more)))

    @override
    def refresh(self) -> None:
        super().refresh()
        folder = self.conductor.bench.folder
        self.folder.setText(str(folder) if folder is not None else translate("SettingsWindow", "In memory only"))
        self.open.setEnabled(folder is not None)

    @override
    def shown(self) -> None:
        self.conductor.start(self._ask_where(), "ask where keys are")
        self.conductor.start(self._ask_backups(), "ask for backups")

    async def _ask_where(self) -> None:
        try:
            self.keys.setText(i18n.say(await self.conductor.bench.setup.where()))
            self.choices.offer(await self.conductor.bench.setup.key_choices())
        except KnownError as error:
            self.keys.setText(told(error))

    async def _ask_backups(self) -> None:
        folder = self.conductor.bench.folder
        if folder is None:
            self.backups.setText(translate("SettingsWindow", "In memory only"))
            return
        kept = await kept_of(folder)
        self.backups.setText(str(kept.folder))
        rule = translate("SettingsWindow", "A changed database is copied once a day while the window is open.")
        newest = translate("SettingsWindow", "The newest copy is of {0}.").format(moments.full(kept.newest_ms))
        none = translate("SettingsWindow", "There is none yet.")
        self.newest.setText(f"{newest if kept.newest_ms else none} {rule}")

    def _open_folder(self) -> None:
        folder = self.conductor.bench.folder
        if folder is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
