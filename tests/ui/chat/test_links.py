"""Links in messages: what is asked, what is shown, and what never opens."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Settle
from tests.ui.fakes import scene
from tests.ui.fakes.bench import MODEL, FakeBench
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.messages import assistant, user
from weclaw_desktop.ui.chat.composer_preview import Preview
from weclaw_desktop.ui.chat.rich_text import RichText
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.widgets import Button, Sheet


@pytest.fixture
def opened_pages(monkeypatch: pytest.MonkeyPatch) -> list[QUrl]:
    """What was given to other programs."""
    pages: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", pages.append)
    return pages


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the chat."""
    root = tmp_path / "project"
    (root / "docs").mkdir(parents=True)
    (root / "docs" / "a.md").write_text("# The plan\n\nShip it.", encoding="utf-8")
    (root / "tool.sh").write_bytes(b"\x7fELF\0\0\0\0\0\0\0\0\0\0\0\0\0\0")
    QImage(40, 20, QImage.Format.Format_RGB32).save(str(root / "plot.png"))
    return root


def buttons(sheet: Sheet) -> dict[str, Button]:
    return {button.text(): button for button in sheet.findChildren(Button)}


def said(sheet: Sheet) -> str:
    return "\n".join(label.text() for label in sheet.findChildren(QLabel))


async def opened(window: MainWindow, chat_id: str, settle: Settle) -> None:
    assert window.conductor is not None
    window.conductor.open_chat(chat_id)
    await settle(lambda: window.conductor is not None and window.conductor.chat_id == chat_id)
    await asyncio.sleep(0.05)


async def followed(window: MainWindow, address: str, settle: Settle) -> Sheet:
    """The card that a press on a link brings."""
    window.chat.transcript.link_clicked.emit(address)
    await settle(lambda: window.findChild(Sheet) is not None)
    sheet = window.findChild(Sheet)
    assert sheet is not None
    return sheet


def chat_in(bench: FakeBench, folder: Path | str, answer: str = "Look.") -> str:
    bench.store.chats.rows["c"] = Chat("c", title="Files", created_ms=1, updated_ms=1, workdir=str(folder))
    bench.store.messages.add("c", user("Where is the plan?"))
    bench.store.messages.add("c", assistant(answer, model=MODEL.id))
    return "c"


