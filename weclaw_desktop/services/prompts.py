"""The sections of the system prompt that do not come from the engine: what ships, and what the user wrote.

No clock, counter or per-message text stands here: one changed sentence at the head makes a local model read everything
again. The texts ship as ``resources/prompts/{en,zh}/{section}.md``. Skills stand by name and one line, their text comes
as the result of a tool; where there are no tools the text itself stands here and is trimmed with the rest. Files stand
in a frame with their path, as reference: what a folder from somewhere says must not pass for the user's own word.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.report import BudgetItem
from weclaw_desktop.core.request import PromptSection, SectionKey
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.text import Language, render, text
from weclaw_desktop.resource_files import resource
from weclaw_desktop.services.contents import PromptContents
from weclaw_desktop.services.in_force import Held, Key, Settled

PERSONA = "chatting.persona"
"""The setting, and a chat's override, that says who the assistant is."""
SHORT = 1_200
"""Characters of a file that the user had shortened."""
_MADE = 32
"""Prompts that are remembered."""


class ShippedPrompts:
    """Persona, safety, the user's instructions, guidance for tools where tools are on, skills and files."""

    def __init__(self, settings: Callable[[], Settings], contents: PromptContents | None = None) -> None:
        self._settings = settings
        self._contents = contents
        self._made: dict[tuple[object, ...], tuple[Settled, tuple[PromptSection, ...]]] = {}

    def sections(self, chat: Chat, language: Language, *, tools: bool = True) -> tuple[PromptSection, ...]:
        """The sections for a chat; the same object as long as nothing changed, so that they are counted once."""
        chatting = self._settings().chatting
        persona = str(chat.overrides.get(PERSONA, chatting.persona)).strip()
        instructions = str(chat.overrides.get("chatting.instructions", chatting.instructions)).strip()
        tools = tools and chatting.tools
        settled = self._settled(chat, tools=tools)
        key = (language, persona, instructions, tools, chat.id if settled.held else None)
        known = self._made.get(key)
        if known is not None and (known[0] is settled or _says_the_same(known[0], settled)):
            return known[1]
        made = (*_sections(language, persona, instructions, tools=tools), *_contents(settled, language, tools=tools))
        if len(self._made) >= _MADE:
            self._made.pop(next(iter(self._made)))
        self._made[key] = (settled, made)
        return made

    def look(self, chat: Chat) -> None:
        """Read what the disk has for this chat. Blocks for a moment: not in the window's thread."""
        if self._contents is not None:
            self._contents.look(chat)

    def sent(self, chat: Chat, *, tools: bool = True) -> None:
        """A request goes out with these sections. Blocks for a moment: not in the window's thread."""
        if self._contents is not None:
            self._contents.sent(chat, lines_only=tools and self._settings().chatting.tools)

    def notes(self, chat: Chat, *, tools: bool = True) -> tuple[BudgetItem, ...]:
        """What people should know of the chat's skills and files: changed ones, and what is left out."""
        return self._settled(chat, tools=tools and self._settings().chatting.tools).notes

    def _settled(self, chat: Chat, *, tools: bool) -> Settled:
        return Settled() if self._contents is None else self._contents.settled(chat, lines_only=tools)


def _says_the_same(one: Settled, other: Settled) -> bool:
    """Whether the prompt is the same, whatever else people should know."""
    return (one.held, one.short) == (other.held, other.short)


def _sections(language: Language, persona: str, instructions: str, *, tools: bool) -> tuple[PromptSection, ...]:
    texts: list[tuple[SectionKey, str]] = [
        ("persona", persona or shipped("persona", language)),
        ("safety", shipped("safety", language)),
        ("instructions", instructions),
    ]
    if tools:
        texts.append(("tools", shipped("tools", language)))
    return tuple(PromptSection(key, value) for key, value in texts if value)


def _contents(settled: Settled, language: Language, *, tools: bool) -> tuple[PromptSection, ...]:
    """Skills and files, each kind under its line."""
    skills = [_skill(held, tools=tools) for held in settled.held if held.section == "skills"]
    files = [_file(held, settled.short, language) for held in settled.held if held.section == "files"]
    over_skills = PromptSection("skills", shipped("skills" if tools else "skills_in_full", language), whole=True)
    over_files = PromptSection("files", shipped("files", language), whole=True)
    return (*([over_skills] if skills else ()), *skills, *([over_files] if files else ()), *files)


def _skill(held: Held, *, tools: bool) -> PromptSection:
    said = skill_line(held.name, held.line) if tools else f'<skill name="{held.name}">\n{held.text}\n</skill>'
    line = held.line
    return PromptSection(
        "skills", said, name=held.name, line=line, used_ms=held.changed_ms, source=held.source, whole=tools
    )


def skill_line(name: str, line: str) -> str:
    """A skill as it stands in the prompt where its text is read by a tool."""
    return f"- {name}: {line}"


def _file(held: Held, short: frozenset[Key], language: Language) -> PromptSection:
    said = held.text
    if held.key in short and len(said) > SHORT:
        said = f"{_beginning(said)}\n{render(text('context.system.file_shortened'), language)}"
    opening, close = f'<file path="{_quoted(held.name)}">', "\n</file>"
    body = said.replace("</file", "<\\/file")  # a file must not be able to end its own frame
    return PromptSection(
        "files",
        f"{opening}\n{body}{close}",
        name=held.name,
        used_ms=held.changed_ms,
        source=held.source,
        close=close,
    )


def _beginning(value: str) -> str:
    """The first ``SHORT`` characters, up to the end of a line."""
    cut = value[:SHORT]
    at = cut.rfind("\n")
    return cut[:at] if at > SHORT // 3 else cut


def _quoted(path: str) -> str:
    return "".join(sign for sign in path if sign >= " ").replace('"', "'").replace("<", "(").replace(">", ")")


@functools.cache
def shipped(name: str, language: Language) -> str:
    """The shipped text of a section in ``language``, "" when none ships."""
    try:
        return resource("prompts", language, f"{name}.md").read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""
