"""What is kept of each call: here, what the model was told of what it does not see."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

from tests.fakes.bench import Bench, bench
from tests.services.test_compression import fill, replies, small
from weclaw_desktop.core.events import RecordApplied
from weclaw_desktop.core.models import Usage
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.report import ContextReport
from weclaw_desktop.core.wishes import Wish
from weclaw_desktop.llm.scripted import say
from weclaw_desktop.llm.tokens import counter_for


def sent(b: Bench) -> list[str]:
    """The notices that requests held, equal ones in a row once; "" where a request held none after one that did."""
    told = ["".join(s.text for s in request.system if s.key == "notice") for request in replies(b)]
    found = [text for text, _ in groupby(told)]
    return found[1:] if found and not found[0] else found


async def shown(b: Bench, chat: str) -> ContextReport:
    return await b.workshop.reporter.report(chat)


async def test_U5_the_history_of_notices_is_what_requests_held_whatever_the_switch_was(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat, worker, dialog = await b.chat(), b.workshop.worker, b.workshop.dialog
        await fill(b, chat, 7)
        await dialog.choose_own(chat, {"tell_model": False})
        assert isinstance(await worker.compress_now(chat, wish=Wish(model="none")), Record)
        await b.say(chat, "Told nothing.")
        assert sent(b) == []
        assert (await shown(b, chat)).told == ()
        await dialog.choose_own(chat, {"tell_model": None})
        assert (await shown(b, chat)).told == ()  # it stands in the prompt, and nobody has read it yet
        await b.say(chat, "Told now.")
        await b.say(chat, "And again.")
        report = await shown(b, chat)
        assert [notice.text for notice in report.told] == sent(b)
        assert report.told[0].text == report.notices[0]
        assert report.told[0].until_ms == 0
        await dialog.choose_own(chat, {"tell_model": False})
        await b.say(chat, "Not any more.")
        (first,) = (await shown(b, chat)).told
        assert first.until_ms > first.from_ms
        await dialog.choose_own(chat, {"tell_model": None})
        await b.say(chat, "Told once more.")
        told = (await shown(b, chat)).told
        assert [notice.text for notice in told] == [text for text in sent(b) if text]
        assert (len(told), told[1].until_ms) == (2, 0)


async def test_U5_over_25_turns_user_and_model_are_told_the_same_in_few_words(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        for turn in range(1, 26):
            await b.say(chat, f"Tell me about batch {turn}, please.")
            await b.workshop.worker.settle(chat)
        report, told = await shown(b, chat), sent(b)
        cuts = [event.record for event in b.seen(RecordApplied) if event.record.cut_id]
        assert 0 < len(told) <= len(cuts)  # the words change with a compression only: nothing in them counts turns
        assert report.notices[0] == told[-1]
        assert [notice.text for notice in report.told] == told
        assert [record.id for record in report.records] == [event.record.id for event in b.seen(RecordApplied)]
        counter = counter_for("o200k_base")
        for text in told:
            assert "not shown verbatim" in text
            assert counter.text(text) <= 120
            assert not re.search(r"running out|limit|hurry|soon|tokens|left|%", text)


async def test_U5_a_notice_that_was_taken_back_or_never_sent(tmp_path: Path) -> None:
    async with bench(tmp_path, small(window=65_536)) as b:
        chat, worker = await b.chat(), b.workshop.worker
        await fill(b, chat, 7)
        assert isinstance(await worker.compress_now(chat, wish=Wish(model="none")), Record)
        await worker.undo(chat)
        await b.say(chat, "It never stood anywhere.")
        assert (await shown(b, chat)).told == ()
        await worker.redo(chat)
        assert isinstance(await worker.compress_now(chat, wish=Wish(model="none")), Record)
        await b.say(chat, "Now it does.")
        assert not (await shown(b, chat)).told[0].undone
        await worker.undo(chat)
        assert (await shown(b, chat)).told[0].undone


async def test_U5_the_history_is_there_after_a_restart_and_not_in_a_branch_of_its_own(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        await fill(b, chat, 7)
        assert isinstance(await b.workshop.worker.compress_now(chat, wish=Wish(model="none")), Record)
        answer = await b.say(chat, "Told.")
        before = (await shown(b, chat)).told
        copy = await b.workshop.dialog.branch_chat(answer.id)
        assert (await shown(b, copy.id)).told == ()
    async with bench(tmp_path, small()) as b:
        assert len(before) == 1
        assert (await shown(b, chat)).told == before


async def test_C6_no_sum_has_what_a_model_cannot_have_used(tmp_path: Path) -> None:
    absurd = Usage(prompt=700, completion=5, cached=3_500, cost=float("nan"), currency="USD")
    async with bench(tmp_path) as b:
        b.model.enqueue(say("Fine, noted.", usage=absurd))
        chat = await b.chat()
        answer = await b.say(chat, "Tell me about it.")
        assert answer.usage is not None
        assert answer.usage.estimated
        assert answer.usage.prompt == b.model.history[-1].load
        (row,) = await b.workshop.usage.rows()
        assert (row.prompt, row.cached, row.cost, row.estimated) == (answer.usage.prompt, 0, None, 1)
        assert (await shown(b, chat)).cached_share in (None, 0.0)
