"""The tools of a profile by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.ports import Tool
from weclaw_desktop.tools.current_time import CurrentTime
from weclaw_desktop.tools.list_folder import ListFolder
from weclaw_desktop.tools.places import Places
from weclaw_desktop.tools.read_file import ReadFile
from weclaw_desktop.tools.recall import RecallTool
from weclaw_desktop.tools.skill import SkillTool


class ToolRegistry:
    """Finds tools by name, in a fixed order, so that the schemas at the head of a request never change places."""

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        self._tools = {tool.spec.name: tool for tool in tools}

    def get(self, name: str) -> Tool | None:
        """The tool of that name, or None."""
        return self._tools.get(name)

    @property
    def names(self) -> tuple[str, ...]:
        """All names, in order."""
        return tuple(self._tools)

    def specs(self) -> tuple[ToolSpec, ...]:
        """What the model is told of the tools, in order."""
        return tuple(tool.spec for tool in self._tools.values())


def built_in(start: Path, private: Sequence[Path]) -> ToolRegistry:
    """The tools that ship: read a file, list a folder, tell the time, recall what was said, read a skill.

    Args:
        start: Where relative paths begin.
        private: Folders that tools never read: the profile with its settings, keys and database.
    """
    places = Places(start, tuple(private))
    return ToolRegistry([ReadFile(places), ListFolder(places), CurrentTime(), RecallTool(), SkillTool()])
