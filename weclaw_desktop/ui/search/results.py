"""Lines of the palette as a model: headings, chats and messages, each with what is marked in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from weclaw_desktop.ui import i18n

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Result:
    """One line. ``seq`` 0 is a chat itself, else the message of that number; ``under`` says where and when."""

    chat_id: str
    title: str
    marked: tuple[tuple[int, int], ...] = ()
    under: str = ""
    right: str = ""
    message_id: str = ""
    seq: int = 0


Line = str | Result
"""A heading is its words."""


class Results(QAbstractListModel):
    """Two kinds of results, each under its heading."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[Line] = []

    def show_lines(self, groups: Sequence[tuple[str, Sequence[Result]]]) -> None:
        """Show these groups, those without results left out."""
        self.beginResetModel()
        self._lines = [line for heading, found in groups if found for line in (heading, *found)]
        self.endResetModel()

    def line(self, row: int) -> Line | None:
        """What stands in a row."""
        return self._lines[row] if 0 <= row < len(self._lines) else None

    def result(self, row: int) -> Result | None:
        """The result in a row, None for a heading."""
        found = self.line(row)
        return found if isinstance(found, Result) else None

    @property
    def results(self) -> list[Result]:
        """All results from top to bottom."""
        return [line for line in self._lines if isinstance(line, Result)]

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._lines)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.result(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        found = self.line(index.row())
        if isinstance(found, str) or found is None:
            return found if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return i18n.joined((found.title, found.under, found.right))
        if role == Qt.ItemDataRole.UserRole:
            return found
        return found.title if role == Qt.ItemDataRole.DisplayRole else None
