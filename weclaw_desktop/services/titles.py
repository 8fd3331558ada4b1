"""Names a chat: at once by its first words, after the first response by the model where that costs next to nothing."""

from __future__ import annotations

import re
from contextlib import aclosing
from dataclasses import replace

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import ModelError
from weclaw_desktop.core.events import ChatSaved
from weclaw_desktop.core.messages import TextPart
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.ports import ChatModel, Spent
from weclaw_desktop.core.request import ModelRequest, PromptSection, RequestMessage
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.stream import TextDelta, UsageReported
from weclaw_desktop.core.text import Language, render, text
from weclaw_desktop.services.desk import Desk

LONGEST = 60
SHOWN_TO_MODEL = 1_500
_FENCED = re.compile(r"```.*?(```|\Z)", re.DOTALL)
_MARKS = re.compile(r"[#*`>\[\]]+|(?<![^\W_])_+|_+(?![^\W_])")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|[。！？；\n]")
_QUOTES = " \t\"'“”‘’「」『』《》.。:："


def by_code(first: str, language: Language = "en") -> str:
    """A title from the first words of a message; "" when it has none (only an attachment or code)."""
    plain = _MARKS.sub("", _FENCED.sub(" ", first[:4_000])).strip() or _MARKS.sub("", first[:200]).strip()
    sentence = next((part.strip() for part in _SENTENCE_END.split(plain) if part.strip()), "")
    words = " ".join(sentence.split())
    limit = LONGEST // 2 if language == "zh" else LONGEST
    if len(words) <= limit:
        return words.rstrip(_QUOTES)
    cut = words[:limit]
    if language != "zh" and " " in cut[limit // 2 :]:
        cut = cut[: cut.rfind(" ")]
    return f"{cut.rstrip(_QUOTES)}…"


def clean(answer: str) -> str:
    """A model's title without quotes, marks, thinking and further lines; "" when nothing usable is left."""
    spoken = re.sub(r"<think>.*?(</think>|\Z)", "", answer, flags=re.DOTALL)
    lines = [line.strip() for line in spoken.strip().splitlines() if line.strip()]
    if not lines:
        return ""
    line = _MARKS.sub("", lines[0]).strip(_QUOTES)
    return line if 0 < len(line) <= LONGEST + 20 else ""


def worth_asking(spec: ModelSpec) -> bool:
    """Whether a model is asked for titles: not a local one (its time is the user's), nor one of unknown price."""
    return not spec.local and spec.price is not None


class Titles:
    """Gives chats that the user has not named a title. Never counted as a response."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self._store = store
        self._bus = bus

    async def first_words(self, chat: Chat, message: str, language: Language) -> Chat:
        """Name a chat without title by its first message."""
        title = "" if chat.title else by_code(message, language)
        return await self._set(chat, title) if title else chat

    async def ask(self, desk: Desk, model: ChatModel, asked: str, answered: str, used: Spent) -> Chat:
        """Name a chat by a model. A failure changes nothing: the first words stay.

        ``used`` takes the call into account.
        """
        chat, request = desk.chat, _request(model.spec, asked, answered, desk.language)
        pieces: list[str] = []
        try:
            async with aclosing(model.stream(request)) as events:
                async for event in events:
                    if isinstance(event, TextDelta):
                        pieces.append(event.text)
                    elif isinstance(event, UsageReported):
                        await used(request, event.usage)
        except ModelError:
            return chat
        title = clean("".join(pieces))
        now = await self._store.chats.get(chat.id)
        if not title or now.title_by != "auto" or now.deleted_ms is not None:
            return now
        return await self._set(now, title)

    async def _set(self, chat: Chat, title: str) -> Chat:
        as_seen = {"title": chat.title, "title_by": "auto"}  # else the user has named it meanwhile
        changed = await self._store.chats.change(chat.id, only_if=as_seen, title=title)
        self._bus.publish(ChatSaved(changed))
        return changed


def _request(spec: ModelSpec, asked: str, answered: str, language: Language) -> ModelRequest:
    wish = render(text("services.title_prompt"), language)
    content = f"{asked[:SHOWN_TO_MODEL]}\n\n---\n\n{answered[:SHOWN_TO_MODEL]}"
    request = ModelRequest(
        model=spec.id,
        system=(PromptSection("persona", wish),),
        messages=(RequestMessage("user", (TextPart(content),)),),
        purpose="title",
    )
    return replace(request, max_output=min(spec.max_output, 1_000)) if spec.max_output else request
