"""The right side of the X-ray: one part in full, how it stands and why, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QGuiApplication, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from weclaw_desktop.ui.context_panel import words as parts
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Badge, Button, Label, column
from weclaw_desktop.ui.widgets.labels import set_property
from weclaw_desktop.ui.xray import words
from weclaw_desktop.ui.xray.rows import Line

SHOWN = 60_000
"""Characters that are shown of a part; all of them are copied."""
MARKS = 200
"""Places in a text that are marked at most."""
translate = QCoreApplication.translate


class Reading(QWidget):
    """Shows one ``Line``. ``acted`` carries what is wanted of its message: show, exclude, include, pin, unpin."""

    acted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line: Line | None = None
        self._words = ""
        self.title = Label("", "body", bold=True, gives=True)
        self.state, self.section, self.tokens = Badge(), Badge(), Badge()
        self.reason = Label("", "small", "muted", wrap=True, selectable=True)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.more = Label("", "small", "muted", wrap=True)
        acted = ("show", "exclude", "include", "pin", "unpin", "copy")
        self.buttons = {name: Button("", "secondary") for name in acted}
        layout = column(self, gap=tokens.SPACE_S, margins=(12, 12, 12, 12))
        layout.addWidget(self.title)
        badges = Flow()
        for badge in (self.state, self.section, self.tokens):
            badges.addWidget(badge)
        layout.addLayout(badges)
        layout.addWidget(self.reason)
        layout.addWidget(self.text, 1)
        layout.addStretch(0)
        layout.addWidget(self.more)
        acts = Flow(gap=tokens.SPACE_S)
        for name, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, name=name: self._on_button(name))
            acts.addWidget(button)
        layout.addLayout(acts)
        self.retranslate()
        self.show_line(None)

    def show_line(self, line: Line | None, looked_for: str = "") -> None:
        """Show a part, with the words that were looked for marked in it; None shows nothing."""
        same = line is not None and self.line is not None and line.part.text == self.line.part.text
        self.line, self._words = line, looked_for
        for widget in (self.state, self.section, self.tokens, self.reason, self.text):
            widget.setVisible(line is not None)
        for name, button in self.buttons.items():
            button.setVisible(line is not None and name in self._possible(line))
        self.more.setVisible(line is not None and len(line.part.text) > SHOWN)
        set_property(self.title, "tone", "" if line is not None else "muted")
        if line is None:
            self.title.setText(translate("Xray", "Choose a part to read it."))
            return
        part = line.part
        self.title.setText(f"m{part.seq} · {line.title}" if part.seq else line.title)
        self.state.setText(words.state(part.state))
        self.section.setText(parts.part(part.key))
        self.section.setVisible(part.sent and self.section.text() != line.title)
        self.tokens.setText(translate("Xray", "{0} tokens").format(line.tokens))
        self.reason.setText(line.reason)
        if not same:
            self.text.setPlainText(part.text[:SHOWN])
        left = len(part.text) - SHOWN
        self.more.setText(translate("Xray", "{0} more characters; Copy text takes all of them.").format(f"{left:,}"))
        self._mark()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        said = {
            "show": translate("Xray", "Show in chat"),
            "exclude": translate("Xray", "Leave out"),
            "include": translate("Xray", "Bring back"),
            "pin": translate("Xray", "Pin"),
            "unpin": translate("Xray", "Unpin"),
            "copy": translate("Xray", "Copy text"),
        }
        for name, button in self.buttons.items():
            button.setText(said[name])
        self.text.setAccessibleName(translate("Xray", "Text of the part"))
        self.show_line(self.line, self._words)

    @staticmethod
    def _possible(line: Line) -> tuple[str, ...]:
        part = line.part
        if not part.source or part.key == "attachments":
            return ("copy",)
        pins = () if part.role == "tool" or part.excluded else ("unpin" if part.pinned else "pin",)
        return ("show", "include" if part.excluded else "exclude", *pins, "copy")

    def _on_button(self, name: str) -> None:
        if name == "copy" and self.line is not None:
            QGuiApplication.clipboard().setText(self.line.part.text)
        else:
            self.acted.emit(name)

    def _mark(self) -> None:
        """Mark what was looked for, and show the first of it."""
        found: list[QTextEdit.ExtraSelection] = []
        form = QTextCharFormat()
        form.setBackground(current().colour("selection"))
        document, wanted = self.text.document(), self._words.strip()
        at = QTextCursor(document)
        while wanted and len(found) < MARKS:
            at = document.find(wanted, at, QTextDocument.FindFlag(0))
            if at.isNull():
                break
            mark = QTextEdit.ExtraSelection()
            mark.cursor, mark.format = QTextCursor(at), form  # pyright: ignore[reportAttributeAccessIssue] -- fields of a C++ struct
            found.append(mark)
        self.text.setExtraSelections(found)
        if found:
            first = QTextCursor(document)
            first.setPosition(found[0].cursor.selectionStart())  # pyright: ignore[reportAttributeAccessIssue] -- as above
            self.text.setTextCursor(first)
