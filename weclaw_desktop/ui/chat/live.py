"""What is going on in all chats now: growing replies, questions about tools, waiting.

Kept apart from the transcript, because a reply goes on while another chat is shown, and must be whole on return: the
stored row is up to a second behind.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal

from weclaw_desktop.core.events import (
    ApprovalAnswered,
    ApprovalAsked,
    ReadingPrompt,
    RetryScheduled,
    StreamDelta,
    StreamEnded,
    StreamStarted,
    ToolStarted,
)
from weclaw_desktop.core.messages import Message, ReasoningPart, ToolCallPart
from weclaw_desktop.core.text import Text
from weclaw_desktop.ui.bridge import Bridge
from weclaw_desktop.ui.chat.edits import Edits
from weclaw_desktop.ui.chat.pictures import Pictures


@dataclass
class Reply:
    """One growing reply. Times are seconds of the monotonic clock."""

    message: Message
    pieces: list[str] = field(default_factory=list[str])
    thoughts: list[str] = field(default_factory=list[str])
    calls: dict[str, ToolCallPart] = field(default_factory=dict[str, ToolCallPart])
    started: float = 0.0
    thought_from: float = 0.0
    thought_until: float = 0.0
    reading: ReadingPrompt | None = None
    retry_at: float = 0.0
    retry_reason: Text | None = None

    @property
    def text(self) -> str:
        """All text so far."""
        return "".join(self.pieces)

    @property
    def reasoning(self) -> str:
        """All reasoning so far."""
        return "".join(self.thoughts)

    @property
    def begun(self) -> bool:
        """Whether anything was said, thought or called yet."""
        return bool(self.pieces or self.thoughts or self.calls)

    def take(self, delta: StreamDelta, now: float) -> None:
        """Add what arrived."""
        self.reading = self.retry_reason = None
        if delta.reasoning:
            self.thought_from = self.thought_from or now
            self.thought_until = now
            self.thoughts.append(delta.reasoning)
        if delta.text:
            self.pieces.append(delta.text)
        for call in delta.calls:
            self.calls[call.id] = call


@dataclass
class ToolLife:
    """What is known of one call that was just made. Times are seconds of the monotonic clock."""

    asked: ApprovalAsked | None = None
    allowed: bool | None = None
    started: float = 0.0
    seconds: float | None = None
    stopped: bool = False


class LiveChats(QObject):
    """Collects events of all chats. Signals carry chat and message ids."""

    reply_started = Signal(str, str)
    reply_grew = Signal(str, str)
    reply_ended = Signal(str, str)
    waiting_changed = Signal(str)
    tools_changed = Signal(str)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.replies: dict[str, Reply] = {}
        self.tools: dict[tuple[str, str, str], ToolLife] = {}
        """By chat, message and call: some providers number the calls of every message from 0."""
        self.thought_seconds: dict[str, float] = {}
        self._requests: dict[str, tuple[str, str, str]] = {}
        self.model_title: Callable[[str], str] = lambda model: model.rsplit("/", 1)[-1]
        """A model's name for people, from its id; the conductor knows better ones."""
        self.pictures: Pictures | None = None
        """Where attached pictures come from; the conductor knows."""
        self.edits = Edits(self)
        bridge.stream_started.connect(self._on_started)
        bridge.stream_grew.connect(self._on_grew)
        bridge.stream_ended.connect(self._on_ended)
        bridge.prompt_read.connect(self._on_reading)
        bridge.retry_scheduled.connect(self._on_retry)
        bridge.approval_asked.connect(self._on_asked)
        bridge.approval_answered.connect(self._on_answered)
        bridge.tool_started.connect(self._on_tool_started)

    def reply_in(self, chat_id: str) -> Reply | None:
        """The reply that grows in a chat now."""
        return next((r for r in self.replies.values() if r.message.chat_id == chat_id), None)

    def adopt(self, message: Message) -> None:
        """A reply that began before anybody listened: ``message`` holds what came of it so far."""
        if message.id in self.replies:
            return
        now = time.monotonic()
        reply = self.replies[message.id] = Reply(message, started=now)
        reply.pieces = [message.text] if message.text else []
        reply.thoughts = [part.text for part in message.parts if isinstance(part, ReasoningPart)]
        reply.thought_from = reply.thought_until = now if reply.thoughts else 0.0
        reply.calls = {call.id: call for call in message.calls}
        self.reply_started.emit(message.chat_id, message.id)

    def tool(self, chat_id: str, message_id: str, call_id: str) -> ToolLife:
        """What is known of a call, made on first use."""
        return self.tools.setdefault((chat_id, message_id, call_id), ToolLife())

    def _on_started(self, event: StreamStarted) -> None:
        message = event.message
        self.replies[message.id] = Reply(message, started=time.monotonic())
        self.reply_started.emit(message.chat_id, message.id)

    def _on_grew(self, event: StreamDelta) -> None:
        reply = self.replies.get(event.message_id)
        if reply is None:
            return
        reply.take(event, time.monotonic())
        self.reply_grew.emit(event.chat_id, event.message_id)

    def _on_ended(self, event: StreamEnded) -> None:
        reply = self.replies.pop(event.message.id, None)
        if reply is not None and reply.thoughts:
            self.thought_seconds[event.message.id] = reply.thought_until - reply.thought_from
        self.reply_ended.emit(event.message.chat_id, event.message.id)

    def _on_reading(self, event: ReadingPrompt) -> None:
        reply = self.reply_in(event.chat_id)
        if reply is not None and not reply.begun:
            reply.reading, reply.retry_reason = event, None
        self.waiting_changed.emit(event.chat_id)

    def _on_retry(self, event: RetryScheduled) -> None:
        reply = self.reply_in(event.chat_id)
        if reply is not None:
            reply.retry_at, reply.retry_reason = time.monotonic() + event.seconds, event.reason
        self.waiting_changed.emit(event.chat_id)

    def _on_asked(self, event: ApprovalAsked) -> None:
        self.tool(event.chat_id, event.message_id, event.call.id).asked = event
        self._requests[event.request_id] = (event.chat_id, event.message_id, event.call.id)
        self.tools_changed.emit(event.chat_id)

    def _on_answered(self, event: ApprovalAnswered) -> None:
        key = self._requests.pop(event.request_id, None)
        if key is not None:
            life = self.tool(*key)
            life.asked, life.allowed, life.stopped = None, None if event.withdrawn else event.allowed, event.withdrawn
            self.tools_changed.emit(event.chat_id)

    def _on_tool_started(self, event: ToolStarted) -> None:
        life = self.tool(event.chat_id, event.message_id, event.call.id)
        life.asked, life.allowed, life.started = None, True, time.monotonic()
        self.tools_changed.emit(event.chat_id)

    def tool_ended(self, chat_id: str, call_id: str) -> None:
        """A result was committed: the running time of the newest call of that id is known now."""
        life = next((self.tools[key] for key in reversed(self.tools) if (key[0], key[2]) == (chat_id, call_id)), None)
        if life is not None and life.started and life.seconds is None:
            life.seconds = time.monotonic() - life.started
            life.asked = None
