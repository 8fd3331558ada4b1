"""Puts a chat's parameters into the request that answers it."""

from __future__ import annotations

from dataclasses import replace

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.parameters import parameters
from weclaw_desktop.core.request import ModelRequest


def asked_by(chat: Chat, request: ModelRequest) -> ModelRequest:
    """``request`` as the chat's owner wants it answered; a limit of the window is never exceeded for it."""
    wanted = parameters(chat.parameters)
    limits = [limit for limit in (request.max_output, wanted.max_output) if limit]
    return replace(
        request,
        temperature=wanted.temperature,
        top_p=wanted.top_p,
        max_output=min(limits, default=0),
        reasoning=request.reasoning and wanted.effort != "off",
        effort="" if wanted.effort == "off" else wanted.effort,
    )
