"""Compressions that somebody asks for: with a focus, up to a message, by another model, again; preview, going back."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.bench import Bench, bench, spec
from tests.services.test_compression import fill, replies, small, summaries, summarised
from weclaw_desktop.context.engine import Narrative, Refused
from weclaw_desktop.core.events import RecordApplied
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.text import render, text
from weclaw_desktop.core.wishes import Preview, Wish
from weclaw_desktop.llm.scripted import Reply, ScriptedModel, answer_anything


def writing(name: str = "second") -> ScriptedModel:
    """Another model, which writes summaries."""

    def answer(request: ModelRequest) -> Reply | str:
        return summarised(request) if request.purpose == "summary" else answer_anything(request)

    model = ScriptedModel(spec(65_536, label=name), answer=answer)
    model.change_spec(name=name)
    return model


async def compressed(b: Bench, wish: Wish | None = None, turns: int = 7) -> tuple[str, Record]:
    """A chat that was compressed by hand."""
    chat = await b.chat()
    await fill(b, chat, turns)
    made = await b.workshop.worker.compress_now(chat, wish=wish or Wish(model="none"))
    assert isinstance(made, Record), made
    return chat, made


async def test_a_focus_stands_in_what_the_model_is_asked(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        await compressed(b, Wish(focus="invoice numbers"))
        assert "invoice numbers" in str(summaries(b)[-1].messages[0].parts[0])


async def test_nobody_is_asked_when_the_user_wants_it_by_code(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        _, made = await compressed(b)
        assert not summaries(b)
        assert made.method == "digest"


async def test_a_chat_far_under_the_threshold_becomes_smaller_too(tmp_path: Path) -> None:
    async with bench(tmp_path, small(window=65_536)) as b:
        _, made = await compressed(b)
        assert made.tokens_before < (await b.workshop.reporter.report(made.chat_id)).thresholds.soft / 2
        assert made.saved > 0.25


async def test_up_to_a_message_and_the_next_request_shows_all_behind_it(tmp_path: Path) -> None:
    async with bench(tmp_path, small(window=32_768)) as b:
        chat = await b.chat()
        await fill(b, chat, 9)
        log = await b.log(chat)
        made = await b.workshop.worker.compress_now(chat, wish=Wish(upto=log[5].id, model="none"))
        assert isinstance(made, Record)
        assert made.cut_id == log[6].id
        await b.say(chat, "Go on.")
        shown = [m.source for m in replies(b)[-1].messages if m.source]
        assert shown[0] == log[6].id
        assert not set(shown) & {m.id for m in log[:6]}


async def test_again_by_another_model_from_what_was_there_before(tmp_path: Path) -> None:
    async with bench(tmp_path, small(), writing()) as b:
        chat, first = await compressed(b)
        made = await b.workshop.worker.compress_now(chat, wish=Wish(model="demo/second", again=True))
        assert isinstance(made, Record), made
        assert made.method == "model"
        assert made.summary_model == "demo/second"
        assert made.first_seq == first.first_seq
        assert made.tokens_before >= first.tokens_before
        assert made.previous_id == first.id
        await b.say(chat, "And now?")
        assert made.block is not None
        assert made.block.narrative
        assert made.block.narrative in str(replies(b)[-1].messages[0].parts[0].text)  # type: ignore[union-attr] -- a text
        undone = await b.workshop.worker.undo(chat)
        assert isinstance(undone, Record)
        assert undone.id == first.id


async def test_again_without_anything_in_force_compresses_as_usual(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        await fill(b, chat, 7)
        assert isinstance(await b.workshop.worker.compress_now(chat, wish=Wish(model="none", again=True)), Record)


async def test_a_preview_changes_nothing_and_is_what_applying_does(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        await fill(b, chat, 7)
        worker, store = b.workshop.worker, b.workshop.store
        before = await store.records.active(chat)
        shown = await worker.on_request.preview(chat, Wish(model="none"))
        assert isinstance(shown, Preview)
        assert await store.records.active(chat) == before
        assert not summaries(b)
        assert not shown.without_summary
        made = await worker.compress_now(chat, wish=Wish(model="none"))
        assert isinstance(made, Record)
        assert made.block == shown.record.block
        assert made.tokens_after == shown.record.tokens_after
        gone = {row.source for row in shown.changes.rows if row.kind == "gone"}
        await b.say(chat, "And now?")
        assert not gone & {m.source for m in replies(b)[-1].messages}
        assert shown.changes.facts > 100
        assert shown.changes.kept > 0.5
        assert isinstance(await worker.on_request.preview(chat, Wish()), (Preview, Refused))


async def test_a_preview_says_that_a_models_summary_would_come_on_top(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        await fill(b, chat, 7)
        shown = await b.workshop.worker.on_request.preview(chat, Wish())
        assert isinstance(shown, Preview)
        assert shown.without_summary


async def asked(b: Bench) -> str:
    """A chat in which a compression lies ready and waits for the user's word."""
    chat = await b.chat()
    for turn in range(1, 40):
        await b.say(chat, f"Tell me about batch {turn}, please.")
        await b.workshop.worker.settle(chat)
        if "apply" in (await b.workshop.reporter.report(chat)).status.actions:
            return chat
    raise AssertionError("it never asked")


