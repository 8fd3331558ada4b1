"""Running the window for real: in this process on the test's loop, and as a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from tests.guards.logs import ExpectLog
from weclaw_desktop.app import WindowRun
from weclaw_desktop.core.errors import StorageError
from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.text import text
from weclaw_desktop.launch import WindowOptions
from weclaw_desktop.storage.backups import backup
from weclaw_desktop.storage.messages import SqlMessages
from weclaw_desktop.storage.profile import Profile, ProfileLock, open_store
from weclaw_desktop.ui import window_state
from weclaw_desktop.ui.chat.chat_view import ChatView
from weclaw_desktop.ui.drafts import Draft
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import top_sheet
from weclaw_desktop.ui.window_state import WindowState

ROOT = Path(__file__).resolve().parent.parent
PNG = b"\x89PNG\r\n\x1a\n"


async def until(holds: object, seconds: float = 20) -> None:
    async with asyncio.timeout(seconds):
        while not holds():  # type: ignore[operator]  # noqa: ASYNC110 - a condition of the window, which has no event
            await asyncio.sleep(0.02)


def run(*options: str, seconds: float = 60, path: Path | None = None) -> tuple[subprocess.CompletedProcess[str], float]:
    """Open the window in a process; returns it when it has ended, and the seconds it took.

    Modules in the folder ``path`` stand for those of the same name.
    """
    code = (
        f"import sys; sys.path.insert(0, {str(path or ROOT)!r}); from pathlib import Path;"
        "from weclaw_desktop.launch import WindowOptions;"
        "from weclaw_desktop.app import run_window;"
        f"sys.exit(run_window(WindowOptions({', '.join(options)})))"
    )
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, timeout=seconds,
        check=False,
    )  # fmt: skip
    return done, time.monotonic() - began


def test_the_window_opens_takes_its_picture_and_ends_with_zero(tmp_path: Path) -> None:
    picture, profile = tmp_path / "w.png", tmp_path / "张伟" / "数据 夹"
    done, _ = run(
        f"profile_dir=Path({str(profile)!r})", f"screenshot=Path({str(picture)!r})", "quit_after=0.5",
        "size=(900, 700)", "theme='dark'", "language='zh'",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert picture.read_bytes().startswith(PNG)
    assert json.loads((profile / "ui-state.json").read_text())["geometry"]


def test_A8_the_program_ends_while_it_still_imports_the_model_library(tmp_path: Path) -> None:
    """(fault A8): the process stayed for seconds after its window, and a second start met "already running"."""
    library, profile, begun = tmp_path / "litellm", tmp_path / "profile", tmp_path / "begun"
    library.mkdir()
    (library / "__init__.py").write_text(
        "import importlib, pathlib, time\n"
        f"pathlib.Path({str(begun)!r}).touch()\n"
        "for number in range(100_000):\n"
        "    time.sleep(0.01)\n"
        "    try:\n"
        "        importlib.import_module(f'litellm.no{number}')\n"
        "    except ImportError:\n"
        "        pass\n"
    )
    done, _ = run(f"profile_dir=Path({str(profile)!r})", "quit_after=6", path=tmp_path)
    assert begun.exists()
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "rror" not in done.stderr
    assert json.loads((profile / "ui-state.json").read_text())["geometry"]


async def test_A8_closing_while_a_reply_is_written_saves_and_ends(tmp_path: Path, qtbot: QtBot) -> None:
    del qtbot
    started = WindowRun(WindowOptions(profile_dir=tmp_path / "p", demo=True, theme="light", language="en"))
    running = asyncio.get_running_loop().create_task(started.run())
    await until(lambda: started.window.conductor is not None)
    conductor = started.window.conductor
    assert conductor is not None
    await until(lambda: conductor.chat is not None and conductor.live.reply_in(conductor.chat_id) is not None)
    await until(lambda: bool((reply := conductor.live.reply_in(conductor.chat_id)) and reply.begun))
    started.window.close()
    async with asyncio.timeout(10):
        assert await running == 0
    from weclaw_desktop.storage.profile import open_store

    store = await open_store(tmp_path / "p")
    chats = await store.chats.all()
    states = {m.state for m in await store.messages.path(chats[0].id)}
    await store.close()
    assert "generating" not in states
    assert current().mode == "light"


CHILD = """
import asyncio, sys
from pathlib import Path
import weclaw_desktop.app as app
from weclaw_desktop.core.errors import StorageError
from weclaw_desktop.core.text import text
from weclaw_desktop.launch import WindowOptions

