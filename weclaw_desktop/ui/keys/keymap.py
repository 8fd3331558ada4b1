"""Which keys call which command in a window: the usual ones, or those that the user chose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from weclaw_desktop.ui.keys.commands import COMMANDS, Command, command
from weclaw_desktop.ui.widgets.sheet import top_sheet

_ALWAYS = frozenset({"view.larger", "view.smaller", "view.normal", "view.theme", "program.quit"})
"""What touches nothing that a card asks about."""
Chosen = Mapping[str, str]
"""Command id → keys in portable notation, "" for none; commands that are not in it have their usual keys."""


class KeyMap(QObject):
    """Binds commands to callables and to keys within one window."""

    changed = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._calls: dict[str, Callable[[], object]] = {}
        self._shortcuts: dict[str, list[QShortcut]] = {}
        self._chosen: Chosen = {}

    def bind(self, name: str, call: Callable[[], object]) -> None:
        """Let a declared command do something. Raises KeyError for one that is not declared."""
        self._calls[command(name).id] = call
        self._renew(name)

    def choose(self, chosen: Chosen) -> None:
        """Use these keys from now on."""
        if dict(chosen) == dict(self._chosen):
            return
        self._chosen = dict(chosen)
        for name in self._calls:
            self._renew(name)
        self.changed.emit()

    def run(self, name: str) -> None:
        """Do it; a command that nothing is bound to does nothing."""
        call = self._calls.get(name)
        if call is not None:
            call()

    def bound(self) -> list[Command]:
        """The commands that do something in this window, in the order of declaration."""
        return [known for known in COMMANDS if known.id in self._calls]

    def shown(self, name: str) -> str:
        """The command's first keys as this system writes them, "" for none."""
        found = keys_of(name, self._chosen)
        return QKeySequence(found[0]).toString(QKeySequence.SequenceFormat.NativeText) if found else ""

    def _on_keys(self, name: str) -> None:
        """A card that lies over the window comes first: one that only offers gives way, others keep the keys out."""
        if name not in _ALWAYS:
            while (sheet := top_sheet(self._window)) is not None:
                if not sheet.passing:
                    return
                sheet.answer("")
        self.run(name)

    def _renew(self, name: str) -> None:
        for old in self._shortcuts.pop(name, []):
            old.setEnabled(False)
            old.deleteLater()
        made: list[QShortcut] = []
        for keys in keys_of(name, self._chosen):
            shortcut = QShortcut(QKeySequence(keys), self._window)
            shortcut.activated.connect(lambda name=name: self._on_keys(name))
            made.append(shortcut)
        self._shortcuts[name] = made


def keys_of(name: str, chosen: Chosen) -> tuple[str, ...]:
    """The keys in force for a command, in portable notation."""
    return _in_force(command(name), chosen)


def _in_force(known: Command, chosen: Chosen) -> tuple[str, ...]:
    if known.id not in chosen:
        return known.keys
    return (chosen[known.id],) if chosen[known.id] else ()


def conflict(name: str, keys: str, chosen: Chosen, commands: Sequence[Command] = COMMANDS) -> Command | None:
    """Another command that has these keys already, or whose keys begin with them or the other way round."""
    wanted = QKeySequence(keys)
    if wanted.isEmpty():
        return None
    none = QKeySequence.SequenceMatch.NoMatch
    for other in commands:
        if other.id == name:
            continue
        for taken in _in_force(other, chosen):
            sequence = QKeySequence(taken)
            if wanted.matches(sequence) != none or sequence.matches(wanted) != none:
                return other
    return None
