"""What a file is: by its first bytes where these say it, else by the end of its name."""

from __future__ import annotations

import mimetypes
from pathlib import PurePath
from typing import Literal

Kind = Literal["picture", "pdf", "office", "opendocument", "text", "other"]

_MAGIC: tuple[tuple[bytes, Kind], ...] = (
    (b"%PDF-", "pdf"),
    (b"\x89PNG\r\n\x1a\n", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
    (b"BM", "picture"),
    (b"II*\0", "picture"),
    (b"MM\0*", "picture"),
)
_ENDINGS: dict[str, Kind] = {
    **dict.fromkeys((".docx", ".docm", ".dotx", ".doc", ".xlsx", ".xlsm", ".xls", ".pptx", ".pptm", ".ppt"), "office"),
    **dict.fromkeys((".odt", ".ods", ".odp", ".ott"), "opendocument"),
    ".pdf": "pdf",
}
_NOT_READ = frozenset((
    ".zip", ".gz", ".xz", ".bz2", ".zst", ".7z", ".rar", ".tar", ".jar", ".whl", ".exe", ".dll", ".so", ".dylib",
    ".bin", ".iso", ".dmg", ".deb", ".rpm", ".mp3", ".mp4", ".m4a", ".wav", ".ogg", ".flac", ".mkv", ".mov",
    ".avi", ".webm", ".ttf", ".otf", ".woff", ".woff2", ".sqlite", ".db", ".pyc", ".class", ".o", ".a",
    ".rtf", ".epub", ".pages", ".numbers", ".key", ".heic", ".heif", ".psd", ".xcf",
))  # fmt: skip
"""Endings of files that hold no plain text, so that nothing is guessed from bytes that look like some."""
_MEDIA = {
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ".odt": "application/vnd.oasis.opendocument.text",
    ".md": "text/markdown",
    ".pdf": "application/pdf",
}


def kind_of(name: str, head: bytes) -> Kind:
    """The kind of a file called ``name`` that begins with ``head`` (16 bytes are enough); "other" gives no text."""
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "picture"
    for magic, kind in _MAGIC:
        if head.startswith(magic) and not (magic == b"BM" and not name.lower().endswith(".bmp")):
            return kind
    ending = PurePath(name.lower()).suffix
    if ending in _NOT_READ:
        return "other"
    return _ENDINGS.get(ending, "text")


def media_type(name: str) -> str:
    """The media type that goes with a file's name, "text/plain" when nothing is known of it."""
    ending = PurePath(name.lower()).suffix
    known = _MEDIA.get(ending) or mimetypes.guess_type(name, strict=False)[0]
    return known or "text/plain"
