"""The tool loop: permission, limits, and a result in the place of every call."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.fakes.bench import Bench, bench, spec
from tests.fakes.tools import FakeTool
from weclaw_desktop.context.offering import MORE
from weclaw_desktop.core.errors import ToolFailed
from weclaw_desktop.core.events import ApprovalAnswered, ApprovalAsked, ContextReported, Problem, ToolStarted
from weclaw_desktop.core.messages import ToolCallPart, ToolResultPart, assistant, tool
from weclaw_desktop.core.records import Replacement
from weclaw_desktop.core.stream import CallDelta
from weclaw_desktop.core.text import render, text
from weclaw_desktop.llm.scripted import Reply, ScriptedModel, say
from weclaw_desktop.services import answering
from weclaw_desktop.services.arguments import expand, parse
from weclaw_desktop.services.reporting import PAUSE_S
from weclaw_desktop.tools.policy import Policy, folders
from weclaw_desktop.tools.registry import ToolRegistry, built_in


def allow_all(b: Bench, *, always: bool = False) -> None:
    """Answer every question with yes, a moment later."""
    loop = asyncio.get_running_loop()

    def answer(asked: ApprovalAsked) -> None:
        loop.call_soon(lambda: b.workshop.dialog.approve(asked.request_id, True, always=always))

    b.workshop.bus.subscribe(ApprovalAsked, answer)


def result_of(b: Bench, index: int = -1) -> ToolResultPart:
    """A result in the newest request."""
    found = [p for m in b.model.history[-1].messages for p in m.parts if isinstance(p, ToolResultPart)]
    return found[index]


async def test_M1_a_call_waits_for_the_users_word(tmp_path: Path) -> None:
    work = FakeTool()
    async with bench(tmp_path, tools=ToolRegistry([work])) as b:
        b.model.enqueue(say("", ("work", {"n": 1})), "All done.")
        chat = await b.chat()
        await b.workshop.dialog.send(chat, "do it")
        asked = await b.first(ApprovalAsked)
        assert work.calls == []
        assert b.workshop.dialog.pending(chat) == (asked,)
        b.workshop.dialog.approve(asked.request_id, True)
        answer = await b.workshop.dialog.wait(chat)
        assert answer is not None
        assert answer.text == "All done."
        assert work.calls == [{"n": 1}]
        assert b.seen(ApprovalAnswered)[0].allowed
        assert b.seen(ToolStarted)
        assert [m.role for m in await b.log(chat)] == ["user", "assistant", "tool", "assistant"]
        assert b.workshop.dialog.pending(chat) == ()


async def test_U2_the_meter_counts_the_first_result_while_a_second_call_waits_for_the_users_word(
    tmp_path: Path,
) -> None:
    async def long(_arguments: Mapping[str, object]) -> str:
        return "\n".join(f"line {n} of the file" for n in range(600))

    async with bench(tmp_path, tools=ToolRegistry([FakeTool(work=long)])) as b:
        b.model.enqueue(say("", ("work", {"n": 1}), ("work", {"n": 2})), "All done.")
        chat = await b.chat()
        await b.workshop.dialog.send(chat, "do both")
        first = await b.first(ApprovalAsked)
        await b.until(lambda: b.seen(ContextReported) and b.seen(ContextReported)[-1].report.load > 0)
        await asyncio.sleep(2 * PAUSE_S)
        before = b.seen(ContextReported)[-1].report.load
        b.workshop.dialog.approve(first.request_id, True)
        await b.until(lambda: len(b.seen(ApprovalAsked)) == 2)
        await b.until(lambda: b.seen(ContextReported)[-1].report.load > before + 2_000)
        b.workshop.dialog.approve(b.seen(ApprovalAsked)[1].request_id, False)
        await b.workshop.dialog.wait(chat)


async def test_M1_a_refusal_is_a_result_and_the_loop_goes_on(tmp_path: Path) -> None:
    work = FakeTool()
    async with bench(tmp_path, tools=ToolRegistry([work])) as b:
        b.model.enqueue(say("", ("work", {})), "Then not.")
        chat = await b.chat()
        await b.workshop.dialog.send(chat, "do it")
        b.workshop.dialog.approve((await b.first(ApprovalAsked)).request_id, False)
        answer = await b.workshop.dialog.wait(chat)
        assert answer is not None
        assert answer.text == "Then not."
        assert work.calls == []
        assert result_of(b).is_error
        assert "did not allow" in result_of(b).text


async def test_M1_always_holds_for_this_tool_in_this_chat_after_a_restart_too(tmp_path: Path) -> None:
    tools = ToolRegistry([FakeTool(), FakeTool(name="other")])
    async with bench(tmp_path, tools=tools) as b:
        allow_all(b, always=True)
        b.model.enqueue(say("", ("work", {})), "one", say("", ("work", {})), "two")
        chat = await b.chat()
        await b.say(chat, "do it")
        await b.say(chat, "again")
        assert len(b.seen(ApprovalAsked)) == 1
    async with bench(tmp_path, tools=tools) as b:
        allow_all(b)
        b.model.enqueue(say("", ("work", {})), "three", say("", ("other", {})), "four", say("", ("work", {})), "five")
        await b.say(chat, "and again")
        assert len(b.seen(ApprovalAsked)) == 0
        await b.say(chat, "another one")
        await b.say(await b.chat(), "elsewhere")
        assert [asked.call.name for asked in b.seen(ApprovalAsked)] == ["other", "work"]


async def test_the_command_lines_allow_asks_nobody(tmp_path: Path) -> None:
    async with bench(tmp_path, tools=ToolRegistry([FakeTool(risk="high")])) as b:
        b.workshop.policy = Policy(frozenset({"work"}))
        b.model.enqueue(say("", ("work", {})), "done")
        await b.say(await b.chat(), "do it")
        assert not b.seen(ApprovalAsked)


def _raise(error: Exception) -> str:
    raise error


async def _never(_arguments: Mapping[str, object]) -> str:
    await asyncio.Event().wait()
    return ""


@pytest.mark.parametrize(
    ("work", "told"),
    [
        (FakeTool(lambda _a: _raise(ToolFailed(text("tools.not_found", path="a.txt")))), "a.txt does not exist"),
        (FakeTool(lambda _a: _raise(ValueError("odd"))), "ValueError: odd"),
        (FakeTool(_never), "did not finish within"),
    ],
)
async def test_M2_a_tool_that_dies_leaves_an_error_result(tmp_path: Path, work: FakeTool, told: str) -> None:
    async with bench(tmp_path, tools=ToolRegistry([work]), tool_limit_s=0.05) as b:
        allow_all(b)
        b.model.enqueue(say("", ("work", {})), "Noted.")
        answer = await b.say(await b.chat(), "do it")
        assert answer.text == "Noted."
        assert result_of(b).is_error
        assert told in result_of(b).text


async def test_M2_an_unknown_tool_and_broken_arguments_get_results(tmp_path: Path) -> None:
    work = FakeTool()
    broken = Reply((CallDelta(0, "c1", "work", '{"path": "a.tx'),), finish="tool_calls")
    async with bench(tmp_path, tools=ToolRegistry([work])) as b:
        allow_all(b)
        b.model.enqueue(say("", ("erase", {})), broken, "Sorry.")
        answer = await b.say(await b.chat(), "do it")
        assert answer.text == "Sorry."
        assert work.calls == []
        assert "no tool named erase" in result_of(b, 0).text
        assert "not a JSON object" in result_of(b, 1).text


@pytest.mark.parametrize(
    ("raw", "meant"),
    [
        ("", {}),
        ("null", {}),
        ('{"a": 1,}', {"a": 1}),
        ('```json\n{"a": 1}\n```', {"a": 1}),
        ('"{\\"a\\": 1}"', {"a": 1}),
        ("{'a': True}", {"a": True}),
        ('{"a": "line\nbreak"}', {"a": "line\nbreak"}),
        ('{"a": 1', None),
        ("[1]", None),
        ("rm -rf", None),
    ],
)
def test_K7_arguments_are_read_as_models_write_them(raw: str, meant: dict[str, object] | None) -> None:
    assert parse(raw) == meant


def test_a_copied_stub_is_expanded_or_refused() -> None:
    full = '{"path": "a.py", "content": "' + "x = 1 # " * 100 + '"}'
    stub = '{"path": "a.py", "content": "x = 1 # x = 1 # … 780 more characters, a2"}'
    log = (assistant("", ToolCallPart("c", "write", full), id="m2", seq=2), tool("c", "write", "ok", id="m3", seq=3))
    replacements = [Replacement("m2", stub, "arguments", "a2", 0)]
    copied = {"path": "b.py", "content": "x = 1 # x = 1 # … 780 more characters, a2"}
    arguments, missing = expand(copied, log, replacements)
    assert arguments == {"path": "b.py", "content": "x = 1 # " * 100}
    assert missing == ""
    inside = {"content": f"# copy\n{copied['content']}\n"}
    assert expand(inside, log, replacements)[1] == "a2"
    assert expand({"path": "a.py"}, log, replacements) == ({"path": "a.py"}, "")


async def test_K6_stop_puts_a_result_behind_every_open_call(tmp_path: Path) -> None:
    work = FakeTool(_never)
    async with bench(tmp_path, tools=ToolRegistry([work]), tool_limit_s=60) as b:
        allow_all(b)
        b.model.enqueue(say("", ("work", {"n": 1}), ("work", {"n": 2})), "Where were we?")
        chat = await b.chat()
        await b.workshop.dialog.send(chat, "do it")
        await b.first(ToolStarted)
        await b.workshop.dialog.stop(chat)
        await b.workshop.dialog.wait(chat)
        results = [m.result for m in await b.log(chat) if m.result is not None]
        assert [r.is_error for r in results] == [True, True]
        assert "may have run in part" in results[0].text
        assert "did not run" in results[1].text
        await b.say(chat, "go on")
        assert len(work.calls) == 1


async def test_K6_stop_withdraws_a_question(tmp_path: Path) -> None:
    async with bench(tmp_path, tools=ToolRegistry([FakeTool()])) as b:
        b.model.enqueue(say("", ("work", {})))
        chat = await b.chat()
        await b.workshop.dialog.send(chat, "do it")
        asked = await b.first(ApprovalAsked)
        await b.workshop.dialog.stop(chat)
        await b.workshop.dialog.wait(chat)
        answered = b.seen(ApprovalAnswered)[0]
        assert (answered.allowed, answered.withdrawn) == (False, True)
        results = [m.result for m in await b.log(chat) if m.result is not None]
        assert [r.text for r in results] == ["Stopped by the user before work was started; it did not run."]
        b.workshop.dialog.approve(asked.request_id, True)
        assert b.workshop.dialog.pending(chat) == ()


async def test_a_model_that_loops_is_stopped_visibly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "MAX_STEPS", 3)
    async with bench(tmp_path, tools=ToolRegistry([FakeTool()])) as b:
        b.workshop.policy = Policy(frozenset({"work"}))
        b.model.enqueue(*(say("", ("work", {"n": n})) for n in range(9)))
        await b.say(await b.chat(), "loop")
        assert len(b.model.history) == 3
        assert "3 times in a row" in render(b.seen(Problem)[0].text)


async def test_tools_that_are_off_are_neither_told_nor_run(tmp_path: Path) -> None:
    work = FakeTool()
    async with bench(tmp_path, tools=ToolRegistry([work]), settings={"chatting.tools": False}) as b:
        b.model.enqueue(say("", ("work", {})), "ok")
        await b.say(await b.chat(), "do it")
        assert b.model.history[0].tools == ()
        assert work.calls == []


WORDS = "It does something that takes a few words to say. "


def many(count: int) -> ToolRegistry:
    """Tools far above their share of a window of 8,192."""
    works = [FakeTool(name=f"box{n // 4}__tool{n}", told=WORDS * 8) for n in range(count)]
    return ToolRegistry(works)


async def test_M3_a_group_of_tools_is_fetched_by_the_model_and_remembered(tmp_path: Path) -> None:
    tools = many(40)
    async with bench(tmp_path, ScriptedModel(spec(8_192)), tools=tools) as b:
        allow_all(b)
        b.model.enqueue(say("", (MORE, {"group": "box9"})), say("", ("box9__tool39", {})), "Done.", "Again.")
        chat = await b.chat()
        assert (await b.say(chat, "do it")).text == "Done."
        first, second, third = ([tool.name for tool in request.tools] for request in b.model.history)
        assert "box9__tool39" not in first
        assert MORE in first
        assert second[-4:] == [f"box9__tool{n}" for n in range(36, 40)]
        assert third == second
        assert "Can be called from now on: box9__tool36" in result_of(b, 0).text
        assert [asked.call.name for asked in b.seen(ApprovalAsked)] == ["box9__tool39"]
        report = await b.workshop.reporter.report(chat)
        assert "wait behind more_tools" in render(report.budgets[0].trimmed[-1])
        counted = {part.key: part.tokens for part in report.parts}
        assert counted["system"] + counted["schemas"] <= report.thresholds.budgets.fixed
    async with bench(tmp_path, ScriptedModel(spec(8_192)), tools=tools) as b:
        b.model.enqueue("Still.")
        await b.say(chat, "go on")
        assert [tool.name for tool in b.model.history[0].tools] == third
        blank = await b.workshop.reporter.blank("", "", "")
        assert "wait behind more_tools" in render(blank.budgets[0].trimmed[-1])


async def test_M3_a_group_that_is_unknown_or_too_large_is_answered_with_what_there_is(tmp_path: Path) -> None:
    tools = many(40)
    big = FakeTool(name="whale", told="large " * 4_000)
    async with bench(
        tmp_path, ScriptedModel(spec(8_192)), tools=ToolRegistry([*(tools.get(n) or big for n in tools.names), big])
    ) as b:
        b.model.enqueue(say("", (MORE, {"group": "nothing"}), (MORE, {"group": "whale"})), "I see.")
        await b.say(await b.chat(), "找一个工具")
        assert "box0: box0__tool0" in result_of(b, 0).text
        assert not result_of(b, 0).is_error
        assert "空间不足，无法提供 whale" in result_of(b, 1).text
        assert result_of(b, 1).is_error


async def test_relative_paths_begin_in_the_folder_of_the_chat(tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "project"
    for place in (home, project):
        place.mkdir()
        (place / "notes.txt").write_text(f"notes of {place.name}")
    async with bench(tmp_path / "profile", tools=built_in(home, [])) as b:
        allow_all(b)
        chat = await b.chat()
        read = say("", ("read_file", {"path": "notes.txt"}))
        b.model.enqueue(read, "Read.", read, say("", ("list_folder", {})), "Read again.")
        await b.say(chat, "read my notes.txt")
        await b.workshop.prompts.choose_folder(chat, str(project))
        await b.say(chat, "read the notes.txt of this folder")
        assert [result_of(b, n).text for n in (0, 1)] == ["notes of home", "notes of project"]
        assert result_of(b).text.startswith(f"{project}:\nnotes.txt")
        assert [(render(asked.summary), asked.folder) for asked in b.seen(ApprovalAsked)] == [
            (f"Read the file {home / 'notes.txt'}", str(home)),
            (f"Read the file {project / 'notes.txt'}", str(project)),
            (f"List the folder {project}", str(project)),
        ]


async def test_M1_always_holds_for_the_folder_that_was_asked_about(tmp_path: Path) -> None:
    place = tmp_path / "files"
    for name in ("a/one.txt", "a/deep/two.txt", "b/three.txt"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(name)
    (place / "a" / "way").symlink_to(place / "b")
    async with bench(tmp_path / "profile", tools=built_in(place, [])) as b:
        allow_all(b, always=True)
        paths = ("a/one.txt", "a/deep/two.txt", "a/way/three.txt", "a/one.txt")
        b.model.enqueue(*(say("", ("read_file", {"path": path})) for path in paths), "Read.")
        chat = await b.chat()
        await b.say(chat, "read them")
        assert [asked.folder for asked in b.seen(ApprovalAsked)] == [str(place / "a"), str(place / "b")]
        assert [result_of(b, n).text for n in range(4)] == ["a/one.txt", "a/deep/two.txt", "b/three.txt", "a/one.txt"]
        stored = (await b.workshop.store.chats.get(chat)).overrides
        assert folders(stored, "read_file") == (str(place / "a"), str(place / "b"))