class Told(app.WindowRun):
    async def _open(self):
        await super()._open()
        conductor = self.window.conductor
        if self._options.demo:
            while not ((reply := conductor.live.reply_in(conductor.chat_id)) and len(reply.text) > 40):
                await asyncio.sleep(0.01)
        else:
            self.window.chat.composer.edit.insertPlainText("half a thought")
        print("ready", flush=True)

app.WindowRun = Told
sys.exit(app.run_window(WindowOptions(profile_dir=Path(sys.argv[1]), demo=sys.argv[2] == "demo", language="en")))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be sent SIGTERM or SIGINT there")
@pytest.mark.parametrize(("name", "what"), [("SIGTERM", "demo"), ("SIGINT", "draft")])
async def test_A8_a_signal_ends_the_program_as_closing_its_window_does(tmp_path: Path, name: str, what: str) -> None:
    profile = Profile(tmp_path / "p")
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CHILD, str(profile.folder), what,
        cwd=ROOT, env=dict(os.environ), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert child.stdout is not None
    try:
        async with asyncio.timeout(60):
            assert await child.stdout.readline() == b"ready\n"
            child.send_signal(getattr(signal, name))
            _, said = await child.communicate()
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    assert child.returncode == 0, said.decode()
    assert b"Traceback" not in said, said.decode()
    assert not profile.database.with_name(profile.database.name + "-wal").exists(), "the database was closed"
    state = json.loads((profile.folder / "ui-state.json").read_text())
    if what == "draft":
        assert state["draft"] == "half a thought"
        return
    store = await open_store(profile.folder)
    chats = await store.chats.all()
    messages = await store.messages.path(chats[0].id)
    await store.close()
    assert messages[-1].role == "assistant"
    assert messages[-1].state in ("stopped", "interrupted")
    assert len(messages[-1].text) > 40, "what had come is kept"


