"""The sections of the system prompt that do not come from the engine: what ships, and what the user wrote.

No clock, counter or per-message text stands here: one changed sentence at the head makes a local model read everything
again. The texts ship as ``resources/prompts/{en,zh}/{section}.md``.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.request import PromptSection, SectionKey
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.text import Language
from weclaw_desktop.resource_files import resource

PERSONA = "chatting.persona"
"""The setting, and a chat's override, that says who the assistant is."""


class ShippedPrompts:
    """Persona, safety, the user's instructions, and guidance for tools where tools are on."""

    def __init__(self, settings: Callable[[], Settings]) -> None:
        self._settings = settings
        self._made: dict[tuple[object, ...], tuple[PromptSection, ...]] = {}

    def sections(self, chat: Chat, language: Language) -> tuple[PromptSection, ...]:
        """The sections for a chat; the same object as long as nothing changed, so that they are counted once."""
        chatting = self._settings().chatting
        persona = str(chat.overrides.get(PERSONA, chatting.persona)).strip()
        instructions = str(chat.overrides.get("chatting.instructions", chatting.instructions)).strip()
        key = (language, persona, instructions, chatting.tools)
        if key not in self._made:
            self._made[key] = _sections(language, persona, instructions, tools=chatting.tools)
        return self._made[key]


def _sections(language: Language, persona: str, instructions: str, *, tools: bool) -> tuple[PromptSection, ...]:
    texts: list[tuple[SectionKey, str]] = [
        ("persona", persona or shipped("persona", language)),
        ("safety", shipped("safety", language)),
        ("instructions", instructions),
    ]
    if tools:
        texts.append(("tools", shipped("tools", language)))
    return tuple(PromptSection(key, value) for key, value in texts if value)


@functools.cache
def shipped(name: str, language: Language) -> str:
    """The shipped text of a section in ``language``, "" when none ships."""
    try:
        return resource("prompts", language, f"{name}.md").read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""
