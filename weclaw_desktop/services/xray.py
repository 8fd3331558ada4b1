"""The X-ray of a chat: what the next request holds, made off the window's thread from the very request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from weclaw_desktop.context.engine import State
from weclaw_desktop.context.offering import Offering
from weclaw_desktop.context.request import next_request
from weclaw_desktop.context.standing import standings
from weclaw_desktop.context.xray import xray
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.messages import AttachmentPart, Message
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.prompt_choices import NOTHING_DECIDED, PromptChoices, with_choices
from weclaw_desktop.core.text import Language, render
from weclaw_desktop.core.xray import Standing, Xray
from weclaw_desktop.services.asking import asked_by
from weclaw_desktop.services.attachments import for_the_blind
from weclaw_desktop.services.compression import CompressionWorker
from weclaw_desktop.services.desk import Desk
from weclaw_desktop.services.desks import Desks
from weclaw_desktop.services.wire import as_openai


class Xrays:
    """Looks into chats. Nothing that it does changes what is sent."""

    def __init__(self, desks: Desks, worker: CompressionWorker) -> None:
        self._desks = desks
        self._worker = worker

    async def look(
        self, chat_id: str, draft: str = "", attachments: Sequence[AttachmentPart] = (), *, shorten: bool = False
    ) -> Xray:
        """The next request of a chat, with what is written but not sent. Raises InputError when there is no such chat.

        What the report says of the draft is what is seen here: the same words, counted by the same desk.
        """
        return await self._looked(await self._desks.of(chat_id), draft, tuple(attachments), shorten=shorten)

    async def blank(
        self,
        model: str,
        strategy: str,
        draft: str = "",
        attachments: Sequence[AttachmentPart] = (),
        *,
        shorten: bool = False,
        workdir: str = "",
        decided: PromptChoices = NOTHING_DECIDED,
    ) -> Xray:
        """The first request of a chat that is not stored yet, by the choices made for it (see ``Reporter.blank``)."""
        chat = Chat("", model=model, strategy=strategy, workdir=workdir, overrides=with_choices({}, decided))
        desk = self._desks.blank(chat)
        try:
            return await self._looked(desk, draft, tuple(attachments), shorten=shorten)
        finally:
            desk.close()

    async def standings(self, chat_id: str) -> Mapping[int, Standing]:
        """How the messages of a chat stand in its next request by their numbers, but for those that go word for word.

        Raises InputError when there is no such chat.
        """
        desk = await self._desks.of(chat_id)
        return await desk.compute(_remarkable, desk.state())

    async def _looked(self, desk: Desk, draft: str, attachments: tuple[AttachmentPart, ...], *, shorten: bool) -> Xray:
        """The X-ray, with what will be done to the request before it is sent."""
        message = await desk.write(draft, attachments, shorten=shorten)
        await desk.arrange()
        made = await desk.compute(_xray, desk.state(), desk.shown_spec, desk.chat, message, desk.offering)
        told = await self._worker.foretold(desk, message)
        return replace(made, measured=made.measured and not desk.updating, told=told)


def document(seen: Xray, language: Language) -> dict[str, object]:
    """An X-ray as JSON data: its parts for people, and ``request``, which is the very request in OpenAI's shape."""
    parts = [
        {
            "key": part.key,
            "role": part.role,
            "title": render(part.title, language),
            "tokens": part.tokens,
            "state": part.state,
            "reason": render(part.reason, language),
            "sent": part.sent,
            "message": part.source,
            "seq": part.seq,
            "place": part.place,
            "whole": part.whole,
            "text": part.text,
        }
        for part in seen.parts
    ]
    return {
        "chat": seen.chat_id,
        "load": seen.load,
        "draft": seen.draft,
        "measured": seen.measured,
        "told": None if seen.told is None else render(seen.told, language),
        "parts": parts,
        "request": as_openai(seen.request),
    }


def _xray(state: State, spec: ModelSpec, chat: Chat, draft: Message | None, offering: Offering) -> Xray:
    """Everything that counts, in the desk's thread."""
    request = asked_by(chat, next_request(state, spec, draft))
    if not spec.images:
        request = for_the_blind(request, state.counter, state.calibration.k, state.language)
    return xray(state, request, offering, chat_id=chat.id)


def _remarkable(state: State) -> dict[int, Standing]:
    known = standings(state)
    return {m.seq: how for m in state.log if (how := known[m.id]).state != "verbatim"}
