"""Reads attachments as the real service does, keeps them in memory and weighs four characters as a token."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.core.text import text
from weclaw_desktop.services.attaching import Attaching, Weighed


class MemoryBlobs:
    def __init__(self) -> None:
        self.rows: dict[str, bytes] = {}

    async def put(self, data: bytes, media_type: str) -> str:
        del media_type
        name = hashlib.sha256(data).hexdigest()
        self.rows[name] = data
        return name

    async def get(self, sha256: str) -> bytes:
        if sha256 not in self.rows:
            raise InputError(text("storage.no_blob", name=sha256))
        return self.rows[sha256]


class FakeAttaching(Attaching):
    """``limit`` and ``sees`` are what the model takes."""

    def __init__(self) -> None:
        super().__init__(MemoryBlobs(), None, None, language=lambda: "en", home=self._folder)  # type: ignore[arg-type] -- never asked here
        self.limit = 90_000
        self.words = 50_000
        self.sees = True
        self.weighed_for = ""
        self.home = Path("/nowhere")

    def _folder(self) -> Path:
        return self.home

    def _longest(self, model: str) -> int:
        del model
        return 2_048

    async def weigh(
        self, parts: Sequence[AttachmentPart], *, chat: str = "", model: str = "", strategy: str = ""
    ) -> Weighed:
        del chat, strategy
        self.weighed_for = model
        tokens = tuple(700 if part.kind == "image" else len(part.text) // 4 for part in parts)
        return Weighed(tokens, self.limit, self.sees, "qwen-plus", self.words)
