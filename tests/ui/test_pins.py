"""Pins and rules as people meet them: each control reaches the service, and what is taken away can be had back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest_asyncio
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.fakes import scene
from tests.ui.fakes.bench import FakeBench, report
from weclaw_desktop.core.pins import FoundRule, KeptPin, PinBoard
from weclaw_desktop.ui.chat.rule_line import RuleLine
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.pin_views import pins_view
from weclaw_desktop.ui.context_panel.pinned_section import SHOWN, PinnedSection
from weclaw_desktop.ui.pins import PinActs
from weclaw_desktop.ui.widgets import Sheet

MESSAGE = KeptPin("No sleeps in tests.", "", "m1", 3, "user", 1_764_499_320_000, 6)
WORDS = KeptPin("The branch is cut in May.", "p1", tokens=31)
FOUND = FoundRule("Please use British spelling.", "m9", 21, newest=True, tokens=12)
KEPT = FoundRule("Always answer in one sentence.", "m5", 9, "confirmed")
ENDED = FoundRule("Answer in Chinese.", "m6", 11, ended="English is fine again.", ended_seq=15)
DISMISSED = FoundRule("Never mind the typo.", "m7", 13, "dismissed")
BOARD = PinBoard((MESSAGE, WORDS), (FOUND, KEPT, ENDED, DISMISSED), 79, 26_452)


@pytest_asyncio.fixture
async def conductor(bench: FakeBench, qtbot: QtBot) -> AsyncIterator[Conductor]:
    del qtbot
    made = Conductor(bench)
    made.open_chat(scene.fill(bench))
    for _ in range(5):
        await asyncio.sleep(0)
    yield made
    made.close()
    await bench.supervisor.close()


def buttons(section: QWidget, name: str) -> list[QAbstractButton]:
    return section.findChildren(QAbstractButton, f"pin-{name}")


def offered(conductor: Conductor) -> list[tuple[Callable[[int], str], Callable[[], object]]]:
    found: list[tuple[Callable[[int], str], Callable[[], object]]] = []
    conductor.undo_offered.connect(lambda said, undo: found.append((said, undo)))
    return found


async def settled() -> None:
    for _ in range(6):
        await asyncio.sleep(0)


def test_K12_the_section_shows_what_is_kept_with_its_size_and_room(qtbot: QtBot) -> None:
    section = PinnedSection()
    qtbot.addWidget(section)
    section.retranslate()
    view = pins_view(BOARD)
    section.show_view(view, stored=True)
    section.show()
    assert [line.said for line in view.lines] == [MESSAGE.text, WORDS.text, KEPT.text, FOUND.text]
    assert [line.said for line in view.past] == [ENDED.text, DISMISSED.text]
    assert view.budget == "79 of 26.5K"
    assert view.lines[0].told.startswith("you, ")
    assert view.lines[0].told.endswith(" · 6 tokens")
    assert view.lines[1].told == "written by you · 31 tokens"
    assert view.lines[2].told.startswith("rule, confirmed · you")
    assert view.past[0].note == "ended by: “English is fine again.”"
    assert len(buttons(section, "unpin")) == 2
    assert len(buttons(section, "edit")) == 1  # a message is not reworded here
    section.past.click()
    assert len(buttons(section, "show")) == 5
    section.past.click()
    section.show_view(view, stored=False)
    assert not section.isVisible()


def test_K12_pins_beyond_their_room_are_all_shown_and_the_user_is_asked(qtbot: QtBot) -> None:
    section = PinnedSection()
    qtbot.addWidget(section)
    section.retranslate()
    many = tuple(KeptPin(f"words {n}", f"p{n}", tokens=3_000) for n in range(SHOWN + 4))
    section.show_view(pins_view(PinBoard(many, tokens=20_000, room=26_000)), stored=True)
    section.show()
    assert len(buttons(section, "unpin")) == SHOWN
    assert section.more.isVisible()
    assert not section.over.isVisible()
    section.show_view(pins_view(PinBoard(many, tokens=30_000, room=26_000)), stored=True)
    assert "30K" in section.over.text()
    assert section.over.isVisible()
    assert len(buttons(section, "unpin")) == SHOWN + 4
    section.show_view(pins_view(PinBoard(many, tokens=20_000, room=26_000)), stored=True)
    section.more.click()
    assert len(buttons(section, "unpin")) == SHOWN + 4


async def test_what_is_unpinned_comes_back_by_undo(conductor: Conductor, bench: FakeBench) -> None:
    acts, undo, host = PinActs(conductor), offered(conductor), QWidget()
    acts.act(host, WORDS, "unpin")
    await settled()
    assert bench.pinning.calls == [("remove", "p1")]
    assert undo[0][0](1) == "Unpinned"
    assert undo[0][0](2) == "Taken away: 2"
    undo[0][1]()
    await settled()
    assert bench.pinning.calls[-1] == ("put back", "p1")
    message = (await bench.store.messages.path(conductor.chat_id))[0]
    acts.act(host, KeptPin("x", message_id=message.id), "unpin")
    await settled()
    undo[1][1]()
    await settled()
    assert bench.dialog.calls[-2:] == [("pin", message.id, False), ("pin", message.id, True)]
    host.deleteLater()


async def test_K11_rules_are_kept_and_dismissed_and_dismissing_can_be_undone(
    conductor: Conductor, bench: FakeBench
) -> None:
    acts, undo, host = PinActs(conductor), offered(conductor), QWidget()
    chat = conductor.chat_id
    acts.act(host, FOUND, "keep")
    await settled()
    assert undo == []
    acts.act(host, FOUND, "dismiss")
    await settled()
    assert undo[0][0](1) == "Not kept as a rule"
    undo[0][1]()
    await settled()
    said = [("decide", chat, FOUND.text, "m9", state) for state in ("confirmed", "dismissed", "confirmed")]
    assert bench.pinning.calls == said
    shown: list[tuple[str, int, str]] = []
    conductor.spot_shown.connect(lambda *spot: shown.append(spot))
    first = conductor.feed.rows.messages[0]
    acts.act(host, KeptPin("x", message_id=first.id, seq=first.seq), "show")
    assert shown == [(first.id, first.seq, "")]
    host.deleteLater()


async def test_words_are_written_and_changed_in_a_sheet(conductor: Conductor, bench: FakeBench) -> None:
    acts, host = PinActs(conductor), QWidget()
    host.resize(700, 500)
    host.show()
    sheet = acts.write(host)
    field = sheet.findChildren(QPlainTextEdit)[0]
    assert host.focusWidget() is field
    save = next(b for b in sheet.findChildren(QAbstractButton) if b.text() == "Pin")
    assert not save.isEnabled()
    field.setPlainText("  Never on Fridays. ")
    save.click()
    await settled()
    assert bench.pinning.calls[0] == ("add", conductor.chat_id, "Never on Fridays.", "")
    acts.act(host, WORDS, "edit")
    sheet = next(s for s in host.findChildren(Sheet) if s.isVisible())
    field = sheet.findChildren(QPlainTextEdit)[0]
    assert field.toPlainText() == WORDS.text
    field.setPlainText("Cut in May.")
    sheet.answer("save")
    await settled()
    assert bench.pinning.calls[-1] == ("change", "p1", "Cut in May.")
    sheet = acts.write(host)
    sheet.answer("")
    assert len([call for call in bench.pinning.calls if call[0] == "add"]) == 1
    acts.keep("   ")
    host.deleteLater()


async def test_a_found_rule_is_asked_about_quietly_with_one_key_each(
    conductor: Conductor, bench: FakeBench, qtbot: QtBot
) -> None:
    from dataclasses import replace

    host = QWidget()
    field = QPlainTextEdit(host)
    line = RuleLine(PinActs(conductor), host)
    qtbot.addWidget(host)
    host.show()
    field.setFocus()
    line.keys = lambda command: f"keys of {command}"
    other = replace(FOUND, text="Never use tabs.")
    now = replace(report("list1", 49_100), pins=replace(BOARD, rules=(FOUND, other, KEPT, ENDED)))
    line.show_report(now)
    assert line.isVisible()
    assert host.focusWidget() is field  # it never takes the focus
    assert line.said.text() == "Keep as a rule? “Please use British spelling.”"
    assert line.keep_button.toolTip() == "keys of context.keep_rule"
    line.keep()
    assert line.rule == other
    line.show_report(now)  # a report that was made before the decision does not bring the question back
    assert line.rule == other
    qtbot.mouseClick(line.dismiss_button, Qt.MouseButton.LeftButton)
    assert not line.isVisible()
    line.dismiss()
    await settled()
    assert [call[-1] for call in bench.pinning.calls] == ["confirmed", "dismissed"]
    line.show_report(replace(now, pins=replace(BOARD, rules=(replace(FOUND, newest=False, text="older"),))))
    assert not line.isVisible()
    line.show_report(None)
