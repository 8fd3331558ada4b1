"""The end of the window: its state is kept, and words that the profile does not take are not lost unsaid."""

from __future__ import annotations

import asyncio
import stat
import sys
from collections.abc import Coroutine
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QLabel
from pytestqt.qtbot import QtBot

from tests.guards.logs import ExpectLog
from tests.ui.conftest import Settle
from weclaw_desktop.ui import unsaved, window_state
from weclaw_desktop.ui.leaving import Leaving, UnsavedSheet
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.widgets import top_sheet
from weclaw_desktop.ui.window_state import WindowState

WORDS = "half a thought 半个想法"
LOST = "unsent words are not in the profile"


class Scene:
    """A window on a profile folder that is not there, so that nothing can be written to it until ``mend``."""

    def __init__(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
        self.profile, self.elsewhere = tmp_path / "profile", tmp_path / "elsewhere"
        self.elsewhere.mkdir()
        monkeypatch.setattr(unsaved, "places", lambda: (tmp_path / "missing", self.elsewhere))
        self.window = MainWindow(WindowState(), str(self.profile))
        qtbot.addWidget(self.window)
        self.leaving = Leaving(self.window, self.profile)

    def keep(self, words: str = WORDS) -> Coroutine[None, None, None]:
        return self.leaving.keep(WindowState(draft=words), words)

    @property
    def sheet(self) -> UnsavedSheet | None:
        found = top_sheet(self.window)
        return found if isinstance(found, UnsavedSheet) else None

    @property
    def copies(self) -> list[str]:
        return [path.read_text("utf-8") for path in self.elsewhere.iterdir()]

    def said(self) -> str:
        assert self.sheet is not None
        return "\n".join(label.text() for label in self.sheet.findChildren(QLabel))

    def press(self, label: str) -> None:
        assert self.sheet is not None
        next(b for b in self.sheet.findChildren(QAbstractButton) if b.text() == label).click()


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> Scene:
    return Scene(tmp_path, monkeypatch, qtbot)


async def test_D4_words_that_the_profile_does_not_take_are_in_a_file_that_is_named(
    scene: Scene, settle: Settle, expect_log: ExpectLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    expect_log(LOST)
    ending = asyncio.ensure_future(scene.keep())
    await settle(lambda: scene.sheet is not None)
    assert scene.copies == [WORDS]
    path = next(scene.elsewhere.iterdir())
    assert str(path) in scene.said()
    assert str(scene.profile / window_state.FILE) in scene.said()
    assert "no such file or folder" in scene.said(), "the reason"
    scene.press("Copy words")
    assert QGuiApplication.clipboard().text() == WORDS
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    scene.press("Show in folder")
    assert opened == [str(scene.elsewhere)]
    assert not ending.done()
    scene.press("Quit")
    await ending
    assert scene.copies == [WORDS]


async def test_what_was_wrong_is_put_right_and_tried_again(scene: Scene, settle: Settle, expect_log: ExpectLog) -> None:
    expect_log(LOST)
    ending = asyncio.ensure_future(scene.keep())
    await settle(lambda: scene.sheet is not None)
    scene.press("Try again")
    await settle(lambda: scene.sheet is not None)
    assert scene.copies == [WORDS], "one file, however often it is tried"
    scene.profile.mkdir()
    scene.press("Try again")
    await ending
    assert window_state.load(scene.profile).draft == WORDS
    assert scene.copies == [], "they are in the new chat at the next start: a second copy would only puzzle"


async def test_words_that_no_folder_takes_are_given_up_only_when_the_user_says_so(
    scene: Scene, settle: Settle, qtbot: QtBot, expect_log: ExpectLog
) -> None:
    expect_log(LOST)
    scene.elsewhere.rmdir()
    ending = asyncio.ensure_future(scene.keep())
    await settle(lambda: scene.sheet is not None)
    assert "cannot be saved" in scene.said()
    first = scene.sheet
    qtbot.keyClick(first, Qt.Key.Key_Escape)
    await settle(lambda: scene.sheet not in (None, first))
    assert not ending.done()
    scene.press("Quit and lose them")
    await ending


async def test_who_closes_the_window_again_has_been_told(scene: Scene, settle: Settle, expect_log: ExpectLog) -> None:
    expect_log(LOST)
    scene.elsewhere.rmdir()
    ending = asyncio.ensure_future(scene.keep())
    await settle(lambda: scene.sheet is not None)
    scene.window.close()
    await ending
    assert scene.sheet is None


async def test_nobody_is_asked_when_the_system_wants_the_end(
    scene: Scene, settle: Settle, expect_log: ExpectLog, capsys: pytest.CaptureFixture[str]
) -> None:
    expect_log(LOST)
    ending = asyncio.ensure_future(scene.keep())
    await settle(lambda: scene.sheet is not None)
    scene.leaving.hurry()
    await ending
    assert capsys.readouterr().err == ""
    for path in scene.elsewhere.iterdir():
        path.unlink()
    await scene.keep()
    assert scene.copies == [WORDS]
    told = capsys.readouterr().err
    assert str(next(scene.elsewhere.iterdir())) in told
    assert str(scene.profile / window_state.FILE) in told


async def test_nothing_is_said_where_nothing_is_lost(scene: Scene) -> None:
    await scene.keep("")
    scene.profile.mkdir()
    await scene.keep()
    (scene.profile / f"{window_state.FILE}.part").mkdir()  # now it cannot be written any more
    with pytest.raises(OSError, match="irectory"):
        window_state.save(scene.profile, WindowState())
    await scene.keep()
    assert scene.copies == []
    assert window_state.load(scene.profile).draft == WORDS


def test_a_file_that_is_half_written_is_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full, other = tmp_path / "full", tmp_path / "other"
    full.mkdir()
    other.mkdir()
    write = Path.write_text

    def fails(path: Path, data: str, *given: str) -> int:
        written = write(path, data, *given)
        if path.parent == full:
            raise OSError(28, "No space left on device")
        return written

    monkeypatch.setattr(Path, "write_text", fails)
    path = unsaved.write(WORDS, (full, other))
    assert path is not None
    assert path.parent == other
    assert list(full.iterdir()) == []
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert unsaved.write(WORDS, (full,)) is None


def test_people_find_the_file_where_their_documents_are() -> None:
    home = Path.home()
    found = unsaved.places()
    assert found[0].parent == home
    assert home in found
    assert len(found) == 3
