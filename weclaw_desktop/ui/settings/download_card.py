"""One embedded model that can be fetched: what it needs, how far the fetch is, what went wrong and how to go on."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from weclaw_desktop.core.events import DownloadProgress
from weclaw_desktop.services.embedded import Offer
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.settings.words import size
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import Button, Card, Label, LinkButton, column, row

translate = QCoreApplication.translate


def needs(offer: Offer) -> str:
    """Download, disk and memory, in one line."""
    told = translate("SettingsWindow", "{0} download · {1} on the disk · {2} of memory while it runs")
    return told.format(size(offer.download), size(offer.disk), size(offer.memory))


def origin(offer: Offer) -> str:
    """Languages, makers and licence."""
    spoken = {"en": translate("SettingsWindow", "English"), "zh": translate("SettingsWindow", "Chinese")}
    languages = i18n.joined(spoken.get(name, name) for name in offer.languages)
    return f"{languages} · {offer.makers} · {offer.licence}"


def lacks(offer: Offer) -> str:
    """What this computer lacks for it, "" when nothing."""
    if offer.installed:
        return ""
    if not offer.fits_disk:
        return translate("SettingsWindow", "Not enough room on the disk: {0} must be free.").format(size(offer.disk))
    if not offer.fits_memory:
        told = translate("SettingsWindow", "Less than {0} of memory is free now: close other programs before using it.")
        return told.format(size(offer.memory))
    return ""


def under_way(event: DownloadProgress) -> str:
    """How far a fetch is, with speed and time left when they are known."""
    amounts = (size(event.done), size(event.total))
    if event.phase == "verifying":
        return translate("SettingsWindow", "Checking · {0} of {1}").format(*amounts)
    said = [translate("SettingsWindow", "Fetching · {0} of {1}").format(*amounts)]
    if event.rate > 0:
        said.append(translate("SettingsWindow", "{0}/s").format(size(round(event.rate))))
        left = round((event.total - event.done) / event.rate)
        if left >= 90:
            said.append(translate("SettingsWindow", "about {0} min left").format(round(left / 60)))
        else:
            said.append(translate("SettingsWindow", "about {0} s left").format(left))
    return " · ".join(said)


class DownloadCard(Card):
    """Shows an ``Offer`` and the ``DownloadProgress`` of its fetch; emits what is wanted with the model's name."""

    start_wanted = Signal(str)
    cancel_wanted = Signal(str)
    remove_wanted = Signal(str)

    def __init__(self, *, look: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent, look=look)
        self.offer: Offer | None = None
        self.progress: DownloadProgress | None = None
        self._name = Label("", bold=True, wrap=True)
        self._needs = Label("", "small", "muted", wrap=True)
        self._origin = Label("", "small", "muted", wrap=True)
        self.state = Label("", "small", wrap=True, selectable=True)
        self.bar = QProgressBar()
        self.bar.setRange(0, 1_000)
        self.bar.setTextVisible(False)
        self.start, self.cancel, self.remove = Button("", "secondary", "download"), Button(), LinkButton()
        self.start.clicked.connect(lambda: self.start_wanted.emit(self.name))
        self.cancel.clicked.connect(lambda: self.cancel_wanted.emit(self.name))
        self.remove.clicked.connect(lambda: self.remove_wanted.emit(self.name))
        layout = column(self, gap=tokens.SPACE_XS, margins=(0, 8, 0, 0) if look == "plain" else (14, 10, 14, 12))
        for widget in (self._name, self._needs, self._origin, self.bar, self.state):
            layout.addWidget(widget)
        line = row(gap=tokens.SPACE_S)
        for button in (self.start, self.cancel, self.remove):
            line.addWidget(button)
        line.addStretch(1)
        layout.addLayout(line)

    def show_offer(self, offer: Offer, event: DownloadProgress | None = None) -> None:
        """Show a model, and its fetch if one runs."""
        self.offer = offer
        self.progress = event if event is not None else self.progress if not offer.installed else None
        self._show()

    def show_progress(self, event: DownloadProgress) -> None:
        """The fetch went on, or ended."""
        if self.offer is not None and event.name == self.offer.name:
            self.progress = event
            self._show()

    @property
    def name(self) -> str:
        """The model's name, "" while none is shown."""
        return self.offer.name if self.offer is not None else ""

    @property
    def running(self) -> bool:
        """Whether a fetch is under way."""
        return self.progress is not None and not self.progress.finished

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self._show()

    def _show(self) -> None:
        offer, event = self.offer, self.progress
        if offer is None:
            return
        name = i18n.say(offer.label)
        self._name.setText(name)
        self._needs.setText(needs(offer))
        self._origin.setText(origin(offer))
        running = self.running
        self.bar.setVisible(running)
        self.bar.setAccessibleName(translate("SettingsWindow", "Download of {0}").format(name))
        if event is not None and running:
            self.bar.setValue(round(1_000 * event.done / event.total) if event.total else 0)
        tone, said = self._state(offer, event)
        self.state.setText(said)
        self.state.set_tone(tone)
        self.state.setVisible(bool(said))
        self._show_buttons(offer, event, name, running)

    def _state(self, offer: Offer, event: DownloadProgress | None) -> tuple[str, str]:
        """Tone and sentence."""
        if event is not None and not event.finished:
            return "", under_way(event)
        if event is not None and event.error is not None:
            return ("muted" if event.cancelled else "danger"), i18n.say(event.error)
        if offer.installed or (event is not None and event.finished):
            return "success", translate("SettingsWindow", "On this computer, ready to use")
        if missing := lacks(offer):
            return "warning", missing
        begun = translate("SettingsWindow", "Part of it was fetched before; it goes on from there.")
        return "muted", begun if offer.begun else ""

    def _show_buttons(self, offer: Offer, event: DownloadProgress | None, name: str, running: bool) -> None:
        done = offer.installed or (event is not None and event.finished and event.error is None)
        failed = event is not None and event.finished and event.error is not None and not event.cancelled
        begun = offer.begun or (event is not None and event.cancelled)
        if failed:
            self.start.setText(translate("SettingsWindow", "Try again"))
        elif begun:
            self.start.setText(translate("SettingsWindow", "Resume"))
        else:
            self.start.setText(translate("SettingsWindow", "Download {0}").format(size(offer.download)))
        self.start.setAccessibleName(i18n.joined((self.start.text(), name), ": "))
        self.start.setVisible(not running and not done)
        self.start.setEnabled(offer.fits_disk)
        self.cancel.setText(translate("SettingsWindow", "Cancel"))
        self.cancel.setAccessibleName(translate("SettingsWindow", "Cancel the download of {0}").format(name))
        self.cancel.setVisible(running)
        self.remove.setText(translate("SettingsWindow", "Remove"))
        self.remove.setAccessibleName(translate("SettingsWindow", "Remove {0} from this computer").format(name))
        self.remove.setVisible(done and not running)
