"""The built-in tools: what they read, what they never read, and how they fail."""

from __future__ import annotations

import asyncio
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from weclaw_desktop.core.errors import ToolFailed
from weclaw_desktop.core.ports import FolderTool
from weclaw_desktop.core.text import Language, Text, render
from weclaw_desktop.tools.current_time import CurrentTime
from weclaw_desktop.tools.read_file import MAX_BYTES
from weclaw_desktop.tools.registry import ToolRegistry, built_in
from weclaw_desktop.tools.work import in_thread


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "数据 夹"
    folder.mkdir()
    return folder


@pytest.fixture
def tools(place: Path, tmp_path: Path) -> ToolRegistry:
    profile = tmp_path / "profile"
    profile.mkdir()
    (profile / "settings.json").write_text('{"key": "sk-private"}')
    return built_in(place, [profile])


def said(result: str | Text, language: Language = "en") -> str:
    return render(result, language) if isinstance(result, Text) else result


async def run(tools: ToolRegistry, name: str, **arguments: object) -> str:
    tool = tools.get(name)
    assert tool is not None
    return said(await tool.run(arguments))


async def refusal(tools: ToolRegistry, name: str, **arguments: object) -> str:
    with pytest.raises(ToolFailed) as failed:
        await run(tools, name, **arguments)
    return render(failed.value.text)


async def test_a_short_file_is_given_as_it_is(tools: ToolRegistry, place: Path) -> None:
    (place / "a.txt").write_bytes("第一行\r\nsecond\n".encode())
    assert await run(tools, "read_file", path="a.txt") == "第一行\nsecond"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
async def test_encodings(tools: ToolRegistry, place: Path, encoding: str) -> None:
    (place / "a.txt").write_bytes("合同编号 HT-2024，金额 1,250 元".encode(encoding))
    assert await run(tools, "read_file", path=str(place / "a.txt")) == "合同编号 HT-2024，金额 1,250 元"


async def test_a_long_file_comes_in_parts(tools: ToolRegistry, place: Path) -> None:
    (place / "long.txt").write_text("\n".join(f"line {n}" for n in range(1, 5_001)))
    first = await run(tools, "read_file", path="long.txt")
    assert first.endswith("line 2000\n[lines 1-2000 of 5000; go on with offset 2001]")
    last = await run(tools, "read_file", path="long.txt", offset="4999", limit=10.0)
    assert last == "line 4999\nline 5000\n[lines 4999-5000 of 5000]"
    assert "only 5,000 lines" in await refusal(tools, "read_file", path="long.txt", offset=6_000)


async def test_P4_one_huge_line_is_capped(tools: ToolRegistry, place: Path) -> None:
    (place / "min.json").write_text("x" * 1_000_000)
    got = await run(tools, "read_file", path="min.json")
    assert len(got) < 210_000
    assert "[lines 1-1 of 1" in got


@pytest.mark.parametrize("name", ["read_file", "list_folder"])
async def test_X1_the_profile_is_never_read(tools: ToolRegistry, place: Path, tmp_path: Path, name: str) -> None:
    (place / "link").symlink_to(tmp_path / "profile")
    for path in (tmp_path / "profile", "../profile/settings.json", "link/settings.json", "link"):
        assert "never read" in await refusal(tools, name, path=str(path))
    assert "profile/" not in await run(tools, "list_folder", path=str(tmp_path))


@pytest.mark.skipif(sys.platform == "win32", reason="these places are of Unix systems")
@pytest.mark.parametrize("path", ["/proc/self/environ", "/dev/zero", "~/.ssh/id_rsa", ".env", "server.key"])
async def test_X1_secrets_of_the_computer_are_never_read(tools: ToolRegistry, path: str) -> None:
    assert "never read" in await refusal(tools, "read_file", path=path)


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes in folders are of Unix systems")
async def test_M2_a_pipe_does_not_hang(tools: ToolRegistry, place: Path) -> None:
    os.mkfifo(place / "pipe")
    assert "not an ordinary file" in await refusal(tools, "read_file", path="pipe")


async def test_M2_slow_work_is_given_up() -> None:
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()

    def work() -> str:
        done = asyncio.run_coroutine_threadsafe(asked.wait(), loop)
        return str(done.result())

    with pytest.raises(ToolFailed) as failed:
        await in_thread(work, "/net/share", limit_s=0.05)
    asked.set()
    assert "/net/share did not answer" in render(failed.value.text)


async def test_files_that_are_no_text_are_refused(tools: ToolRegistry, place: Path) -> None:
    (place / "a.bin").write_bytes(b"PK\x03\x04\0\0rest")
    (place / "b.bin").write_bytes(bytes(range(1, 32)) * 10)
    with (place / "huge.log").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    assert "not text" in await refusal(tools, "read_file", path="a.bin")
    assert "not text" in await refusal(tools, "read_file", path="b.bin")
    assert "at most 20,000,000" in await refusal(tools, "read_file", path="huge.log")
    assert "does not exist" in await refusal(tools, "read_file", path="none.txt")
    assert "is a folder" in await refusal(tools, "read_file", path=".")
    assert "path is needed" in await refusal(tools, "read_file", path="")
    assert "path is needed" in await refusal(tools, "read_file", path="a\0b")
    assert "whole number" in await refusal(tools, "read_file", path="a.bin", offset="two")


