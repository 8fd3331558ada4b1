"""Where a message is written: what waits, what is attached, the text field, the context ring, Send and Stop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from weclaw_desktop.core.messages import AttachmentPart, Message
from weclaw_desktop.core.report import ContextReport
from weclaw_desktop.core.text import compact
from weclaw_desktop.ui.chat.composer_chips import Attached, ChipStrip, chips_of, drafted
from weclaw_desktop.ui.chat.composer_edit import ComposerEdit
from weclaw_desktop.ui.chat.composer_line import fit_line, fit_placeholder
from weclaw_desktop.ui.chat.composer_queue import QueueStrip
from weclaw_desktop.ui.chat.composer_words import WordsChoice
from weclaw_desktop.ui.context_panel.panel_model import compresses, number
from weclaw_desktop.ui.drafts import Draft
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button, IconButton, Label, Ring, column, row
from weclaw_desktop.ui.widgets.labels import set_property


class ComposerFrame(QFrame):
    """The box around everything. Clicking into it focuses the field."""

    clicked = Signal()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self.clicked.emit()


class Composer(QWidget):
    """Emits what was written as ``sent``; keeps everything until ``clear`` says that it arrived."""

    sent = Signal(str)
    stop_wanted = Signal()
    draft_changed = Signal(str)
    context_wanted = Signal()
    attach_wanted = Signal()
    opened = Signal(object)
    removed = Signal(object)
    """An attachment was taken away; what reads it may end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._running = False
        self._can_send = True
        self._report: ContextReport | None = None
        self._problem = ""
        self.shorten = False
        self._waiting = False
        self.unweighed = False
        """So much was pasted that it has to be known first whether it can go as it is."""
        self._going = ("", 0)
        """The text that is on its way, and how many chips with it."""
        self.edit = ComposerEdit()
        self.queue = QueueStrip()
        self.strip = ChipStrip()
        self.attach = IconButton("attach")
        self._ring = Ring()
        self._load = Button("", "link")
        self._load.setProperty("tone", "muted")
        self.hint = Label("", "small", "muted", wrap=True)
        self.trouble = Label("", "small", "danger", wrap=True)
        self.words = WordsChoice()
        self.stop = Button("", "secondary", "stop")
        self.send = Button("", "primary", "send")
        self._build()
        self._connect()
        self.retranslate()
        self.show_report(None)

    def _build(self) -> None:
        self.frame = ComposerFrame()
        inside = column(self.frame, gap=tokens.SPACE_XS, margins=(12, 8, 8, 8))
        for widget in (self.queue, self.strip, self.trouble, self.words, self.edit, self.hint):
            inside.addWidget(widget)
        self.trouble.hide()
        self.hint.hide()
        self._line = line = row(gap=tokens.SPACE_S)
        line.addWidget(self.attach)
        line.addStretch(1)
        for widget in (self._ring, self._load, self.stop, self.send):
            line.addWidget(widget)
        inside.addLayout(line)
        outside = row(self, margins=(16, 8, 16, 12))
        outside.addStretch(1)
        self.frame.setMaximumWidth(current().px(tokens.COLUMN_WIDTH))
        outside.addWidget(self.frame, 1_000)
        outside.addStretch(1)

    def _connect(self) -> None:
        self.frame.clicked.connect(self.edit.setFocus)
        self.attach.clicked.connect(self.attach_wanted)
        self._load.clicked.connect(self.context_wanted)
        self.stop.clicked.connect(self.stop_wanted)
        self.send.clicked.connect(self._on_send)
        self.edit.send_wanted.connect(self._on_send)
        self.edit.stop_wanted.connect(self._on_stop)
        self.edit.long_pasted.connect(self.add_paste)
        self.edit.textChanged.connect(self._on_changed)
        self.edit.focus_changed.connect(self._on_focus)
        self.edit.resized.connect(self._fit)
        self.strip.opened.connect(self.opened)
        self.strip.removed.connect(self.remove)
        self.strip.shorten_wanted.connect(self.set_shorten)
        self.words.changed.connect(self._show_button)
        self.words.chosen.connect(lambda: self.draft_changed.emit(self.text))

    @property
    def text(self) -> str:
        """Everything that would be sent as text."""
        return self.draft.everything

    @property
    def attached(self) -> tuple[Attached, ...]:
        """What goes along, pastes too."""
        return tuple(chip.attached for chip in self.strip.chips)

    @property
    def attachments(self) -> tuple[AttachmentPart, ...]:
        """Files and pictures that were read."""
        return tuple(one.part for one in self.attached if one.part is not None)

    @property
    def _reading(self) -> bool:
        return self.unweighed or any(one.state == "reading" for one in self.attached)

    @property
    def draft(self) -> Draft:
        """What is written and attached."""
        made = drafted(self.edit.toPlainText(), self.attached, shorten=self.shorten)
        return replace(made, ends=self.words.shortened)

    def set_draft(self, draft: Draft) -> None:
        """Put a draft back."""
        self._take_chips()
        self.shorten = draft.shorten
        for one in chips_of(draft):
            self._add(one)
        self.set_text(draft.text)
        self.words.shortened = draft.ends
        self.say("")

    def set_text(self, text: str) -> None:
        """Put text into the field; a very long one becomes a chip."""
        if len(text) > 20_000:
            self.edit.setPlainText("")
            self.add_paste(text)
            return
        self.edit.setPlainText(text)
        self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)

    def clear(self) -> None:
        """Empty it."""
        self._take_chips()
        self.shorten = False
        self.edit.clear()

    def goes(self) -> None:
        """What is in it is being sent; what comes from now on is not, and stays when that has ``arrived``."""
        self._going = (self.edit.toPlainText(), len(self.attached))

    def arrived(self) -> None:
        """The message is stored: empty for the next one; what was written meanwhile stays, and what did not go along.

        That is what cannot be read: it says why until somebody takes it away.
        """
        text, count = self._going
        self._going = ("", 0)
        for one in self.attached[:count]:
            if one.state == "failed":
                one.left = True
                continue
            self.strip.take(one)
            self.removed.emit(one)
        self._problem, self.shorten = "", False
        self.edit.take_start(text)

    def add_paste(self, text: str) -> None:
        """Keep a long paste as a chip."""
        self._add(Attached("", "ready", text=text))
        self._on_changed()

    def add(self, attached: Attached) -> None:
        """Show an attachment, which may still be read."""
        self._add(attached)
        self._on_changed()

    def remove(self, attached: Attached) -> None:
        """Take an attachment away."""
        self.strip.take(attached)
        self.removed.emit(attached)
        self._on_changed()
        self.edit.setFocus()

    def refresh(self) -> None:
        """Attachments changed: they were read or weighed."""
        self.strip.refresh()
        self._show_button()

    def settled(self) -> None:
        """All attachments were read and weighed as far as they can be: what waited for them goes now."""
        if not self._waiting or self._reading:
            return
        self._waiting = False
        self._say("")
        if all(one.state == "ready" or one.left for one in self.attached):
            self._on_send()

    def stay(self, why: str) -> None:
        """What is attached could not be weighed: what waited for that does not go by itself, and ``why`` is said."""
        waited, self._waiting, self.unweighed = self._waiting, False, False
        self.refresh()
        if waited:
            self._say(why)

    def set_shorten(self, shorten: bool) -> None:
        """The user chose to send what is too large with its beginning and end only, or took that back."""
        changed, self.shorten = shorten != self.shorten, shorten
        for one in self.attached:
            one.shortened = shorten and one.large
        self.refresh()
        if changed:
            self.draft_changed.emit(self.text)

    def say(self, text: str, problem: str = "") -> None:
        """One quiet line under the field until something is typed, and one about what keeps a message from leaving."""
        self._say(text)
        self._problem = problem
        self._show_button()

    def no_problem(self) -> None:
        """What kept a message from leaving is gone."""
        self._problem = ""
        self._show_button()

    def unsay(self, text: str) -> None:
        """Take a line back that does not hold any more, if it still stands."""
        if self.hint.text() == text:
            self._say("")

    def set_running(self, running: bool) -> None:
        """A reply is written: the button stops it."""
        self._running = running
        self._show_button()

    def set_can_send(self, can_send: bool) -> None:
        """Whether there is a model to send to."""
        self._can_send = can_send
        self._show_button()

    def set_queue(self, messages: Sequence[Message]) -> None:
        """Sent messages that wait until the running answer ends."""
        self.queue.show_queue(messages)

    def show_report(self, report: ContextReport | None) -> None:
        """Show load and threshold of the chat; None hides them."""
        self._report = report
        self._ring.setVisible(report is not None)
        if report is None:
            self._fit()
            return
        share = report.share
        self._ring.set_share(share)
        load = number(report.load + report.draft, exact=report.measured)
        self._load.setText(self.tr("{0} / {1}").format(load, compact(report.acts_at)))
        tip = self.tr("{0} tokens in the next request, {1} % of {2}. {3}.").format(
            load, round(share * 100), f"{report.acts_at:,}", compresses(report)
        )
        self._load.setToolTip(tip)
        self._load.setAccessibleName(tip)
        self._ring.setToolTip(tip)
        self._ring.setAccessibleName(tip)
        set_property(self._load, "tone", "danger" if share > 1 else "warning" if share >= 0.8 else "muted")
        self._fit()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.edit.setAccessibleName(self.tr("Message"))
        self.attach.set_name(self.tr("Attach files"))
        self.stop.setAccessibleName(self.tr("Stop"))
        self.send.setAccessibleName(self.tr("Send"))
        self.queue.retranslate()
        self.words.retranslate()
        self.refresh()
        self.show_report(self._report)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.StyleChange:
            self.frame.setMaximumWidth(current().px(tokens.COLUMN_WIDTH))
            self.strip.refresh()
            self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.edit.refit()
        self.strip.arrange()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _show_button(self) -> None:
        something = any(one.state != "failed" for one in self.attached)
        ready = something or bool(self.edit.toPlainText().strip())
        errors = [one.error for one in self.attached if one.error]
        blind = any(one.blind for one in self.attached)
        too_large = any(one.large for one in self.attached) and not self.shorten
        if self._problem and (blind or too_large):
            errors.append(self._problem)
        self.trouble.setText("\n".join(errors))
        self.trouble.setVisible(bool(self.trouble.text()))
        before = self.stop.isHidden(), self.send.isHidden()
        self.stop.setVisible(self._running)
        self.send.setVisible(ready or not self._running)
        self.send.setEnabled(ready and self._can_send and not (too_large or blind or self.words.undecided))
        if before != (self.stop.isHidden(), self.send.isHidden()):  # not for every letter
            self._fit()

    def _fit(self) -> None:
        """Give what matters most the room there is."""
        fit_placeholder(self.edit, (self.tr("Message…  (/ for commands, @ for files)"), self.tr("Message…")))
        fit_line(self._line, self._load, (self.stop, self.send), wanted=self._report is not None)

    def _on_send(self) -> None:
        if not self.send.isEnabled():
            if not self._can_send:
                self._say(self.tr("No model is set up yet. Choose one above, or add one in Settings → Models."))
            return
        self._waiting = self._reading
        self._say("")
        if not self._waiting:
            self.sent.emit(self.text)

    def _on_focus(self, on: bool) -> None:
        set_property(self.frame, "focused", on)

    def _on_stop(self) -> None:
        if self._running:
            self.stop_wanted.emit()

    def _on_changed(self) -> None:
        self._waiting = False
        self._say("")
        self._show_button()
        self.draft_changed.emit(self.text)

    def _say(self, text: str) -> None:
        if self._waiting:
            text = self.tr("It goes as soon as the attachments are read. Change something to keep it here.")
        if text == self.hint.text() and self.hint.isHidden() == (not text):
            return
        self.hint.setText(text)
        self.hint.setAccessibleName(text)
        self.hint.setVisible(bool(text))

    def _add(self, attached: Attached) -> None:
        self.strip.add(attached)
        self._show_button()

    def _take_chips(self) -> None:
        for one in self.attached:
            self.strip.take(one)
            self.removed.emit(one)
        self._problem, self._waiting = "", False
