"""``--demo``: a scripted model and a conversation long enough to be compressed within a minute, without any key.

Everything is real but the model: the same services store, count, prepare, apply and undo. The demo only types.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from weclaw_desktop.context.narrative import Prompt
from weclaw_desktop.core.messages import TextPart
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.text import Language, render, text
from weclaw_desktop.llm.scripted import Reply, ScriptedModel, ScriptedModels, say
from weclaw_desktop.services.demo_script import KEPT, Exchange, closing, middle, opening
from weclaw_desktop.services.language import detect
from weclaw_desktop.services.rehearsal import scripted
from weclaw_desktop.services.workshop import Workshop

MODEL = "demo/scripted"
WINDOW = 8_192
RATE = 260.0
"""Pieces of text per second: fast enough for a minute, slow enough to be seen."""
SUMMARY_S = 2.5
"""Seconds the scripted summary takes, so that the preparation can be seen."""
SUMMARY_TOKENS = 280


def demo_models(*, rate: float = RATE, summary_s: float = SUMMARY_S) -> ScriptedModels:
    """The demo's one model, with a small window; it speaks the language it is spoken to in."""
    spec = ModelSpec(
        "demo", "scripted", WINDOW, "table", max_output=1_024, output_source="table", label="Scripted demo model"
    )
    return ScriptedModels(ScriptedModel(spec, answer=_answerer(summary_s), rate=rate))


def _answerer(summary_s: float) -> Callable[[ModelRequest], Reply | str]:
    languages: tuple[Language, ...] = ("en", "zh")
    known = {turn.ask: turn.answer for language in languages for turn in (opening(language), *middle(language))}

    def answer(request: ModelRequest) -> Reply | str:
        asked = _newest(request)
        if request.purpose == "summary":
            return say(scripted(Prompt(request.system_text, asked), SUMMARY_TOKENS), delay_s=summary_s)
        if asked in known:
            return known[asked]
        language = detect(asked)
        question, remembered, lost = closing(language)
        if asked == question:
            told = request.system_text + "".join(_texts(request))
            return remembered if KEPT[language] in told.replace(asked, "") else lost
        return render(text("services.demo_other"), language)

    return answer


def _newest(request: ModelRequest) -> str:
    return next((t for t in reversed(_texts(request, role="user")) if t), "")


def _texts(request: ModelRequest, role: str = "") -> list[str]:
    return [
        "\n\n".join(part.text for part in message.parts if isinstance(part, TextPart))
        for message in request.messages
        if not role or message.role == role
    ]


class Demo:
    """Types the demo's questions, one after the other, each when the last answer is there."""

    def __init__(self, workshop: Workshop, language: Language, *, pause_s: float = 1.0) -> None:
        self._workshop = workshop
        self._language: Language = language
        self._pause_s = pause_s
        self.chat_id = ""

    async def run(self) -> str:
        """Make a chat and talk until a compression was applied and used; returns the chat's id.

        Ends early when the user stops a reply or deletes the chat: it is theirs then.
        """
        chat = await self._workshop.dialog.new_chat(model=MODEL)
        self.chat_id = chat.id
        for turn in (opening(self._language), *middle(self._language)):
            if not await self._type(turn):
                return chat.id
            await self._workshop.worker.settle(chat.id)
            if await self._workshop.store.records.active(chat.id) is not None:
                break
        question, _, _ = closing(self._language)
        await self._type(Exchange(question, ""))
        return chat.id

    async def _type(self, turn: Exchange) -> bool:
        """Send one question; False when the conversation is no longer the demo's."""
        await asyncio.sleep(self._pause_s)
        await self._workshop.dialog.wait(self.chat_id)
        await self._workshop.dialog.send(self.chat_id, turn.ask)
        answer = await self._workshop.dialog.wait(self.chat_id)
        chat = await self._workshop.store.chats.get(self.chat_id)
        return answer is not None and answer.state == "committed" and chat.deleted_ms is None
