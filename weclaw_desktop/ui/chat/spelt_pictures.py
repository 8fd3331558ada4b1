"""Pictures that an answer spells out itself, as ``![words](data:image/png;base64,…)``: shown below its text.

Their bytes are in the answer already, so showing them asks nobody. They are decoded like attached ones: off the
window's thread, with limits on bytes and pixels. Pictures behind an address stay links.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Callable, Coroutine
from typing import Any

from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.ui.chat.pictures import DRAWN

MOST = 12
"""Pictures of one answer that are shown."""
LONGEST = 16_000_000
"""Characters of base64 of one picture."""
_BEGIN = "](data:image/"
_TYPE = ";base64,"
Spelt = dict[str, tuple[AttachmentPart, str]]


def spelt(key: str, text: str) -> Spelt:
    """The pictures in ``text`` by a hash of their own, each as an attachment and its base64.

    ``key`` tells one answer from another. Only looks for marks: nothing is decoded, and no search looks back.
    """
    found: Spelt = {}
    at = text.find(_BEGIN)
    while at >= 0 and len(found) < MOST:
        end = text.find(")", at)
        if end < 0:
            break
        media, marked, data = text[at + len("](data:") : end].partition(_TYPE)
        opened = text.rfind("![", max(0, at - 300), at)
        if marked and media in DRAWN and opened >= 0 and 0 < len(data) <= LONGEST:
            words = " ".join(text[opened + 2 : at].split()) or media
            name = f"{key}:{len(found)}:{len(data)}"
            found[name] = (AttachmentPart("image", words, media, len(data) * 3 // 4, name), data)
        at = text.find(_BEGIN, end)
    return found


def content_of(pictures: Spelt) -> Callable[[AttachmentPart], Coroutine[Any, Any, bytes]]:
    """What ``Pictures`` reads them with; b"" for one that is no base64."""

    async def content(part: AttachmentPart) -> bytes:
        return await asyncio.to_thread(_decoded, pictures[part.sha256][1])

    return content


def _decoded(data: str) -> bytes:
    try:
        return base64.b64decode(data.split(maxsplit=1)[0], validate=True)
    except (binascii.Error, ValueError, IndexError):
        return b""
