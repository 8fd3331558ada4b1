"""Failures of a provider in the middle of a conversation, played by the scripted model."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.bench import bench, spec
from tests.services.test_compression import fill, replies, small
from weclaw_desktop.core.errors import (
    BadKey,
    BodyTooLarge,
    CannotFit,
    ContextOverflow,
    ModelError,
    OutputLimit,
    StreamBroken,
)
from weclaw_desktop.core.events import Problem, StreamEnded
from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.core.text import render, text
from weclaw_desktop.llm.scripted import Reply, ScriptedModel, say

SAID = text("services.empty_message")


async def test_a_failure_before_the_first_word_keeps_the_turn_and_retry_works(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.enqueue(BadKey(SAID), "works now")
        chat = await b.chat()
        failed = await b.say(chat, "hello")
        assert failed.state == "failed"
        assert failed.failure == SAID
        assert b.seen(StreamEnded)[-1].message == failed
        assert not b.workshop.dialog.running(chat)
        await b.workshop.dialog.retry(chat)
        answer = await b.workshop.dialog.wait(chat)
        assert answer is not None
        assert answer.text == "works now"
        assert [m.role for m in b.model.history[-1].messages] == ["user"]


async def test_a_stream_cut_half_way_keeps_the_half(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.enqueue(say("Half an ans", error=StreamBroken(SAID)), "Whole answer")
        chat = await b.chat()
        half = await b.say(chat, "hello")
        assert (half.state, half.text) == ("failed", "Half an ans")
        await b.say(chat, "go on")
        assert [m.text for m in await b.log(chat)] == ["hello", "Half an ans", "go on", "Whole answer"]


async def test_an_empty_answer_is_said(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.enqueue(say("", reasoning="only thinking"))
        answer = await b.say(await b.chat(), "hello")
        assert answer.state == "failed"
        assert answer.failure is not None
        assert "empty answer" in render(answer.failure)


async def test_an_answer_cut_by_the_output_limit_says_so(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.enqueue(Reply(say("It was a").events, finish="length"))
        answer = await b.say(await b.chat(), "hello")
        assert answer.state == "committed"
        assert answer.failure is not None
        assert "output limit" in render(answer.failure)


async def test_no_model_keeps_what_was_written(tmp_path: Path) -> None:
    async with bench(tmp_path, settings={"general.model": "gone/model"}) as b:
        chat = await b.chat()
        answer = await b.say(chat, "hello")
        assert answer.state == "failed"
        assert [m.text for m in await b.log(chat)] == ["hello", ""]
        report = await b.workshop.reporter.report(chat)
        assert report.status.phase == "no_model"


async def test_L3_an_overflow_is_learnt_shortened_and_sent_again_once(tmp_path: Path) -> None:
    async with bench(tmp_path, small(window=65_536)) as b:
        chat = await b.chat()
        await fill(b, chat, 16)
        b.model.enqueue(ContextOverflow(SAID, limit=8_192), "fits now")
        answer = await b.say(chat, "and now?")
        assert answer.text == "fits now"
        assert b.workshop.models.spec(b.model.spec.id).window == 8_192
        lines = (await b.workshop.reporter.report(chat)).thresholds
        assert replies(b)[-1].load <= lines.hard < 8_192
        assert "8,192 tokens" in render(b.seen(Problem)[-1].text)


async def test_L3_a_guess_that_was_too_small_is_told_as_such(tmp_path: Path) -> None:
    guessed = ScriptedModel(spec(8_192))
    guessed.change_spec(window_source="guessed", label="Guessed One")
    async with bench(tmp_path, guessed) as b:
        b.model.enqueue(ContextOverflow(SAID, limit=32_768), "fits now")
        await b.say(await b.chat(), "hello")
        told = " ".join(render(problem.text) for problem in b.seen(Problem))
        assert told.startswith("Guessed One takes more than was guessed: 32,768 tokens.")
        assert "less" not in told


async def test_L3_a_second_overflow_ends_with_advice_and_no_loop(tmp_path: Path) -> None:
    async with bench(tmp_path, small(window=65_536)) as b:
        chat = await b.chat()
        await fill(b, chat, 10)
        b.model.enqueue(ContextOverflow(SAID), ContextOverflow(SAID), "never")
        before = len(b.model.history)
        answer = await b.say(chat, "and now?")
        assert answer.state == "failed"
        assert answer.failure is not None
        assert "set the window" in render(answer.failure)
        assert len(b.model.history) == before + 2


async def test_L3_no_second_try_once_output_began(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.enqueue(say("Already", error=ContextOverflow(SAID, limit=4_000)), "never")
        answer = await b.say(await b.chat(), "hello")
        assert (answer.state, answer.text) == ("failed", "Already")
        assert len(b.model.history) == 1


async def test_L3_an_output_limit_lowers_only_that(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.enqueue(OutputLimit(SAID, limit=512), "ok")
        answer = await b.say(await b.chat(), "hello")
        assert answer.text == "ok"
        now = b.workshop.models.spec(b.model.spec.id)
        assert (now.window, now.max_output) == (32_768, 512)
        assert b.model.history[-1].max_output == 512


def picture(name: str) -> AttachmentPart:
    return AttachmentPart("image", name, "image/png", 500_000, name, 256, 256)


async def test_P10_too_many_bytes_leave_older_pictures_out_once(tmp_path: Path) -> None:
    async with bench(tmp_path, ScriptedModel(spec(images=True))) as b:
        chat = await b.chat()
        for n in range(3):
            await b.workshop.dialog.send(chat, f"picture {n}", [picture(f"{n}.png")])
            await b.workshop.dialog.wait(chat)
        b.model.enqueue(BodyTooLarge(SAID), "seen")
        answer = await b.say(chat, "compare them")
        assert answer.text == "seen"
        sent = [p.name for m in b.model.history[-1].messages for p in m.parts if isinstance(p, AttachmentPart)]
        assert sent == ["2.png"]
        b.model.enqueue(BodyTooLarge(SAID), BodyTooLarge(SAID))
        assert (await b.say(chat, "again")).state == "failed"


async def test_L5_an_attachment_above_half_the_window_gives_choices_before_sending(tmp_path: Path) -> None:
    big = AttachmentPart("file", "log.txt", "text/plain", 1_900_000, "h", text="line of a log file 17\n" * 20_000)
    async with bench(tmp_path) as b:
        chat = await b.chat()
        with pytest.raises(CannotFit) as refused:
            await b.workshop.dialog.send(chat, "read this", [big])
        assert "Send it shortened" in render(refused.value.text)
        assert await b.log(chat) == ()
        await b.workshop.dialog.send(chat, "read this", [big], shorten=True)
        answer = await b.workshop.dialog.wait(chat)
        assert answer is not None
        assert answer.state == "committed"


async def test_L5_a_message_that_cannot_fit_ends_with_a_reason(tmp_path: Path) -> None:
    async with bench(tmp_path, small(window=4_096), settings={"chatting.instructions": "Rule. " * 6_000}) as b:
        chat = await b.chat()
        answer = await b.say(chat, "hello")
        assert answer.state == "failed"
        assert answer.failure is not None
        assert (await b.log(chat))[0].text == "hello"
        assert not b.model.history


@pytest.mark.parametrize(
    "odd", ["<|endoftext|> and <|im_start|>", "NUL \0 inside", "half \ud83d of a face", "x" * 2_000_000]
)
async def test_C2_odd_text_goes_through(tmp_path: Path, odd: str) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        answer = await b.say(chat, odd)
        assert answer.state == "committed"
        assert len((await b.log(chat))[0].text) == len(odd)
        assert b.model.history[0].load <= 32_768


async def test_every_known_error_ends_the_turn(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        for kind in ModelError.__subclasses__():
            b.model.enqueue(Reply(error=kind(SAID)), Reply(error=kind(SAID)))
            answer = await b.say(chat, kind.__name__)
            assert answer.state == "failed"
            assert not b.workshop.dialog.running(chat)
            b.model._queue.clear()
