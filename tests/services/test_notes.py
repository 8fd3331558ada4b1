"""Layered memory's notes: written when messages leave the view, found by recall, gone with their chat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.fakes.bench import Bench, bench, spec
from tests.services.test_recall import FILLER, filled, put, told, tools
from weclaw_desktop.core.events import Problem, RecordApplied
from weclaw_desktop.core.messages import assistant, user
from weclaw_desktop.llm.scripted import ScriptedModel


@asynccontextmanager
async def layered(folder: Path) -> AsyncGenerator[tuple[Bench, str]]:
    """A chat under Layered memory whose older turns have just left the view."""
    given: dict[str, object] = {"context.strategy": "layered", "context.background": False}
    async with bench(folder, ScriptedModel(spec(16_384)), tools=tools(), settings=given) as b:
        b.workshop.folder = folder
        chat = await filled(b)
        await b.workshop.dialog.rename(chat, "Keys")
        b.model.enqueue("Fine.")
        await b.say(chat, "Go on.")
        assert [event.record.strategy for event in b.seen(RecordApplied)] == ["layered"]
        await b.until(lambda: list((folder / "notes").glob("*.md")))
        yield b, chat


def note(folder: Path) -> Path:
    (found,) = (folder / "notes").glob("*.md")
    return found


async def test_Q4_what_leaves_the_view_is_noted_from_the_record_itself(tmp_path: Path) -> None:
    """(fault Q4): no timer has to come round first; also what an earlier record took and nobody noted."""
    async with layered(tmp_path) as (b, chat):
        path = note(tmp_path)
        assert path.name.endswith(" Keys.md")
        text = path.read_text(encoding="utf-8")
        assert f"chat: {chat}" in text
        record = b.seen(RecordApplied)[0].record
        assert f"## m{record.first_seq}–m{record.last_seq} · " in text
        assert f"<!-- entry {record.id} -->" in text
        assert "hunter22secret" not in text
        path.unlink()  # as if the app had ended before it was written
        more = [m for n in range(40) for m in (user(f"Tale {n}. {FILLER}"), assistant(f"Reply {n}. {FILLER}"))]
        await put(b, chat, more)
        await b.workshop.desks.renew(chat)
        b.model.enqueue("Fine.")
        await b.say(chat, "And on.")
        assert len(b.seen(RecordApplied)) > 1

        def all_noted() -> bool:
            text = "".join(p.read_text(encoding="utf-8") for p in (tmp_path / "notes").glob("*.md"))
            return all(f"<!-- entry {event.record.id} -->" in text for event in b.seen(RecordApplied))

        await b.until(all_noted)


async def test_a_note_that_a_person_changed_is_found_as_it_is_now(tmp_path: Path) -> None:
    async with layered(tmp_path) as (b, chat):
        notes, path = b.workshop.notes, note(tmp_path)
        path.write_text(path.read_text(encoding="utf-8") + "\nThe spare key hangs behind the 挂钟.\n", encoding="utf-8")
        hits = await notes.find("挂钟")
        assert [(hit.id, hit.chat, hit.role) for hit in hits] == [(path.name, chat, "note")]
        assert "spare key" in hits[0].text
        assert (await b.workshop.recall.find("spare key"))[-1].role == "note"
        assert "spare key hangs" in told(await b.workshop.recall.answer(chat, "spare key 挂钟"))
        assert (await notes.find("spare", chat="another")) == []
        assert await notes.write(chat) is None
        path.write_text("nothing of ours any more")
        assert await notes.find("挂钟") == []


async def test_notes_of_the_trash_are_kept_and_not_found_and_go_when_it_is_emptied(tmp_path: Path) -> None:
    async with layered(tmp_path) as (b, chat):
        assert await b.workshop.notes.find("Story 3")
        await b.workshop.dialog.delete(chat)
        assert await b.workshop.notes.find("Story 3") == []
        assert note(tmp_path).exists()
        await b.workshop.dialog.restore(chat)
        assert await b.workshop.notes.find("Story 3")
        assert await b.workshop.notes.forget(chat) == 1
        assert list((tmp_path / "notes").iterdir()) == []


async def test_a_note_that_cannot_be_written_is_told_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("a file where the folder should be")
    given: dict[str, object] = {"context.strategy": "layered", "context.background": False}
    async with bench(tmp_path / "p", ScriptedModel(spec(16_384)), tools=tools(), settings=given) as b:
        b.workshop.folder = tmp_path
        chat = await filled(b)
        b.model.enqueue("Fine.")
        assert (await b.say(chat, "Go on.")).text
        await b.until(lambda: [p for p in b.seen(Problem) if p.text.key == "services.note_failed"])
        assert "flowerpot" in told(await b.workshop.recall.answer(chat, "flowerpot"))


@pytest.mark.parametrize("strategy", ["adaptive", "layered"])
async def test_only_layered_memory_and_only_on_a_disk_writes_notes(tmp_path: Path, strategy: str) -> None:
    given: dict[str, object] = {"context.strategy": strategy, "context.background": False}
    async with bench(tmp_path, ScriptedModel(spec(16_384)), tools=tools(), settings=given) as b:
        b.workshop.folder = tmp_path if strategy == "adaptive" else None
        chat = await filled(b)
        b.model.enqueue("Fine.")
        await b.say(chat, "Go on.")
        assert b.seen(RecordApplied)
        await asyncio.sleep(0.05)
        assert not (tmp_path / "notes").exists()
        assert await b.workshop.notes.find("Story") == []
        assert await b.workshop.notes.forget(chat) == 0
        assert strategy == "adaptive" or await b.workshop.notes.write(chat) is None
