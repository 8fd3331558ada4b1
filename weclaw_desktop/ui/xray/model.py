"""The list behind the X-ray: only what is chosen, found and not folded away, never a widget per part."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from weclaw_desktop.core.xray import STATES, XrayState
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.context_panel import words as parts
from weclaw_desktop.ui.xray import words
from weclaw_desktop.ui.xray.rows import Entry, Fold, Line, chosen, folded

Index = QModelIndex | QPersistentModelIndex


class XrayModel(QAbstractListModel):
    """``UserRole`` gives the entry of a row. With words or states nothing is folded: all that is found is seen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[Line, ...] = ()
        self.entries: list[Entry] = []
        self.found: list[Line] = []
        self.words = ""
        self.states: frozenset[XrayState] = frozenset()
        self._opened: set[str] = set()

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Other lines; what was open stays open."""
        self.lines = tuple(lines)
        self._renew()

    def look_for(self, words: str, states: Collection[XrayState]) -> None:
        """Show only what says these words and stands in one of these states."""
        if (words, frozenset(states)) != (self.words, self.states):
            self.words, self.states = words, frozenset(states)
            self._renew()

    def toggle(self, fold: Fold) -> None:
        """Open or close a fold."""
        self._opened ^= {fold.key}
        self._renew()

    def counts(self) -> dict[XrayState, int]:
        """Parts in each state."""
        return {state: sum(line.part.state == state for line in self.lines) for state in STATES}

    def row_of(self, key: str) -> int:
        """Where an entry stands, -1 when it is not shown."""
        return next((row for row, entry in enumerate(self.entries) if entry.key == key), -1)

    def first_line(self) -> int:
        """The row of the first part that is not folded away, 0 when there is none."""
        return next((row for row, entry in enumerate(self.entries) if isinstance(entry, Line)), 0)

    def row_of_message(self, message_id: str) -> int:
        """Where a message of the log stands, whatever it takes to show it; -1 when it is not there."""
        for entry in self.entries:
            if isinstance(entry, Fold) and not entry.open and _holds(entry, message_id):
                self.toggle(entry)
                break
        of = [entry.part.source if isinstance(entry, Line) else "" for entry in self.entries]
        return of.index(message_id) if message_id in of else -1

    def entry(self, row: int) -> Entry | None:
        """The entry of a row."""
        return self.entries[row] if 0 <= row < len(self.entries) else None

    def _renew(self) -> None:
        self.beginResetModel()
        self.found = chosen(self.lines, self.words, self.states)
        whole = bool(self.words.strip() or self.states)
        self.entries = list(self.found) if whole else folded(self.found, self._opened)
        self.endResetModel()

    @override
    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.entries)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry = self.entry(index.row())
        if role == Qt.ItemDataRole.UserRole:
            return entry
        if entry is None:
            return None
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole):
            return spoken(entry)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(entry, Line):
            return entry.reason
        return None


def _holds(fold: Fold, message_id: str) -> bool:
    return any(line.part.source == message_id for line in fold.lines)


def spoken(entry: Entry) -> str:
    """An entry as it is read aloud: what it is, how it stands, what it costs, why."""
    if isinstance(entry, Fold):
        return words.fold(entry.kind, len(entry.lines), *entry.seqs)
    part = entry.part
    named = f"m{part.seq} {entry.title}" if part.seq else entry.title
    section = (parts.part(part.key),) if part.sent else ()
    return i18n.joined((named, *section, words.state(part.state), entry.tokens, entry.reason))
