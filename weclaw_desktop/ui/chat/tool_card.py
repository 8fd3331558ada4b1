"""One tool call: folded to a line, opened to arguments and result; asks for approval where it stands."""

from __future__ import annotations

import json
from typing import Literal, cast

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.core.messages import ToolCallPart, ToolResultPart
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.chat.full_text import FullText
from weclaw_desktop.ui.chat.live import ToolLife
from weclaw_desktop.ui.chat.pieces import CodeBlock, Piece, line_count
from weclaw_desktop.ui.counted import counted
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button, ElidedLabel, IconButton, Label, LinkButton

State = Literal["writing", "asking", "running", "done", "failed", "denied", "stopped", "open"]
SHOWN_RESULT = 4_000
"""Characters of a result that a card shows."""
SHOWN_LINES = 24
"""Lines of a result that a card shows; the whole text opens in a sheet."""


def state_of(result: ToolResultPart | None, life: ToolLife | None, *, growing: bool) -> State:
    """What a call is doing."""
    if life is not None and life.stopped:
        return "stopped"
    if result is not None:
        denied = life is not None and life.allowed is False
        return "denied" if denied else "failed" if result.is_error else "done"
    if life is not None and life.asked is not None:
        return "asking"
    if life is not None and life.allowed is False:
        return "denied"
    if life is not None and life.started:
        return "running"
    return "writing" if growing else "open"


def summary(arguments: str) -> str:
    """The most telling argument in one line: the only string, or name=value pairs."""
    try:
        values: object = json.loads(arguments or "{}")
    except ValueError:
        return " ".join(arguments.split())[:200]
    if not isinstance(values, dict):
        return str(values)[:200]
    pairs = cast("dict[str, object]", values)
    if len(pairs) == 1:
        return " ".join(str(next(iter(pairs.values()))).split())[:200]
    return " ".join(" ".join(f"{name}={value}" for name, value in pairs.items()).split())[:200]


def beginning(text: str) -> str:
    """What a card shows of a result."""
    at = -1
    for _ in range(SHOWN_LINES):
        at = text.find("\n", at + 1)
        if at < 0 or at > SHOWN_RESULT:
            return text[:SHOWN_RESULT]
    return text[:at]


def pretty(arguments: str) -> str:
    """Arguments as indented JSON, or as received when they are not JSON."""
    try:
        return json.dumps(json.loads(arguments or "{}"), indent=2, ensure_ascii=False)
    except ValueError:
        return arguments


_ICONS: dict[State, tuple[str, str]] = {
    "writing": ("tool", "muted"),
    "asking": ("shield", "warning"),
    "running": ("clock", "accent"),
    "done": ("check", "success"),
    "failed": ("alert", "danger"),
    "denied": ("cross", "muted"),
    "stopped": ("stop", "muted"),
    "open": ("tool", "muted"),
}


