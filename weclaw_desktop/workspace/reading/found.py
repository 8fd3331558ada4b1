"""What reading gives: text, a picture, or the one reason why there is neither."""

from __future__ import annotations

from dataclasses import dataclass

from weclaw_desktop.core.text import Text

MOST_CHARACTERS = 4_000_000
"""Characters that are taken of one file or folder: about a million tokens, more than any model reads."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """Readable text of a file or folder. ``note`` says what of it was left out, None when it is all there."""

    text: str
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture made ready to be sent: ``data`` in ``media_type``, ``width`` × ``height`` pixels."""

    data: bytes
    media_type: str
    width: int
    height: int


class Unreadable(Exception):
    """A file gives nothing. ``code`` is the end of a text key ``reading.…``; the reader adds the file's name."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def clipped(text: str, most: int = MOST_CHARACTERS) -> tuple[str, bool]:
    """``text`` within ``most`` characters, cut at the end of a line where one is near, and whether it was cut."""
    if len(text) <= most:
        return text, False
    line = text.rfind("\n", most - 2_000, most)
    return text[: line if line > 0 else most], True
