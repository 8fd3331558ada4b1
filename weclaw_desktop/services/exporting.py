"""Writes chats to files of other kinds."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.system_errors import why
from weclaw_desktop.core.text import Language, text
from weclaw_desktop.exchange.markdown import markdown


class Exporter:
    """Reads chats and writes files; changes nothing."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def to_markdown(self, chat_id: str, path: Path, language: Language) -> None:
        """Write the branch shown of a chat to ``path``. Raises InputError, StorageError."""
        chat = await self._store.chats.get(chat_id)
        log = await self._store.messages.path(chat_id)
        records = await self._store.records.all(chat_id)
        zone = datetime.now(UTC).astimezone().tzinfo or UTC

        def write() -> None:
            path.write_text(markdown(chat, log, language, records=records, zone=zone), "utf-8")

        try:
            await asyncio.to_thread(write)
        except OSError as error:
            raise InputError(text("services.not_written", path=str(path), reason=why(error))) from error
