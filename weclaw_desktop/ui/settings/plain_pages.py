"""The pages that are nothing but declared settings: General, Appearance, Network."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings.fields import ChoiceField, NumberField, PickerField, SwitchField, TextField
from weclaw_desktop.ui.settings.page import Page

translate = QCoreApplication.translate


class GeneralPage(Page):
    """Language, how a message is sent, who the assistant is."""

    name = "general"
    shows = (
        *("general.language", "general.send_with", "general.model", "chatting.auto_title", "general.close_to_tray"),
        *("general.notify", "chatting.persona", "chatting.instructions"),
    )

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(conductor, parent)
        self.add_field(ChoiceField(conductor, "general.language"))
        self.add_field(ChoiceField(conductor, "general.send_with"))
        self.add_field(PickerField(conductor, "general.model", self._models))
        self.add_field(SwitchField(conductor, "chatting.auto_title"))
        self.add_field(SwitchField(conductor, "general.close_to_tray"))
        self.add_field(SwitchField(conductor, "general.notify"))
        self.add_heading(lambda: translate("SettingsWindow", "At the head of every request"))
        self.add_field(TextField(conductor, "chatting.persona", tall=True))
        self.add_field(TextField(conductor, "chatting.instructions", tall=True))

    def _models(self) -> list[tuple[str, str]]:
        first = translate("SettingsWindow", "First usable one")
        return [
            ("", first),
            *((spec.id, f"{spec.provider} · {i18n.model_title(spec)}") for spec in self.conductor.models),
        ]


class AppearancePage(Page):
    """Theme, zoom, motion, panels."""

    name = "appearance"
    shows = tuple(f"appearance.{name}" for name in ("theme", "zoom", "sidebar", "context_panel", "reduced_motion"))

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(conductor, parent)
        self.add_field(ChoiceField(conductor, "appearance.theme"))
        self.add_field(NumberField(conductor, "appearance.zoom", unit=" %"))
        self.add_field(SwitchField(conductor, "appearance.sidebar"))
        self.add_field(SwitchField(conductor, "appearance.context_panel"))
        self.add_field(SwitchField(conductor, "appearance.reduced_motion"))


class NetworkPage(Page):
    """How providers are reached."""

    name = "network"
    shows = ("network.proxy", "network.proxy_url", "network.timeout_s", "network.retries")

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(conductor, parent)
        self.add_field(ChoiceField(conductor, "network.proxy"))
        self.proxy_url = self.add_field(TextField(conductor, "network.proxy_url"))
        self.add_field(NumberField(conductor, "network.timeout_s"))
        self.add_field(NumberField(conductor, "network.retries"))

    @override
    def refresh(self) -> None:
        super().refresh()
        self.proxy_url.setVisible(self.conductor.settings.network.proxy == "custom")
