"""All commands of a window in a card: type a few letters of one, Return does it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from weclaw_desktop.ui.keys.commands import Command, group_label
from weclaw_desktop.ui.keys.keymap import KeyMap
from weclaw_desktop.ui.widgets.finder import Choice, Finder

translate = QCoreApplication.translate


class CommandPalette(Finder):
    """Runs the command that is taken, after the card is gone."""

    def __init__(self, window: QWidget, keys: KeyMap) -> None:
        offered = [_choice(known, keys) for known in keys.bound() if not known.hidden]
        super().__init__(
            window, translate("Commands", "All commands"), translate("Commands", "What do you want to do?"), offered
        )
        self.chosen.connect(keys.run)


def _choice(known: Command, keys: KeyMap) -> Choice:
    group = group_label(known.group)
    return Choice(known.id, known.label, keys.shown(known.id), section=group, terms=f"{group} {known.id}")
