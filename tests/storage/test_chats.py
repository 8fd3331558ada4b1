"""Chats: their list, search, fields, trash."""

from __future__ import annotations

import pytest

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import AttachmentPart, Message, user
from weclaw_desktop.core.records import Record
from weclaw_desktop.storage.store import SqlStore


async def titles(store: SqlStore, query: str = "", *, trash: bool = False) -> list[str]:
    return [chat.title for chat in await store.chats.all(query=query, trash=trash)]


async def test_every_field_can_be_set(store: SqlStore) -> None:
    chat = await store.chats.create(model="a/b", strategy="off", language="zh")
    fields = {
        "title": "新的 \ud800",
        "title_by": "user",
        "model": "c/d",
        "strategy": "adaptive",
        "profile": "long",
        "language": "en",
        "pinned": True,
        "archived": True,
        "draft": "unsent\0",
        "held_until": 5_000,
        "overrides": {"context.cap": 20_000, "x": "\ud800"},
        "folder": "f1",
        "tags": ("工作", "#work", " a,b ", "work", ""),
        "unread": True,
        "workdir": "/home/me/数据",
        "persona": "translator",
        "parameters": {"temperature": 0.3},
        "source": "import:openai:1",
    }
    changed = await store.chats.change(chat.id, **fields)
    assert changed == await store.chats.get(chat.id)
    assert changed.title == "新的 \ufffd"
    assert changed.draft == "unsent\ufffd"
    assert changed.tags == ("工作", "work", "a b")
    changed_otherwise = ("title", "draft", "tags")
    for name in (name for name in fields if name not in changed_otherwise):
        assert getattr(changed, name) == fields[name]


async def test_only_another_model_or_strategy_raises_the_epoch(store: SqlStore) -> None:
    chat = await store.chats.create(model="a/b")
    assert (await store.chats.change(chat.id, model="a/b", title="x")).epoch == 0
    assert (await store.chats.change(chat.id, model="c/d")).epoch == 1
    assert (await store.chats.change(chat.id, strategy="off")).epoch == 2
    assert await store.chats.bump_epoch(chat.id) == 3


async def test_a_change_that_depends_on_what_is_there_is_one_step(store: SqlStore) -> None:
    chat = await store.chats.create()
    assert (await store.chats.change(chat.id, only_if={"title": ""}, title="first")).title == "first"
    assert (await store.chats.change(chat.id, only_if={"title": ""}, title="second")).title == "first"


async def test_unknown_chats_and_fields_are_named(store: SqlStore) -> None:
    chat = await store.chats.create()
    with pytest.raises(InputError, match="epoch"):
        await store.chats.change(chat.id, epoch=5)
    for call in (store.chats.get, store.chats.bump_epoch, store.chats.delete, store.chats.restore):
        with pytest.raises(InputError, match="nowhere"):
            await call("nowhere")


async def test_half_characters_in_ids_are_refused(store: SqlStore) -> None:
    for call in (store.chats.get, store.chats.bump_epoch, store.messages.path):
        with pytest.raises(InputError, match="half a character"):
            await call("\ud800")


async def test_titles_are_found_by_words_and_by_chinese(store: SqlStore) -> None:
    for title in ("Straße nach Köln", "数据库选型", "100% sure_thing", "ＦＵＬＬ width"):
        await store.chats.change((await store.chats.create()).id, title=title)
    assert await titles(store, "STRASSE") == ["Straße nach Köln"]
    assert await titles(store, "köln straße") == ["Straße nach Köln"]
    assert await titles(store, "选型") == ["数据库选型"]
    assert await titles(store, "型") == ["数据库选型"]
    assert await titles(store, "%") == ["100% sure_thing"]
    assert await titles(store, "e_t") == ["100% sure_thing"]
    assert await titles(store, "full") == ["ＦＵＬＬ width"]
    assert await titles(store, "nothing") == []
    assert await titles(store, "\ud800") == []


async def test_the_newest_activity_comes_first(store: SqlStore) -> None:
    made = [await store.chats.create() for _ in range(3)]
    for chat, title in zip(made, "abc", strict=True):
        await store.chats.change(chat.id, title=title)
    clock = iter(range(2_000_000_000_000, 2_000_000_000_100))
    store.messages._clock = lambda: next(clock)
    await store.messages.append(made[1].id, user("x"))
    assert (await titles(store))[0] == "b"
    assert len(await store.chats.all(limit=2)) == 2


