"""The page of skills and pinned files: real files in a temporary profile, and every act with its way back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest_asyncio
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from tests.ui.fakes import scene
from tests.ui.fakes.profile import CONFIGURED, ProfileBench
from tests.workspace.test_skills import BODY, put
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings.pinned_files import FileCard
from weclaw_desktop.ui.settings.skill_cards import SkillCard
from weclaw_desktop.ui.settings.skills_page import SkillsPage
from weclaw_desktop.ui.settings.window import SettingsWindow
from weclaw_desktop.ui.widgets import Sheet, Switch
from weclaw_desktop.workspace.skills import written

Settle = Callable[[Callable[[], bool]], Awaitable[None]]


@pytest_asyncio.fixture
async def profile(tmp_path: Path) -> ProfileBench:
    put(tmp_path / "skills", "pdf", line="fills forms")
    (tmp_path / "skills" / "odd").mkdir()
    (tmp_path / "skills" / "odd" / "SKILL.md").write_text("no head")
    return ProfileBench(tmp_path, settings=CONFIGURED)


@pytest_asyncio.fixture
async def page(profile: ProfileBench, qtbot: QtBot, settle: Settle) -> AsyncIterator[SkillsPage]:
    chat_id = scene.fill(profile)
    conductor = Conductor(profile)
    conductor.open_chat(chat_id)
    QApplication.setQuitOnLastWindowClosed(False)
    window = SettingsWindow(conductor)
    window.show_page("skills")
    window.show()
    made = window.pages["skills"]
    assert isinstance(made, SkillsPage)
    await settle(lambda: conductor.chat_id == chat_id and bool(names(made)))
    await profile.idle()
    yield made
    window.close()
    conductor.close()
    await profile.idle()
    await profile.supervisor.close()
    window.deleteLater()
    await asyncio.sleep(0)


def cards(page: SkillsPage) -> dict[str, SkillCard]:
    found = (page.cards.itemAt(at) for at in range(page.cards.count()))
    widgets = [item.widget() for item in found if item is not None]
    return {card.accessibleName(): card for card in widgets if isinstance(card, SkillCard)}


def names(page: SkillsPage) -> list[str]:
    return list(cards(page))


def words(page: SkillsPage, name: str) -> str:
    return " | ".join(label.text() for label in cards(page)[name].findChildren(QLabel))


async def test_each_skill_shows_its_cost_and_a_broken_one_what_is_wrong(page: SkillsPage) -> None:
    assert names(page) == ["odd", "pdf"]
    assert "5 tokens in each prompt, 4 when it is read" in words(page, "pdf")
    assert "It has to begin with a head" in words(page, "odd")
    assert not cards(page)["odd"].findChildren(Switch)
    assert "skill.md" in page.terms().lower()


async def test_switches_decide_for_all_chats_and_links_for_the_open_one(
    page: SkillsPage, profile: ProfileBench, settle: Settle
) -> None:
    cards(page)["pdf"].findChildren(Switch)[0].click()
    await settle(lambda: profile.settings.value.skills_off == ("pdf",))
    await profile.idle()
    assert not cards(page)["pdf"].findChildren(Switch)[0].isChecked()
    cards(page)["pdf"].acted.emit("here")
    await settle(lambda: bool(profile.prompts.calls))
    assert profile.prompts.calls == [("use_skill", page.conductor.chat_id, "pdf", True)]
    cards(page)["pdf"].acted.emit("all")
    await settle(lambda: profile.settings.value.skills_off == ())


async def test_a_skill_is_written_and_edited_and_what_is_wrong_is_said(
    page: SkillsPage, profile: ProfileBench, settle: Settle
) -> None:
    page.new.click()
    assert page.text.toPlainText().startswith("---\nname: my-skill\n")
    page.text.setPlainText("no head")
    page.save.click()
    await settle(lambda: not page.problem.isHidden())
    assert "begin with a head" in page.problem.text()
    page.text.setPlainText(written("ocr", "reads pictures", BODY))
    page.save.click()
    await settle(lambda: "ocr" in names(page))
    assert page.problem.isHidden()
    assert profile.prompts.calls[-1] == ("use_now", page.conductor.chat_id)
    cards(page)["ocr"].acted.emit("edit")
    assert page.text.toPlainText().endswith(BODY)
    page.text.setPlainText(written("ocr", "reads scans", BODY))
    page.save.click()
    await settle(lambda: "ocr" in names(page) and "reads scans" in words(page, "ocr"))
    cards(page)["ocr"].acted.emit("edit")
    page.cancel.click()
    assert not page.text.isVisible()


async def test_a_removed_skill_comes_back(page: SkillsPage, settle: Settle) -> None:
    cards(page)["pdf"].acted.emit("remove")
    await settle(lambda: names(page) == ["odd"])
    assert page.undo.isVisible()
    page.undo.click()
    await settle(lambda: names(page) == ["odd", "pdf"])
    assert not page.undo.isVisible()


async def test_a_name_that_is_taken_is_asked_about(page: SkillsPage, tmp_path: Path, settle: Settle) -> None:
    source = put(tmp_path / "from", "pdf", line="theirs")
    window = page.window()
    for answer, known in (("", ["odd", "pdf"]), ("both", ["odd", "pdf", "pdf-2"])):
        page.bring(source)
        await settle(lambda: any(sheet.isVisible() for sheet in window.findChildren(Sheet)))
        next(sheet for sheet in window.findChildren(Sheet) if sheet.isVisible()).answer(answer)
        await settle(lambda known=known: names(page) == known)
        await asyncio.sleep(0)
    page.undo.click()
    await settle(lambda: names(page) == ["odd", "pdf"])
    page.bring(tmp_path / "missing.zip")
    await settle(lambda: not page.problem.isHidden())
    assert "neither a folder nor a zip" in page.problem.text()


async def test_dialogs_never_block(page: SkillsPage, settle: Settle, tmp_path: Path) -> None:
    put(tmp_path / "from", "ocr")
    for button in (page.folder_in, page.zip_in, page.files.pin):
        button.click()
    dialogs = page.window().findChildren(QFileDialog)
    assert [dialog.isModal() for dialog in dialogs] == [False, False, False]
    dialogs[0].fileSelected.emit(str(tmp_path / "from" / "ocr"))
    for dialog in dialogs:
        dialog.close()
    await settle(lambda: "ocr" in names(page))


async def test_files_of_every_prompt_are_pinned_and_unpinned(
    page: SkillsPage, profile: ProfileBench, tmp_path: Path, settle: Settle
) -> None:
    path = str(tmp_path / "notes.txt")
    page.files.choose(path)
    await settle(lambda: bool(page.files.findChildren(FileCard)))
    assert profile.settings.value.prompt_files == (path,)
    page.files.findChildren(FileCard)[0].removed.emit(path)
    await settle(lambda: profile.settings.value.prompt_files == ())
    page.undo.click()
    await settle(lambda: profile.settings.value.prompt_files == (path,))
    await profile.idle()
