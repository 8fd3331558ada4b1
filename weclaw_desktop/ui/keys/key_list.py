"""The keys of a window at one glance."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QGridLayout, QScrollArea, QWidget

from weclaw_desktop.core.messages import assistant
from weclaw_desktop.ui.chat import message_words
from weclaw_desktop.ui.keys.commands import COMMANDS, GROUPS, group_label
from weclaw_desktop.ui.keys.keymap import KeyMap
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import Label, SectionTitle, Sheet

translate = QCoreApplication.translate


class KeyList(Sheet):
    """Groups of commands with their keys; "edit" in ``closed`` means that the user wants other keys."""

    passing = True

    def __init__(self, window: QWidget, keys: KeyMap) -> None:
        super().__init__(window, translate("Commands", "Keys"), width=620)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(translate("Commands", "Keys"))
        inside = QWidget()
        inside.setObjectName("content")
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, current().px(8), 0)
        grid.setVerticalSpacing(current().px(6))
        grid.setHorizontalSpacing(current().px(12))
        grid.setColumnStretch(0, 1)
        self._fill(grid, keys)
        area.setWidget(inside)
        area.setFixedHeight(min(inside.sizeHint().height() + 4, max(200, window.height() - current().px(220))))
        self.body.addWidget(area)
        self.add_button("edit", translate("Commands", "Change keys…"))
        self.add_button("", translate("Commands", "Close"), "primary")

    def _fill(self, grid: QGridLayout, keys: KeyMap) -> None:
        bound = {known.id for known in keys.bound()}
        for group in GROUPS:
            known = [c for c in COMMANDS if c.group == group and c.id in bound and keys.shown(c.id)]
            if not known:
                continue
            heading = SectionTitle(group_label(group))
            grid.addWidget(heading, grid.rowCount(), 0, 1, 2)
            for found in known:
                _add(grid, found.label, keys.shown(found.id))
        _add(grid, translate("Commands", "Close what is open, else stop the answer"), "Esc")
        grid.addWidget(SectionTitle(translate("Commands", "While writing")), grid.rowCount(), 0, 1, 2)
        for does, key in _while_writing():
            _add(grid, does, key)
        grid.addWidget(SectionTitle(translate("Commands", "On a message")), grid.rowCount(), 0, 1, 2)
        for does, key in _on_a_message():
            _add(grid, does, key)
        grid.addWidget(SectionTitle(translate("Commands", "In the list of chats")), grid.rowCount(), 0, 1, 2)
        for does, key in _in_the_list():
            _add(grid, does, key)


def _add(grid: QGridLayout, does: str, key: str) -> None:
    line = grid.rowCount()
    said = Label(key, "body", "muted")
    said.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    grid.addWidget(Label(does, gives=True), line, 0)
    grid.addWidget(said, line, 1)


def _while_writing() -> list[tuple[str, str]]:
    """Keys of the message field and of what opens over it, which cannot be changed."""
    return [
        (translate("Commands", "Bring back what you wrote before"), "↑"),
        (translate("Commands", "Paste as plain text"), _written("Ctrl+Shift+V")),
        (translate("Commands", "Next and previous place that was found"), f"{_written('F3')} {_written('Shift+F3')}"),
        (translate("Commands", "Make a model in the list a favourite"), _written("Ctrl+D")),
    ]


def _written(keys: str) -> str:
    """Keys as this system writes them."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def _on_a_message() -> list[tuple[str, str]]:
    """Keys that count while a message has the focus, which cannot be changed."""
    some = assistant("")
    return [(message_words.label(act.name, some), act.shown) for act in message_words.ACTS]


def _in_the_list() -> tuple[tuple[str, str], ...]:
    """Keys of the list of chats, which cannot be changed."""
    return (
        (translate("Commands", "Go through the chats"), "↑ ↓"),
        (translate("Commands", "Open the chat and write"), translate("Commands", "Return")),
        (translate("Commands", "Select a stretch of chats"), "Shift+↑ ↓"),
        (translate("Commands", "Select single chats"), translate("Commands", "Space")),
        (translate("Commands", "Delete the selected chats"), translate("Commands", "Del")),
        (translate("Commands", "Select one again"), "Esc"),
    )
