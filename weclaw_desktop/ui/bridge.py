"""Turns events of the bus into Qt signals, so that a view subscribes to what it shows and is let go with it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from weclaw_desktop.core import events
from weclaw_desktop.core.bus import Bus


class Bridge(QObject):
    """One signal per kind of event; each carries the event."""

    chat_saved = Signal(object)
    chat_deleted = Signal(object)
    chat_erased = Signal(object)
    chat_set_aside = Signal(object)
    folders_changed = Signal(object)
    message_committed = Signal(object)
    message_changed = Signal(object)
    branch_shown = Signal(object)
    queue_changed = Signal(object)
    stream_started = Signal(object)
    stream_grew = Signal(object)
    stream_ended = Signal(object)
    prompt_read = Signal(object)
    retry_scheduled = Signal(object)
    approval_asked = Signal(object)
    approval_answered = Signal(object)
    tool_started = Signal(object)
    context_reported = Signal(object)
    record_applied = Signal(object)
    record_undone = Signal(object)
    settings_saved = Signal(object)
    models_changed = Signal(object)
    download_progressed = Signal(object)
    problem_reported = Signal(object)

    def __init__(self, bus: Bus, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ends = [
            bus.subscribe(events.ChatSaved, self.chat_saved.emit),
            bus.subscribe(events.ChatDeleted, self.chat_deleted.emit),
            bus.subscribe(events.ChatErased, self.chat_erased.emit),
            bus.subscribe(events.ChatSetAside, self.chat_set_aside.emit),
            bus.subscribe(events.FoldersChanged, self.folders_changed.emit),
            bus.subscribe(events.MessageCommitted, self.message_committed.emit),
            bus.subscribe(events.MessageChanged, self.message_changed.emit),
            bus.subscribe(events.BranchShown, self.branch_shown.emit),
            bus.subscribe(events.QueueChanged, self.queue_changed.emit),
            bus.subscribe(events.StreamStarted, self.stream_started.emit),
            bus.subscribe(events.StreamDelta, self.stream_grew.emit),
            bus.subscribe(events.StreamEnded, self.stream_ended.emit),
            bus.subscribe(events.ReadingPrompt, self.prompt_read.emit),
            bus.subscribe(events.RetryScheduled, self.retry_scheduled.emit),
            bus.subscribe(events.ApprovalAsked, self.approval_asked.emit),
            bus.subscribe(events.ApprovalAnswered, self.approval_answered.emit),
            bus.subscribe(events.ToolStarted, self.tool_started.emit),
            bus.subscribe(events.ContextReported, self.context_reported.emit),
            bus.subscribe(events.RecordApplied, self.record_applied.emit),
            bus.subscribe(events.RecordUndone, self.record_undone.emit),
            bus.subscribe(events.SettingsSaved, self.settings_saved.emit),
            bus.subscribe(events.ModelsChanged, self.models_changed.emit),
            bus.subscribe(events.DownloadProgress, self.download_progressed.emit),
            bus.subscribe(events.Problem, self.problem_reported.emit),
        ]

    def close(self) -> None:
        """Hear nothing any more."""
        while self._ends:
            self._ends.pop()()
