"""An open store in a profile of its own, under a name with Chinese and a space."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from weclaw_desktop.storage.profile import open_store
from weclaw_desktop.storage.store import SqlStore


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "张伟" / "数据 夹"


@pytest.fixture
async def store(folder: Path) -> AsyncIterator[SqlStore]:
    opened = await open_store(folder)
    yield opened
    await opened.close()
