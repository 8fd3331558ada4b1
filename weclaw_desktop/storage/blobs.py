"""Bytes of attachments, kept once per content under their SHA-256."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from sqlalchemy import Connection, insert, select

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.text import text
from weclaw_desktop.storage.database import Database
from weclaw_desktop.storage.tables import BlobRow


class SqlBlobs:
    """Stores attachments."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    async def put(self, data: bytes, media_type: str) -> str:
        """Keep ``data``; returns its SHA-256 in hexadecimal. The same bytes are kept once."""

        def work(connection: Connection) -> str:
            name = hashlib.sha256(data).hexdigest()
            if connection.scalar(select(BlobRow.sha256).where(BlobRow.sha256 == name)) is None:
                facts = {"sha256": name, "media_type": media_type, "size": len(data), "created_ms": self._clock()}
                connection.execute(insert(BlobRow).values(**facts, data=data))
            return name

        return await self._database.write(work)

    async def get(self, sha256: str) -> bytes:
        """The bytes. Raises InputError when there are none under that name."""
        data = await self._database.read(lambda c: c.scalar(select(BlobRow.data).where(BlobRow.sha256 == sha256)))
        if data is None:
            raise InputError(text("storage.no_blob", name=sha256))
        return data