async def test_R4_a_link_shows_its_address_and_asks(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    await opened(window, scene.fill(bench), settle)
    window.chat.transcript.link_clicked.emit("https://example.org/a?b=c")
    await settle(lambda: window.findChild(Sheet) is not None)
    sheet = window.findChild(Sheet)
    assert sheet is not None
    assert set(buttons(sheet)) == {"Cancel", "Copy address", "Open in browser"}
    buttons(sheet)["Copy address"].click()
    await settle(lambda: QApplication.clipboard().text() == "https://example.org/a?b=c")


@pytest.mark.parametrize(
    "address", ["smb://host/share", "//host/a.md", "file:///etc/passwd", "ms-settings:", "math:i:eA==", "#part"]
)
async def test_R4_what_is_no_page_is_shown_and_can_only_be_copied(
    window: MainWindow, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    opened_pages: list[object] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened_pages.append)
    await opened(window, scene.fill(bench), settle)
    window.chat.transcript.link_clicked.emit(address)
    await settle(lambda: window.findChild(Sheet) is not None)
    sheet = window.findChild(Sheet)
    assert sheet is not None
    assert set(buttons(sheet)) == {"Cancel", "Copy address"}
    sheet.answer("open")
    await asyncio.sleep(0.05)
    assert opened_pages == [], "however it is answered"


async def test_a_press_on_a_path_in_an_answer_shows_the_file_of_the_chats_folder(
    window: MainWindow, bench: FakeBench, settle: Settle, qtbot: QtBot, folder: Path, opened_pages: list[QUrl]
) -> None:
    await opened(window, chat_in(bench, folder, "[the plan](docs/a.md)"), settle)
    text = next(rich for rich in window.chat.transcript.findChildren(RichText) if "docs/a.md" in rich.html)
    at = QPoint(12, text.height() // 2)
    qtbot.mousePress(text, Qt.MouseButton.LeftButton, pos=at)
    drawn = QPointF(at + QPoint(2, 1))  # no hand is quite still: this selects nothing
    moved = QMouseEvent(
        QEvent.Type.MouseMove, drawn, QPointF(text.mapToGlobal(drawn)),
        Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(text, moved)
    qtbot.mouseRelease(text, Qt.MouseButton.LeftButton, pos=drawn.toPoint())
    await settle(lambda: window.findChild(Sheet) is not None)
    sheet = window.findChild(Sheet)
    assert sheet is not None
    assert str(folder / "docs" / "a.md") in said(sheet)
    assert set(buttons(sheet)) == {"Cancel", "Copy path", "Show in folder", "Open"}
    buttons(sheet)["Open"].click()
    await settle(lambda: (found := window.findChild(Preview)) is not None and found.isVisible())
    preview = window.findChild(Preview)
    assert preview is not None
    shown = preview.findChild(QPlainTextEdit)
    assert shown is not None
    assert "Ship it." in shown.toPlainText()
    assert opened_pages == [], "no other program was called"


async def test_a_picture_of_the_folder_is_shown_and_a_folder_opens_as_one(
    window: MainWindow, bench: FakeBench, settle: Settle, folder: Path, opened_pages: list[QUrl]
) -> None:
    await opened(window, chat_in(bench, folder), settle)
    buttons(await followed(window, "plot.png", settle))["Open"].click()
    await settle(lambda: (found := window.findChild(Preview)) is not None and found.isVisible())
    preview = window.findChild(Preview)
    assert preview is not None
    assert "40 × 20" in said(preview)
    preview.answer("")
    await settle(lambda: window.findChild(Sheet) is None)
    sheet = await followed(window, "docs/", settle)
    assert "Open" not in buttons(sheet)
    buttons(sheet)["Show in folder"].click()
    await settle(lambda: bool(opened_pages))
    assert Path(opened_pages[0].toLocalFile()) == folder / "docs"


async def test_R4_a_program_is_never_started_only_shown_in_its_folder(
    window: MainWindow, bench: FakeBench, settle: Settle, folder: Path, opened_pages: list[QUrl]
) -> None:
    await opened(window, chat_in(bench, folder), settle)
    buttons(await followed(window, "tool.sh", settle))["Open"].click()
    await settle(lambda: any("cannot be shown" in said(sheet) for sheet in window.findChildren(Sheet)))
    sheet = next(sheet for sheet in window.findChildren(Sheet) if "cannot be shown" in said(sheet))
    assert set(buttons(sheet)) == {"Cancel", "Show in folder"}
    buttons(sheet)["Show in folder"].click()
    await settle(lambda: bool(opened_pages))
    assert [Path(page.toLocalFile()) for page in opened_pages] == [folder]


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("docs/%E8%AE%A1%E5%88%92.md", "There is no “docs/计划.md” in this chat's folder, {0}."),
        ("../x.md", "“../x.md” lies outside this chat's folder, {0}, and is not opened."),
    ],
)
async def test_what_a_path_does_not_lead_to_is_said_in_one_line(
    window: MainWindow, bench: FakeBench, settle: Settle, folder: Path, address: str, line: str
) -> None:
    await opened(window, chat_in(bench, folder), settle)
    sheet = await followed(window, address, settle)
    assert line.format(folder) in said(sheet)
    assert set(buttons(sheet)) == {"Cancel", "Copy path"}
    buttons(sheet)["Copy path"].click()
    await settle(lambda: QApplication.clipboard().text().endswith(".md"))


async def test_a_chat_without_a_folder_says_so(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    await opened(window, chat_in(bench, ""), settle)
    sheet = await followed(window, "docs/a.md#x", settle)
    assert "this chat has no folder to look in" in said(sheet)
    assert "“docs/a.md”" in said(sheet)
