"""The X-ray window on a profile in memory: search, fold, copy, act, follow."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from tests.ui.conftest import Settle
from tests.ui.fakes import scene
from tests.ui.fakes.bench import FakeBench
from weclaw_desktop.core.xray import Xray
from weclaw_desktop.services.wire import as_openai
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.drafts import Draft
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.xray.rows import Fold, Line
from weclaw_desktop.ui.xray.window import XrayWindow


async def opened(window: MainWindow, bench: FakeBench, settle: Settle, *, chat: bool = True) -> XrayWindow:
    """The X-ray of a chat with a compression, or of a new one."""
    conductor = window.conductor
    assert conductor is not None
    if chat:
        chat_id = scene.fill(bench)
        conductor.open_chat(chat_id)
        await settle(lambda: conductor.chat_id == chat_id and conductor.report is not None)
    window.keys.run("context.xray")
    made = window.xray.window
    assert made is not None
    await settle(lambda: made.seen is not None)
    return made


def line_of(made: XrayWindow, seq: int) -> Line:
    return next(line for line in made.model.lines if line.part.seq == seq and line.part.key == "recent")


async def test_U6_the_copied_json_is_the_very_request(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    made = await opened(window, bench, settle)
    assert made.seen is not None
    made.copy.click()
    await settle(lambda: QGuiApplication.clipboard().text().startswith("{"))
    assert json.loads(QGuiApplication.clipboard().text()) == json.loads(json.dumps(as_openai(made.seen.request)))


async def test_parts_add_up_and_are_searched_and_filtered(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    made = await opened(window, bench, settle)
    assert made.seen is not None
    assert sum(line.part.tokens for line in made.model.lines) == made.seen.total
    assert made.hits.text() == f"{len(made.model.lines)} parts"
    made.search.setText("importer")
    assert 0 < len(made.model.found) < len(made.model.lines)
    assert made.hits.text() == f"{len(made.model.found)} of {len(made.model.lines)} parts"
    assert made.reading.text.extraSelections()
    QTest.keyClick(made.search, Qt.Key.Key_Down)
    made.pills["summarised"].click()
    assert all(line.part.state == "summarised" for line in made.model.found)
    made.pills["summarised"].click()
    QTest.keyClick(made.search, Qt.Key.Key_Escape)
    assert made.search.text() == ""
    assert made.isVisible()
    QTest.keyClick(made, Qt.Key.Key_Escape)
    assert not made.isVisible()


async def test_folds_open_by_key_and_by_click(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    made = await opened(window, bench, settle)
    row = next(row for row, entry in enumerate(made.model.entries) if isinstance(entry, Fold))
    made.list.setCurrentIndex(made.model.index(row))
    closed = made.model.rowCount()
    assert made.reading.line is None
    QTest.keyClick(made.list, Qt.Key.Key_Right)
    assert made.model.rowCount() > closed
    QTest.keyClick(made.list, Qt.Key.Key_Left)
    assert made.model.rowCount() == closed
    QTest.keyClick(made.list, Qt.Key.Key_Return)
    assert made.model.rowCount() > closed
    made.list.clicked.emit(made.model.index(row))
    assert made.model.rowCount() == closed


@pytest.mark.parametrize("name", ["exclude", "pin", "show"])
async def test_U6_a_message_is_steered_from_its_part(
    window: MainWindow, bench: FakeBench, settle: Settle, name: str
) -> None:
    made = await opened(window, bench, settle)
    asked = next(line for line in made.model.lines if line.part.role == "user" and line.part.seq and line.part.sent)
    made.go_to(made.model.row_of(asked.key))
    shown: list[tuple[str, int]] = []
    conductor = window.conductor
    assert conductor is not None

    def on_spot(message: str, seq: int, _words: str) -> None:
        shown.append((message, seq))

    conductor.spot_shown.connect(on_spot)
    assert not made.reading.buttons["include"].isVisible()
    made.reading.buttons[name].click()
    if name == "show":
        await settle(lambda: shown == [(asked.part.source, asked.part.seq)])
        return
    await settle(lambda: (name, asked.part.source, True) in bench.dialog.calls)
    await bench.reporter.report(conductor.chat_id)
    back = "include" if name == "exclude" else "unpin"
    await settle(lambda: made.reading.buttons[back].isVisible())
    wanted = "left_out" if name == "exclude" else "pinned"
    assert line_of(made, asked.part.seq).part.state == wanted
    assert made.reading.line is not None
    assert made.reading.line.part.seq == asked.part.seq, "the reader stays where they were"
    made.reading.buttons[back].click()
    await settle(lambda: (name, asked.part.source, False) in bench.dialog.calls)


async def test_it_is_as_live_as_the_chat_and_asks_nothing_while_nobody_looks(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    made = await opened(window, bench, settle)
    conductor = window.conductor
    assert conductor is not None
    window.chat.composer.set_draft(Draft("And on Windows?"))
    conductor.draft_changed(Draft("And on Windows?"))
    await bench.reporter.report(conductor.chat_id)
    await settle(lambda: bool(made.model.lines) and made.model.lines[-1].part.key == "draft")
    assert "of them your draft" in made.caption.text()
    made.close()
    looked = bench.xrays.looked
    await bench.reporter.report(conductor.chat_id)
    assert bench.xrays.looked == looked
    conductor.xray_wanted.emit(made.model.lines[-2].part.source)
    await settle(lambda: bench.xrays.looked > looked and made.reading.line is not None)
    await settle(lambda: cast(Line, made.reading.line).part.source == made.model.lines[-2].part.source)


async def test_a_new_chat_has_an_xray_too_and_slash_context_opens_it(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    made = await opened(window, bench, settle, chat=False)
    assert {line.part.key for line in made.model.lines} == {"system", "schemas"}
    made.close()
    window.chat.composer.edit.setPlainText("/context")
    QTest.keyClick(window.chat.composer.edit, Qt.Key.Key_Return)
    await settle(made.isVisible)


async def test_the_room_for_the_answer_is_told_before_the_first_message(
    window: MainWindow, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await opened(window, bench, settle, chat=False)
    assert "room for" not in made.caption.text(), "the provider's own limit is not known"
    seen = await bench.xrays.blank("", "")
    limited = replace(seen, request=replace(seen.request, max_output=8_192))

    async def blank(*_: object, **__: object) -> Xray:
        return limited

    monkeypatch.setattr(bench.xrays, "blank", blank)
    made.refresh()
    await settle(lambda: made.seen is limited)
    assert made.caption.text().endswith("room for an answer of up to 8.2K")


async def test_every_control_has_a_name_and_speaks_the_language(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    made = await opened(window, bench, settle)
    for item in made.findChildren(QAbstractButton):
        if item.isVisible():
            assert item.accessibleName() or item.text()
            assert item.focusPolicy() & Qt.FocusPolicy.TabFocus
    for item in (made.search, made.list, made.reading.text):
        assert item.accessibleName()
    made.resize(500, 700)
    i18n.use("zh")
    await settle(lambda: made.windowTitle() == "透视")
    await settle(lambda: any("你" in line.title for line in made.model.lines))


async def test_it_goes_with_its_window(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    await opened(window, bench, settle)
    window.xray.close()
    assert window.xray.window is None
