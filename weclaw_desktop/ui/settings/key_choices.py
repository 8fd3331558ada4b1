"""What to do where the system has no key store, or keys wait in a file: nothing is chosen for the user."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings.page import told
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import Button, Label, column, row

translate = QCoreApplication.translate


class KeyChoices(QWidget):
    """Offers what is possible, as a ``KeyStoreUnavailable`` says it; ``decided`` after the choice is in force."""

    decided = Signal()

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conductor = conductor
        self._locked = False
        self.this_run, self.vault, self.retry = Button(), Button(), Button()
        self.passphrase = QLineEdit()
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.error = Label("", "small", "danger", wrap=True)
        self.error.hide()
        self.this_run.clicked.connect(lambda: self._choose("this_run"))
        self.vault.clicked.connect(lambda: self._choose("vault"))
        self.retry.clicked.connect(self.decided)
        self.passphrase.returnPressed.connect(lambda: self._choose("vault"))
        layout = column(self, gap=tokens.SPACE_XS)
        first = row(gap=tokens.SPACE_S)
        first.addWidget(self.retry)
        first.addWidget(self.this_run)
        first.addStretch(1)
        second = row(gap=tokens.SPACE_S)
        second.addWidget(self.passphrase, 1)
        second.addWidget(self.vault)
        layout.addLayout(first)
        layout.addLayout(second)
        layout.addWidget(self.error)
        self.retranslate()

    def offer(self, choices: Sequence[str]) -> None:
        """Show what can be chosen; with "vault" first a file of keys is there and waits for its passphrase."""
        self._locked = choices[:1] == ("vault",)
        self.retranslate()
        self.retry.setVisible("retry" in choices)
        self.this_run.setVisible("this_run" in choices)
        for widget in (self.passphrase, self.vault):
            widget.setVisible("vault" in choices)
        self.error.hide()
        self.setVisible(bool(choices))

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.retry.setText(translate("SettingsWindow", "Try again"))
        self.this_run.setText(translate("SettingsWindow", "Keep for this run only"))
        opens = translate("SettingsWindow", "Unlock")
        self.vault.setText(opens if self._locked else translate("SettingsWindow", "Keep in a protected file"))
        said = translate("SettingsWindow", "Passphrase of the file; it cannot be recovered")
        self.passphrase.setPlaceholderText(said)
        self.passphrase.setAccessibleName(said)

    def _choose(self, choice: str) -> None:
        if choice == "vault" and not self.passphrase.text():
            self.passphrase.setFocus()
            return
        self._conductor.start(self._keep(choice, self.passphrase.text()), "choose where keys are kept")

    async def _keep(self, choice: str, passphrase: str) -> None:
        try:
            await self._conductor.bench.setup.keep_keys(choice, passphrase)
        except KnownError as error:
            self.error.setText(told(error))
            self.error.show()
            return
        self.passphrase.clear()
        self.decided.emit()
