"""Item by item: what a chat or a model has of its own decides about the next threshold and the next request (W8)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.fakes.bench import Bench, bench, spec
from tests.services.test_pinning import long_chat
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import ToolCallPart, assistant, tool, user
from weclaw_desktop.core.overriding import own_of_model
from weclaw_desktop.core.text import render
from weclaw_desktop.llm.scripted import ScriptedModel


async def threshold(b: Bench, chat: str) -> int:
    return (await b.workshop.reporter.report(chat)).thresholds.threshold


async def reasons(b: Bench, chat: str) -> str:
    lines = (await b.workshop.reporter.report(chat)).thresholds
    return " | ".join(render(reason.text) for reason in lines.reasons)


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ({"cap": 9_000}, "capped at 9,000 (set for this chat)"),
        ({"ratio": 0.2}, "fixed share 0.20"),
        ({"profile": "economy"}, "Economy (set for this chat)"),
        ({"strategy": "pipeline"}, "Pipeline (set for this chat)"),
        ({"strategy": "truncate", "formula": "classic"}, "classic formula"),
    ],
)
async def test_W8_U3_a_chats_own_changes_its_threshold_and_the_reasons_say_so(
    tmp_path: Path, own: dict[str, object], told: str
) -> None:
    async with bench(tmp_path, ScriptedModel(spec(65_536))) as b:
        chat, other = await b.chat(), await b.chat()
        await b.say(chat, "hello")
        before = await threshold(b, chat)
        await b.workshop.dialog.choose_own(chat, own)
        assert await threshold(b, chat) != before
        assert await threshold(b, other) == (await b.workshop.desks.of(other)).thresholds().threshold
        said = await reasons(b, chat)
        assert told in said
        assert "set for this chat" in said
        assert "set for" not in await reasons(b, other)
        await b.workshop.dialog.choose_own(chat, dict.fromkeys(own))
        assert await threshold(b, chat) == before
        assert await b.workshop.dialog.choose_own(chat, {}) == await b.workshop.store.chats.get(chat)
        with pytest.raises(InputError):
            await b.workshop.dialog.choose_own(chat, {"recent_n": 0})


async def test_W8_a_models_own_holds_in_its_chats_until_a_chat_has_its_own(tmp_path: Path) -> None:
    async with bench(tmp_path, ScriptedModel(spec(65_536))) as b:
        chat = await b.chat()
        await b.say(chat, "hello")
        await b.workshop.settings.override("demo/scripted", own_of_model(None, {"cap": 8_000, "strategy": "layered"}))
        assert await threshold(b, chat) == 8_000
        assert "capped at 8,000 (set for this model)" in await reasons(b, chat)
        assert (await b.workshop.desks.of(chat)).strategy == "layered"
        await b.workshop.dialog.choose_own(chat, {"cap": 7_000, "strategy": "truncate"})
        assert await threshold(b, chat) == 7_000
        assert (await b.workshop.reporter.report(chat)).strategy == "truncate"


async def test_W8_a_chat_takes_no_strategy_that_is_not_there(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        for choose in (
            b.workshop.dialog.choose_strategy(chat, "magic"),
            b.workshop.dialog.choose_own(chat, {"strategy": "magic"}),
        ):
            with pytest.raises(InputError, match=r"magic.*adaptive, pipeline, layered"):
                await choose
        assert (await b.workshop.store.chats.get(chat)).strategy == ""


async def test_W8_a_message_cap_of_a_chat_is_in_the_next_request(tmp_path: Path) -> None:
    async with bench(tmp_path, ScriptedModel(spec(131_072))) as b:
        chat = await long_chat(b)
        await b.say(chat, "all of it")
        assert len(b.model.history[-1].messages) > 25
        await b.workshop.dialog.choose_own(chat, {"strategy": "truncate", "message_cap": 6})
        await b.say(chat, "the newest")
        sent = [m for m in b.model.history[-1].messages if m.source]
        assert len(sent) <= 6


async def test_W8_recent_n_of_a_chat_decides_what_layered_memory_keeps(tmp_path: Path) -> None:
    async def kept(recent_n: int, folder: Path) -> int:
        async with bench(folder, ScriptedModel(spec(8_192)), settings={"context.strategy": "layered"}) as b:
            chat = await long_chat(b, turns=20)
            await b.workshop.dialog.choose_own(chat, {"recent_n": recent_n})
            await b.workshop.worker.compress_now(chat)
            await b.say(chat, "go on")
            return len([m for m in b.model.history[-1].messages if m.source])

    assert await kept(2, tmp_path / "a") < await kept(12, tmp_path / "b")


async def test_W8_X4_the_summary_model_of_a_chat_is_the_one_that_is_asked(tmp_path: Path) -> None:
    main, other = ScriptedModel(spec(8_192)), ScriptedModel(replace(spec(32_768), name="other"))
    async with bench(tmp_path, main, other, settings={"context.summary_model": "none"}) as b:
        chat = await long_chat(b)
        await b.workshop.worker.compress_now(chat)
        assert not [r for r in other.history if r.purpose == "summary"]
        again = await long_chat(b)
        await b.workshop.dialog.choose_own(again, {"summary_model": "demo/other"})
        await b.workshop.worker.compress_now(again)
        assert [r for r in other.history if r.purpose == "summary"]


async def test_W8_old_max_bytes_of_a_chat_decides_what_layered_memory_shows_of_old_results(tmp_path: Path) -> None:
    async def shortened(most: int, folder: Path) -> int:
        async with bench(folder, ScriptedModel(spec(16_384)), settings={"context.strategy": "layered"}) as b:
            chat, store = await b.chat(), b.workshop.store.messages
            for n in range(12):
                call = ToolCallPart(f"c{n}", "read_file", f'{{"path": "f{n}.txt"}}')
                await store.append(chat, user(f"Read file {n}."))
                await store.append(chat, assistant("", call))
                await store.append(chat, tool(f"c{n}", "read_file", f"line of file {n}, which is long\n" * 60))
                await store.append(chat, assistant(f"File {n} is read."))
            await b.workshop.dialog.choose_own(chat, {"old_max_bytes": most, "recent_n": 2})
            await b.workshop.worker.compress_now(chat)
            record = await b.workshop.store.records.active(chat)
            return 0 if record is None else len(record.replacements)

    assert await shortened(400, tmp_path / "a") > 0
    assert await shortened(100_000, tmp_path / "b") == 0


async def test_U5_W8_the_switch_of_a_chat_decides_whether_the_next_request_tells(tmp_path: Path) -> None:
    def notices(b: Bench) -> list[str]:
        return [section.text for section in b.model.history[-1].system if section.key == "notice"]

    async with bench(tmp_path, ScriptedModel(spec(8_192))) as b:
        chat = await long_chat(b)
        await b.say(chat, "go on")
        assert len(notices(b)) == 1
        report = await b.workshop.reporter.report(chat)
        assert report.notices == tuple(notices(b))
        assert report.told[-1].text == report.notices[0]
        await b.workshop.dialog.choose_own(chat, {"tell_model": False})
        await b.say(chat, "go on")
        assert notices(b) == []
        report = await b.workshop.reporter.report(chat)
        assert (report.notices, report.tells, len(report.told) >= 1) == ((), False, True)
        await b.workshop.dialog.choose_own(chat, {"tell_model": None})
        await b.say(chat, "go on")
        assert len(notices(b)) == 1
