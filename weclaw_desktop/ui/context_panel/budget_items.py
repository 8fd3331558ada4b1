"""The opened budget: one line per section, skill or file with its cost, why it is so, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.context_panel.budget_model import ItemView
from weclaw_desktop.ui.context_panel.ends import Ends
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.context_panel.words import translate
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import Badge, ElidedLabel, Label, LinkButton, clear_layout, column

MOST = 40
"""Lines of one budget: making many more would hold up the window."""
_ITEM = "item"
"""Where a button knows the name of its item."""


class BudgetItems(QWidget):
    """Lines of one budget. ``acted`` carries what was pressed and the item it belongs to."""

    acted = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: QVBoxLayout = column(self, gap=tokens.SPACE_S, margins=(18, 2, 0, 4))
        self._items: tuple[ItemView, ...] = ()
        self._shown: tuple[ItemView, ...] | None = None

    def show_items(self, items: tuple[ItemView, ...]) -> None:
        """Another report's items; nothing is made while it is folded, or when they say the same."""
        self._items = items
        if not self.isHidden():
            self._make(items)

    @override
    def setVisible(self, visible: bool) -> None:
        if visible:
            self._make(self._items)
        super().setVisible(visible)

    def _make(self, items: tuple[ItemView, ...]) -> None:
        if items == self._shown:
            return
        name, of = self._pressed_before()
        self._shown = items
        clear_layout(self._lines)
        for item in items[:MOST]:
            self._lines.addWidget(self._line(item))
        if len(items) > MOST:
            more = translate("ContextPanel", "and {0} more").format(len(items) - MOST)
            self._lines.addWidget(Label(more, "small", "muted"))
        self._press_again(name, of)

    def _line(self, item: ItemView) -> QWidget:
        made = QWidget()
        made.setAccessibleName(item.spoken)
        inside = column(made, gap=0)
        head = Ends(gap=6)
        name = ElidedLabel(item.name, "small", "muted" if item.away else "", mode=Qt.TextElideMode.ElideMiddle)
        head.addWidget(name)
        if item.badge:
            head.addWidget(Badge(item.badge, "warning"))
        if len(item.acts) == 1:
            head.addWidget(self._button(item, *item.acts[0]))
        size = Label(item.tokens, "small", "muted")
        size.setToolTip(
            translate("ContextPanel", "Tokens of it in the next request, and of how many where it is not whole.")
        )
        head.addWidget(size)
        inside.addLayout(head)
        if item.note:
            inside.addWidget(Label(item.note, "small", "muted", wrap=True))
        if len(item.acts) > 1:
            flow = Flow()
            for act, label in item.acts:
                flow.addWidget(self._button(item, act, label))
            inside.addLayout(flow)
        return made

    def _button(self, item: ItemView, act: str, label: str) -> LinkButton:
        button = LinkButton(label)
        button.setAccessibleName(i18n.joined((label, item.name), ": "))
        button.setProperty(_ITEM, item.name)
        button.clicked.connect(lambda: self.acted.emit(act, item))
        return button

    def _pressed_before(self) -> tuple[str, str]:
        """The names of the button that has the focus and of its item: lines are made anew under it."""
        focused = self.window().focusWidget()
        if focused is None or not self.isAncestorOf(focused):
            return "", ""
        return focused.accessibleName(), str(focused.property(_ITEM))

    def _press_again(self, name: str, of: str) -> None:
        """Give the focus to the same button, else to the first one of the same item, else to the first of all."""
        if not name:
            return
        buttons = self.findChildren(LinkButton)
        same = next((b for b in buttons if b.accessibleName() == name), None)
        near = same or next((b for b in buttons if b.property(_ITEM) == of), None)
        target = near or next(iter(buttons), None)
        if target is not None:
            target.setFocus(Qt.FocusReason.OtherFocusReason)
