"""Where a message is written: text field, long pastes as chips, the context ring, Send and Stop."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from weclaw_desktop.core.report import ContextReport
from weclaw_desktop.core.text import compact
from weclaw_desktop.ui.chat.composer_edit import ComposerEdit
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button, Card, ElidedLabel, IconButton, Label, Ring, column, row
from weclaw_desktop.ui.widgets.labels import set_property


class PasteChip(Card):
    """A long paste that is sent with the message but not shown in the field."""

    removed = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = text
        self._icon = IconButton("file")
        self._icon.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._icon.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._label = ElidedLabel("", "small")
        self._close = IconButton("cross")
        self._close.clicked.connect(self.removed)
        layout = row(self, gap=2, margins=(4, 0, 2, 0))
        layout.addWidget(self._icon)
        layout.addWidget(self._label)
        layout.addWidget(self._close)
        self.retranslate()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        start = " ".join(self.text[:120].split())[:32]
        self._label.setText(self.tr("Pasted text, {0} characters: {1}…").format(f"{len(self.text):,}", start))
        self._close.set_name(self.tr("Remove pasted text"))
        self.setAccessibleName(self._label.text())


class ComposerFrame(QFrame):
    """The box around everything. Clicking into it focuses the field."""

    clicked = Signal()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self.clicked.emit()


class Composer(QWidget):
    """Emits what was written as ``sent``; keeps the text until ``clear`` says that it arrived."""

    sent = Signal(str)
    stop_wanted = Signal()
    draft_changed = Signal(str)
    context_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._running = False
        self._queued = 0
        self._can_send = True
        self._report: ContextReport | None = None
        self._chips: list[PasteChip] = []
        self.edit = ComposerEdit()
        self._ring = Ring()
        self._load = Button("", "link")
        self._load.setProperty("tone", "muted")
        self._load.clicked.connect(self.context_wanted)
        self._hint = Label("", "small", "muted")
        self.stop = Button("", "secondary", "stop")
        self.stop.clicked.connect(self.stop_wanted)
        self.send = Button("", "primary", "send")
        self.send.clicked.connect(self._on_send)
        self._build()
        self.edit.send_wanted.connect(self._on_send)
        self.edit.stop_wanted.connect(self._on_stop)
        self.edit.long_pasted.connect(self.add_paste)
        self.edit.textChanged.connect(self._on_changed)
        self.edit.focus_changed.connect(self._on_focus)
        self.retranslate()
        self.show_report(None)

    def _build(self) -> None:
        self._frame = ComposerFrame()
        self._frame.clicked.connect(self.edit.setFocus)
        self._pastes = QWidget()
        self._pastes_row = row(self._pastes, gap=tokens.SPACE_S)
        self._pastes_row.addStretch(1)
        self._pastes.hide()
        inside = column(self._frame, gap=tokens.SPACE_XS, margins=(12, 8, 8, 8))
        inside.addWidget(self._pastes)
        inside.addWidget(self.edit)
        line = row(gap=tokens.SPACE_S)
        line.addWidget(self._hint)
        line.addStretch(1)
        line.addWidget(self._ring)
        line.addWidget(self._load)
        line.addWidget(self.stop)
        line.addWidget(self.send)
        inside.addLayout(line)
        outside = row(self, margins=(16, 8, 16, 12))
        outside.addStretch(1)
        self._frame.setMaximumWidth(current().px(tokens.COLUMN_WIDTH))
        outside.addWidget(self._frame, 1_000)
        outside.addStretch(1)

    @property
    def text(self) -> str:
        """Everything that would be sent."""
        return "\n\n".join(part for part in (self.edit.toPlainText(), *(chip.text for chip in self._chips)) if part)

    def set_text(self, text: str) -> None:
        """Put a draft back; a long one becomes a chip."""
        self._take_chips()
        if len(text) > 20_000:
            self.edit.setPlainText("")
            self.add_paste(text)
        else:
            self.edit.setPlainText(text)
            self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)

    def clear(self) -> None:
        """The message arrived: empty for the next one."""
        self._take_chips()
        self.edit.clear()

    def add_paste(self, text: str) -> None:
        """Keep a long paste as a chip."""
        chip = PasteChip(text, self._pastes)
        chip.removed.connect(lambda: self._remove(chip))
        self._chips.append(chip)
        self._pastes_row.insertWidget(self._pastes_row.count() - 1, chip)
        self._pastes.show()
        self._on_changed()

    def set_running(self, running: bool) -> None:
        """A reply is written: the button stops it."""
        self._running = running
        self._show_button()

    def set_can_send(self, can_send: bool) -> None:
        """Whether there is a model to send to."""
        self._can_send = can_send
        self._show_button()

    def show_report(self, report: ContextReport | None) -> None:
        """Show load and threshold of the chat; None hides them."""
        self._report = report
        for widget in (self._ring, self._load):
            widget.setVisible(report is not None)
        if report is None:
            return
        share = report.share
        self._ring.set_share(share)
        about = "" if report.measured and not report.draft else "~"
        load = about + compact(report.load + report.draft)
        self._load.setText(self.tr("{0} / {1}").format(load, compact(report.thresholds.threshold)))
        tip = self.tr("{0} tokens in the next request, compresses at {1} ({2} %)").format(
            load, f"{report.thresholds.threshold:,}", round(share * 100)
        )
        self._load.setToolTip(tip)
        self._load.setAccessibleName(tip)
        set_property(self._load, "tone", "danger" if share > 1 else "warning" if share >= 0.8 else "muted")

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.edit.setPlaceholderText(self.tr("Message…"))
        self.edit.setAccessibleName(self.tr("Message"))
        for chip in self._chips:
            chip.retranslate()
        self._show_button()
        self.show_report(self._report)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.StyleChange:
            self._frame.setMaximumWidth(current().px(tokens.COLUMN_WIDTH))

    def set_queued(self, count: int) -> None:
        """How many sent messages wait until the running answer ends."""
        self._queued = count
        self._show_button()

    def _show_button(self) -> None:
        ready = bool(self._chips) or bool(self.edit.toPlainText().strip())
        self.stop.setText(self.tr("Stop"))
        self.send.setText(self.tr("Send"))
        self.stop.setVisible(self._running)
        self.send.setVisible(ready or not self._running)
        self.send.setEnabled(ready and self._can_send)
        if self._queued == 1:
            self._hint.setText(self.tr("1 message waits for the answer"))
        elif self._queued:
            self._hint.setText(self.tr("{0} messages wait for the answer").format(self._queued))
        else:
            self._hint.setText("")

    def _on_send(self) -> None:
        text = self.text
        if text.strip() and self._can_send:
            self.sent.emit(text)

    def _on_focus(self, on: bool) -> None:
        set_property(self._frame, "focused", on)

    def _on_stop(self) -> None:
        if self._running:
            self.stop_wanted.emit()

    def _on_changed(self) -> None:
        self._show_button()
        self.draft_changed.emit(self.text)

    def _remove(self, chip: PasteChip) -> None:
        self._chips.remove(chip)
        self._drop(chip)
        self._pastes.setVisible(bool(self._chips))
        self._on_changed()

    def _take_chips(self) -> None:
        while self._chips:
            self._drop(self._chips.pop())
        self._pastes.hide()

    def _drop(self, chip: PasteChip) -> None:
        self._pastes_row.removeWidget(chip)
        chip.hide()
        chip.setParent(None)
        chip.deleteLater()