async def test_the_trash_gives_back_and_is_purged(store: SqlStore) -> None:
    kept, gone = await store.chats.create(), await store.chats.create()
    await store.chats.change(gone.id, title="gone")
    await store.messages.extend(gone.id, [user(f"secret plan {i}") for i in range(250)])
    await store.records.apply(gone.id, Record("adaptive", "passes", "hash"), epoch=0)
    await store.chats.delete(gone.id)
    assert await titles(store) == [""]
    assert await titles(store, trash=True) == ["gone"]
    assert (await store.chats.restore(gone.id)).deleted_ms is None
    assert len(await titles(store)) == 2
    await store.chats.delete(gone.id)
    assert await store.chats.purge(deleted_before_ms=1) == []
    assert await store.chats.purge(deleted_before_ms=9_000_000_000_000) == [gone.id]
    with pytest.raises(InputError):
        await store.chats.get(gone.id)
    assert (await store.chats.get(kept.id)).id == kept.id

    def left(connection: object) -> list[int]:
        count = connection.exec_driver_sql  # type: ignore[attr-defined]  # an SQLAlchemy connection
        tables = ("messages", "records", "search_pending", "search_indexed")
        return [count(f"SELECT COUNT(*) FROM {table}").scalar() for table in tables]

    assert await store.database.read(left) == [0, 0, 0, 0]


async def test_archived_chats_can_be_told_apart(store: SqlStore) -> None:
    plain, archived = await store.chats.create(), await store.chats.create()
    await store.chats.change(archived.id, archived=True)
    assert [chat.id for chat in await store.chats.all(archived=False)] == [plain.id]
    assert [chat.id for chat in await store.chats.all(archived=True)] == [archived.id]
    assert len(await store.chats.all()) == 2


async def test_chats_are_put_back_where_they_were(store: SqlStore) -> None:
    before = [await store.chats.change((await store.chats.create()).id, tags=("a",), folder="f") for _ in range(3)]
    await store.chats.change(before[0].id, tags=("b", "c"), folder="", pinned=True, title="kept")
    await store.chats.delete(before[1].id)
    await store.chats.delete(before[2].id)
    assert await store.chats.purge(ids=[before[2].id, before[0].id]) == [before[2].id]
    back = await store.chats.put_back(before)
    assert [chat.id for chat in back] == [before[0].id, before[1].id]
    assert [(chat.tags, chat.folder, chat.pinned, chat.deleted_ms) for chat in back] == [(("a",), "f", False, None)] * 2
    assert back[0].title == "kept"


async def test_a_chat_is_known_by_its_source_until_it_is_deleted(store: SqlStore) -> None:
    chat = await store.chats.change((await store.chats.create()).id, source="import:openai:1")
    await store.chats.create()
    assert await store.chats.from_source("import:openai:1") == chat
    assert await store.chats.from_source("") is None
    await store.chats.delete(chat.id)
    assert await store.chats.from_source("import:openai:1") is None


async def test_bytes_go_with_the_last_chat_that_holds_them(store: SqlStore) -> None:
    shared, own = await store.blobs.put(b"shared", "text/plain"), await store.blobs.put(b"own", "text/plain")
    first, second = await store.chats.create(), await store.chats.create()

    def holding(name: str) -> Message:
        return Message("user", (AttachmentPart("file", "x.txt", "text/plain", 1, name),))

    await store.messages.extend(first.id, [holding(shared), holding(own)])
    await store.messages.append(second.id, holding(shared))
    await store.chats.delete(first.id)
    assert await store.chats.purge(ids=[first.id]) == [first.id]
    assert await store.blobs.get(shared) == b"shared"
    with pytest.raises(InputError):
        await store.blobs.get(own)


async def test_some_chats_are_read_at_once_in_the_order_asked_for(store: SqlStore) -> None:
    first, second, gone = [await store.chats.create() for _ in range(3)]
    await store.chats.delete(second.id)
    await store.chats.delete(gone.id)
    await store.chats.purge(ids=[gone.id])
    found = await store.chats.some([second.id, gone.id, "nowhere", first.id])
    assert [chat.id for chat in found] == [second.id, first.id]
    assert await store.chats.some([]) == []
