"""Sheets about compressions: what is asked of the services, and what people see before they agree."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

import pytest
import pytest_asyncio
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.fakes import scene
from tests.ui.fakes.bench import FakeBench
from weclaw_desktop.context.engine import Refused
from weclaw_desktop.core.events import ContextReported
from weclaw_desktop.core.messages import Log, TextPart
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.report import Status
from weclaw_desktop.core.text import render, text
from weclaw_desktop.core.wishes import Wish
from weclaw_desktop.ui.compressions.acting import Compressing
from weclaw_desktop.ui.compressions.changes_sheet import ChangesSheet, MessagesPage
from weclaw_desktop.ui.compressions.compress_sheet import CompressSheet
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.widgets import Label, Sheet

Settle = Callable[[Callable[[], bool]], Awaitable[None]]


@pytest_asyncio.fixture
async def acting(bench: FakeBench, qtbot: QtBot) -> AsyncIterator[tuple[Compressing, QWidget, Conductor]]:
    """On an open chat with compressions, with a window for the sheets."""
    del qtbot
    chat_id = scene.fill(bench)
    conductor = Conductor(bench)
    conductor.open_chat(chat_id)
    for _ in range(5):
        await asyncio.sleep(0)
    host = QWidget()
    host.resize(1_000, 800)
    host.show()
    yield Compressing(conductor), host, conductor
    conductor.close()
    await bench.supervisor.close()
    host.deleteLater()
    await asyncio.sleep(0)


def press(sheet: QWidget, label: str) -> None:
    next(b for b in sheet.findChildren(QAbstractButton) if label in (b.text(), b.accessibleName())).click()


def records(bench: FakeBench, conductor: Conductor) -> list[Record]:
    return bench.store.records.rows[conductor.chat_id]


async def opened(host: QWidget, settle: Settle, kind: type[QWidget] = ChangesSheet) -> QWidget:
    await settle(lambda: any(sheet.isVisible() for sheet in host.findChildren(kind)))
    return next(sheet for sheet in host.findChildren(kind) if sheet.isVisible())


async def test_asking_how_to_compress(
    acting: tuple[Compressing, QWidget, Conductor], bench: FakeBench, settle: Settle
) -> None:
    compressing, host, conductor = acting
    compressing.ask(host, Wish(upto="nowhere"))
    sheet = await opened(host, settle, CompressSheet)
    assert isinstance(sheet, CompressSheet)
    sheet.focus.setText("  invoices ")
    sheet.writer.setCurrentIndex(1)
    press(sheet, "Compress")
    await settle(lambda: bool(bench.worker.calls))
    assert bench.worker.calls == [("compress", conductor.chat_id, Wish("invoices", "nowhere", "none"))]


async def test_the_models_that_can_write_are_offered_and_the_settings_stand_first(
    acting: tuple[Compressing, QWidget, Conductor], settle: Settle
) -> None:
    compressing, host, _ = acting
    compressing.ask(host, Wish(again=True, model="fake/qwen-plus"))
    sheet = await opened(host, settle, CompressSheet)
    assert isinstance(sheet, CompressSheet)
    assert sheet.writer.itemText(0) == "As in the settings"
    assert sheet.wish == Wish(again=True, model="fake/qwen-plus")
    sheet.answer("")


async def test_a_preview_leads_to_compressing_as_it_was_wished(
    acting: tuple[Compressing, QWidget, Conductor], bench: FakeBench, settle: Settle
) -> None:
    compressing, host, conductor = acting
    bench.worker.on_request.without_summary = True
    compressing.ask(host)
    press(await opened(host, settle, CompressSheet), "Preview")
    sheet = await opened(host, settle)
    assert isinstance(sheet, ChangesSheet)
    assert bench.worker.on_request.calls == [("preview", conductor.chat_id, Wish())]
    assert "messages" in sheet.pages
    press(sheet, "Compress")
    await settle(lambda: bool(bench.worker.calls))
    assert bench.worker.calls == [("compress", conductor.chat_id, Wish())]


async def test_a_question_that_waits_is_answered_from_the_preview(
    acting: tuple[Compressing, QWidget, Conductor], bench: FakeBench, settle: Settle
) -> None:
    compressing, host, conductor = acting
    await settle(lambda: conductor.report is not None)
    assert conductor.report is not None
    status = Status("prepared", text("services.status_asking"), None, ("apply", "preview", "later", "cancel"))
    bench.bus.publish(ContextReported(replace(conductor.report, status=status)))
    compressing.preview(host)
    press(await opened(host, settle), "Apply")
    await settle(lambda: bool(bench.worker.calls))
    assert bench.worker.calls == [("answer", conductor.chat_id, "apply")]


async def test_nothing_to_preview_is_said(
    acting: tuple[Compressing, QWidget, Conductor], bench: FakeBench, settle: Settle
) -> None:
    compressing, host, conductor = acting
    bench.worker.on_request.refuses = True
    refused: list[object] = []
    conductor.refused.connect(refused.append)
    compressing.preview(host)
    await settle(lambda: bool(refused))
    assert not host.findChildren(ChangesSheet)


async def test_in_the_trash_nobody_is_asked_how_to_compress(
    acting: tuple[Compressing, QWidget, Conductor], bench: FakeBench, settle: Settle
) -> None:
    compressing, host, conductor = acting
    await bench.store.chats.change(conductor.chat_id, deleted_ms=1)
    refused: list[Refused] = []
    conductor.refused.connect(refused.append)
    compressing.ask(host)
    await settle(lambda: bool(refused))
    assert render(refused[0].reason, "en") == "This chat is in the trash. Restore it first."
    assert not host.findChildren(CompressSheet)


async def test_what_changed_filters_and_leads_to_its_neighbours(
    acting: tuple[Compressing, QWidget, Conductor], bench: FakeBench, settle: Settle
) -> None:
    compressing, host, conductor = acting
    record = records(bench, conductor)[-1]
    records(bench, conductor).insert(0, replace(record, id="older", state="superseded"))
    compressing.show_changes(host, record)
    sheet = await opened(host, settle)
    assert isinstance(sheet, ChangesSheet)
    page = sheet.pages["messages"]
    assert isinstance(page, MessagesPage)
    every = page.text.toPlainText()
    for which in page.filters:
        page.show_only(which)  # pyright: ignore[reportArgumentType] -- names of filters
        assert len(page.text.toPlainText()) <= len(every)
    page.whole.setChecked(True)
    for key in sheet.pills:
        sheet.show_page(key)
    neighbours = [b for b in sheet.findChildren(QAbstractButton) if "‹" in b.text() or "›" in b.text()]
    neighbours[0].click()
    await settle(lambda: any(s is not sheet and s.isVisible() for s in host.findChildren(ChangesSheet)))


async def test_an_older_compression_is_used_again(
    acting: tuple[Compressing, QWidget, Conductor], bench: FakeBench, settle: Settle
) -> None:
    compressing, host, conductor = acting
    older = records(bench, conductor)[0] = replace(records(bench, conductor)[0], state="superseded")
    compressing.show_changes(host, older)
    press(await opened(host, settle), "Use this one again")
    await settle(lambda: bool(bench.worker.on_request.calls))
    assert bench.worker.on_request.calls == [("restore", conductor.chat_id, older.id)]


async def test_a_compression_that_is_gone_is_said(
    acting: tuple[Compressing, QWidget, Conductor], bench: FakeBench, settle: Settle
) -> None:
    compressing, host, conductor = acting
    refused: list[object] = []
    conductor.refused.connect(refused.append)
    compressing.show_changes(host, replace(records(bench, conductor)[-1], id="gone"))
    await settle(lambda: bool(refused))


async def test_facts_that_are_read_no_more_can_be_pinned(
    acting: tuple[Compressing, QWidget, Conductor], bench: FakeBench, settle: Settle
) -> None:
    compressing, host, conductor = acting
    first = bench.store.messages.paths[conductor.chat_id][0]
    at = bench.store.messages.paths[conductor.chat_id]
    record = records(bench, conductor)[-1] = replace(
        records(bench, conductor)[-1], cut_id=at[2].id, block=None, replacements=()
    )
    at[0] = replace(first, parts=(*first.parts, TextPart("The crate is HT-4501.")))
    compressing.show_changes(host, record)
    sheet = await opened(host, settle)
    assert isinstance(sheet, ChangesSheet)
    assert "risks" in sheet.pages
    pin = next(b for b in sheet.pages["risks"].findChildren(QAbstractButton) if b.text() == "Pin")
    pin.click()
    assert pin.text() == "Pinned"
    await settle(lambda: any(call[0] == "pin" for call in bench.dialog.calls))


async def test_what_was_asked_for_one_chat_is_never_done_in_another(
    acting: tuple[Compressing, QWidget, Conductor], bench: FakeBench, settle: Settle
) -> None:
    compressing, host, conductor = acting
    first, record = conductor.chat_id, replace(records(bench, conductor)[-1], chat_id=conductor.chat_id)
    compressing.ask(host)
    asked = await opened(host, settle, CompressSheet)
    other = (await bench.dialog.new_chat()).id
    conductor.open_chat(other)
    await settle(lambda: conductor.chat_id == other)
    press(asked, "Compress")
    compressing.restore(record)
    compressing.edit(host, record)
    sheet = next(sheet for sheet in host.findChildren(Sheet) if sheet.isVisible())
    sheet.findChildren(QPlainTextEdit)[0].setPlainText("Other words.")
    press(sheet, "Save")
    await settle(lambda: len(bench.worker.calls) == 2 and bool(bench.worker.on_request.calls))
    assert {call[1] for call in (*bench.worker.calls, *bench.worker.on_request.calls)} == {first}


async def test_no_sheet_opens_over_a_chat_that_it_does_not_tell_of(
    acting: tuple[Compressing, QWidget, Conductor], bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    compressing, host, conductor = acting
    first, read, gate = conductor.chat_id, bench.store.messages.path, asyncio.Event()

    async def slowly(chat_id: str) -> Log:
        if chat_id == first:
            await gate.wait()
        return await read(chat_id)

    monkeypatch.setattr(bench.store.messages, "path", slowly)
    record = replace(records(bench, conductor)[-1], chat_id=first)
    compressing.ask(host)
    compressing.preview(host)
    compressing.show_changes(host, record)
    other = (await bench.dialog.new_chat()).id
    conductor.open_chat(other)
    await settle(lambda: conductor.chat_id == other)
    gate.set()
    for _ in range(20):
        await asyncio.sleep(0)
    assert not host.findChildren(Sheet)


async def test_tab_goes_through_the_sheet_as_one_reads_and_round(
    acting: tuple[Compressing, QWidget, Conductor], bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    compressing, host, conductor = acting
    QLineEdit(host).show()
    record = records(bench, conductor)[-1]
    records(bench, conductor).insert(0, replace(record, id="older", state="superseded"))
    compressing.show_changes(host, record)
    sheet = await opened(host, settle)
    assert isinstance(sheet, ChangesSheet)
    names: list[str] = []
    for _ in range(9):
        qtbot.keyClick(host.focusWidget(), Qt.Key.Key_Tab)
        focused = host.focusWidget()
        names.append(focused.text() if isinstance(focused, QAbstractButton) else focused.accessibleName())
    first = next(iter(sheet.pills.values())).text()
    assert names[:3] == [first, "All", "Whole texts"]
    round_to = names.index(first, 1)
    assert names[3] == "Messages before and after"
    assert names[round_to - 1] == "Close"
    assert "‹" in names[4]
    assert names[5] == "Compress again…"
    next(iter(sheet.pills.values())).setFocus()
    qtbot.keyClick(host.focusWidget(), Qt.Key.Key_Backtab)
    focused = host.focusWidget()
    assert isinstance(focused, QAbstractButton)
    assert focused.text() == "Close", "and back"
    qtbot.keyClick(host.focusWidget(), Qt.Key.Key_Escape)
    await settle(lambda: not host.findChildren(ChangesSheet))


async def test_words_of_a_summary_that_are_refused_stand_in_the_sheet_again_with_the_reason(
    acting: tuple[Compressing, QWidget, Conductor], bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    compressing, host, conductor = acting
    asked: list[str] = []

    async def edit(chat_id: str, record_id: str, narrative: str) -> Record | Refused:
        asked.append(narrative)
        if len(asked) > 1:
            return records(bench, conductor)[-1]
        return Refused(text("services.edit_too_large", tokens=190_000, hard=158_712, over=31_288))

    monkeypatch.setattr(bench.worker, "edit", edit)
    pasted = "much too long " * 20_000
    compressing.edit(host, records(bench, conductor)[-1])
    first = await opened(host, settle, Sheet)
    first.findChildren(QPlainTextEdit)[0].setPlainText(pasted)
    press(first, "Save")
    await settle(lambda: bool(asked))
    again = await opened(host, settle, Sheet)
    area = again.findChildren(QPlainTextEdit)[0]
    assert area.toPlainText() == pasted.strip(), "nothing of it is lost"
    assert any("31,288" in label.text() for label in again.findChildren(Label))
    area.setPlainText("short")
    press(again, "Save")
    await settle(lambda: asked == [pasted.strip(), "short"])
    await settle(lambda: not any(sheet.isVisible() for sheet in host.findChildren(Sheet)))
