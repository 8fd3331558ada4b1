"""One configured provider in the list: what it is, whether a key is kept, test, change, remove."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget
from shiboken6 import isValid
from typing_extensions import override

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.settings import ProviderEntry
from weclaw_desktop.llm.providers import kind_of
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings.page import told
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Badge, Card, Label, LinkButton, column, row

translate = QCoreApplication.translate
LEAST = 240
"""Pixels at 100 % that a provider needs at least."""


class ProviderRow(Card):
    """``edit_wanted`` and ``remove_wanted`` carry the provider's name."""

    edit_wanted = Signal(str)
    remove_wanted = Signal(str)

    def __init__(self, conductor: Conductor, entry: ProviderEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conductor = conductor
        self.entry = entry
        kind, language = kind_of(entry.kind), i18n.language()
        title = kind.title(language)
        more = [entry.name if entry.name != entry.kind else "", entry.base_url]
        if len(kind.regions) > 1:
            more.insert(0, kind.region(entry.region).title(language))
        self.key = Badge()
        self.key.hide()
        self.result = Label("", "small", wrap=True, selectable=True)
        self.result.hide()
        self.test = LinkButton(translate("SettingsWindow", "Test"))
        self.edit = LinkButton(translate("SettingsWindow", "Change"))
        self.remove = LinkButton(translate("SettingsWindow", "Remove"))
        layout = column(self, gap=2, margins=(14, 8, 10, 8))
        self._line = row(gap=tokens.SPACE_S)
        head, acts = row(gap=tokens.SPACE_S), row(gap=tokens.SPACE_S)
        head.addWidget(Label(title, bold=True, gives=True), 1)
        head.addWidget(self.key)
        for button in (self.test, self.edit, self.remove):
            button.setAccessibleName(i18n.joined((button.text(), f"{title} {entry.name}"), ": "))
            acts.addWidget(button)
        acts.addStretch(1)
        self._line.addLayout(head, 1)
        self._line.addLayout(acts)
        layout.addLayout(self._line)
        about = " · ".join(part for part in more if part)
        if about:
            layout.addWidget(Label(about, "small", "muted", wrap=True))
        layout.addWidget(self.result)
        self.test.clicked.connect(lambda: conductor.start(self._test(), f"test {entry.name}"))
        self.edit.clicked.connect(lambda: self.edit_wanted.emit(entry.name))
        self.remove.clicked.connect(lambda: self.remove_wanted.emit(entry.name))

    @override
    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        return QSize(min(least.width(), current().px(LEAST)), least.height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """What can be done stands under the name where both have no room in one line."""
        super().resizeEvent(event)
        self._line.setDirection(QBoxLayout.Direction.LeftToRight)
        if self._line.sizeHint().width() > self.contentsRect().width() - current().px(24):
            self._line.setDirection(QBoxLayout.Direction.TopToBottom)

    async def look_for_key(self) -> None:
        """Say whether a key is kept; a locked store says so."""
        kind = kind_of(self.entry.kind)
        locked = kept = False
        try:
            kept = await self._conductor.bench.setup.has_key(self.entry.name)
        except KnownError:
            locked = True
        if not isValid(self):  # the list was made anew while the key store was asked
            return
        if locked:
            self._badge(translate("SettingsWindow", "key store locked"), "warning")
        elif kept:
            self._badge(translate("SettingsWindow", "key kept"), "success")
        elif kind.needs_key:
            self._badge(translate("SettingsWindow", "no key"), "warning")
        else:
            self.key.hide()

    def _badge(self, said: str, tone: str) -> None:
        self.key.setText(said)
        self.key.set_tone(tone)
        self.key.show()

    async def _test(self) -> None:
        self.test.setEnabled(False)
        self._tell("muted", translate("SettingsWindow", "Asking for one word…"))
        try:
            spec = await self._conductor.bench.setup.test_provider(self.entry.name)
            tone, said = (
                "success",
                translate("SettingsWindow", "It works: {0} answered.").format(i18n.model_title(spec)),
            )
        except KnownError as error:
            tone, said = "danger", told(error)
        if isValid(self):  # else the list was made anew meanwhile
            self._tell(tone, said)
            self.test.setEnabled(True)

    def _tell(self, tone: str, said: str) -> None:
        self.result.set_tone(tone)
        self.result.setText(said)
        self.result.show()