class ToolCard(Piece):
    """Shows one call. ``approved`` carries request id, allowed, always."""

    approved = Signal(str, bool, bool)

    def __init__(self, call: ToolCallPart, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.call = call
        self.state: State = "writing"
        self.result: ToolResultPart | None = None
        self.life: ToolLife | None = None
        self.open = False
        self._icon = IconButton("tool", parent=self)
        self._icon.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._icon.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._name = Label(parent=self)
        self._summary = ElidedLabel("", bold=True, parent=self)
        self._status = ElidedLabel("", "small", "muted", parent=self)
        self._toggle = IconButton("chevron-right", parent=self)
        self._toggle.clicked.connect(self.toggle)
        self._question: Label | None = None
        self._buttons: list[Button] = []
        """The question and its answers are made when the call asks; few calls ever do."""
        self._arguments: CodeBlock | None = None
        self._output: CodeBlock | None = None
        self.artifact = ""
        """The id under which the full text of the result is kept."""
        self._whole: LinkButton | None = None
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.retranslate()

    def show_call(
        self, call: ToolCallPart, result: ToolResultPart | None, life: ToolLife | None, *, growing: bool
    ) -> None:
        """Show what is known now."""
        self.call, self.result, self.life = call, result, life
        before, self.state = self.state, state_of(result, life, growing=growing)
        self._icon.set_icon(*_ICONS[self.state])
        self._name.setText(call.name)
        self._summary.setText(summary(call.arguments))
        self.retranslate()
        if self.open:
            self._fill()
        if before != self.state or self.open:
            self.height_changed.emit()

    def toggle(self) -> None:
        """Open or fold it."""
        self.open = not self.open
        self._toggle.set_icon("chevron-down" if self.open else "chevron-right")
        if self.open:
            self._fill()
        for block in (self._arguments, self._output):
            if block is not None:
                block.setVisible(self.open)
        self.retranslate()
        self.height_changed.emit()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self._toggle.set_name(self.tr("Hide details") if self.open else self.tr("Show details"))
        self._name_answers()
        self._status.setText(self._status_text())
        if self._whole is not None:
            whole = counted.whole_text(len(self.result.text) if self.result else 0)
            self._whole.setText(f"{whole} · {self.artifact}" if self.artifact else whole)
        self._icon.set_name(self._status.text())
        self.setAccessibleName(i18n.joined((f"{self.call.name} {self._summary.text()}", self._status.text()), ": "))

    def _name_answers(self) -> None:
        """The question in words, and what can be answered."""
        asked = None if self.life is None else self.life.asked
        if self._question is None and asked is None:
            return
        shown = self._question or self._make_question()
        folder = "" if asked is None else asked.folder
        always = self.tr("Always in this folder") if folder else self.tr("Always in this chat")
        for button, text in zip(self._buttons, (self.tr("Allow once"), always, self.tr("Deny")), strict=True):
            button.setText(text)
        question = "" if asked is None else i18n.say(asked.summary)
        if folder:
            scope = self.tr("“Always” holds for {0} and what is in it, in this chat.").format(folder)
            question = f"{question}\n{scope}"
        shown.setText(question)

    def _make_question(self) -> Label:
        self._question = Label(wrap=True, parent=self)
        self._buttons = [Button("", "primary", parent=self), Button("", parent=self), Button("", parent=self)]
        for button, (allowed, always) in zip(self._buttons, ((True, False), (True, True), (False, False)), strict=True):
            button.clicked.connect(lambda _=False, allowed=allowed, always=always: self._answer(allowed, always))
        return self._question

    @override
    def fit(self, width: int) -> int:
        theme = current()
        pad, gap, height = theme.px(tokens.SPACE_M), theme.px(tokens.SPACE_S), theme.px(36)
        edge = theme.px(24)
        self._icon.setGeometry(theme.px(6), (height - edge) // 2, edge, edge)
        self._toggle.setGeometry(width - edge - theme.px(6), (height - edge) // 2, edge, edge)
        status = min(self._status.sizeHint().width(), width // 2)
        right = width - edge - theme.px(6) - gap - status
        self._status.setGeometry(right, 0, status, height)
        left = theme.px(6) + edge + theme.px(6)
        name = min(self._name.sizeHint().width(), max(0, right - left))
        self._name.setGeometry(left, 0, name, height)
        left += name + gap
        self._summary.setGeometry(left, 0, max(0, right - left - gap), height)
        y = height
        asking = self.state == "asking" and self._question is not None
        for part in (*((self._question,) if self._question is not None else ()), *self._buttons):
            part.setVisible(asking)
        if asking and self._question is not None:
            y = self._fit_question(self._question, width, y)
        for block in (self._arguments, self._output):
            if self.open and block is not None:
                tall = block.fit(width - 2 * pad)
                block.setGeometry(pad, y, width - 2 * pad, tall)
                y += tall + gap
        return self._fit_whole(width, y)

    def _fit_whole(self, width: int, y: int) -> int:
        """The way to the whole result, below its beginning."""
        theme, cut = current(), self.open and self._cut
        pad, gap = theme.px(tokens.SPACE_M), theme.px(tokens.SPACE_S)
        if cut and self._whole is None:
            self._whole = LinkButton("", parent=self)
            self._whole.clicked.connect(self._on_whole)
            self.retranslate()
        if self._whole is not None:
            self._whole.setVisible(cut)
        if self._whole is None or not cut:
            return y
        size = self._whole.sizeHint()
        self._whole.setGeometry(pad, y - gap // 2, min(width - 2 * pad, size.width()), size.height())
        return y + size.height() + gap // 2

    def _fit_question(self, question: Label, width: int, y: int) -> int:
        theme = current()
        pad, gap = theme.px(tokens.SPACE_M), theme.px(tokens.SPACE_S)
        tall = question.heightForWidth(width - 2 * pad)
        question.setGeometry(pad, y, width - 2 * pad, tall)
        y += tall + gap
        left = pad
        for button in self._buttons:
            size = button.sizeHint()
            if left > pad and left + size.width() > width - pad:
                left, y = pad, y + size.height() + gap
            button.setGeometry(left, y, size.width(), size.height())
            left += size.width() + gap
        return y + theme.px(tokens.CONTROL) + pad

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.position().y() <= current().px(36) and event.button() == Qt.MouseButton.LeftButton:
            self.toggle()
        else:
            event.ignore()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = {"asking": "warning", "failed": "danger"}.get(self.state, "border")
        painter.setPen(QPen(theme.colour(edge), 1))
        painter.setBrush(theme.colour("raised"))
        radius = theme.px(tokens.RADIUS_S)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _answer(self, allowed: bool, always: bool) -> None:
        if self.life is not None and self.life.asked is not None:
            self.approved.emit(self.life.asked.request_id, allowed, always)

    def _fill(self) -> None:
        if self._arguments is None:
            self._arguments = self._block()
        self._arguments.set_code(pretty(self.call.arguments), "json")
        if self.result is not None:
            if self._output is None:
                self._output = self._block()
            self._output.set_code(beginning(self.result.text) or self.tr("(no output)"), "")

    def _block(self) -> CodeBlock:
        block = CodeBlock(self)
        block.height_changed.connect(self.height_changed)
        block.show()
        return block

    @property
    def _cut(self) -> bool:
        """Whether the card shows only the beginning of the result."""
        return self.result is not None and len(beginning(self.result.text)) < len(self.result.text)

    def _on_whole(self) -> None:
        if self.result is not None:
            title = f"{self.call.name} · {self.artifact}" if self.artifact else self.call.name
            FullText(self.window(), title, self.result.text, name=f"{self.call.name}.txt").open()

    def _status_text(self) -> str:
        if self.state == "done" and self.result is not None:
            return _done(self.result.text, self.life)
        if self.state == "failed" and self.result is not None:
            return self.tr("failed: {0}").format(" ".join(self.result.text.split())[:120])
        return {
            "writing": self.tr("preparing…"),
            "asking": self.tr("asks for permission"),
            "running": self.tr("running…"),
            "denied": self.tr("denied"),
            "stopped": self.tr("You stopped"),
        }.get(self.state, self.tr("not run"))


def _done(text: str, life: ToolLife | None) -> str:
    """What came back, in figures."""
    said = counted.lines(line_count(text))
    if life is not None and life.seconds is not None:
        said += " · " + QCoreApplication.translate("ToolCard", "{0} s").format(f"{life.seconds:.2g}")
    return said
