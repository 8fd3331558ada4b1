"""Folders of chats: order, names, and that deleting one keeps its chats."""

from __future__ import annotations

import pytest

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.storage.store import SqlStore


async def test_folders_keep_their_order_and_state(store: SqlStore) -> None:
    work, home = await store.folders.create("  Work \n now "), await store.folders.create("家")
    assert [folder.name for folder in await store.folders.all()] == ["Work now", "家"]
    await store.folders.change(work.id, position=5, collapsed=True)
    await store.folders.change(home.id, name="Home")
    assert [(f.name, f.position, f.collapsed) for f in await store.folders.all()] == [
        ("Home", 1, False),
        ("Work now", 5, True),
    ]
    assert (await store.folders.create("x" * 200)).position == 6


async def test_deleting_a_folder_keeps_its_chats(store: SqlStore) -> None:
    folder = await store.folders.create("Work")
    chats = [await store.chats.create() for _ in range(3)]
    for chat in chats[:2]:
        await store.chats.change(chat.id, folder=folder.id)
    await store.chats.delete(chats[1].id)
    freed = await store.folders.delete(folder.id)
    assert sorted(chat.id for chat in freed) == sorted(chat.id for chat in chats[:2])
    assert {chat.folder for chat in freed} == {""}
    assert await store.folders.all() == []
    assert len(await store.chats.all()) == 2


async def test_what_is_no_folder_is_refused(store: SqlStore) -> None:
    folder = await store.folders.create("Work")
    with pytest.raises(InputError, match="name"):
        await store.folders.create(" ")
    with pytest.raises(InputError, match="name"):
        await store.folders.change(folder.id, name="")
    with pytest.raises(InputError, match="nowhere"):
        await store.folders.change("nowhere", name="x")
    with pytest.raises(InputError, match="colour"):
        await store.folders.change(folder.id, colour="red")
