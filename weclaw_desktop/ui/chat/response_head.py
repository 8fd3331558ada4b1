"""The line over an answer: who speaks, what it cost; below it, while nothing was said yet, what is waited for.

A row in the middle of an answer shows neither, so its labels are made when there is something to say.
"""

from __future__ import annotations

import re
import time

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from weclaw_desktop.core.events import ReadingPrompt
from weclaw_desktop.core.messages import Message
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.chat import moments
from weclaw_desktop.ui.chat.live import Reply
from weclaw_desktop.ui.chat.pieces import ALIGN_RIGHT
from weclaw_desktop.ui.counted import counted
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import ElidedLabel, Label

_SENTENCE = re.compile(r"(?<=\.)\s|(?<=。)")
"""Between two sentences."""


class ResponseHead:
    """Two lines at the top of ``host``."""

    def __init__(self, host: QWidget) -> None:
        self._host = host
        self._name: ElidedLabel | None = None
        self._meta: Label | None = None
        self._waiting: Label | None = None

    def show_speaker(self, name: str, meta: str, details: str = "") -> None:
        """Who speaks and what is told beside it, with ``details`` under the pointer; "" for ``name`` hides both."""
        if name and (self._name is None or self._meta is None):
            self._name = ElidedLabel("", "small", "muted", parent=self._host)
            self._meta = Label("", "small", "muted", parent=self._host)
            self._meta.setAlignment(ALIGN_RIGHT)
        if self._name is not None and self._meta is not None:
            self._name.setText(name)
            self._meta.setText(meta)
            if details and details != self._meta.toolTip():
                self._meta.setToolTip(details)
            self._name.setVisible(bool(name))
            self._meta.setVisible(bool(name))

    def show_waiting(self, text: str) -> None:
        """What is waited for, "" for nothing."""
        if text and self._waiting is None:
            self._waiting = Label("", "small", "muted", parent=self._host)
        if self._waiting is not None:
            self._waiting.setText(text)
            self._waiting.setVisible(bool(text))

    def fit(self, width: int) -> int:
        """Lay out for ``width`` pixels and return the y below."""
        theme = current()
        gap, line = theme.px(tokens.SPACE_S), theme.px(22)
        y = 0
        if self._name is not None and self._meta is not None and not self._name.isHidden():
            meta = min(self._meta.sizeHint().width(), width * 2 // 3)
            self._name.setGeometry(0, 0, max(0, width - meta - gap), line)
            self._meta.setGeometry(width - meta, 0, meta, line)
            y = line + theme.px(2)
        if self._waiting is not None and not self._waiting.isHidden():
            self._waiting.setGeometry(0, y, width, line)
            y += line + theme.px(tokens.SPACE_XS)
        return y


def meta_text(message: Message, reply: Reply | None, *, last: bool) -> str:
    """What an answer cost and took, or since when it is being written; the time of day unless it is the ``last``."""
    if reply is not None:
        seconds = f"{time.monotonic() - reply.started:.0f}"
        return QCoreApplication.translate("ResponseView", "writing… {0} s").format(seconds)
    parts: list[str] = []
    usage = message.usage
    if usage is not None and usage.completion:
        parts.append(counted.tokens(usage.completion, "~" if usage.estimated else ""))
    if usage is not None and usage.total_ms:
        took = moments.seconds(usage.total_ms / 1_000)
        parts.append(QCoreApplication.translate("ResponseView", "{0} s").format(took))
    if not last or not parts:
        parts.append(moments.clock(message.created_ms))
    return " · ".join(part for part in parts if part)


def details(message: Message) -> str:
    """Model, time and tokens of an answer, a line each."""
    usage, lines = message.usage, [message.model, moments.full(message.created_ms)]
    if usage is not None:
        sent = QCoreApplication.translate("ResponseView", "sent {0}, of it cached {1}")
        received = QCoreApplication.translate("ResponseView", "received {0}, of it reasoning {1}")
        lines.append(sent.format(f"{usage.prompt:,}", f"{usage.cached:,}"))
        lines.append(received.format(f"{usage.completion:,}", f"{usage.reasoning:,}"))
    return "\n".join(line for line in lines if line)


def waiting_text(reply: Reply | None) -> str:
    """What is waited for before the first words."""
    if reply is None or reply.begun:
        return ""
    if reply.retry_reason is not None:
        left = max(0, round(reply.retry_at - time.monotonic()))
        what = _SENTENCE.split(i18n.say(reply.retry_reason), maxsplit=1)[0]  # what to do is done by itself
        return QCoreApplication.translate("ResponseView", "{0} Trying again in {1} s").format(what, left)
    if reply.reading is not None:
        return _reading_text(reply.reading)
    return QCoreApplication.translate("ResponseView", "Waiting for the first words…")


def _reading_text(event: ReadingPrompt) -> str:
    """How far a local model is with reading the prompt."""
    said = QCoreApplication.translate("ResponseView", "Reading {0} of {1} tokens")
    told = said.format(f"{event.read:,}", f"{event.total:,}")
    if event.seconds_left is not None:
        told += " · " + QCoreApplication.translate("ResponseView", "about {0} s").format(round(event.seconds_left))
    return told
