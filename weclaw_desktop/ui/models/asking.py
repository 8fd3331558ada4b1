"""Opens what decides about the answers of the open chat: model, persona, parameters, and a comparison of two models."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from weclaw_desktop.core.parameters import parameters
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.models.compare import CompareWindow
from weclaw_desktop.ui.models.parameters_sheet import ParametersSheet
from weclaw_desktop.ui.models.persona_picker import PersonaPicker
from weclaw_desktop.ui.models.picker import ModelPicker


class Asking(QObject):
    """One per window."""

    def __init__(
        self, window: QWidget, conductor: Conductor, share: Callable[[QWidget], object] = lambda _window: None
    ) -> None:
        """``share`` gives a window that is opened the keys of the program."""
        super().__init__(window)
        self._window, self._conductor, self._share = window, conductor, share
        self._comparing: CompareWindow | None = None

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

    def compare(self) -> None:
        """Open two models side by side; once is enough."""
        if self._comparing is None:
            self._comparing = CompareWindow(self._conductor)
            self._share(self._comparing)
            self._comparing.kept.connect(self._conductor.open_chat)
            self._comparing.gone.connect(self._on_gone)
        self._comparing.show()
        self._comparing.raise_()
        self._comparing.activateWindow()

    @property
    def shown(self) -> set[str]:
        """The chats that are compared before the user's eyes."""
        window = self._comparing
        if window is None or not window.isVisible() or window.isMinimized():
            return set()
        return {conductor.chat_id for conductor in window.conductors}

    def close(self) -> None:
        """The main window goes."""
        if self._comparing is not None:
            self._comparing.close()

    def _on_gone(self) -> None:
        self._comparing = None

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
