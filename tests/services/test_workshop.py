"""A profile that cannot be opened leaves nothing open behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from weclaw_desktop.core.errors import DatabaseLocked
from weclaw_desktop.core.text import text
from weclaw_desktop.services.workshop import Workshop
from weclaw_desktop.storage.messages import SqlMessages
from weclaw_desktop.storage.profile import Profile, ProfileLock


async def test_D6_a_profile_that_could_not_be_tidied_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def locked(_: object) -> None:
        raise DatabaseLocked(text("storage.locked", path="weclaw.db"))

    with monkeypatch.context() as patched:
        patched.setattr(SqlMessages, "interrupt_unfinished", locked)
        with pytest.raises(DatabaseLocked):
            await Workshop.open(tmp_path)
    lock = ProfileLock(Profile(tmp_path))
    assert lock.acquire()
    lock.release()
    workshop = await Workshop.open(tmp_path)
    assert workshop.holds_profile
    await workshop.close()