async def test_a_folder_is_listed_folders_first(tools: ToolRegistry, place: Path) -> None:
    (place / "b.txt").write_text("12345")
    (place / "z").mkdir()
    os.utime(place / "b.txt", (0, 0))
    os.utime(place / "z", (0, 0))
    assert await run(tools, "list_folder") == (f"{place}:\nz/  1970-01-01 00:00\nb.txt  5  1970-01-01 00:00")
    assert (await run(tools, "list_folder", limit=1)).endswith("[1 of 2 entries]")
    assert await run(tools, "list_folder", path="z") == f"{place / 'z'}: empty"
    assert "is a file" in await refusal(tools, "list_folder", path="b.txt")


async def test_the_time_is_told_in_a_zone() -> None:
    clock = CurrentTime(lambda: datetime(2026, 3, 1, 12, 0, tzinfo=UTC))
    assert said(await clock.run({"zone": "Asia/Shanghai"})) == "2026-03-01T20:00:00+08:00 Asia/Shanghai (Sunday)"
    assert said(await clock.run({})).startswith("2026-03-01T12:00:00+00:00")
    with pytest.raises(ToolFailed):
        await clock.run({"zone": "../etc/passwd"})


def test_each_tool_says_what_it_would_do(tools: ToolRegistry) -> None:
    asked = {
        "read_file": {"path": "a", "offset": 5},
        "list_folder": {},
        "current_time": {"zone": "UTC"},
        "recall": {"id": "m3"},
        "skill": {"name": "pdf"},
    }
    for name, arguments in asked.items():
        tool = tools.get(name)
        assert tool is not None
        told = tool.describe(arguments)
        assert render(told, "en") != render(told, "zh")
        assert tool.spec.name == name
    assert tools.names == tuple(asked)
    assert tools.get("rm") is None


async def test_what_a_tool_says_itself_is_in_the_language_of_the_chat(place: Path, tools: ToolRegistry) -> None:
    (place / "long.txt").write_text("line\n" * 5_000)
    (place / "folder").mkdir()

    async def chinese(name: str, **arguments: object) -> str:
        tool = tools.get(name)
        assert tool is not None
        return said(await tool.run(arguments), "zh")

    assert (await chinese("read_file", path="long.txt")).endswith("[第 1-2000 行，共 5000 行；继续请用 offset 2001]")
    assert (await chinese("list_folder", limit=1)).endswith("项，显示 1 项]")
    assert "（星期" in await chinese("current_time")


def test_the_folder_of_a_call_is_the_real_one(place: Path, tools: ToolRegistry, tmp_path: Path) -> None:
    (place / "inside").mkdir()
    (place / "inside" / "a.txt").write_text("x")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "b.txt").write_text("x")
    (place / "inside" / "way").symlink_to(outside)
    read, listed = tools.get("read_file"), tools.get("list_folder")
    assert isinstance(read, FolderTool)
    assert isinstance(listed, FolderTool)
    assert read.folder({"path": "inside/a.txt"}) == str(place / "inside")
    assert read.folder({"path": "inside/way/b.txt"}) == str(outside)
    assert read.folder({"path": "gone.txt"}) == ""
    assert listed.folder({}) == str(place)
    assert listed.folder({"path": "inside"}) == str(place / "inside")
    assert not isinstance(tools.get("current_time"), FolderTool)


async def test_relative_paths_begin_in_the_folder_a_tool_was_taken_to(tools: ToolRegistry, place: Path) -> None:
    project = place / "project"
    (project / "src").mkdir(parents=True)
    (project / "src" / "a.txt").write_text("of the project")
    (place / "a.txt").write_text("of the start")
    read, listed = tools.get("read_file"), tools.get("list_folder")
    assert isinstance(read, FolderTool)
    assert isinstance(listed, FolderTool)
    there, seen = read.at(str(project)), listed.at("project")
    assert said(await there.run({"path": "src/a.txt"})) == "of the project"
    assert there.folder({"path": "src/a.txt"}) == str(project / "src")
    assert said(await seen.run({})).startswith(f"{project}:\nsrc/")
    assert said(await seen.run({"path": "src"})).startswith(f"{project / 'src'}:\na.txt")
    assert said(await there.run({"path": str(place / "a.txt")})) == "of the start"
    assert said(await read.run({"path": "a.txt"})) == "of the start"
    with pytest.raises(ToolFailed) as failed:
        await there.run({"path": "b.txt"})
    assert str(project / "b.txt") in render(failed.value.text)


async def test_X1_a_folder_a_tool_was_taken_to_opens_nothing_private(tools: ToolRegistry, tmp_path: Path) -> None:
    read = tools.get("read_file")
    assert isinstance(read, FolderTool)
    with pytest.raises(ToolFailed) as failed:
        await read.at(str(tmp_path / "profile")).run({"path": "settings.json"})
    assert "never read" in render(failed.value.text)


@pytest.mark.parametrize(
    ("path", "whole"),
    [("a.txt", "{place}/a.txt"), ("./b/../c", "{place}/b/../c"), ("~nobody-here/x", "{place}/~nobody-here/x"),
     ("~/notes", "{home}/notes"), ("", "?"), (3, "?")],
)  # fmt: skip
def test_people_are_asked_about_the_whole_path(tools: ToolRegistry, place: Path, path: object, whole: str) -> None:
    read, listed = tools.get("read_file"), tools.get("list_folder")
    assert read is not None
    assert listed is not None
    expected = str(Path(whole.format(place=place, home=Path.home())))
    assert render(read.describe({"path": path})) == f"Read the file {expected}"
    if isinstance(path, str) and path:
        assert render(listed.describe({"path": path})) == f"List the folder {expected}"
    assert render(listed.describe({})) == f"List the folder {place}"