async def test_D4_a_damaged_database_is_restored_from_the_card(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    del qtbot
    profile = Profile(tmp_path / "p")
    store = await open_store(profile.folder)
    chat = await store.chats.create()
    await store.close()
    backup(profile.database, profile.backups, label="daily")
    profile.database.write_bytes(b"damaged" * 1_000)
    started = WindowRun(WindowOptions(profile_dir=profile.folder, theme="light", language="en"))
    running = asyncio.get_running_loop().create_task(started.run())
    await until(lambda: started.window.start_page._restore.isVisible())
    started.window.start_page._restore.click()
    await until(lambda: started.window.conductor is not None)
    assert started.window.conductor is not None
    assert (await started.window.conductor.bench.store.chats.get(chat.id)).id == chat.id
    kept = next(profile.folder.glob("weclaw.db.aside-*"))
    views = [view for view in started.window.findChildren(ChatView) if view.banner.isVisible()]
    assert [kept.name in view.banner.text for view in views] == [True]
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    views[0]._on_banner("folder")
    assert opened == [str(profile.folder)]
    assert not views[0].banner.isVisible()
    started.window.close()
    async with asyncio.timeout(10):
        assert await running == 0


async def test_a_damaged_database_is_a_card_and_try_again_opens_it(tmp_path: Path, qtbot: QtBot) -> None:
    del qtbot
    profile = tmp_path / "p"
    profile.mkdir()
    broken = profile / "weclaw.db"
    broken.write_bytes(b"this is no database, it is a text that somebody saved under its name " * 200)
    started = WindowRun(WindowOptions(profile_dir=profile, theme="light", language="en"))
    running = asyncio.get_running_loop().create_task(started.run())
    await until(lambda: started.window.start_page.card.isVisible())
    assert broken.read_bytes().startswith(b"this is no database"), "it is left untouched"
    broken.unlink()
    started.window.start_page._retry.click()
    await until(lambda: started.window.conductor is not None)
    started.window.close()
    async with asyncio.timeout(10):
        assert await running == 0


async def test_words_outlast_a_start_that_fails(tmp_path: Path, qtbot: QtBot) -> None:
    """Who quits from the card that says why has not given up what was written before."""
    del qtbot
    profile = tmp_path / "p"
    profile.mkdir()
    (profile / "weclaw.db").write_bytes(b"damaged" * 1_000)
    before = WindowState(draft="half a thought", other_drafts=["another"], recent_files=["/a"], chat="c1")
    window_state.save(profile, before)
    started = WindowRun(WindowOptions(profile_dir=profile, theme="light", language="en"))
    running = asyncio.get_running_loop().create_task(started.run())
    await until(lambda: started.window.start_page.card.isVisible())
    started.window.close()
    async with asyncio.timeout(10):
        assert await running == 0
    assert replace(window_state.load(profile), geometry="") == before


async def test_what_is_written_in_a_new_chat_is_kept_before_the_window_closes(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    del qtbot
    monkeypatch.setattr("weclaw_desktop.ui.conductor.SAVED_S", 0.05)
    state = tmp_path / "p" / "ui-state.json"
    started = WindowRun(WindowOptions(profile_dir=tmp_path / "p", theme="light", language="en"))
    running = asyncio.get_running_loop().create_task(started.run())
    await until(lambda: started.window.conductor is not None)
    started.window.chat.composer.edit.insertPlainText("half a thought")
    await until(lambda: state.exists() and json.loads(state.read_text())["draft"] == "half a thought")
    started.window.close()
    async with asyncio.timeout(10):
        assert await running == 0


async def test_what_is_written_in_new_chats_of_several_windows_survives_a_kill(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    del qtbot
    monkeypatch.setattr("weclaw_desktop.ui.conductor.SAVED_S", 0.05)
    state = tmp_path / "p" / "ui-state.json"

    def kept() -> tuple[str, list[str]]:
        found = json.loads(state.read_text()) if state.exists() else {}
        return found.get("draft", ""), found.get("other_drafts", [])

    options = WindowOptions(profile_dir=tmp_path / "p", theme="light", language="en")
    started = WindowRun(options)
    running = asyncio.get_running_loop().create_task(started.run())
    await until(lambda: started.window.conductor is not None)
    started.window.chat.composer.edit.insertPlainText("first")
    await until(lambda: kept() == ("first", []))
    started.window.window_wanted.emit("")
    windows = started._windows
    assert windows is not None
    windows.others[0].chat.composer.edit.insertPlainText("second")
    await until(lambda: kept() == ("first", ["second"]))
    killed = state.read_text()  # what a kill leaves
    started.window.close()
    windows.others[0].close()
    async with asyncio.timeout(10):
        assert await running == 0
    assert kept() == ("first\n\nsecond", []), "a window that was closed left its words to the first one"
    state.write_text(killed)
    again = WindowRun(options)
    running = asyncio.get_running_loop().create_task(again.run())
    await until(lambda: again.window.conductor is not None)
    await until(lambda: again.window.chat.composer.edit.toPlainText() == "first\n\nsecond")
    await until(lambda: kept() == ("first\n\nsecond", []))
    again.window.close()
    async with asyncio.timeout(10):
        assert await running == 0


async def test_D4_words_that_the_database_does_not_take_at_the_end_are_kept(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A read-only file, or a full disk: everything else of closing is done as well."""
    del qtbot
    profile = Profile(tmp_path / "p")
    store = await open_store(profile.folder)
    chat = await store.chats.create()
    await store.close()
    started = WindowRun(WindowOptions(profile_dir=profile.folder, theme="light", language="en"))
    running = asyncio.get_running_loop().create_task(started.run())
    await until(lambda: started.window.conductor is not None)
    conductor = started.window.conductor
    assert conductor is not None
    conductor.open_chat(chat.id)
    await until(lambda: conductor.chat_id == chat.id)

    async def refuses(*given: object, **fields: object) -> None:
        del given, fields
        raise StorageError(text("storage.cannot_open", path="x"))

    monkeypatch.setattr(type(conductor.bench.store.chats), "change", refuses)
    conductor.draft_changed(Draft("half a thought"))
    started.window.close()
    async with asyncio.timeout(10):
        assert await running == 0
    state = json.loads((profile.folder / "ui-state.json").read_text())
    assert state["draft"] == "half a thought"
    assert state["chat"] == chat.id


async def test_D4_words_that_the_profile_does_not_take_at_the_end_are_in_a_file_and_the_user_is_told(
    tmp_path: Path, qtbot: QtBot, expect_log: ExpectLog
) -> None:
    """The window stays until that is read; with a signal, which nobody may read, the file alone has to do."""
    del qtbot
    expect_log("unsent words are not in the profile")
    profile = tmp_path / "p"
    for ends_by in ("window", "signal"):
        started = WindowRun(WindowOptions(profile_dir=profile, theme="light", language="en"))
        running = asyncio.get_running_loop().create_task(started.run())
        await until(lambda started=started: started.window.conductor is not None)
        (profile / "ui-state.json.part").mkdir(exist_ok=True)  # nothing can be written under that name now
        started.window.chat.composer.edit.insertPlainText(f"half a thought before the {ends_by}")
        if ends_by == "window":
            started.window.close()
            await until(lambda started=started: top_sheet(started.window) is not None)
            assert started.window.isVisible()
            sheet = top_sheet(started.window)
            assert sheet is not None
            sheet.answer("quit")
        else:
            started.end()
        async with asyncio.timeout(10):
            assert await running == 0
    kept = [path.read_text() for path in Path.home().rglob("weclaw-unsent-words-*.txt")]
    assert sorted(kept) == ["half a thought before the signal", "half a thought before the window"]


@pytest.mark.parametrize("failing", ["save_drafts", "current_state", "close_others", "close", "release"])
async def test_A8_every_step_of_the_end_is_done_whatever_becomes_of_the_others(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog, failing: str
) -> None:
    """One that fails is in the log, and the process does not end as if all had gone well."""
    del qtbot
    profile = Profile(tmp_path / "p")
    started = WindowRun(WindowOptions(profile_dir=profile.folder, theme="light", language="en"))
    running = asyncio.get_running_loop().create_task(started.run())
    await until(lambda: started.window.conductor is not None)
    conductor, windows = started.window.conductor, started._windows
    assert conductor is not None
    assert windows is not None
    owners = {"save_drafts": conductor, "current_state": started.window, "close_others": windows, "close": conductor}
    owner = owners.get(failing, started._instance)
    works = getattr(owner, failing)

    def fails(*given: object) -> None:
        if failing in ("close", "release"):
            works(*given)  # or the test would leave something behind
        raise ValueError("a bug")

    started.window.chat.composer.edit.insertPlainText("half a thought")
    monkeypatch.setattr(owner, failing, fails)
    expect_log("the end of .* failed")
    started.window.close()
    async with asyncio.timeout(10):
        assert await running == 1
    assert "a bug" in (profile.logs / "weclaw.log").read_text()
    if failing != "current_state":
        assert json.loads((profile.folder / "ui-state.json").read_text())["draft"] == "half a thought"
    assert not isValid(started.window), "it is gone"
    lock = ProfileLock(profile)
    assert lock.acquire()
    lock.release()
    assert not profile.database.with_name("weclaw.db-wal").exists(), "the database was closed"


async def test_a_question_that_is_being_sent_when_the_window_closes_is_there_once_and_has_its_title(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    del qtbot
    profile, append = Profile(tmp_path / "p"), SqlMessages.append

    async def slowly(messages: SqlMessages, *given: Any, **named: Any) -> Message:
        await asyncio.sleep(0.3)
        return await append(messages, *given, **named)

    monkeypatch.setattr(SqlMessages, "append", slowly)
    started = WindowRun(WindowOptions(profile_dir=profile.folder, theme="light", language="en"))
    running = asyncio.get_running_loop().create_task(started.run())
    await until(lambda: started.window.conductor is not None)
    conductor = started.window.conductor
    assert conductor is not None
    started.window.chat.composer.edit.insertPlainText("Where is north?")
    await conductor.save_drafts()
    conductor.send("Where is north?")
    await until(lambda: conductor.chat is not None)
    started.window.close()
    async with asyncio.timeout(10):
        assert await running == 0
    store = await open_store(profile.folder)
    (chat,) = await store.chats.all()
    asked = [message.text for message in await store.messages.path(chat.id) if message.role == "user"]
    await store.close()
    assert asked == ["Where is north?"]
    assert (chat.title, chat.draft) == ("Where is north?", "")
    assert json.loads((profile.folder / "ui-state.json").read_text())["draft"] == ""
