"""Which keys call which command in a window: the usual ones, or those that the user chose.

Two shortcuts with the same keys make both dead, so that each key belongs to one command, whatever a file of settings
says. Windows beside the main one (settings, X-ray, Lab) know the keys that concern the program as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from weclaw_desktop.ui.keys.commands import COMMANDS, Command, command
from weclaw_desktop.ui.widgets.sheet import top_sheet

_ALWAYS = frozenset({
    "view.larger", "view.smaller", "view.normal", "view.theme", "program.settings", "program.quit",
})  # fmt: skip
"""What touches nothing that a card asks about."""
EVERYWHERE = _ALWAYS | {"context.xray", "context.lab"}
"""What can be called in windows beside the main one, too."""
Chosen = Mapping[str, str]
"""Command id → keys in portable notation, "" for none; commands that are not in it have their usual keys."""


class KeyMap(QObject):
    """Binds commands to callables and to keys within one window, and some of them in windows beside it."""

    changed = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._calls: dict[str, Callable[[], object]] = {}
        self._shortcuts: dict[str, list[QShortcut]] = {}
        self._beside: list[QWidget] = []
        self._chosen: Chosen = {}
        self._keys = resolved({})

    def share(self, window: QWidget) -> None:
        """Let a window beside the main one know the keys that concern the program as a whole."""
        self._beside = [known for known in self._beside if isValid(known) and known is not window]
        self._beside.append(window)
        for name in self._calls:
            if name in EVERYWHERE:
                self._renew(name)

    def bind(self, name: str, call: Callable[[], object]) -> None:
        """Let a declared command do something. Raises KeyError for one that is not declared."""
        self._calls[command(name).id] = call
        self._renew(name)

    def choose(self, chosen: Chosen) -> None:
        """Use these keys from now on."""
        if dict(chosen) == dict(self._chosen):
            return
        self._chosen, self._keys = dict(chosen), resolved(chosen)
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
        found = self._keys.get(name, ())
        return QKeySequence(found[0]).toString(QKeySequence.SequenceFormat.NativeText) if found else ""

    def keys(self, name: str) -> tuple[str, ...]:
        """The command's keys in force, in portable notation."""
        return self._keys.get(name, ())

    def _on_keys(self, name: str, window: QWidget) -> None:
        """A card that lies over the window comes first: one that only offers gives way, others keep the keys out."""
        if name not in _ALWAYS:
            while (sheet := top_sheet(window)) is not None:
                if not sheet.passing:
                    return
                sheet.answer("")
        self.run(name)

    def _renew(self, name: str) -> None:
        for old in self._shortcuts.pop(name, []):
            if isValid(old):  # it went with its window
                old.setEnabled(False)
                old.deleteLater()
        made: list[QShortcut] = []
        beside = [window for window in self._beside if isValid(window)] if name in EVERYWHERE else []
        for window in (self._window, *beside):
            for keys in self._keys.get(name, ()):
                shortcut = QShortcut(QKeySequence(keys), window)
                shortcut.activated.connect(partial(self._on_keys, name, window))
                made.append(shortcut)
        self._shortcuts[name] = made


def resolved(chosen: Chosen) -> dict[str, tuple[str, ...]]:
    """The keys of every command, none of them twice: what was chosen comes before what is usual, then the order."""
    found: dict[str, tuple[str, ...]] = {}
    taken: list[QKeySequence] = []
    for known in sorted(COMMANDS, key=lambda known: known.id not in chosen):
        own = [QKeySequence(keys) for keys in keys_of(known.id, chosen)]
        free = [keys for keys in own if not any(_clash(keys, other) for other in taken)]
        taken += free
        found[known.id] = tuple(keys.toString(QKeySequence.SequenceFormat.PortableText) for keys in free)
    return found


def _clash(one: QKeySequence, other: QKeySequence) -> bool:
    """Whether one of them is the other, or its beginning."""
    none = QKeySequence.SequenceMatch.NoMatch
    return one.matches(other) != none or other.matches(one) != none


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
    for other in commands:
        if other.id == name:
            continue
        for taken in _in_force(other, chosen):
            if _clash(wanted, QKeySequence(taken)):
                return other
    return None