async def test_a_preview_of_what_lies_ready_holds_its_summary(tmp_path: Path) -> None:
    async with bench(tmp_path, small(), settings={"context.ask_before": True}) as b:
        chat = await asked(b)
        worker = b.workshop.worker
        assert "preview" in (await b.workshop.reporter.report(chat)).status.actions
        shown = await worker.on_request.preview(chat, Wish())
        assert isinstance(shown, Preview)
        assert shown.record.method == "model"
        assert not shown.without_summary
        assert not b.seen(RecordApplied)
        await worker.answer(chat, "apply")
        await worker.settle(chat)
        await b.say(chat, "next")
        assert b.seen(RecordApplied)[0].record.block is not None


async def test_compressing_by_hand_puts_in_force_what_lies_ready_as_its_preview_shows_it(tmp_path: Path) -> None:
    async with bench(tmp_path, small(), settings={"context.ask_before": True}) as b:
        chat = await asked(b)
        shown = await b.workshop.worker.on_request.preview(chat, Wish())
        assert isinstance(shown, Preview)
        written = len(summaries(b))
        made = await b.workshop.worker.compress_now(chat)
        assert isinstance(made, Record), made
        assert (made.block, made.cut_id, made.tokens_after) == (
            shown.record.block, shown.record.cut_id, shown.record.tokens_after,
        )  # fmt: skip
        assert len(summaries(b)) == written


async def test_compressing_by_hand_writes_anew_when_the_chat_moved_on_under_what_lies_ready(tmp_path: Path) -> None:
    async with bench(tmp_path, small(), settings={"context.ask_before": True}) as b:
        chat = await asked(b)
        written = len(summaries(b))
        job = b.workshop.worker._job(chat)
        assert job.plan is not None
        job.plan = replace(job.plan, prefix_hash="of another chat")
        made = await b.workshop.worker.compress_now(chat)
        assert isinstance(made, Record), made
        assert made.method == "model"
        assert len(summaries(b)) > written


async def test_compressing_by_hand_asks_again_for_a_summary_that_failed(tmp_path: Path) -> None:
    async with bench(tmp_path, small(), settings={"context.ask_before": True}) as b:
        chat = await asked(b)
        written = len(summaries(b))
        b.workshop.worker._job(chat).narrative = Narrative(failure=text("services.summary_failed"))
        made = await b.workshop.worker.compress_now(chat)
        assert isinstance(made, Record), made
        assert made.method == "model"
        assert len(summaries(b)) > written


