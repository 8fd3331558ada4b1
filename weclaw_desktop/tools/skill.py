"""The tool by which a model reads a skill's text, or a file beside it. It reads skills only: nobody is asked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from weclaw_desktop.core.errors import ToolFailed
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.skills import SKILL
from weclaw_desktop.core.text import Text, text

LEAST_WORD = 2
"""Characters of a name's part that people would ask for."""
SPEC = ToolSpec(
    name=SKILL,
    description="Read the text of a skill by its name; with path a file that its text mentions.",
    parameters={
        "type": "object",
        "properties": {"name": {"type": "string"}, "path": {"type": "string"}},
        "required": ["name"],
    },
    risk="low",
    cues=r"\bskills?\b|技能",
)


def cued(spec: ToolSpec, names: Sequence[str]) -> ToolSpec:
    """The tool where these skills can be read: their names, and the words in them, are ways to ask for it."""
    words = {word for name in names for word in (name, *re.split(r"[\W_]+", name)) if len(word) >= LEAST_WORD}
    said = "|".join(re.escape(word) for word in sorted(words))
    return replace(spec, cues=f"{spec.cues}|{said}") if said else spec


class Read(Protocol):
    """Reads a skill of a chat."""

    async def __call__(self, chat_id: str, name: str, path: str) -> str | Text:
        """The text of the skill, or of the file ``path`` beside it. Raises KnownError."""
        ...


class SkillTool:
    """Hands calls to whoever knows the chats' skills: ``read`` is set when a profile is opened."""

    def __init__(self, read: Read | None = None) -> None:
        self.read = read

    @property
    def spec(self) -> ToolSpec:
        """Name, description, schema, risk."""
        return SPEC

    def describe(self, arguments: Mapping[str, object]) -> Text:
        """One sentence that tells the user what this call would do."""
        name, path = _said(arguments, "name") or "?", _said(arguments, "path")
        if path:
            return text("tools.skill.file", name=name, path=path)
        return text("tools.skill", name=name)

    async def run(self, arguments: Mapping[str, object]) -> str | Text:
        """There are no skills outside of a chat. Raises ToolFailed."""
        raise ToolFailed(text("tools.skill_no_chat"))

    async def run_in(self, chat_id: str, arguments: Mapping[str, object]) -> str | Text:
        """The skill's text. Raises ToolFailed when none is named, and what ``read`` raises."""
        name = _said(arguments, "name")
        if not name or self.read is None:
            raise ToolFailed(text("tools.skill_no_name" if self.read is not None else "tools.skill_no_chat"))
        return await self.read(chat_id, name, _said(arguments, "path"))


def _said(arguments: Mapping[str, object], name: str) -> str:
    value = arguments.get(name)
    return value.strip() if isinstance(value, str) else ""
