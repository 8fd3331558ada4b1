"""One model call with its second chance: a limit that the provider told is learnt, the request made to fit, sent again.

Never after output began, and once per kind of refusal: successes and failures of other kinds use up nothing.
"""

from __future__ import annotations

from dataclasses import replace

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.errors import BodyTooLarge, ContextOverflow, ModelError, OutputLimit
from weclaw_desktop.core.events import Problem
from weclaw_desktop.core.messages import AttachmentPart, Part, TextPart
from weclaw_desktop.core.ports import Models
from weclaw_desktop.core.request import ModelRequest, RequestMessage
from weclaw_desktop.core.text import Language, render, text
from weclaw_desktop.services.compression import CompressionWorker
from weclaw_desktop.services.desk import Desk
from weclaw_desktop.services.streaming import Streamer

UNTOLD = 0.9
"""Share of the refused load that is taken as the limit when a provider refuses without telling its own."""
KEPT_IMAGES = 1
"""Newest images that stay when a body has too many bytes."""


class Caller:
    """Sends requests and mends what can be mended."""

    def __init__(self, models: Models, bus: Bus, worker: CompressionWorker) -> None:
        self._models = models
        self._bus = bus
        self._worker = worker

    async def call(self, desk: Desk, streamer: Streamer, request: ModelRequest) -> ModelRequest:
        """Stream ``request`` into ``streamer``; returns the request that was answered. Raises ModelError, CannotFit."""
        tried: set[type[ModelError]] = set()
        while True:
            try:
                await streamer.run(desk.open_model(), request)
                return request
            except (ContextOverflow, OutputLimit, BodyTooLarge) as error:
                if streamer.reply.begun or type(error) in tried:
                    raise self._final(error, desk, request, tried) from error
                tried.add(type(error))
                request = await self._mend(desk, error, request)

    async def _mend(self, desk: Desk, error: ModelError, request: ModelRequest) -> ModelRequest:
        if isinstance(error, OutputLimit):
            limit = error.limit or max(1, (request.max_output or 2_048) // 2)
            self._models.learn_limit(desk.spec.id, limit, "output")
            return await desk.request()
        if isinstance(error, BodyTooLarge):
            smaller = without_old_images(request, desk.language)
            if smaller == request:
                raise error
            return smaller
        assert isinstance(error, ContextOverflow)  # the third of three kinds
        limit = error.limit or max(1, int(request.load * UNTOLD))
        kind = error.kind if error.limit else "input"
        before = desk.spec
        after = self._models.learn_limit(before.id, limit, kind)
        key = "services.limit_grown" if after.window > before.window else "services.limit_learnt"
        self._bus.publish(Problem(text(key, model=before.called, limit=limit), desk.chat.id, severity="info"))
        await desk.arrange()
        await self._worker.shrink(desk.chat.id)
        return await desk.request()

    def _final(self, error: ModelError, desk: Desk, request: ModelRequest, tried: set[type[ModelError]]) -> ModelError:
        """The error that people read: after a second overflow, what to do about it."""
        if isinstance(error, ContextOverflow) and type(error) in tried:
            limit = error.limit or request.load
            told = text("services.still_too_large", model=desk.spec.called, limit=limit)
            return ContextOverflow(told, error.detail, limit=error.limit, kind=error.kind, model=desk.spec.id)
        return error


def without_old_images(request: ModelRequest, language: Language) -> ModelRequest:
    """The request with a line of text in the place of every image but the newest."""
    left = KEPT_IMAGES
    messages: list[RequestMessage] = []
    for message in reversed(request.messages):
        parts: list[Part] = []
        for part in reversed(message.parts):
            if isinstance(part, AttachmentPart) and part.kind == "image":
                if left:
                    left -= 1
                else:
                    parts.append(TextPart(render(text("services.image_left_out", name=part.name), language)))
                    continue
            parts.append(part)
        messages.append(replace(message, parts=tuple(reversed(parts))))
    return replace(request, messages=tuple(reversed(messages)))
