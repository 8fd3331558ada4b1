"""Transcripts for the Lab: a file's, or the log of a chat as it stands in the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import Log, Message, TextPart
from weclaw_desktop.core.models import ModelSpec, ToolSpec
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.services.transcripts import Transcript, joined, read


def of_file(data: str, name: str) -> Transcript:
    """All conversations of a file as one session. Raises InputError when there is nothing to play."""
    return playable(joined(read(data, name)), name)


def of_log(log: Log, system: str, tools: Sequence[ToolSpec], title: str) -> Transcript:
    """A stored chat as it would have been sent: rows that a model never saw are left out."""
    rows = [Message("system", (TextPart(system),))] if system.strip() else []
    for message in log:
        if message.excluded or message.state in ("generating", "failed"):
            continue
        rows.append(replace(Message(message.role, message.parts), model=message.model))
    plain = tuple(replace(tool, one_line=None) for tool in tools)  # a function cannot travel to another process
    return playable(Transcript(tuple(rows), plain, title), title)


def playable(transcript: Transcript, name: str) -> Transcript:
    """The transcript itself. Raises InputError when no model answers in it."""
    if not any(message.role == "assistant" for message in transcript.messages):
        raise InputError(text("lab.nothing", name=name))
    return transcript


def size(transcript: Transcript, model: ModelSpec | None) -> tuple[int, int]:
    """Messages without system rows, and the tokens of them."""
    counter = counter_for((model or ModelSpec("lab", "lab")).encoder)
    rows = [message for message in transcript.messages if message.role != "system"]
    return len(rows), sum(counter.parts(message.parts) for message in rows)
