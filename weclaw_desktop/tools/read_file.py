"""The tool that reads a text file, in parts if it is long."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from weclaw_desktop.core.errors import ToolFailed
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.tools.places import CUES, Places, ordinary
from weclaw_desktop.tools.work import in_thread, whole_number

MAX_BYTES = 20_000_000
"""Larger files are refused: decoding them would take seconds and hundreds of megabytes."""
MAX_CHARACTERS = 200_000
"""Characters given at once; the context manager shortens further by the model's size."""
DEFAULT_LINES = 2_000
SPEC = ToolSpec(
    name="read_file",
    description="Read a text file of the user's computer. Long files come in parts: go on with offset.",
    parameters={
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "Path of the file."},
            "offset": {"type": "integer", "description": "First line to read, from 1."},
            "limit": {"type": "integer", "description": f"Lines to read, {DEFAULT_LINES} by default."},
        },
        "required": ["path"],
    },
    risk="medium",
    cues=CUES,
)


class ReadFile:
    """Reads UTF-8, UTF-16 with a mark, and GB18030. Binary, special, private and huge files are refused."""

    def __init__(self, places: Places) -> None:
        self._places = places

    @property
    def spec(self) -> ToolSpec:
        """Name, description, schema, risk."""
        return SPEC

    def describe(self, arguments: Mapping[str, object]) -> Text:
        """One sentence that tells the user what this call would do."""
        first = arguments.get("offset")
        if isinstance(first, int) and first > 1:
            return text("tools.read_file.part", path=self._places.shown(arguments), first=first)
        return text("tools.read_file", path=self._places.shown(arguments))

    def folder(self, arguments: Mapping[str, object]) -> str:
        """Where the file lies; see ``core.ports.FolderTool``."""
        return self._places.folder(arguments)

    def at(self, start: str) -> ReadFile:
        """See ``core.ports.FolderTool``."""
        return ReadFile(self._places.at(start))

    async def run(self, arguments: Mapping[str, object]) -> str | Text:
        """The file's lines; a last line says what remains. Raises ToolFailed."""
        first = whole_number(arguments.get("offset"), "offset", 1, least=0) or 1
        limit = whole_number(arguments.get("limit"), "limit", DEFAULT_LINES)
        return await in_thread(lambda: _read(self._places.find(arguments), first, limit), self._places.shown(arguments))


def _read(path: Path, first: int, limit: int) -> str | Text:
    if path.is_dir():
        raise ToolFailed(text("tools.is_folder", path=str(path)))
    if not ordinary(path):
        raise ToolFailed(text("tools.special_file", path=str(path)))
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise ToolFailed(text("tools.too_large", path=str(path), size=size, limit=MAX_BYTES))
    with path.open("rb") as file:
        content = decode(file.read(MAX_BYTES + 1))
    if content is None:
        raise ToolFailed(text("tools.binary", path=str(path), size=size))
    return _part(content, first, limit, path)


def _part(content: str, first: int, limit: int, path: Path) -> str | Text:
    lines = content.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    if first > max(len(lines), 1):
        raise ToolFailed(text("tools.past_end", path=str(path), lines=len(lines)))
    chosen = lines[first - 1 : first - 1 + limit]
    shown_text = "\n".join(chosen)
    if len(shown_text) > MAX_CHARACTERS:
        shown_text = shown_text[:MAX_CHARACTERS]
        kept = shown_text.count("\n")
        shown_text = shown_text[: shown_text.rfind("\n")] if kept else shown_text
        last = first - 1 + max(kept, 1)
    else:
        last = first - 1 + len(chosen)
    if first == 1 and last >= len(lines) and len(shown_text) < MAX_CHARACTERS:
        return shown_text
    if last < len(lines):
        return text("tools.lines.more", part=shown_text, first=first, last=last, count=len(lines), next=last + 1)
    return text("tools.lines.last", part=shown_text, first=first, last=last, count=len(lines))


def decode(data: bytes) -> str | None:
    """Text of ``data`` with plain line feeds; None when it is no text. GB18030 is tried where UTF-8 fails."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings: tuple[str, ...] = ("utf-16",)
    elif b"\0" in data[:65_536]:
        return None
    else:
        encodings = ("utf-8-sig", "gb18030")
    for encoding in encodings:
        try:
            found = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        control = sum(1 for c in found[:4_096] if c < " " and c not in "\t\n\r\f\x1b\b")
        if control * 20 > min(len(found), 4_096):
            return None
        return found.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    return None