async def test_there_is_nothing_to_preview_in_a_short_chat(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        await b.say(chat, "Hello.")
        assert isinstance(await b.workshop.worker.on_request.preview(chat, Wish()), Refused)


async def test_what_a_stored_compression_changed(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat, made = await compressed(b)
        told = await b.workshop.worker.on_request.changes(chat, made.id)
        assert not isinstance(told, Refused)
        assert told.after is not None
        assert {row.kind for row in told.rows} >= {"gone", "same", "block"}
        assert isinstance(await b.workshop.worker.on_request.changes(chat, "nothing"), Refused)


async def test_an_older_compression_comes_back_and_can_be_undone(tmp_path: Path) -> None:
    async with bench(tmp_path, small(window=16_384)) as b:
        chat, first = await compressed(b, turns=16)
        await fill(b, chat, 3, 40)
        second = await b.workshop.worker.compress_now(chat, wish=Wish(model="none"))
        assert isinstance(second, Record)
        back = await b.workshop.worker.on_request.restore(chat, first.id)
        assert isinstance(back, Record), back
        assert back.cut_id == first.cut_id
        assert back.previous_id == second.id
        await b.say(chat, "And now?")
        assert next(m.source for m in replies(b)[-1].messages if m.source) == first.cut_id
        undone = await b.workshop.worker.undo(chat)
        assert isinstance(undone, Record)
        assert undone.id == second.id


async def test_what_does_not_stand_for_the_chat_any_more_does_not_come_back(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat, first = await compressed(b)
        assert isinstance(await b.workshop.worker.on_request.restore(chat, "nothing"), Refused)
        await b.workshop.dialog.exclude((await b.log(chat))[0].id, True)
        assert isinstance(await b.workshop.worker.on_request.restore(chat, first.id), Refused)


async def test_an_older_compression_over_the_hard_line_is_refused_and_says_so(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat, first = await compressed(b)
        await fill(b, chat, 14, 40)
        await b.workshop.worker.settle(chat)
        back = await b.workshop.worker.on_request.restore(chat, first.id)
        assert isinstance(back, Refused)
        assert back.reason.key == "services.undo_too_large"
        assert "What the model would read then" in render(back.reason, "en"), "which is not the full history"


def held_once(b: Bench) -> asyncio.Event:
    """Let the first summary never come; the event says that it was begun."""
    begun = asyncio.Event()
    original = b.workshop.worker._preparing._narrator.write  # pyright: ignore[reportPrivateUsage] -- the one seam where time can be stopped

    async def write(*arguments: Any) -> Narrative:
        if not begun.is_set():
            begun.set()
            await asyncio.sleep(600)
        return await original(*arguments)

    b.workshop.worker._preparing._narrator.write = write  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue] -- as above
    return begun


@pytest.mark.parametrize("change", ["pin", "model"])
async def test_a_chat_that_changes_while_it_is_compressed_is_compressed_as_it_is_then(
    tmp_path: Path, change: str
) -> None:
    model = small()
    other = writing("other")
    async with bench(tmp_path, model, other, settings={"context.background": False}) as b:
        chat = await b.chat()
        await fill(b, chat, 7)
        begun = held_once(b)
        made = asyncio.ensure_future(b.workshop.worker.compress_now(chat))
        await begun.wait()
        if change == "pin":
            first = (await b.log(chat))[0]
            await b.workshop.dialog.pin(first.id, True)
        else:
            await b.workshop.dialog.choose_model(chat, "demo/other")
        record = await made
        assert isinstance(record, Record)
        assert record.method == "model"
        active = await b.workshop.store.records.active(chat)
        assert active is not None
        assert active.id == record.id
        if change == "pin":
            assert record.block is not None
            assert "Tell me about batch 1" in record.block.rules


async def test_only_who_cancelled_is_told_so(tmp_path: Path) -> None:
    async with bench(tmp_path, small(), settings={"context.background": False}) as b:
        chat = await b.chat()
        await fill(b, chat, 7)
        begun = held_once(b)
        made = asyncio.ensure_future(b.workshop.worker.compress_now(chat))
        await begun.wait()
        await b.workshop.worker.cancel(chat)
        refused = await made
        assert isinstance(refused, Refused)
        assert refused.reason.key == "services.compression_cancelled"
