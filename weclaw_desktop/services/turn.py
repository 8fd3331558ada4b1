"""What runs in one chat right now."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from weclaw_desktop.core.messages import Message, ToolCallPart
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.services.streaming import Streamer


@dataclass(slots=True)
class Turn:
    """One run of replies in a chat, from a user's message until nothing is left to answer.

    ``task`` is the run, ``step`` the cancellable part of it (a stream, a question, a tool). ``seen_seq`` is the newest
    message that a request has held: later user messages are queued, which
    ``queued`` says was announced. ``row``, ``streamer`` and ``request`` are the
    response being written; ``open_calls`` the calls of ``asked_by`` that have no result yet. ``last`` is the last
    response. ``model`` answers the first reply instead of the chat's own, "" for that one. ``replaces`` is set when an
    answer is made again: (the end of the branch that it follows, the end of the branch that was shown before).
    """

    chat_id: str
    task: asyncio.Task[None] | None = None
    step: asyncio.Task[bool] | None = None
    stopping: bool = False
    seen_seq: int = 0
    queued: bool = False
    steps: int = 0
    row: Message | None = None
    streamer: Streamer | None = None
    request: ModelRequest | None = None
    asked_by: Message | None = None
    open_calls: list[ToolCallPart] = field(default_factory=list[ToolCallPart])
    last: Message | None = None
    model: str = ""
    replaces: tuple[str | None, str] | None = None
