"""Pins and rules, proven by the request that follows (faults K10, K11, K12, A2, D1)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.fakes.bench import Bench, bench, spec
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import TextPart, assistant, user
from weclaw_desktop.llm.scripted import ScriptedModel
from weclaw_desktop.services.pinning import Pinning
from weclaw_desktop.services.wire import as_openai

RULE = "Always answer in one sentence."
WORDS = "No sleeps in tests.\n测试里不要 sleep。"
FILL = "The ferry to Ostend leaves berth 12 at noon and carries crates of lemons, as the harbour log of day {n} says. "


def pinning(b: Bench) -> Pinning:
    return b.workshop.pinning


def block(b: Bench) -> str:
    """The context block of the newest request that was sent."""
    request = b.model.history[-1]
    return "\n".join(p.text for m in request.messages for p in m.parts if m.form == "block" and isinstance(p, TextPart))


async def long_chat(b: Bench, first: str = RULE, turns: int = 14) -> str:
    """A chat well above the threshold of a window of 8,192 tokens; its first message is ``first``."""
    chat = await b.chat()
    store = b.workshop.store.messages
    await store.append(chat, user(first))
    await store.append(chat, assistant("Yes."))
    for n in range(turns):
        await store.append(chat, user(f"Question {n}: " + FILL.format(n=n) * 12))
        await store.append(chat, assistant(f"Answer {n}: " + FILL.format(n=n + 100) * 4))
    return chat


@pytest.mark.parametrize("strategy", ["adaptive", "pipeline", "layered", "truncate", "off"])
async def test_K12_words_are_in_the_next_request_and_in_that_after_a_cut(tmp_path: Path, strategy: str) -> None:
    model = ScriptedModel(spec(8_192))
    async with bench(tmp_path, model, settings={"context.strategy": strategy}) as b:
        chat = await b.chat()
        await b.say(chat, "hello")
        assert block(b) == ""
        pin = await pinning(b).add(chat, f"  {WORDS} ")
        assert pin.text == WORDS
        await b.say(chat, "next")
        assert WORDS in block(b)
        assert [m.role for m in b.model.history[-1].messages[:2]] == ["user", "assistant"]
        big = await long_chat(b)
        await pinning(b).add(big, WORDS)
        await b.say(big, "and now?")
        assert (await b.workshop.store.records.active(big)) is not None
        assert WORDS in block(b)
        assert block(b).count(WORDS) == 1


async def test_K12_a_pin_is_changed_taken_away_and_put_back(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        await b.say(chat, "hello")
        pin = await pinning(b).add(chat, WORDS)
        await pinning(b).change(pin.id, "No sleeps.")
        await b.say(chat, "one")
        assert block(b).endswith("No sleeps.")
        gone = await pinning(b).remove(pin.id)
        await b.say(chat, "two")
        assert block(b) == ""
        await pinning(b).put_back(gone)
        await b.say(chat, "three")
        assert block(b).endswith("No sleeps.")
        with pytest.raises(InputError, match="no words"):
            await pinning(b).add(chat, "  ")


async def test_K12_a_selection_acts_only_where_its_message_is_on_the_path(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        await b.say(chat, "The port is 9,090, the host is alpha.")
        log = await b.log(chat)
        await pinning(b).add(chat, "the host is alpha", source_id=log[0].id)
        await b.say(chat, "next")
        assert "[m1] the host is alpha" in block(b)
        board = await pinning(b).board(chat)
        assert [(p.text, p.message_id, p.role) for p in board.pins] == [("the host is alpha", log[0].id, "user")]
        await b.workshop.dialog.edit(log[0].id, "Something else.")
        await b.workshop.dialog.wait(chat)
        assert block(b) == ""
        assert (await pinning(b).board(chat)).pins == ()
        await b.workshop.dialog.show_branch(log[0].id)
        await b.say(chat, "back again")
        assert "the host is alpha" in block(b)
        other = await b.chat()
        with pytest.raises(InputError):
            await pinning(b).add(other, "words", source_id=log[0].id)


async def test_K12_a_message_that_is_summarised_acts_as_a_pin_at_once_and_no_longer_when_it_is_let_go(
    tmp_path: Path,
) -> None:
    async with bench(tmp_path, ScriptedModel(spec(8_192))) as b:
        w, chat = b.workshop, await long_chat(b)
        await b.say(chat, "and now?")
        await w.worker.settle(chat)
        old, sizes = (await b.log(chat))[2], list[int]()
        for on in (True, False):
            await w.dialog.pin(old.id, on)
            report, seen = await w.reporter.report(chat), await w.xrays.look(chat, "next")
            sizes.append(sum(part.tokens for part in report.parts if part.key == "pins"))
            assert seen.told is None
            await b.say(chat, "next")
            assert as_openai(seen.request) == as_openai(b.model.history[-1])
            assert (old.text in block(b)) == on
            await w.worker.settle(chat)
        assert sizes[0] > 0 == sizes[1]


async def test_K12_what_is_pinned_while_a_reply_runs_acts_when_it_is_whole(tmp_path: Path) -> None:
    async with bench(tmp_path, ScriptedModel(spec(8_192))) as b:
        w, chat = b.workshop, await long_chat(b)
        await b.say(chat, "and now?")
        await w.worker.settle(chat)
        before, old = await w.store.records.active(chat), (await b.log(chat))[2]
        await w.dialog.send(chat, "next")
        await w.dialog.pin(old.id, True)
        await w.dialog.wait(chat)
        await w.worker.settle(chat)
        after = await w.store.records.active(chat)
        assert before is not None
        assert after is not None
        assert after.block is not None
        assert old.text in after.block.rules
        assert after.cut_id == before.cut_id


async def test_K12_pins_survive_a_restart_and_go_along_into_a_chat_of_its_own(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        await b.say(chat, RULE)
        await b.say(chat, "The port is 9,090.")
        log = await b.log(chat)
        await pinning(b).add(chat, WORDS)
        await pinning(b).add(chat, "9,090", source_id=log[2].id)
        await pinning(b).decide(chat, RULE, log[0].id, "confirmed")
    async with bench(tmp_path) as b:
        await b.say(chat, "again")
        assert WORDS in block(b)
        assert "[m3] 9,090" in block(b)
        copy = await b.workshop.dialog.branch_chat(log[1].id)
        board = await pinning(b).board(copy.id)
        assert [p.text for p in board.pins] == [WORDS]  # the other one's message was not copied
        assert [(r.text, r.state) for r in board.rules] == [(RULE, "confirmed")]


async def test_K10_a_rule_is_proposed_confirmed_and_comes_first(tmp_path: Path) -> None:
    async with bench(tmp_path, ScriptedModel(spec(8_192))) as b:
        chat = await long_chat(b)
        log = await b.log(chat)
        found = (await pinning(b).board(chat)).rules
        assert [(r.text, r.state, r.message_id) for r in found] == [(RULE, "found", log[0].id)]
        assert await pinning(b).decide(chat, RULE, log[0].id, "confirmed") == "found"
        await b.say(chat, "Never use tabs.")
        assert f"confirmed, newest first (verbatim):\n- [m1] {RULE}" in block(b)
        assert [r.text for r in (await pinning(b).board(chat)).rules] == ["Never use tabs.", RULE]


async def test_K11_a_dismissed_rule_is_in_no_request_and_its_undo_brings_it_back(tmp_path: Path) -> None:
    async with bench(tmp_path, ScriptedModel(spec(8_192))) as b:
        chat = await long_chat(b)
        first = (await b.log(chat))[0]
        await b.say(chat, "go on")
        assert RULE in block(b)
        assert await pinning(b).decide(chat, RULE, first.id, "dismissed") == "found"
        await b.say(chat, "go on")
        assert RULE not in block(b)
        await b.workshop.worker.compress_now(chat)
        await b.say(chat, "go on")
        assert RULE not in block(b)
        assert await pinning(b).decide(chat, RULE, first.id, "found") == "dismissed"
        await b.say(chat, "go on")
        assert RULE in block(b)
        with pytest.raises(InputError):
            await pinning(b).decide(await b.chat(), RULE, first.id, "dismissed")


async def test_K11_a_withdrawn_rule_is_told_with_what_ended_it(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        await b.say(chat, RULE)
        ends = "You no longer need to answer in one sentence."
        await b.say(chat, ends)
        rule = (await pinning(b).board(chat)).rules[0]
        assert (rule.text, rule.ended, rule.ended_seq, rule.acts) == (RULE, ends, 3, False)


async def test_K12_a_pin_that_leaves_no_room_is_named_and_stays(tmp_path: Path) -> None:
    async with bench(tmp_path, ScriptedModel(spec(8_192))) as b:
        chat = await b.chat()
        await b.say(chat, "hello")
        pin = await pinning(b).add(chat, "No sleeps in tests, please. " * 1_200)
        answer = await b.say(chat, "and now?")
        assert answer.state == "failed"
        assert answer.failure is not None
        assert answer.failure.key == "context.cannot_fit"
        report = await b.workshop.reporter.report(chat)
        assert report.pins.over
        assert [kept.pin_id for kept in report.pins.pins] == [pin.id]
        await pinning(b).change(pin.id, "No sleeps in tests.")
        await b.workshop.dialog.retry(chat)
        assert (await b.workshop.dialog.wait(chat)).state == "committed"  # type: ignore[union-attr] -- there is one
        assert "No sleeps in tests." in block(b)


async def test_A2_a_pin_makes_prepared_work_stale(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        await b.say(chat, "hello")
        epoch = (await b.workshop.store.chats.get(chat)).epoch
        pin = await pinning(b).add(chat, WORDS)
        assert (await b.workshop.store.chats.get(chat)).epoch > epoch
        desk = await b.workshop.desks.of(chat)
        assert desk.chat.epoch == (await b.workshop.store.chats.get(chat)).epoch
        state = desk.state()
        assert state.pins == (pin,)
        assert desk.state().pins is state.pins
        desk.put(replace(desk.log[-1], revision=1))
        assert desk.state().pins == (pin,)
