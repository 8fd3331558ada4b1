"""What an empty chat shows: one line, and what will answer, or the way to a model when there is none."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.widgets import Button, Label, column


class EmptyState(QWidget):
    """A greeting. The composer below it has the focus."""

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conductor = conductor
        self._title = Label("", "title", wrap=True)
        self._line = Label("", "body", "muted", wrap=True)
        self.set_up = Button("", "primary")
        self.set_up.clicked.connect(lambda: conductor.settings_wanted.emit("models"))
        for label in (self._title, self._line):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = column(self, gap=8, margins=(24, 24, 24, 24))
        layout.addStretch(2)
        layout.addWidget(self._title)
        layout.addWidget(self._line)
        layout.addWidget(self.set_up, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)
        conductor.chat_opened.connect(self.retranslate)
        conductor.chat_changed.connect(self.retranslate)
        conductor.models_changed.connect(self.retranslate)
        self.retranslate()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        model = self._conductor.model_title(self._conductor.model)
        self._title.setText(self.tr("What are you working on?"))
        self.set_up.setText(self.tr("Set up a model…"))
        self.set_up.setVisible(not model)
        if model:
            self._line.setText(
                self.tr("{0} answers. What it sees, and what was shortened, is shown at the side.").format(model)
            )
        else:
            self._line.setText(self.tr("Choose a model to start."))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
