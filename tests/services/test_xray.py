"""The X-ray on a whole workshop: what it shows before sending is what the model gets."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fakes.bench import Bench, bench, spec
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.events import RecordApplied
from weclaw_desktop.core.messages import AttachmentPart, TextPart
from weclaw_desktop.core.parameters import Parameters
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.text import text
from weclaw_desktop.core.xray import Xray
from weclaw_desktop.llm.scripted import ScriptedModel
from weclaw_desktop.services.wire import as_openai
from weclaw_desktop.services.xray import document
from weclaw_desktop.tools.registry import built_in

LONG = "The crate HT-{n} weighs {n} kg and leaves Rotterdam on day {n}; its invoice is F-{n}. "
NOTE = AttachmentPart("file", "note.txt", "text/plain", 12, "aa" * 32, text="twelve words")
PICTURE = AttachmentPart("image", "a.png", "image/png", 1_000, "bb" * 32, 64, 64)


def talker(window: int = 8_192) -> ScriptedModel:
    """Answers at length, each time with new facts."""
    count = 0

    def answer(request: ModelRequest) -> str:
        nonlocal count
        del request
        count += 1
        return "".join(LONG.format(n=100 * count + i) for i in range(12))

    return ScriptedModel(spec(window), answer=answer)


async def checked(b: Bench, chat: str, draft: str = "") -> Xray:
    """The X-ray, whose sum is what the report says."""
    seen = await b.workshop.xrays.look(chat, draft)
    report = await b.workshop.reporter.report(chat)
    assert seen.total == report.load + report.draft
    return seen


async def test_U6_what_the_xray_shows_is_what_the_model_gets(tmp_path: Path) -> None:
    async with bench(tmp_path, talker(), tools=built_in(tmp_path, [])) as b:
        chat = await b.chat()
        await b.workshop.dialog.choose_parameters(chat, Parameters(temperature=0.5, max_output=300))
        while not b.seen(RecordApplied):
            await b.say(chat, "Tell me more.")
            await b.workshop.worker.settle(chat)
        log = await b.log(chat)
        await b.workshop.dialog.exclude(log[-1].id, True)
        draft = "What does crate HT-105 weigh?"
        seen = await checked(b, chat, draft)
        await b.say(chat, draft)
        sent = [request for request in b.model.history if request.purpose == "reply"][-1]
        assert as_openai(seen.request) == as_openai(sent)
        assert seen.request.load == pytest.approx(sent.load, abs=1)
        states = {part.seq: part.state for part in seen.parts if part.seq}
        assert states[log[0].seq] == "summarised"
        assert states[log[-1].seq] == "left_out"
        assert json.loads(json.dumps(document(seen, "zh"), ensure_ascii=False))["request"]["temperature"] == 0.5


async def test_U6_pin_and_exclude_are_seen_at_once(tmp_path: Path) -> None:
    async with bench(tmp_path, talker()) as b:
        chat = await b.chat()
        await b.say(chat, "Keep this.")
        ask, answer = await b.log(chat)
        assert await b.workshop.xrays.standings(chat) == {}
        await b.workshop.dialog.pin(ask.id, True)
        await b.workshop.dialog.exclude(answer.id, True)
        found = await b.workshop.xrays.standings(chat)
        assert {seq: how.state for seq, how in found.items()} == {ask.seq: "pinned", answer.seq: "left_out"}
        parts = {part.source: part for part in (await checked(b, chat)).parts if part.source}
        assert parts[ask.id].pinned
        assert parts[answer.id].excluded
        await b.workshop.dialog.exclude(answer.id, False)
        assert {part.state for part in (await checked(b, chat)).parts} == {"verbatim", "pinned"}


async def test_U6_what_is_pinned_before_the_first_message_is_seen_as_it_is_sent(tmp_path: Path) -> None:
    async with bench(tmp_path, talker()) as b:
        chat = await b.chat()
        await b.workshop.pinning.add(chat, "Crates are never stacked.")
        seen = await checked(b, chat, "hello there")
        assert [message.role for message in seen.request.messages] == ["user", "assistant", "user"]
        await b.say(chat, "hello there")
        assert as_openai(seen.request) == as_openai(b.model.history[0])
        assert seen.total == pytest.approx(b.model.history[0].load, abs=1)


async def test_U6_a_first_message_decides_the_language_before_it_is_sent(tmp_path: Path) -> None:
    async with bench(tmp_path, talker()) as b:
        draft = "请用中文回答：明天哪一班渡轮最早？"
        new = await b.workshop.xrays.blank("", "", draft)
        report = await b.workshop.reporter.blank("", "", draft)
        assert new.total == report.load + report.draft
        chat = await b.chat()
        english = await checked(b, chat)
        seen = await checked(b, chat, draft)
        assert seen.request.system_text == new.request.system_text != english.request.system_text
        assert (await checked(b, chat)).request.system_text == english.request.system_text, (
            "nothing is written any more"
        )
        await b.say(chat, draft)
        assert as_openai(seen.request) == as_openai(b.model.history[0])
        assert (await checked(b, chat, "in English")).request.system_text == seen.request.system_text


async def test_a_draft_with_attachments_is_the_last_message(tmp_path: Path) -> None:
    async with bench(tmp_path, talker()) as b:
        chat = await b.chat()
        await b.say(chat, "hello")
        seen = await b.workshop.xrays.look(chat, "look", (NOTE, PICTURE))
        last = seen.request.messages[-1].parts
        assert last[:2] == (TextPart("look"), NOTE)
        assert isinstance(last[2], TextPart), "the model cannot see pictures, and reads a line instead"
        assert seen.parts[-1].key == "draft"
        assert seen.draft == seen.parts[-1].tokens > 0
        assert seen.total == seen.load + seen.draft


@pytest.mark.parametrize(
    ("strategy", "settings", "key"),
    [
        ("off", {}, "xray.told.over"),
        ("truncate", {}, "xray.told.dropped"),
        ("truncate", {"context.message_cap": 10}, "xray.told.dropped"),
        ("adaptive", {}, ""),
    ],
    ids=["off", "truncate", "cap", "adaptive"],
)
async def test_U6_it_is_told_when_more_than_is_seen_happens_before_sending_and_only_then(
    tmp_path: Path, strategy: str, settings: dict[str, object], key: str
) -> None:
    async with bench(tmp_path, talker(), settings={"context.strategy": strategy, **settings}) as b:
        chat, told = await b.chat(), set[str]()
        assert (await b.workshop.xrays.look(chat)).told is None, "nothing was said yet"
        for n in range(22):
            draft = f"Tell me more, the {n}th time."
            seen = await checked(b, chat, draft)
            await b.say(chat, draft)
            sent = next(request for request in reversed(b.model.history) if request.purpose == "reply")
            assert (seen.told is None) == (as_openai(seen.request) == as_openai(sent)), f"{n}: {seen.told}"
            told |= {seen.told.key} if seen.told is not None else set()
            await b.workshop.worker.settle(chat)
        assert told == ({key} if key else set())


async def test_a_question_that_waits_for_its_answer_is_the_next_request(tmp_path: Path) -> None:
    capped: dict[str, object] = {"context.strategy": "truncate", "context.message_cap": 4}
    async with bench(tmp_path, talker(), settings=capped) as b:
        chat = await b.chat()
        for _ in range(2):
            await b.say(chat, "Tell me more.")
        assert (await checked(b, chat)).told == text("xray.told.dropped"), "any message is the fifth"
        await b.workshop.dialog.delete_message((await b.log(chat))[-1].id)
        assert (await checked(b, chat)).told is None, "three, and the last of them is to be answered"


async def test_what_cannot_be_sent_is_told(tmp_path: Path) -> None:
    async with bench(tmp_path, talker(), settings={"context.strategy": "off"}) as b:
        chat = await b.chat()
        await b.say(chat, "hello")
        await b.workshop.pinning.add(chat, "word " * 9_000)
        told = (await checked(b, chat, "go on")).told
        assert told is not None
        assert told.key == "context.cannot_fit"


async def test_with_ask_before_a_ready_compression_waits_while_messages_go_out(tmp_path: Path) -> None:
    async with bench(tmp_path, talker(), settings={"context.ask_before": True}) as b:
        chat, keys = await b.chat(), list[str]()
        while (seen := await checked(b, chat, "And then?")).told in (None, text("xray.told.asking")):
            await b.say(chat, "And then?")
            sent = next(request for request in reversed(b.model.history) if request.purpose == "reply")
            assert as_openai(seen.request) == as_openai(sent)
            keys += [seen.told.key] if seen.told is not None else []
            await b.workshop.worker.settle(chat)
        assert set(keys) == {"xray.told.asking"}
        line = (await b.workshop.reporter.report(chat)).thresholds.hard
        assert seen.told == text("xray.told.asks", line=line)
        await b.workshop.settings.change({"context.ask_before": False})
        assert (await checked(b, chat, "question")).told == text("xray.told.over", line=line)


@pytest.mark.parametrize(
    ("settings", "attached", "key"),
    [
        ({}, (), ""),
        ({}, (replace(NOTE, text="word " * 6_000),), "context.cannot_fit"),
        ({"context.ask_before": True}, (replace(NOTE, text="word " * 6_000),), "xray.told.asks"),
    ],
    ids=["small", "too large", "too large, and the user is asked"],
)
async def test_U6_what_becomes_of_a_first_message_is_told_before_the_chat_is_stored(
    tmp_path: Path, settings: dict[str, object], attached: tuple[AttachmentPart, ...], key: str
) -> None:
    async with bench(tmp_path, talker(), settings=settings) as b:
        seen = await b.workshop.xrays.blank("", "", "first words", attached)
        assert ("" if seen.told is None else seen.told.key) == key
        assert not [chat for chat in b.workshop.worker._jobs._jobs if not chat], "nothing is remembered of it"
        chat = await b.chat()
        assert (await b.workshop.xrays.look(chat, "first words", attached)).told == seen.told
        if not key:
            await b.say(chat, "first words")
            assert as_openai(seen.request) == as_openai(b.model.history[0])


async def test_a_chat_that_is_not_stored_yet_and_one_that_is_not_there(tmp_path: Path) -> None:
    async with bench(tmp_path, talker()) as b:
        seen = await b.workshop.xrays.blank("", "", "first words")
        report = await b.workshop.reporter.blank("", "", "first words")
        assert seen.total == report.load + report.draft
        assert seen.request.messages[-1].parts == (TextPart("first words"),)
        await b.workshop.settings.change({"general.model": ""})
        assert (await b.workshop.xrays.blank("", "")).parts
        with pytest.raises(InputError):
            await b.workshop.xrays.look("nobody")


def test_a_request_without_tools_and_limits_says_nothing_of_them() -> None:
    body = as_openai(replace(ModelRequest("p/m/x", (), ())))
    assert body == {"model": "m/x", "messages": []}
