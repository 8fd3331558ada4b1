"""Opens what decides about the answers of the open chat: model, persona, parameters."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from weclaw_desktop.core.parameters import parameters
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.models.parameters_sheet import ParametersSheet
from weclaw_desktop.ui.models.persona_picker import PersonaPicker
from weclaw_desktop.ui.models.picker import ModelPicker


class Asking(QObject):
    """One per window."""

    def __init__(self, window: QWidget, conductor: Conductor) -> None:
        super().__init__(window)
        self._window, self._conductor = window, conductor

    def choose_model(self) -> None:
        """Pick the model of this chat."""
        ModelPicker(self._window, self._conductor, self._conductor.choose_model).open()

    def choose_persona(self) -> None:
        """Pick who speaks in this chat."""
        self._conductor.start(self._choose_persona(), "read personas")

    def choose_parameters(self) -> None:
        """Say how this chat's model is asked."""
        conductor = self._conductor
        spec = next((spec for spec in conductor.models if spec.id == conductor.model), None)
        asked = parameters(conductor.parameters)
        ParametersSheet(self._window, asked, spec, conductor.choose_parameters).open()

    async def _choose_persona(self) -> None:
        conductor = self._conductor
        found = await conductor.bench.personas.all(i18n.language())
        PersonaPicker(
            self._window,
            found,
            conductor.persona,
            conductor.choose_persona,
            lambda: conductor.settings_wanted.emit("personas"),
        ).open()
