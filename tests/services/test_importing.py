"""Files of messages become chats, once, and one line says what did not come along."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.fakes.bench import bench
from weclaw_desktop.core.errors import InputError, StorageError
from weclaw_desktop.core.events import ChatSaved
from weclaw_desktop.core.text import render, text
from weclaw_desktop.services import importing


def written(path: Path, *conversations: object) -> Path:
    path.write_text("\n".join(json.dumps(one, ensure_ascii=False) for one in conversations), "utf-8")
    return path


ENGLISH = {
    "messages": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Where is the archive opened? Look twice."},
        {"role": "assistant", "content": "In three places."},
        "noise",
    ]
}
CHINESE = {"messages": [{"role": "user", "content": "数据库选型"}, {"role": "assistant", "content": "用 SQLite。"}]}


async def test_conversations_become_chats_with_titles_and_one_line(tmp_path: Path) -> None:
    async with bench(tmp_path / "p") as made:
        file = written(tmp_path / "two.jsonl", ENGLISH, CHINESE)
        done = await made.workshop.importer.take(file)
        assert [chat.title for chat in done.chats] == ["Where is the archive opened?", "数据库选型"]
        assert [chat.language for chat in done.chats] == ["en", "zh"]
        assert [m.text for m in await made.log(done.chats[0].id)] == [
            "Where is the archive opened? Look twice.",
            "In three places.",
        ]
        assert [event.chat.id for event in made.seen(ChatSaved) if event.created] == [c.id for c in done.chats]
        assert render(done.said) == (
            "Imported: chats 2, messages 4. Left out: instructions to the model (1); entries that are no messages (1)."
        )
        again = await made.workshop.importer.take(file)
        assert (again.chats, again.known) == ((), 2)
        assert "here already (2)" in render(again.said)
        assert len(await made.workshop.store.chats.all()) == 2


async def test_a_whole_file_says_that_nothing_was_left_out(tmp_path: Path) -> None:
    async with bench(tmp_path / "p") as made:
        done = await made.workshop.importer.take(written(tmp_path / "one.json", CHINESE))
        assert render(done.said, "zh") == "已导入：对话 1 个，消息 2 条，没有遗漏。"


async def test_other_files_are_refused_with_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with bench(tmp_path / "p") as made:
        take = made.workshop.importer.take
        other, broken, binary = tmp_path / "chats.zip", tmp_path / "x.json", tmp_path / "b.json"
        other.write_bytes(b"PK")
        broken.write_text("{ no", "utf-8")
        binary.write_bytes(b"\xff\xfe\x00")
        with pytest.raises(InputError, match="kind"):
            await take(other)
        with pytest.raises(InputError, match="JSON"):
            await take(broken)
        with pytest.raises(InputError, match="not a text in UTF-8"):
            await take(binary)
        with pytest.raises(InputError, match="there is no such file"):
            await take(tmp_path / "gone.json")
        monkeypatch.setattr(importing, "LARGEST", 5)
        with pytest.raises(InputError, match="256 MB"):
            await take(written(tmp_path / "large.json", CHINESE))
        assert await made.workshop.store.chats.all() == []


async def test_a_conversation_that_cannot_be_stored_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bench(tmp_path / "p") as made:
        store = made.workshop.store

        async def full(*_: object) -> None:
            raise StorageError(text("storage.full"))

        monkeypatch.setattr(store.messages, "extend", full)
        with pytest.raises(StorageError):
            await made.workshop.importer.take(written(tmp_path / "one.json", CHINESE))
        assert await store.chats.all() == []
        assert await store.chats.all(trash=True) == []
