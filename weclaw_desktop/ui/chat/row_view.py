"""Base of the widgets that show one row of the transcript."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.ui.chat.code_view import CodeView
from weclaw_desktop.ui.chat.fold_line import FoldLine
from weclaw_desktop.ui.chat.pieces import CodeBlock, Fold, Piece, WideBlock
from weclaw_desktop.ui.chat.rich_text import RichText

Selectable = RichText | CodeView


class RowView(Piece):
    """One row. Intents are signals; the chat view connects them once, the transcript passes them on."""

    link_clicked = Signal(str)
    retry_wanted = Signal()
    approved = Signal(str, bool, bool)
    record_action = Signal(str, str)
    act_wanted = Signal(str)
    menu_wanted = Signal(object)
    """Carries the point of the screen where the menu opens."""
    edit_done = Signal(str)
    edit_changed = Signal(str)
    edit_left = Signal()
    completed = Signal()
    """The rest of a long text is shown now."""

    def __init__(self, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = key
        self.hovered = self.active = False

    @property
    def whole(self) -> bool:
        """Whether all of its text is shown, or as much as there is yet."""
        return True

    def set_active(self, on: bool) -> None:
        """Keys act on this row, or on another one."""
        self.active = on
        self.show_actions(self.hovered or on)

    def selectables(self) -> list[Selectable]:
        """What text can be selected in, from top to bottom, also what an answer folds away."""
        found: list[Selectable] = []
        for child in self.stack():
            if isinstance(child, RichText):
                found.append(child)
            elif isinstance(child, CodeBlock):
                found.append(child.view)
            elif isinstance(child, WideBlock | FoldLine):
                found.append(child.text)
            elif isinstance(child, Fold) and child.open:
                found.append(child.body)
        return found

    def unfold(self, words: Sequence[str]) -> None:
        """Show as much of a folded text as holds these words."""

    def stack(self) -> list[QWidget]:
        """The children from top to bottom."""
        return []

    def show_actions(self, on: bool) -> None:
        """The pointer or the focus came or went."""

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.hovered = True
        self.show_actions(True)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered = False
        self.show_actions(self.active)
