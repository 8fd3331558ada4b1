"""What can be done with several chats at once: shown while more than one is selected."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import IconButton, Label, column, row


class SelectionBar(QFrame):
    """``acted`` carries archive, folder, tag, delete or clear, and the button that was pressed."""

    acted = Signal(str, QWidget)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._label = Label("", "small", "muted")
        self.buttons = {
            name: IconButton(icon)
            for name, icon in (
                ("folder", "folder"),
                ("tag", "tag"),
                ("archive", "archive"),
                ("delete", "trash"),
                ("clear", "cross"),
            )
        }
        layout, upper, lower = column(self, gap=0), row(), row(gap=tokens.SPACE_XS)
        upper.addWidget(self._label, 1)
        for name, button in self.buttons.items():
            button.clicked.connect(lambda _=False, name=name, button=button: self.acted.emit(name, button))
            (upper if name == "clear" else lower).addWidget(button)
        lower.addStretch(1)
        layout.addLayout(upper)
        layout.addLayout(lower)
        self.hide()
        self.retranslate()

    def show_count(self, count: int) -> None:
        """How many chats are selected; nothing is shown for one."""
        self._count = count
        self.setVisible(count > 1)
        self.retranslate()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        translate = QCoreApplication.translate
        self._label.setText(translate("Sidebar", "{0} selected").format(self._count))
        self.setAccessibleName(self._label.text())
        self.buttons["folder"].set_name(translate("Sidebar", "Move to folder"))
        self.buttons["tag"].set_name(translate("Sidebar", "Tags"))
        self.buttons["archive"].set_name(translate("Sidebar", "Archive"))
        self.buttons["delete"].set_name(translate("Sidebar", "Delete"), translate("Sidebar", "Del"))
        self.buttons["clear"].set_name(translate("Sidebar", "Select none"), translate("Sidebar", "Esc"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
