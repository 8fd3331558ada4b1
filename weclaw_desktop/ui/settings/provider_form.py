"""Add or change a provider: kind, region, address, key. The key is typed masked and goes to the key store only."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.events import Problem
from weclaw_desktop.core.settings import ProviderEntry
from weclaw_desktop.llm.providers import ProviderKind, kind_of
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.settings.key_choices import KeyChoices
from weclaw_desktop.ui.settings.page import told
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button, Card, Label, LinkButton, PillButton, clear_layout, column, row

translate = QCoreApplication.translate


class ProviderForm(Card):
    """One provider. Saving keeps the key first, then calls the provider once and says what came of it.

    ``saved`` carries the provider's name after it was stored, ``tested`` after it also answered, ``failed`` a
    ``Problem`` when it was stored and did not.
    """

    saved = Signal(str)
    tested = Signal(str)
    failed = Signal(object)
    cancelled = Signal()

    def __init__(self, conductor: Conductor, *, look: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent, look=look)
        self._conductor = conductor
        self._kind: ProviderKind = conductor.bench.setup.kinds()[0]
        self._region = ""
        self._known = ""
        self.kind = PillButton()
        self.kind.show_arrow()
        self.kind.clicked.connect(self._open_kinds)
        self._kind_label, self._region_label = Label("", "small"), Label("", "small")
        self._regions_box = QWidget()
        self._regions = Flow(self._regions_box, gap=tokens.SPACE_S)
        self.key, self.address, self.name, self.models = QLineEdit(), QLineEdit(), QLineEdit(), QLineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self._labels = {field: Label("", "small") for field in (self.key, self.address, self.name, self.models)}
        self.get_key = LinkButton()
        self.get_key.clicked.connect(lambda: QDesktopServices.openUrl(QUrl(self._kind.key_url)))
        self.result = Label("", "small", wrap=True, selectable=True)
        self.result.hide()
        self.choices = KeyChoices(conductor)
        self.choices.decided.connect(self.save)
        self.choices.hide()
        self.save_button, self.cancel = Button("", "primary"), Button()
        self.save_button.clicked.connect(self.save)
        self.cancel.clicked.connect(self.cancelled)
        self.key.returnPressed.connect(self.save)
        self._lay_out()
        self.retranslate()

    def _lay_out(self) -> None:
        layout = column(
            self, gap=tokens.SPACE_XS, margins=(0, 0, 0, 0) if self.property("look") == "plain" else (14, 12, 14, 14)
        )
        layout.addWidget(self._kind_label)
        line = row()
        line.addWidget(self.kind)
        line.addStretch(1)
        layout.addLayout(line)
        layout.addWidget(self._region_label)
        layout.addWidget(self._regions_box)
        for label in (self._region_label, *self._labels.values()):
            label.setContentsMargins(0, current().px(6), 0, 0)
        for field in (self.address, self.name, self.key, self.models):
            layout.addWidget(self._labels[field])
            layout.addWidget(field)
            if field is self.key:
                layout.addWidget(self.get_key)
        layout.addWidget(self.result)
        layout.addWidget(self.choices)
        buttons = row(gap=tokens.SPACE_S, margins=(0, 6, 0, 0))
        buttons.addWidget(self.save_button)
        buttons.addWidget(self.cancel)
        buttons.addStretch(1)
        layout.addLayout(buttons)

    def start(self, kind: str = "openai") -> None:
        """An empty form for a kind."""
        self._known = ""
        for field in self._labels:
            field.clear()
        self.result.hide()
        self.choose_kind(kind)

    def edit(self, entry: ProviderEntry) -> None:
        """A form for a provider that is there; an empty key leaves the stored one."""
        self._known, self._region = entry.name, entry.region
        self.choose_kind(entry.kind, entry.region)
        self.key.clear()
        self.name.setText(entry.name)
        self.address.setText(entry.base_url)
        self.models.setText(", ".join(entry.models))
        self.result.hide()

    def choose_kind(self, kind: str, region: str = "") -> None:
        """Ask what this kind needs."""
        self._kind = kind_of(kind)
        self._region = region or self._kind.regions[0].id
        self.retranslate()

    def choose_region(self, region: str) -> None:
        """Where the key was made."""
        self._region = region
        self._show_regions()

    def entry(self) -> ProviderEntry:
        """What is filled in."""
        models = tuple(name.strip() for name in self.models.text().replace("，", ",").split(",") if name.strip())
        return ProviderEntry(
            name=self._known or self.name.text().strip(),
            kind=self._kind.kind,
            base_url=self.address.text().strip(),
            region=self._region,
            models=models,
        )

    def save(self) -> None:
        """Store and test."""
        self.choices.hide()
        self.save_button.setEnabled(False)
        self._tell("muted", translate("SettingsWindow", "Saving…"))
        self._conductor.start(self._save(), "save a provider")

    def retranslate(self) -> None:
        """Words in the language of the window, for the kind chosen."""
        kind = self._kind
        self.kind.setText(kind.title(i18n.language()))
        self._kind_label.setText(translate("SettingsWindow", "Provider"))
        self.kind.setAccessibleName(translate("SettingsWindow", "Provider: {0}").format(self.kind.text()))
        self._region_label.setText(
            translate("SettingsWindow", "Region of your key (keys of one are refused by others)")
        )
        optional = not kind.needs_key
        key = (
            translate("SettingsWindow", "Key (if the server wants one)")
            if optional
            else translate("SettingsWindow", "Key")
        )
        if self._known:
            key = translate("SettingsWindow", "New key (empty: keep the stored one)")
        for field, said in (
            (self.key, key),
            (self.address, translate("SettingsWindow", "Address (base URL)")),
            (self.name, translate("SettingsWindow", "Name (empty: after the kind)")),
            (self.models, translate("SettingsWindow", "Models, with commas (empty: what the server lists)")),
        ):
            self._labels[field].setText(said)
            field.setAccessibleName(said)
        self.address.setPlaceholderText(kind.region(self._region).base_url or "http://127.0.0.1:8000/v1")
        own = kind.kind == "compatible" or kind.local
        for field, shown in ((self.address, own), (self.models, own), (self.name, own and not self._known)):
            field.setVisible(shown)
            self._labels[field].setVisible(shown)
        self.get_key.setText(translate("SettingsWindow", "Get a key"))
        self.get_key.setToolTip(kind.key_url)
        self.get_key.setAccessibleName(translate("SettingsWindow", "Get a key at {0}").format(kind.key_url))
        self.get_key.setVisible(bool(kind.key_url))
        self.save_button.setText(translate("SettingsWindow", "Save and test"))
        self.cancel.setText(
            translate("SettingsWindow", "Close") if self._known else translate("SettingsWindow", "Cancel")
        )
        self.choices.retranslate()
        self._show_regions()

    async def _save(self) -> None:
        setup = self._conductor.bench.setup
        try:
            entry = await setup.add_provider(self.entry(), self.key.text() or None)
        except KnownError as error:
            self._tell("danger", told(error))
            self.choices.offer(getattr(error, "choices", ()))
            return
        finally:
            self.save_button.setEnabled(True)
        self._known = entry.name
        self.key.clear()
        self.retranslate()
        self.saved.emit(entry.name)
        self._tell("muted", translate("SettingsWindow", "Saved. Asking for one word…"))
        try:
            spec = await setup.test_provider(entry.name)
        except KnownError as error:
            self._tell("danger", told(error))
            self.failed.emit(Problem(error.text, action="models"))
            return
        self._tell("success", translate("SettingsWindow", "It works: {0} answered.").format(i18n.model_title(spec)))
        self.tested.emit(entry.name)

    def _tell(self, tone: str, said: str) -> None:
        self.result.set_tone(tone)
        self.result.setText(said)
        self.result.show()

    def _show_regions(self) -> None:
        regions = self._kind.regions if len(self._kind.regions) > 1 else ()
        self._region_label.setVisible(bool(regions))
        self._regions_box.setVisible(bool(regions))
        clear_layout(self._regions)
        for region in regions:
            title = region.title(i18n.language())
            button = PillButton(title, checkable=True, name=translate("SettingsWindow", "Region: {0}").format(title))
            button.setChecked(region.id == self._region)
            button.clicked.connect(lambda _checked=False, name=region.id: self.choose_region(name))
            self._regions.addWidget(button)

    def _open_kinds(self) -> None:
        menu = QMenu(self)
        for kind in self._conductor.bench.setup.kinds():
            action = menu.addAction(kind.title(i18n.language()))
            action.triggered.connect(lambda _checked=False, name=kind.kind: self.choose_kind(name))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.kind.mapToGlobal(self.kind.rect().bottomLeft()))
