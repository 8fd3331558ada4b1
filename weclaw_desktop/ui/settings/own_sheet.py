"""How this chat is compressed, where it differs from its model and from the settings; and what that comes to."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from weclaw_desktop.context.threshold import thresholds_for
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.overriding import OF_CHATS, in_force, of_chat, own_fields
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings.own_fields import OwnFields
from weclaw_desktop.ui.settings.threshold_story import headline, model_in_use, reasons
from weclaw_desktop.ui.widgets import Label, Scrolled, Sheet

translate = QCoreApplication.translate


class ChatContextSheet(Sheet):
    """Saves with one button; another one takes everything back."""

    def __init__(self, window: QWidget, conductor: Conductor, chat: Chat) -> None:
        super().__init__(window, translate("Own", "Context of this chat"), width=520)
        self._conductor, self._chat = conductor, chat
        told = translate("Own", "What is empty here is as the model or the settings have it.")
        self.body.addWidget(Label(told, "small", "muted", wrap=True))
        self.headline = Label("", bold=True, wrap=True)
        self.reasons = Label("", "small", "muted", wrap=True)
        self.body.addWidget(self.headline)
        self.body.addWidget(self.reasons)
        self.fields = OwnFields(conductor)
        self.body.addWidget(Scrolled(self.fields))
        own = of_chat(chat)
        self.fields.show_values(own, in_force(conductor.settings, conductor.model))
        self.fields.changed.connect(self._tell)
        self.add_button("", translate("Own", "Cancel"))
        back = self.add_button("back", translate("Own", "As usual"))
        back.setEnabled(bool(own))
        self.add_button("save", translate("Own", "Use for this chat"), "primary")
        self.closed.connect(self._on_closed)
        self._tell()

    def _tell(self) -> None:
        """Where compression would start with what the fields say."""
        conductor, spec = self._conductor, model_in_use(self._conductor)
        if spec is None:
            return
        try:
            chosen = Chat("", overrides=self._chat.overrides)
            fields = own_fields(chosen, self.fields.values)
        except InputError as error:
            self.headline.setText(i18n.say(error.text))
            return
        overrides = fields.get("overrides", self._chat.overrides)
        strategy, profile = str(fields.get("strategy", "")), str(fields.get("profile", ""))
        chosen = Chat("", strategy=strategy, profile=profile, overrides=overrides)  # pyright: ignore[reportArgumentType] -- a mapping of settings
        held = in_force(conductor.settings, spec.id, chosen)
        calibrated = conductor.report is not None and conductor.report.thresholds.calibrated
        lines = thresholds_for(spec, held.context, calibrated=calibrated, sources=held.sources)
        self.headline.setText(headline(spec, lines, held.context.strategy))
        self.reasons.setText(reasons(lines))

    def _on_closed(self, answer: str) -> None:
        if answer == "save":
            self._use(self.fields.values)
        elif answer == "back":
            self._use(dict.fromkeys(OF_CHATS))

    def _use(self, changes: Mapping[str, object]) -> None:
        self._conductor.choose_own(changes, self._chat.id)
