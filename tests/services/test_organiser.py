"""The chat list's verbs: many chats at once, one undo, a trash that empties itself."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fakes.bench import bench
from weclaw_desktop.core.errors import InputError, StorageError
from weclaw_desktop.core.events import ChatDeleted, ChatErased, ChatSaved, FoldersChanged, Problem
from weclaw_desktop.core.text import text
from weclaw_desktop.memory.notes import Entry, NoteBook
from weclaw_desktop.services.organiser import DAY_MS, KEPT_DAYS


async def test_many_chats_change_at_once_and_come_back_with_one_undo(tmp_path: Path) -> None:
    async with bench(tmp_path) as made:
        organiser, store = made.workshop.organiser, made.workshop.store
        ids = [await made.chat() for _ in range(3)]
        folder = await organiser.new_folder("Work", ids[:1])
        assert made.seen(FoldersChanged)[-1].folders == (folder,)
        await organiser.tag(ids, add=("#a", "b"))
        made.events.clear()
        before = await organiser.move(ids, folder.id)
        assert [chat.id for chat in before] == ids[1:]
        assert [event.chat.folder for event in made.seen(ChatSaved)] == [folder.id] * 2
        await organiser.put_back(before)
        assert [(await store.chats.get(chat_id)).folder for chat_id in ids] == [folder.id, "", ""]
        before = await organiser.tag(ids, add=("c",), remove=("a",))
        assert {(await store.chats.get(chat_id)).tags for chat_id in ids} == {("b", "c")}
        await organiser.put_back(before)
        assert {(await store.chats.get(chat_id)).tags for chat_id in ids} == {("a", "b")}
        assert await organiser.pin(ids, False) == ()
        assert len(await organiser.archive(ids, True)) == 3
        assert await store.chats.all(archived=False) == []


async def test_deleted_chats_come_back_where_they_were(tmp_path: Path) -> None:
    async with bench(tmp_path) as made:
        organiser, store = made.workshop.organiser, made.workshop.store
        ids = [await made.chat() for _ in range(2)]
        await organiser.archive(ids[:1], True)
        before = await organiser.delete(ids)
        assert [event.chat_id for event in made.seen(ChatDeleted)] == ids
        assert len(await store.chats.all(trash=True)) == 2
        await organiser.put_back(before)
        assert [chat.id for chat in await store.chats.all(archived=True)] == ids[:1]
        assert [chat.id for chat in await store.chats.all(archived=False)] == ids[1:]


async def test_a_folder_goes_and_its_chats_stay(tmp_path: Path) -> None:
    async with bench(tmp_path) as made:
        organiser = made.workshop.organiser
        ids = [await made.chat() for _ in range(2)]
        folder = await organiser.new_folder("Work", ids)
        await organiser.delete(ids[:1])
        await organiser.change_folder(folder.id, name="Home", collapsed=True)
        assert made.seen(FoldersChanged)[-1].folders == (replace(folder, name="Home", collapsed=True),)
        made.events.clear()
        await organiser.delete_folder(folder.id)
        assert [event.chat.id for event in made.seen(ChatSaved)] == ids[1:]
        assert made.seen(FoldersChanged)[-1].folders == ()
        with pytest.raises(InputError):
            await organiser.new_folder("  ")


async def test_after_thirty_days_the_trash_is_erased_with_all_that_was_made_of_it(tmp_path: Path) -> None:
    async with bench(tmp_path) as made:
        organiser, store = made.workshop.organiser, made.workshop.store
        made.workshop.folder = tmp_path
        old, new, kept = [await made.chat() for _ in range(3)]
        for chat_id in (old, new, kept):
            await made.say(chat_id, f"secret plan {chat_id}")
        book = NoteBook(tmp_path / "notes")
        for chat_id in (old, new):
            book.add(chat_id, "x", "2026-11-30", [Entry(chat_id, "h", "b")])
        await organiser.delete([old, new])
        row = await store.chats.get(old)
        past = (row.deleted_ms or 0) - KEPT_DAYS * DAY_MS - 1
        await store.chats.put_back([replace(row, deleted_ms=past)])
        assert await organiser.clear_out() == 1
        assert [event.chat_id for event in made.seen(ChatErased)] == [old]
        with pytest.raises(InputError):
            await store.chats.get(old)
        assert {note.chat for note in book.all()} == {new}
        assert {hit.chat for hit in await store.search.find("secret plan")} <= {new, kept}
        assert await organiser.erase([new, kept]) == 1
        assert (await store.chats.get(kept)).id == kept
        await organiser.delete([kept])
        assert await organiser.empty_trash() == 1


async def test_the_trash_is_looked_through_every_day_that_the_window_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bench(tmp_path) as made:
        waits: list[float] = []

        async def clear_out(*, after_s: float = 0.0) -> int:
            waits.append(after_s)
            if len(waits) == 3:
                raise asyncio.CancelledError
            return 0

        monkeypatch.setattr(made.workshop.organiser, "clear_out", clear_out)
        with pytest.raises(asyncio.CancelledError):
            await made.workshop.organiser.clear_out_daily(after_s=5.0)
        assert waits == [5.0, 86_400.0, 86_400.0]


async def test_notes_that_cannot_be_removed_are_told(tmp_path: Path) -> None:
    async with bench(tmp_path) as made:
        organiser = made.workshop.organiser

        async def refuse(chat_id: str) -> None:
            raise PermissionError(13, "Permission denied")

        organiser._forget = refuse
        chat_id = await made.chat()
        await organiser.delete([chat_id])
        assert await organiser.erase([chat_id]) == 1
        assert made.seen(Problem)[-1].text == text("services.notes_not_erased", reason=text("system.EACCES"))


async def test_a_disk_that_takes_nothing_is_tried_again_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bench(tmp_path) as made:

        async def full(**_: object) -> int:
            raise StorageError(text("storage.full"))

        monkeypatch.setattr(made.workshop.store.messages, "purge", full)
        assert await made.workshop.organiser.clear_out() == 0
        assert made.seen(Problem) == []


async def test_an_unread_mark_survives_a_restart_and_moves_nothing(tmp_path: Path) -> None:
    async with bench(tmp_path) as made:
        ids = [await made.chat() for _ in range(2)]
        await made.say(ids[1], "newer")
        await made.workshop.organiser.mark_unread(ids[:1], True)
    async with bench(tmp_path) as made:
        listed = await made.workshop.store.chats.all()
        assert [(chat.id, chat.unread) for chat in listed] == [(ids[1], False), (ids[0], True)]
