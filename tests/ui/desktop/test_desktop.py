"""One instance per profile, and the tray."""

from __future__ import annotations

import asyncio
from pathlib import Path

from pytestqt.qtbot import QtBot
from typing_extensions import override

from tests.ui.conftest import Settle
from tests.ui.fakes.bench import FakeBench
from weclaw_desktop.core.messages import assistant
from weclaw_desktop.services.speech import Speech
from weclaw_desktop.ui.desktop.instance import Instance
from weclaw_desktop.ui.desktop.tray import Tray
from weclaw_desktop.ui.main_window import MainWindow


async def test_a_second_start_on_a_profile_shows_the_first_ones_window(
    tmp_path: Path, qtbot: QtBot, settle: Settle
) -> None:
    first, second, other = Instance(tmp_path / "张 伟"), Instance(tmp_path / "张 伟"), Instance(tmp_path / "b")
    shown: list[int] = []
    first.show_wanted.connect(lambda: shown.append(1))
    assert first.claim()
    assert other.claim()
    assert not await asyncio.to_thread(second.claim)
    await settle(lambda: shown == [1])
    first.release()
    assert second.claim()
    second.release()
    other.release()


async def test_with_a_tray_closing_hides_and_the_menu_brings_back_or_quits(
    window: MainWindow, bench: FakeBench, qtbot: QtBot
) -> None:
    ended: list[int] = []
    window.close_wanted.connect(lambda: ended.append(1))
    window.quit_wanted.connect(lambda: ended.append(1))
    window.tray.use(True, available=False)
    window.close()
    assert ended == [1]
    window.tray.use(True, available=True)
    window.tray.use(True, available=True)
    window.close()
    assert ended == [1]
    assert not window.isVisible()
    menu = window.tray.menu()
    assert menu is not None
    show, new_chat, _, leave = menu.actions()
    show.trigger()
    assert window.isVisible()
    new_chat.trigger()
    leave.trigger()
    assert ended == [1, 1]
    window.tray.use(False)
    assert window.tray.menu() is None
    assert not window.tray.there


def test_a_tray_that_is_not_there_tells_nothing(qapp: object) -> None:
    assert not Tray().tell("a", "b")


class Reader(Speech):
    """Notes what it is asked to read."""

    def __init__(self) -> None:
        super().__init__(find=lambda name: None)
        self.heard: list[tuple[str, str]] = []
        self.busy = False

    @property
    @override
    def speaking(self) -> bool:
        return self.busy

    @override
    async def read(self, words: str, language: str) -> None:
        self.heard.append((words, language))

    @override
    def stop(self) -> None:
        self.busy = False


async def test_the_newest_answer_is_read_aloud_in_its_language_and_the_key_stops_it(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    reader = bench.speech = Reader()
    assert window.conductor is not None
    window.keys.run("message.read_aloud")
    for message in (assistant("old", id="a", seq=1), assistant("今天天气很好。", id="b", seq=2)):
        window.conductor.feed.rows.put(message)
    window.keys.run("message.read_aloud")
    await settle(lambda: reader.heard == [("今天天气很好。", "zh")])
    reader.busy = True
    window.keys.run("message.read_aloud")
    assert not reader.busy
    assert len(reader.heard) == 1
