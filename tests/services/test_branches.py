"""Versions of messages: what the database holds after each act, and what the next request holds (fault U6)."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fakes.bench import Bench, bench, spec
from weclaw_desktop.core.errors import InputError, StorageError
from weclaw_desktop.core.events import (
    BranchShown,
    ChatSaved,
    MessageChanged,
    MessageCommitted,
    RecordUndone,
    StreamDelta,
    StreamEnded,
    StreamStarted,
)
from weclaw_desktop.core.forks import Fork
from weclaw_desktop.core.messages import (
    AttachmentPart,
    Message,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    assistant,
    tool,
    user,
)
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.scripted import ScriptedModel, say
from weclaw_desktop.services.branches import branch_title, end_above


def sent(model: ScriptedModel) -> list[str]:
    """The texts of the newest request for a reply."""
    request = [r for r in model.history if r.purpose == "reply"][-1]
    return [part.text for message in request.messages for part in message.parts if isinstance(part, TextPart)]


async def said(b: Bench, chat: str) -> list[str]:
    return [m.text for m in await b.log(chat)]


async def forks(b: Bench, chat: str) -> dict[str, Fork]:
    return dict(await b.workshop.store.messages.forks(chat, await b.log(chat)))


async def two_turns(b: Bench) -> tuple[str, tuple[Message, ...]]:
    b.model.enqueue("one", "two")
    chat = await b.chat()
    await b.say(chat, "first question")
    await b.say(chat, "second question")
    return chat, await b.log(chat)


async def test_U6_an_edited_question_is_sent_and_the_old_branch_stays(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat, (first, one, *rest) = await two_turns(b)
        b.model.enqueue("another one")
        epoch = (await b.workshop.store.chats.get(chat)).epoch
        edited = await b.workshop.dialog.edit(first.id, "better question")
        await b.workshop.dialog.wait(chat)
        assert await said(b, chat) == ["better question", "another one"]
        assert sent(b.model) == ["better question"]
        assert (await b.workshop.store.chats.get(chat)).epoch > epoch, "what was prepared is void"
        assert await forks(b, chat) == {edited.id: Fork((first.id, edited.id), 1)}
        order = [type(e) for e in b.events if isinstance(e, (BranchShown, MessageCommitted, StreamStarted))]
        assert order[-3:] == [BranchShown, MessageCommitted, StreamStarted]
        await b.workshop.dialog.show_branch(first.id)
        assert await b.log(chat) == (first, one, *rest)
        b.model.enqueue("three")
        await b.say(chat, "third question")
        assert sent(b.model) == ["first question", "one", "second question", "two", "third question"]
        await b.workshop.dialog.show_branch(edited.id)
        await b.workshop.dialog.show_branch(first.id)
        assert (await said(b, chat))[-1] == "three", "the newest end of the branch"


async def test_an_edited_question_keeps_its_attachments_and_says_what_is_missing(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.enqueue("seen", "seen again", "and again")
        chat = await b.chat()
        note = AttachmentPart("file", "a.txt", "text/plain", 4, "ab" * 32, text="words of the file")
        asked = await b.workshop.dialog.send(chat, "look", (note,))
        await b.workshop.dialog.wait(chat)
        edited = await b.workshop.dialog.edit(asked.id, "look closer")
        await b.workshop.dialog.wait(chat)
        assert edited.attachments == (note,)
        assert "words of the file" in str(b.model.history[-1].messages)
        bare = await b.workshop.dialog.edit(edited.id, "  ")
        await b.workshop.dialog.wait(chat)
        assert bare.attachments == (note,)
        plain = await b.workshop.dialog.send(chat, "without")
        await b.workshop.dialog.wait(chat)
        before = await b.log(chat)
        with pytest.raises(InputError):
            await b.workshop.dialog.edit(plain.id, " \n")
        assert await b.log(chat) == before


async def test_U6_a_reworded_answer_is_what_the_model_reads_next(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat, (_, one, *_) = await two_turns(b)
        changed = await b.workshop.dialog.edit(one.id, "the mended one")
        assert (changed.id, changed.seq, changed.revision, changed.text) == (one.id, one.seq, 1, "the mended one")
        assert b.seen(MessageChanged)[-1].message == changed
        assert await forks(b, chat) == {}
        b.model.enqueue("three")
        await b.say(chat, "third question")
        assert sent(b.model)[1] == "the mended one"
        with pytest.raises(InputError):
            await b.workshop.dialog.edit(one.id, " ")


async def test_rewording_keeps_thoughts_and_calls_in_their_places(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        store, call = b.workshop.store.messages, ToolCallPart("k", "read_file", "{}")
        await store.append(chat, user("look"))
        thought = ReasoningPart("hm", "sig", "demo")
        step = await store.append(chat, Message("assistant", (thought, TextPart("a"), TextPart("b"), call)))
        silent = await store.append(chat, Message("assistant", (thought, call)))
        result = await store.append(chat, tool("k", "read_file", "done"))
        edit = b.workshop.dialog.edit
        assert (await edit(step.id, "c")).parts == (thought, TextPart("c"), call)
        assert (await edit(silent.id, "d")).parts == (thought, TextPart("d"), call)
        assert (await edit(silent.id, "")).parts == (thought, call)
        with pytest.raises(InputError):
            await edit(result.id, "x")


async def test_A2_an_edit_in_front_of_a_cut_puts_its_compression_out_of_use(tmp_path: Path) -> None:
    small = ScriptedModel(spec(8_192))
    async with bench(tmp_path, small, settings={"context.strategy": "truncate"}) as b:
        chat = await b.chat()
        for number in range(30):
            small.enqueue(f"answer {number}: " + "words of some length " * 60)
            await b.say(chat, f"question {number}")
        record = await b.workshop.store.records.active(chat)
        assert record is not None
        first = (await b.log(chat))[1]
        await b.workshop.dialog.edit(first.id, "reworded")
        assert await b.workshop.store.records.active(chat) is None
        desk = await b.workshop.desks.of(chat)
        assert desk.record is None
        small.enqueue("last")
        await b.say(chat, "one more")
        assert "one more" in sent(small)[-1]


async def test_A2_a_compression_is_in_force_again_on_its_own_branch(tmp_path: Path) -> None:
    small = ScriptedModel(spec(8_192))
    async with bench(tmp_path, small, settings={"context.strategy": "truncate"}) as b:
        chat, records, dialog = await b.chat(), b.workshop.store.records, b.workshop.dialog
        for number in range(30):
            small.enqueue(f"answer {number}: " + "words of some length " * 60)
            await b.say(chat, f"question {number}")
        await b.workshop.worker.settle(chat)
        record, log = await records.active(chat), await b.log(chat)
        assert record is not None
        view = (await b.workshop.desks.of(chat)).state().record
        known, calls = list(await records.all(chat)), len(small.history)

        async def back() -> None:
            await dialog.show_branch(log[-1].id)
            desk = await b.workshop.desks.of(chat)
            assert (desk.log, desk.record, desk.state().record) == (log, record, view)
            assert await records.active(chat) == record
            assert await records.all(chat) == known, "Undo finds what it found before"

        small.enqueue("on the other branch")
        edited = await dialog.edit(log[2].id, "asked otherwise before the cut")
        await dialog.wait(chat)
        assert await records.active(chat) is None
        await back()
        assert len(small.history) == calls + 1, "no model was asked"
        await dialog.show_branch(edited.id)
        for number in range(6):
            small.enqueue(f"other answer {number}: " + "words of some length " * 300)
            await b.say(chat, f"other question {number}")
        await b.workshop.worker.settle(chat)
        other = await records.active(chat)
        assert other not in (None, record)
        known += [made for made in await records.all(chat) if made.state == "superseded" and made not in known]
        await back()
        await dialog.show_branch(edited.id)
        assert await records.active(chat) == other
        await back()
        assert await b.workshop.worker.undo(chat, force=True) != record
        await dialog.pin(log[-1].id, True)
        assert await records.active(chat) != record, "what was undone stays undone"


async def test_A2_a_compression_is_in_force_again_when_a_deleted_message_comes_back(tmp_path: Path) -> None:
    small = ScriptedModel(spec(8_192))
    async with bench(tmp_path, small, settings={"context.strategy": "truncate"}) as b:
        chat, records = await b.chat(), b.workshop.store.records
        for number in range(30):
            small.enqueue(f"answer {number}: " + "words of some length " * 60)
            await b.say(chat, f"question {number}")
        await b.workshop.worker.settle(chat)
        record, log = await records.active(chat), await b.log(chat)
        await b.workshop.dialog.delete_message(log[1].id)
        assert await records.active(chat) is None
        await b.workshop.dialog.restore_message(log[1].id)
        assert await records.active(chat) == record
        await b.workshop.dialog.exclude(log[1].id, True)
        assert await records.active(chat) is None
        await b.workshop.dialog.exclude(log[1].id, False)
        assert (await b.workshop.desks.of(chat)).record == record


async def test_U6_another_answer_stands_beside_the_old_one(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat, (first, one, second, two) = await two_turns(b)
        b.model.enqueue("one again", "two again")
        await b.workshop.dialog.regenerate(one.id)
        again = await b.workshop.dialog.wait(chat)
        assert again is not None
        assert await said(b, chat) == ["first question", "one again"]
        assert sent(b.model) == ["first question"]
        assert await forks(b, chat) == {again.id: Fork((one.id, again.id), 1)}
        await b.workshop.dialog.show_branch(one.id)
        assert await b.log(chat) == (first, one, second, two)
        await b.workshop.dialog.regenerate(second.id)
        await b.workshop.dialog.wait(chat)
        assert await said(b, chat) == ["first question", "one", "second question", "two again"]
        assert (await forks(b, chat)).keys() == {one.id, (await b.log(chat))[-1].id}


async def test_U6_another_model_answers_once_and_the_chat_keeps_its_own(tmp_path: Path) -> None:
    other = ScriptedModel(replace(spec(), name="other"))
    async with bench(tmp_path, ScriptedModel(spec()), other) as b:
        chat, (_, _, _, two) = await two_turns(b)
        other.enqueue("the other's two")
        await b.workshop.dialog.regenerate(two.id, model="other")
        answer = await b.workshop.dialog.wait(chat)
        assert answer is not None
        assert (answer.text, answer.model) == ("the other's two", "demo/other")
        assert sent(other) == ["first question", "one", "second question"]
        assert (await b.workshop.store.chats.get(chat)).model == ""
        b.model.enqueue("three")
        assert (await b.say(chat, "third question")).model == "demo/scripted"
        with pytest.raises(InputError):
            await b.workshop.dialog.regenerate(answer.id, model="nobody")


async def test_what_waits_is_answered_by_the_chats_own_model(tmp_path: Path) -> None:
    other = ScriptedModel(replace(spec(), name="other"), rate=200)
    async with bench(tmp_path, ScriptedModel(spec()), other) as b:
        chat, (_, _, _, two) = await two_turns(b)
        other.enqueue(say("word " * 60))
        b.model.enqueue("to the one that waited")
        await b.workshop.dialog.regenerate(two.id, model="demo/other")
        await b.until(lambda: other.running)
        await b.workshop.dialog.send(chat, "meanwhile")
        answer = await b.workshop.dialog.wait(chat)
        assert answer is not None
        assert (answer.model, answer.text) == ("demo/scripted", "to the one that waited")


async def test_a_smaller_model_that_answered_once_leaves_no_compression_behind(tmp_path: Path) -> None:
    tiny = ScriptedModel(replace(spec(8_192), name="tiny"))
    async with bench(tmp_path, ScriptedModel(spec(131_072)), tiny, settings={"context.strategy": "truncate"}) as b:
        chat = await b.chat()
        for number in range(12):
            b.model.enqueue(f"answer {number}: " + "words of some length " * 150)
            await b.say(chat, f"question {number}")
        assert await b.workshop.store.records.active(chat) is None
        tiny.enqueue("from a small window")
        await b.workshop.dialog.regenerate((await b.log(chat))[-1].id, model="demo/tiny")
        await b.workshop.dialog.wait(chat)
        assert len(sent(tiny)) < 20, "it could not read all"
        await b.first(RecordUndone)
        assert await b.workshop.store.records.active(chat) is None
        b.model.enqueue("all of it")
        await b.say(chat, "and now?")
        assert "question 0" in sent(b.model)


async def test_stopping_before_another_answer_began_shows_the_old_one(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat, log = await two_turns(b)
        held = asyncio.Event()
        before = b.workshop.worker.before_request

        async def wait(chat_id: str) -> None:
            await held.wait()
            await before(chat_id)

        b.workshop.worker.before_request = wait  # type: ignore[method-assign] -- a request that has to wait
        await b.workshop.dialog.regenerate(log[1].id)
        assert await b.log(chat) == log[:1]
        await asyncio.sleep(0.02)
        await b.workshop.dialog.stop(chat)
        await b.workshop.dialog.wait(chat)
        await b.until(lambda: b.seen(BranchShown)[-1].head_id == log[-1].id)
        assert await b.log(chat) == log
        desk = await b.workshop.desks.of(chat)
        assert desk.log == log


async def test_what_a_running_reply_forbids_is_said_and_changes_nothing(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat, log = await two_turns(b)
        b.model.rate = 100
        b.model.enqueue(say("word " * 5_000))
        await b.workshop.dialog.send(chat, "go on for ever")
        await b.until(lambda: b.seen(StreamDelta))
        dialog = b.workshop.dialog
        for act in (dialog.edit(log[0].id, "x"), dialog.regenerate(log[1].id), dialog.show_branch(log[1].id)):
            with pytest.raises(InputError) as refused:
                await act
            assert refused.value.text.key == "services.busy"
        with pytest.raises(InputError):
            await dialog.retry(chat)
        copied = await dialog.branch_chat(log[1].id)
        assert [m.text for m in await b.log(copied.id)] == ["first question", "one"], "reading is always possible"
        await dialog.stop(chat)
        await dialog.wait(chat)
        assert (await b.log(chat))[:4] == log


async def test_A4_two_acts_at_once_do_not_cross(tmp_path: Path) -> None:
    """A message sent while the branch changes is answered on the branch that is shown then (fault A4)."""
    async with bench(tmp_path) as b:
        chat, (first, *_) = await two_turns(b)
        b.model.enqueue("other")
        edited = await b.workshop.dialog.edit(first.id, "other question")
        await b.workshop.dialog.wait(chat)
        b.model.enqueue("three")
        done = await asyncio.gather(
            b.workshop.dialog.show_branch(first.id), b.workshop.dialog.send(chat, "third"), return_exceptions=True
        )
        await b.workshop.dialog.wait(chat)
        refused = isinstance(done[0], InputError)
        assert (await said(b, chat))[-2:] == ["third", "three"]
        assert sent(b.model)[0] == ("other question" if refused else "first question")
        assert (await said(b, chat))[:-1] == sent(b.model)
        shown = await b.log(chat)
        await b.workshop.dialog.show_branch(first.id if refused else edited.id)
        with pytest.raises(InputError):  # it is not on the branch that is shown
            await b.workshop.dialog.regenerate(shown[0].id)
        assert not b.workshop.dialog.running(chat)


async def test_U6_a_branch_becomes_a_chat_of_its_own(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat, (first, one, *rest) = await two_turns(b)
        dialog, store = b.workshop.dialog, b.workshop.store
        await dialog.rename(chat, "Capitals")
        await dialog.choose_profile(chat, "economy")
        await dialog.pin(first.id, True)
        made = await dialog.branch_chat(one.id)
        assert (made.title, made.title_by, made.profile) == ("Branch of Capitals", "user", "economy")
        assert b.seen(ChatSaved)[-1] == ChatSaved(made, created=True)
        copies = await b.log(made.id)
        assert [(m.text, m.created_ms, m.pinned, m.model) for m in copies] == [
            ("first question", first.created_ms, True, ""),
            ("one", one.created_ms, False, one.model),
        ]
        assert {m.id for m in copies}.isdisjoint({first.id, one.id})
        assert await store.records.active(made.id) is None
        b.model.enqueue("three")
        await b.say(made.id, "third question")
        assert sent(b.model) == ["first question", "one", "third question"]
        assert [m.id for m in await b.log(chat)] == [first.id, one.id, *(m.id for m in rest)], "the first is untouched"
        again = await dialog.branch_chat((await b.log(made.id))[-1].id)
        assert again.title == "Branch of Capitals"


async def test_a_copied_step_takes_its_results_along_and_cites_its_own_numbers(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        store, desk = b.workshop.store.messages, await b.workshop.desks.of(chat)
        asked = await store.append(chat, user("look"))
        old = await store.append(chat, assistant("an answer that is made again"))
        await store.branch(chat, asked.id, assistant("", ToolCallPart("k", "read_file", "{}")))
        step = (await b.log(chat))[-1]
        long = "\n".join(f"line {number} of a long result that does not fit" for number in range(4_000))
        result = await store.append(chat, await desk.intake(tool("k", "read_file", long), await store.next_seq(chat)))
        assert result.intake is not None
        assert f"a{result.seq}" in str(result.intake.text)
        await store.append(chat, assistant("later"))
        made = await b.workshop.dialog.branch_chat(step.id)
        copies = await b.log(made.id)
        assert [m.role for m in copies] == ["user", "assistant", "tool"]
        copy = copies[-1]
        assert (copy.seq, result.seq) == (3, 4)
        assert copy.intake is not None
        assert "a3" in str(copy.intake.text)
        assert "a4" not in (copy.intake.text or "")
        with pytest.raises(InputError):
            await b.workshop.dialog.branch_chat(old.id)


async def test_a_copy_that_cannot_be_made_whole_is_no_chat(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        _, log = await two_turns(b)
        before = await b.workshop.store.chats.all()

        async def fail(*_: object) -> list[Message]:
            raise StorageError(text("storage.no_chat", chat="x"))

        b.workshop.store.messages.extend = fail  # type: ignore[method-assign] -- a disk that is full
        with pytest.raises(StorageError):
            await b.workshop.dialog.branch_chat(log[1].id)
        assert await b.workshop.store.chats.all() == before


async def test_U6_deleting_a_version_shows_another_and_undo_brings_it_back(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat, (_, _, second, two) = await two_turns(b)
        b.model.enqueue("two again")
        await b.workshop.dialog.regenerate(two.id)
        again = await b.workshop.dialog.wait(chat)
        assert again is not None
        await b.workshop.dialog.delete_message(again.id)
        assert (await b.log(chat))[-1] == two, "the version that is left"
        assert b.seen(BranchShown)[-1].head_id == two.id
        await b.workshop.dialog.restore_message(again.id)
        assert (await b.log(chat))[-1].id == again.id
        await b.workshop.dialog.delete_message(second.id)
        assert await said(b, chat) == ["first question", "one", "two again"]
        b.model.enqueue("three")
        await b.say(chat, "third question")
        assert sent(b.model) == ["first question", "one", "two again", "third question"]
        await b.workshop.dialog.restore_message(second.id)
        assert (await said(b, chat))[2] == "second question"


async def test_U6_pinned_and_excluded_are_what_the_next_request_says(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat, (first, one, *_) = await two_turns(b)
        await b.workshop.dialog.exclude(first.id, True)
        await b.workshop.dialog.exclude(one.id, True)
        b.model.enqueue("three", "four")
        await b.say(chat, "third question")
        assert sent(b.model) == ["second question", "two", "third question"]
        await b.workshop.dialog.exclude(first.id, False)
        assert (await b.log(chat))[0] == first
        await b.say(chat, "fourth question")
        assert "first question" in sent(b.model)[0]
        await b.workshop.dialog.pin(first.id, True)
        desk = await b.workshop.desks.of(chat)
        assert desk.log[0].pinned


async def test_numbers_that_views_cite_are_right_on_a_second_branch(tmp_path: Path) -> None:
    """A long question says under which id the whole of it is found (fault U6)."""
    async with bench(tmp_path, ScriptedModel(spec(8_192))) as b:
        chat, (_, _, second, _) = await two_turns(b)
        b.model.enqueue("read")
        edited = await b.workshop.dialog.edit(second.id, "many words " * 3_000)
        await b.workshop.dialog.wait(chat)
        assert edited.seq == 5
        assert edited.intake is not None
        assert "a5" in str(edited.intake.text)
        assert "a3" not in (edited.intake.text or "")


async def test_an_estimated_usage_has_its_times(tmp_path: Path) -> None:
    async with bench(tmp_path, ScriptedModel(spec(), rate=400)) as b:
        b.model.enqueue(say("word " * 40, usage=None))
        chat = await b.chat()
        answer = await b.say(chat, "go")
        usage = answer.usage
        assert usage is not None
        if usage.estimated:
            assert 0 < usage.first_token_ms <= usage.total_ms
        assert b.seen(StreamEnded)[-1].message == answer


def test_where_an_answer_is_made_again() -> None:
    made = [user("q"), assistant("a"), assistant("b"), user("r", excluded=True), assistant("c")]
    log = tuple(replace(m, id=f"m{n}", parent_id=f"m{n - 1}" if n else None, seq=n) for n, m in enumerate(made))
    assert end_above(log, log[2]) == "m0", "two messages of one answer are one"
    assert end_above(log, log[0]) == "m0"
    assert end_above(log, log[4]) == "m3"
    with pytest.raises(InputError):
        end_above(log[3:], log[4])
    with pytest.raises(InputError):
        end_above(log[:2], log[4])


def test_a_branch_of_a_branch_is_called_like_the_first() -> None:
    assert branch_title("财报", "zh") == "财报（分支）"
    assert branch_title(branch_title("财报", "zh"), "zh") == "财报（分支）"
    assert branch_title(branch_title("Trip", "en"), "en") == "Branch of Trip"
