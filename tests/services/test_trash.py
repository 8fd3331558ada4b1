"""What lies in the trash stays as it is until it is restored."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.bench import Bench, bench
from tests.services.test_compression import fill, replies, small, summaries
from weclaw_desktop.context.engine import Moment, Refused
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import Text, render
from weclaw_desktop.core.wishes import Preview, Wish

SAID = {"en": "This chat is in the trash. Restore it first.", "zh": "此对话在回收站中，请先恢复。"}


def refused(made: object) -> bool:
    """Whether it was refused with one sentence that says what to do, in both languages."""
    return isinstance(made, Refused) and _says(made.reason)


def _says(reason: Text) -> bool:
    return {"en": render(reason, "en"), "zh": render(reason, "zh")} == SAID


async def thrown_away(b: Bench, turns: int = 7) -> str:
    """A chat with a compression, in the trash."""
    chat = await b.chat()
    await fill(b, chat, turns)
    assert isinstance(await b.workshop.worker.compress_now(chat, wish=Wish(model="none")), Record)
    await b.workshop.dialog.delete(chat)
    return chat


async def test_nothing_that_people_ask_for_is_done_in_the_trash(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await thrown_away(b)
        worker, store = b.workshop.worker, b.workshop.store
        before, asked = await store.records.all(chat), len(b.model.history)
        epoch = (await store.chats.get(chat)).epoch
        record = before[-1]
        assert refused(await worker.on_request.preview(chat, Wish()))
        assert refused(await worker.on_request.restore(chat, record.id))
        assert refused(await worker.compress_now(chat, "invoices"))
        assert refused(await worker.undo(chat))
        assert refused(await worker.redo(chat))
        assert refused(await worker.edit(chat, record.id, "mine"))
        assert await store.records.all(chat) == before
        assert (await store.chats.get(chat)).epoch == epoch
        assert len(b.model.history) == asked


async def test_nothing_is_sent_from_the_trash(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await thrown_away(b)
        dialog, before, asked = b.workshop.dialog, await b.log(chat), len(b.model.history)
        for work in (
            dialog.send(chat, "Are you there?"),
            dialog.retry(chat),
            dialog.regenerate(before[-1].id),
            dialog.edit(before[0].id, "other words"),
        ):
            with pytest.raises(InputError) as error:
                await work
            assert _says(error.value.text)
        assert await b.log(chat) == before
        assert len(b.model.history) == asked


async def test_nothing_runs_by_itself_in_the_trash(tmp_path: Path) -> None:
    async with bench(tmp_path, small(), settings={"context.background": False, "context.strategy": "off"}) as b:
        chat = await b.chat()
        await fill(b, chat, 12)
        worker = b.workshop.worker
        await worker.settle(chat)  # the look after the last answer, which would find the other strategy
        await b.workshop.settings.change({"context.strategy": "adaptive"})
        report = await b.workshop.reporter.report(chat)
        assert report.load > report.thresholds.threshold
        await b.workshop.dialog.delete(chat)
        worker.consider(chat, Moment.AFTER_RESPONSE)
        await worker.settle(chat)
        assert refused(await worker.resume(chat))
        assert refused(await worker.answer(chat, "apply"))
        await worker.settle(chat)
        assert await b.workshop.store.records.all(chat) == []
        assert not summaries(b)
        await b.workshop.dialog.restore(chat)
        assert await worker.resume(chat) is None
        await worker.settle(chat)
        assert await b.workshop.store.records.all(chat)


async def test_a_hold_after_an_undo_stays_in_the_trash_and_is_lifted_when_the_chat_is_back(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat, worker = await b.chat(), b.workshop.worker
        await fill(b, chat, 7)
        assert isinstance(await worker.compress_now(chat, wish=Wish(model="none")), Record)
        assert await worker.undo(chat, force=True) is None
        held = (await b.workshop.store.chats.get(chat)).held_until
        assert held > 0
        await b.workshop.dialog.delete(chat)
        assert refused(await worker.resume(chat))
        assert (await b.workshop.store.chats.get(chat)).held_until == held
        await b.workshop.dialog.restore(chat)
        assert await worker.resume(chat) is None
        await worker.settle(chat)
        assert (await b.workshop.store.chats.get(chat)).held_until == 0


async def test_a_chat_that_went_to_the_trash_elsewhere_is_left_alone_too(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        await fill(b, chat, 7)
        await b.workshop.store.chats.delete(chat)  # as another process does it: nobody here hears of it
        assert refused(await b.workshop.worker.on_request.preview(chat, Wish()))
        assert refused(await b.workshop.worker.compress_now(chat))
        assert await b.workshop.store.records.all(chat) == []


async def test_what_is_restored_can_be_compressed_and_its_next_request_is_shorter(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        await fill(b, chat, 7)
        await b.workshop.dialog.delete(chat)
        await b.workshop.reporter.report(chat)  # somebody looks at it in the trash
        await b.workshop.organiser.put_back(tuple(await b.workshop.store.chats.all(trash=True)))
        assert refused(await b.workshop.worker.compress_now(chat))
        await b.workshop.dialog.restore(chat)
        assert isinstance(await b.workshop.worker.on_request.preview(chat, Wish(model="none")), Preview)
        made = await b.workshop.worker.compress_now(chat, wish=Wish(model="none"))
        assert isinstance(made, Record)
        await b.say(chat, "Go on.")
        shown = {message.source for message in replies(b)[-1].messages}
        assert (await b.log(chat))[0].id not in shown


async def test_a_compression_that_runs_when_the_chat_goes_to_the_trash_is_dropped(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        await fill(b, chat, 7)
        desk = await b.workshop.desks.of(chat)
        epoch = desk.chat.epoch
        shown = await b.workshop.worker.on_request.preview(chat, Wish(model="none"))
        assert isinstance(shown, Preview)
        await b.workshop.store.chats.delete(chat)
        assert await b.workshop.store.records.apply(chat, shown.record, epoch=epoch) is None
        assert await b.workshop.store.records.active(chat) is None
