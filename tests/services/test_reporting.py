"""The one report: what it says without a model, while typing, after usage, and over the day."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.fakes.bench import bench, spec
from tests.fakes.tools import FakeTool
from tests.services.test_compression import fill, small
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.events import ContextReported, Problem, StreamStarted
from weclaw_desktop.core.models import Price, Usage
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.settings import Settings, change
from weclaw_desktop.core.wishes import Wish
from weclaw_desktop.llm.local.model import LocalModel
from weclaw_desktop.llm.local.readings import Speeds
from weclaw_desktop.llm.local.store import Store as WeightsStore
from weclaw_desktop.llm.scripted import ScriptedModel, say
from weclaw_desktop.services.prompts import ShippedPrompts, shipped
from weclaw_desktop.services.reporting import LONGEST_S
from weclaw_desktop.tools.registry import ToolRegistry


async def test_an_empty_chat_and_one_without_a_model(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        report = await b.workshop.reporter.report(chat)
        assert report.status.phase == "empty"
        assert report.load > 0
        await b.workshop.settings.change({"general.model": ""})
        assert (await b.workshop.reporter.report(chat)).status.phase == "no_model"


async def test_a_chat_that_is_not_stored_yet_is_counted_as_its_first_report_will(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        reporter = b.workshop.reporter
        blank = await reporter.blank("", "", "")
        written = await reporter.blank("", "truncate", "a draft of some words")
        first = await reporter.report(await b.chat())
        assert (blank.load, blank.parts, blank.status) == (first.load, first.parts, first.status)
        assert blank.draft == 0 < written.draft
        assert written.strategy == "truncate"
        await b.workshop.settings.change({"general.model": ""})
        assert (await reporter.blank("", "", "")).status.phase == "no_model"


async def test_U1_the_count_is_estimated_first_and_measured_after_usage(tmp_path: Path) -> None:
    async with bench(tmp_path, ScriptedModel(spec(), usage_factor=1.25)) as b:
        chat = await b.chat()
        assert not (await b.workshop.reporter.report(chat)).measured
        for n in range(3):
            await b.say(chat, f"question {n} " * 40)
        report = await b.workshop.reporter.report(chat)
        assert report.measured
        assert report.error is not None
        assert report.error < 0.05
        sent = b.model.history[-1].load
        usage = (await b.log(chat))[-1].usage
        assert usage is not None
        assert abs(sent - usage.prompt) / usage.prompt < 0.05


async def test_U1_one_short_turn_with_many_tools_is_right_from_the_first_report_of_the_provider_on(
    tmp_path: Path,
) -> None:
    words = "Looks into the register of berths, crates and keepers, and tells what it finds there in order. " * 20
    tools = [FakeTool(name=f"look_{n}", told=words) for n in range(40)]
    model = ScriptedModel(spec(131_072), usage_factor=1.2)
    async with bench(tmp_path, model, tools=ToolRegistry(tools)) as b:
        chat, reporter = await b.chat(), b.workshop.reporter
        before = await reporter.report(chat)
        assert (before.measured, before.thresholds.calibrated) == (False, False)
        assert before.load > 15_000  # the tools are counted before anything was sent
        assert sum(part.tokens for part in before.parts if part.key == "schemas") > 0.9 * before.load
        answer = await b.say(chat, "Hi.")
        assert answer.usage is not None
        after = await reporter.report(chat)
        assert after.measured
        again = await b.say(chat, "Well?")
        assert again.usage is not None
        assert abs(after.load / again.usage.prompt - 1) < 0.05


async def test_C5_calibration_survives_a_restart(tmp_path: Path) -> None:
    async with bench(tmp_path, ScriptedModel(spec(), usage_factor=1.25)) as b:
        chat = await b.chat()
        await b.say(chat, "hello " * 50)
    async with bench(tmp_path, ScriptedModel(spec(), usage_factor=1.25)) as b:
        report = await b.workshop.reporter.report(chat)
        assert report.measured
        other = await b.workshop.desks.of(await b.chat())
        assert abs(other.calibration.k - 1.25) < 0.02


async def test_typing_counts_the_draft_once_and_off_the_way(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        for n in range(1, 30):
            b.workshop.reporter.draft_changed(chat, "word " * n)
            await asyncio.sleep(0.002)
        await b.until(lambda: b.seen(ContextReported))
        assert len(b.seen(ContextReported)) == 1
        assert 25 <= b.seen(ContextReported)[0].report.draft <= 40


async def test_a_draft_is_counted_in_a_pause_and_now_and_then_while_somebody_types_on(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        loop = asyncio.get_running_loop()
        began, keys = loop.time(), 0
        while loop.time() - began < 2.5 * LONGEST_S:
            keys += 1
            b.workshop.reporter.draft_changed(chat, "word " * keys)
            await asyncio.sleep(0.05)
        assert 1 <= len(b.seen(ContextReported)) <= 3, "not for every quarter of a second"
        counted = b.seen(ContextReported)[-1].report.draft
        await b.until(lambda: b.seen(ContextReported)[-1].report.draft > counted)


async def test_what_changes_in_a_chat_is_reported_although_somebody_types(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        typed, changed = await b.chat(), await b.chat()
        keys = 0
        while not b.seen(ContextReported):
            keys += 1
            for chat in (typed, changed):
                b.workshop.reporter.draft_changed(chat, "word " * keys)
            await asyncio.sleep(0.05)
            if keys == 2:
                b.workshop.reporter.changed(changed)
        assert b.seen(ContextReported)[0].report.chat_id == changed


async def test_O1_a_server_that_cuts_prompts_is_told_once(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        b.model.enqueue(*(say("ok", usage=Usage(prompt=2_048, completion=1)) for _ in range(3)))
        for n in range(3):
            await b.say(chat, "long text " * 3_000 + str(n))
        assert [p.action for p in b.seen(Problem)] == ["set_window"]


async def test_U2_a_report_of_a_deleted_chat_is_no_problem(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.workshop.reporter.changed("no-such-chat")
        await asyncio.sleep(0.2)
        assert not b.seen(Problem)


async def test_U2_after_a_compression_nothing_is_called_measured_until_the_provider_reports(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat, reporter = await b.chat(), b.workshop.reporter
        await fill(b, chat, 7)
        assert (await reporter.report(chat)).measured
        assert isinstance(await b.workshop.worker.compress_now(chat, wish=Wish(model="none")), Record)
        report = await reporter.report(chat)
        assert (report.updating, report.measured) == (True, False)
    async with bench(tmp_path, ScriptedModel(spec(8_192))) as b:
        reporter = b.workshop.reporter
        report = await reporter.report(chat)
        assert (report.updating, report.measured) == (True, False)  # a restart confirms nothing
        b.model.enqueue(say("Counted here.", usage=Usage(prompt=900, completion=4, estimated=True)))
        await b.say(chat, "A provider that says nothing of its count confirms nothing, either.")
        assert (await reporter.report(chat)).updating
        await b.say(chat, "This time it reports.")
        report = await reporter.report(chat)
        assert (report.updating, report.measured) == (False, True)
    async with bench(tmp_path, ScriptedModel(spec(8_192))) as b:
        assert (await b.workshop.reporter.report(chat)).measured


async def test_U2_a_chat_that_was_put_away_waits_for_the_report_all_the_same(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat, desks = await b.chat(), b.workshop.desks
        answer = await b.say(chat, "A question.")
        await b.workshop.dialog.pin(answer.id, True)
        assert (await b.workshop.reporter.report(chat)).updating
        await b.until(lambda: not b.workshop.supervisor.running)  # reports that follow after a pause
        others = [await b.chat() for _ in range(desks.KEPT + 1)]
        for other in others:
            await desks.of(other)
        assert desks.known(chat) is None
        assert (await b.workshop.reporter.report(chat)).updating
        await b.say(chat, "Another one.")
        assert not (await b.workshop.reporter.report(chat)).updating


async def test_U2_a_restart_after_an_undo_does_not_call_measured_what_no_provider_counted(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat, worker = await b.chat(), b.workshop.worker
        await fill(b, chat, 7)
        assert isinstance(await worker.compress_now(chat, wish=Wish(model="none")), Record)
        await b.say(chat, "Counted as compressed.")
        assert (await b.workshop.reporter.report(chat)).measured
    async with bench(tmp_path, ScriptedModel(spec(8_192))) as b:
        assert not (await b.workshop.reporter.report(chat)).updating
        assert await b.workshop.worker.undo(chat, force=True) is None
        assert (await b.workshop.reporter.report(chat)).updating
    async with bench(tmp_path, ScriptedModel(spec(8_192))) as b:
        report = await b.workshop.reporter.report(chat)
        assert (report.updating, report.measured) == (True, False)
        assert isinstance(await b.workshop.worker.redo(chat), Record)
        await b.say(chat, "Counted again.")
        assert not (await b.workshop.reporter.report(chat)).updating
    async with bench(tmp_path, ScriptedModel(spec(8_192))) as b:
        assert (await b.workshop.reporter.report(chat)).measured


@pytest.mark.parametrize("way", ["restore", "undo", "a window that looked at it"])
async def test_U2_a_chat_comes_back_from_the_trash_with_the_numbers_it_had(tmp_path: Path, way: str) -> None:
    async with bench(tmp_path) as b:
        store, dialog, reporter = b.workshop.store, b.workshop.dialog, b.workshop.reporter
        counted, changed = await b.chat(), await b.chat()
        await b.say(counted, "A question.")
        await dialog.pin((await b.say(changed, "Another one.")).id, True)
        before = await store.chats.some([counted, changed])
        for chat in before:
            await dialog.delete(chat.id)
            if way == "a window that looked at it":
                await reporter.report(chat.id)
        if way == "undo":
            await b.workshop.organiser.put_back(before)
        else:
            for chat in before:
                await dialog.restore(chat.id)
        report = await reporter.report(counted)
        assert (report.updating, report.measured) == (False, True)
        assert (await reporter.report(changed)).updating, "what was not counted before is not counted now"
        assert (await store.chats.get(counted)).epoch > before[0].epoch, "work that was prepared before is void"


async def test_U2_a_pin_and_a_restart_wait_for_the_report_too_and_so_does_what_changed_while_it_came(
    tmp_path: Path,
) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        first = await b.say(chat, "A question.")
        b.model.enqueue(say("An answer that takes its time. " * 20, delay_s=0.02))
        await b.workshop.dialog.send(chat, "Another one.")
        await b.until(lambda: len(b.seen(StreamStarted)) == 2)
        await b.workshop.dialog.pin(first.id, True)
        assert b.workshop.dialog.running(chat)
        await b.workshop.dialog.wait(chat)
        assert (await b.workshop.reporter.report(chat)).updating  # the request was made before the pin
    async with bench(tmp_path) as b:
        assert (await b.workshop.reporter.report(chat)).updating
        await b.say(chat, "A third one.")
    async with bench(tmp_path) as b:
        assert not (await b.workshop.reporter.report(chat)).updating


def test_P7_the_shipped_prompt_is_short_stable_and_without_a_clock() -> None:
    settings = change(Settings(), {"chatting.instructions": "Answer in one line."})
    prompts = ShippedPrompts(lambda: settings)
    for language in ("en", "zh"):
        first = prompts.sections(Chat("a"), language)
        assert prompts.sections(Chat("b"), language) is first
        assert [s.key for s in first] == ["persona", "safety", "instructions", "tools"]
        assert all(shipped(name, language) for name in ("persona", "safety", "tools"))
    own = change(settings, {"chatting.persona": "You are a pirate.", "chatting.tools": False})
    sections = ShippedPrompts(lambda: own).sections(Chat("a"), "en")
    assert [s.text for s in sections if s.key == "persona"] == ["You are a pirate."]
    assert "tools" not in [s.key for s in sections]


async def test_W4_a_changed_setting_changes_the_numbers_on_the_screen(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        before = (await b.workshop.reporter.report(chat)).thresholds.threshold
        b.events.clear()
        await b.workshop.settings.change({"context.profile": "economy"})
        seen = await b.first(ContextReported)
        assert seen.report.thresholds.threshold < before
        b.events.clear()
        await b.workshop.settings.change({"appearance.theme": "dark"})
        await asyncio.sleep(0.2)
        assert not b.seen(ContextReported)


async def test_an_embedded_model_tells_its_speeds_after_an_answer(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        tell = b.workshop.local_speeds
        assert tell("local/tiny") is None
        local = b.workshop.local = LocalModel(WeightsStore(tmp_path / "models"), log=tmp_path / "log", environment={})
        local.speeds = Speeds(44.0, 10.0)
        assert tell("local/tiny") is None  # another one, or none, is loaded
        assert tell("local/") == (44.0, 10.0)
        assert tell("openai/") is None
        local.speeds = Speeds()
        assert tell("local/") is None
        b.workshop.local = None


async def test_U2_one_line_a_call_in_the_log_says_what_the_meter_says(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "weclaw_desktop.calls")
    async with bench(tmp_path) as b:
        chat = await b.chat()
        await b.say(chat, "a secret question")
        report = await b.workshop.reporter.report(chat)
        told = [record.getMessage() for record in caplog.records if record.name == "weclaw_desktop.calls"]
        assert len(told) == 1
        sent, lines = b.model.history[-1].load, report.thresholds
        for said in (
            f"chat={chat} model=demo/scripted purpose=reply estimated={sent} reported=",
            f"tier={lines.tier} threshold={lines.threshold} soft={lines.soft} hard={lines.hard}",
            f"window={lines.window} (table)",
        ):
            assert said in told[0]
        assert "secret" not in told[0]


async def test_U2_the_cost_of_a_chat_never_adds_up_two_currencies(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat, reporter = await b.chat(), b.workshop.reporter
        paid = ((0.5, "USD"), (None, ""), (0.25, "USD"), (3.0, "CNY"), (1.0, "USD"), (0.25, "USD"))
        for cost, currency in paid:
            b.model.enqueue(say("ok", usage=Usage(prompt=900, completion=4, cost=cost, currency=currency)))
            await b.say(chat, "Go on.")
            report = await reporter.report(chat)
            totals = await b.workshop.store.remembered.call_totals(chat)
            assert (report.cost, report.currency, report.unpriced) == (totals.cost, totals.currency, totals.unpriced)
        assert (report.cost, report.currency, report.unpriced) == (2.0, "USD", 2)


async def test_the_next_send_is_priced_and_summaries_are_counted(tmp_path: Path) -> None:
    price = Price("USD", 2.0, 8.0, cache_read=0.5)
    async with bench(tmp_path, ScriptedModel(spec(price=price))) as b:
        chat = await b.chat()
        await b.say(chat, "a question " * 40)
        b.workshop.reporter.draft_changed(chat, "one more thing")
        await b.until(lambda: any(e.report.draft for e in b.seen(ContextReported)))
        report = await b.workshop.reporter.report(chat)
        told = report.next_send
        assert told.tokens == report.load + report.draft
        assert told.amount == pytest.approx(((told.tokens - told.cached) * 2.0 + told.cached * 0.5) / 1e6)
        assert report.saved is None
