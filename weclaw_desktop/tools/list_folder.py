"""The tool that lists a folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from weclaw_desktop.core.errors import ToolFailed
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.tools.places import CUES, Places
from weclaw_desktop.tools.work import in_thread, whole_number

DEFAULT_ENTRIES = 500
SPEC = ToolSpec(
    name="list_folder",
    description="List the files and folders in a folder of the user's computer, with sizes in bytes.",
    parameters={
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "Path of the folder, the start folder by default."},
            "limit": {"type": "integer", "description": f"Entries to list, {DEFAULT_ENTRIES} by default."},
        },
        "required": [],
    },
    risk="medium",
    cues=CUES,
)


class ListFolder:
    """Lists names, sizes and dates. The app's own folder and folders of secrets are left out."""

    def __init__(self, places: Places) -> None:
        self._places = places

    @property
    def spec(self) -> ToolSpec:
        """Name, description, schema, risk."""
        return SPEC

    def describe(self, arguments: Mapping[str, object]) -> Text:
        """One sentence that tells the user what this call would do."""
        return text("tools.list_folder", path=self._places.shown({"path": arguments.get("path") or "."}))

    def folder(self, arguments: Mapping[str, object]) -> str:
        """What is listed; see ``core.ports.FolderTool``."""
        return self._places.folder({"path": arguments.get("path") or "."})

    def at(self, start: str) -> ListFolder:
        """See ``core.ports.FolderTool``."""
        return ListFolder(self._places.at(start))

    async def run(self, arguments: Mapping[str, object]) -> Text:
        """One line per entry, folders first. Raises ToolFailed."""
        limit = whole_number(arguments.get("limit"), "limit", DEFAULT_ENTRIES)
        asked = {"path": arguments.get("path") or "."}
        return await in_thread(lambda: self._list(self._places.find(asked), limit), self._places.shown(asked))

    def _list(self, folder: Path, limit: int) -> Text:
        if not folder.is_dir():
            raise ToolFailed(text("tools.is_file", path=str(folder)))
        with os.scandir(folder) as entries:
            found = [entry for entry in entries if not self._places.hides(Path(entry.path))]
        found.sort(key=lambda entry: (not entry.is_dir(), entry.name.casefold()))
        if not found:
            return text("tools.list_folder.empty", path=str(folder))
        lines = "\n".join(_line(entry) for entry in found[:limit])
        if len(found) <= limit:
            return text("tools.list_folder.all", path=str(folder), entries=lines)
        return text("tools.list_folder.some", path=str(folder), entries=lines, shown=limit, count=len(found))


def _line(entry: os.DirEntry[str]) -> str:
    try:
        status = entry.stat()
    except OSError:
        return f"{_name(entry.name)}  ?"
    when = datetime.fromtimestamp(status.st_mtime, UTC).strftime("%Y-%m-%d %H:%M")
    if entry.is_dir():
        return f"{_name(entry.name)}/  {when}"
    return f"{_name(entry.name)}  {status.st_size}  {when}"


def _name(name: str) -> str:
    """A file name without line breaks or half characters, which would break the list or the request."""
    return name.encode("utf-8", "replace").decode("utf-8").replace("\n", "\\n").replace("\r", "\\r")
