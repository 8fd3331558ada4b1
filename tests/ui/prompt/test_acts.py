"""What is pressed in the budgets: it reaches the services, is told, and can be taken back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
import pytest_asyncio
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.ui.fakes import scene
from tests.ui.fakes.bench import FakeBench, report
from weclaw_desktop.core.events import ContextReported
from weclaw_desktop.core.prompt_choices import PromptChoices, choices
from weclaw_desktop.core.report import BudgetItem, BudgetLine, ContextReport
from weclaw_desktop.core.request import SectionKey
from weclaw_desktop.core.text import Language, text
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel import budget_model
from weclaw_desktop.ui.context_panel.budget_items import MOST
from weclaw_desktop.ui.context_panel.panel import ContextPanel
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.prompt.noticing import Noticing
from weclaw_desktop.ui.widgets import LinkButton

Settle = Callable[[Callable[[], bool]], Awaitable[None]]
OFF, OUT = text("workspace.off_here"), text("workspace.out_here")
SKILLS = (
    BudgetItem("skills", "", "", 30, 30),
    BudgetItem("skills", "pdf", "pdf", 20, 20),
    BudgetItem("skills", "pdf", "", 1_200, 1_200, "body"),
    BudgetItem("skills", "ocr", "ocr", state="out", note=OFF),
    BudgetItem("skills", "long", "long", 20, 900, "name"),
    BudgetItem("skills", "odd", "user:odd", state="out", note=text("workspace.skill_unusable", id="odd", reason="x")),
)
FILES = (
    BudgetItem("files", "AGENTS.md", "/p/AGENTS.md", 900, 1_400, "shortened", "changed"),
    BudgetItem("files", "notes.txt", "/n/notes.txt", 90, 90),
    BudgetItem("files", "CLAUDE.md", "/p/CLAUDE.md", state="out", note=OUT),
    BudgetItem("files", "GEMINI.md", "/p/GEMINI.md", state="out", change="new"),
)
SECTIONS = tuple(BudgetItem(cast("SectionKey", key), tokens=70, wanted=70) for key in ("persona", "safety", "tools"))


def with_items(chat_id: str) -> ContextReport:
    lines = (
        BudgetLine("total", 210, 26_500, 40_000, "green", items=SECTIONS),
        BudgetLine("skills", 1_300, 8_000, 8_000, "green", items=SKILLS),
        BudgetLine("files", 990, 3_000, 3_000, "green", items=FILES),
    )
    return replace(report(chat_id, 49_000), budgets=lines, alarms=(text("context.tools.over"),))


@pytest_asyncio.fixture
async def panel(window: MainWindow, bench: FakeBench, settle: Settle) -> AsyncIterator[ContextPanel]:
    chat_id = scene.fill(bench)
    conductor = window.conductor
    assert conductor is not None
    conductor.open_chat(chat_id)
    await settle(lambda: conductor.chat_id == chat_id)
    made = window.context_panel
    assert isinstance(made, ContextPanel)
    await settle(lambda: conductor.report is not None)  # its own; the one below takes its place
    bench.bus.publish(ContextReported(with_items(chat_id)))
    await settle(lambda: conductor.report == with_items(chat_id))
    made.budgets.open_all()
    await rest(bench)
    yield made
    await rest(bench)


@pytest.fixture
def conductor(window: MainWindow) -> Conductor:
    assert window.conductor is not None
    return window.conductor


def press(panel: ContextPanel, name: str) -> None:
    found = [b for b in panel.budgets.findChildren(LinkButton) if b.accessibleName() == name]
    assert len(found) == 1, (name, *[b.accessibleName() for b in panel.budgets.findChildren(LinkButton)])
    found[0].click()


async def test_U6_each_button_asks_for_what_it_says(
    panel: ContextPanel, bench: FakeBench, conductor: Conductor, settle: Settle
) -> None:
    """(fault U6) The services prove the rest by the request that follows."""
    wanted: list[str] = []
    conductor.settings_wanted.disconnect()  # the window of the settings is another test's
    conductor.settings_wanted.connect(wanted.append)
    chat = conductor.chat_id
    for name, call in (
        ("Turn off here: pdf", ("use_skill", chat, "pdf", False)),
        ("Turn on here: ocr", ("use_skill", chat, "ocr", True)),
        ("Leave out here: AGENTS.md", ("choose_file", chat, "/p/AGENTS.md", "out", True)),
        ("Shorten: AGENTS.md", ("choose_file", chat, "/p/AGENTS.md", "short", True)),
        ("Bring back: CLAUDE.md", ("choose_file", chat, "/p/CLAUDE.md", "out", False)),
        ("Use now: GEMINI.md", ("use_now", chat)),
        ("Use the changed files now", ("use_now", chat)),
        ("Accept the size of the system prompt", ("accept_size", chat)),
        ("Work in no folder", ("choose_folder", chat, "")),
    ):
        before = len(bench.prompts.calls)
        press(panel, name)
        await settle(lambda before=before: len(bench.prompts.calls) > before)
        assert bench.prompts.calls[-1] == call
    for name in ("Edit…: odd", "Edit…: Persona", "Edit…: Tool guidance", "All skills…"):
        press(panel, name)
    assert wanted == ["skills", "general", "tools", "skills"]
    await rest(bench)


async def rest(bench: FakeBench) -> None:
    """Let what was begun end: what one task tells may start another."""
    for _ in range(4):
        await asyncio.sleep(0.05)
        if bench.supervisor.tasks:
            await asyncio.wait(bench.supervisor.tasks)


async def test_each_decision_is_told_and_taken_back(
    panel: ContextPanel, bench: FakeBench, window: MainWindow, conductor: Conductor, settle: Settle
) -> None:
    chat = conductor.chat_id
    toast = window.chat.acts.toast
    press(panel, "Turn off here: pdf")
    await settle(lambda: not toast.isHidden())
    assert toast.accessibleName() == "Skill “pdf” is off in this chat"
    assert choices(bench.store.chats.rows[chat].overrides) == PromptChoices({"pdf": False})
    toast.take_back()
    await settle(lambda: bench.prompts.calls[-1] == ("put_back", chat))
    assert choices(bench.store.chats.rows[chat].overrides) == PromptChoices()
    panel.prompt_acts.choose_folder("/missing")
    await settle(lambda: not panel.budgets.problem.isHidden())
    assert panel.budgets.problem.text() == "There is no folder /missing. Choose one that exists."


async def test_a_pinned_file_is_unpinned_and_files_and_folders_are_chosen(
    panel: ContextPanel, bench: FakeBench, window: MainWindow, conductor: Conductor, settle: Settle
) -> None:
    acts, chat = panel.prompt_acts, conductor.chat_id
    press(panel, "Pin a file to the prompt")
    press(panel, "Folder of this chat…")
    dialogs = window.findChildren(QFileDialog)
    assert [dialog.isModal() for dialog in dialogs] == [False, False]
    dialogs[0].fileSelected.emit("/n/notes.txt")
    await settle(lambda: acts.decided.pinned == ("/n/notes.txt",))
    dialogs[1].fileSelected.emit("/p")
    await settle(lambda: acts.folder == "/p")
    for dialog in dialogs:
        dialog.close()
    panel.show_report(with_items(chat))
    assert panel.budgets.feet.folder.text() == "/p"
    press(panel, "Unpin: notes.txt")
    await settle(lambda: bench.prompts.calls[-1] == ("choose_file", chat, "/n/notes.txt", "pin", False))


async def test_what_is_decided_before_a_chat_is_stored_is_in_its_first_request(
    window: MainWindow, bench: FakeBench, conductor: Conductor, settle: Settle
) -> None:
    panel = window.context_panel
    assert isinstance(panel, ContextPanel)
    panel.prompt_acts.use_skill("pdf", False)
    panel.prompt_acts.choose_folder("/p")
    decided = PromptChoices({"pdf": False})
    await settle(lambda: bench.reporter.blanks[-1:] == [("/p", decided)])
    panel.prompt_acts.use_now()
    conductor.send("Hello.")
    await settle(lambda: bool(bench.prompts.calls))
    assert bench.prompts.calls == [("begin", conductor.chat_id, decided, "/p")]
    await settle(lambda: not conductor.running)
    conductor.new_chat()
    assert (conductor.chosen.prompt, conductor.workdir) == (PromptChoices(), "")


async def test_the_focus_stays_where_it_was_when_a_report_comes(
    panel: ContextPanel, window: MainWindow, conductor: Conductor
) -> None:
    chat = conductor.chat_id
    button = next(b for b in panel.budgets.findChildren(LinkButton) if b.accessibleName() == "Turn off here: pdf")
    button.setFocus()
    changed = replace(SKILLS[1], tokens=21, wanted=21)
    lines = with_items(chat).budgets
    panel.show_report(replace(with_items(chat), budgets=(lines[0], replace(lines[1], items=(changed,)), lines[2])))
    focused = window.focusWidget()
    assert focused is not None
    assert focused.accessibleName() == "Turn off here: pdf"


@pytest.mark.parametrize(("language", "before", "after"), [("en", "Turn on", "Turn off"), ("zh", "开启", "关闭")])
async def test_the_focus_stays_at_the_item_whose_button_was_pressed(
    panel: ContextPanel, window: MainWindow, conductor: Conductor, language: Language, before: str, after: str
) -> None:
    i18n.use(language)
    shown = with_items(conductor.chat_id)
    panel.show_report(shown)
    button = next(b for b in panel.budgets.findChildren(LinkButton) if b.property("item") == "ocr")
    assert before in button.accessibleName()
    button.setFocus()
    on = BudgetItem("skills", "ocr", "ocr", 20, 20)
    skills = replace(shown.budgets[1], items=(*SKILLS[:3], on, *SKILLS[4:]))
    panel.show_report(replace(shown, budgets=(shown.budgets[0], skills, shown.budgets[2])))
    focused = window.focusWidget()
    assert focused is not None
    assert after in focused.accessibleName()
    assert "ocr" in focused.accessibleName()


async def test_coming_back_to_the_program_looks_at_the_disk(panel: ContextPanel, conductor: Conductor) -> None:
    seen: list[object] = []
    conductor.report_changed.connect(lambda: seen.append(1))
    noticing = Noticing(conductor, panel)
    noticing.look(Qt.ApplicationState.ApplicationInactive)
    await asyncio.sleep(0.05)
    assert seen == []
    noticing.look(Qt.ApplicationState.ApplicationActive)
    await asyncio.sleep(0.05)
    assert seen


async def test_a_file_of_the_prompt_that_changes_is_seen_at_once(
    panel: ContextPanel, bench: FakeBench, conductor: Conductor, settle: Settle, tmp_path: Path
) -> None:
    chat, rules = conductor.chat_id, tmp_path / "AGENTS.md"
    rules.write_text("Be short.", encoding="utf-8")
    noticing = Noticing(conductor, panel)
    shown = with_items(chat)
    files = replace(shown.budgets[2], items=(BudgetItem("files", "AGENTS.md", str(rules), 90, 90),))
    bench.bus.publish(ContextReported(replace(shown, budgets=(*shown.budgets[:2], files))))
    await settle(lambda: noticing.watcher is not None and noticing.watcher.files() == [str(rules)])
    for words in ("Be long.", "Be short again."):  # as editors do it: another file in its place
        seen: list[object] = []
        conductor.report_changed.connect(lambda seen=seen: seen.append(1))
        other = tmp_path / "AGENTS.md.new"
        other.write_text(words, encoding="utf-8")
        other.replace(rules)
        await settle(lambda seen=seen: bool(seen))
        told = replace(shown, budgets=(*shown.budgets[:2], files), load=len(words))

        def watched_again(told: ContextReport = told) -> bool:
            """What the bench reports by itself names no file: it may come after ours when the machine is slow."""
            bench.bus.publish(ContextReported(told))
            return noticing.watcher is not None and noticing.watcher.files() == [str(rules)]

        await settle(watched_again)
    bench.bus.publish(ContextReported(shown))
    await settle(lambda: noticing.watcher is not None and noticing.watcher.files() == [])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_line_says_why_it_is_so(qtbot: QtBot, language: str) -> None:
    i18n.use(language)  # type: ignore[arg-type] -- one of the two
    report_ = with_items("c")
    said = {item.name + item.badge: item.note for line in report_.budgets for item in budget_model.items(line)}
    assert budget_model.why(report_)
    assert f"{report_.thresholds.threshold:,}" in budget_model.why(report_)
    waits = budget_model.waits(report_)
    assert "AGENTS.md" in waits
    if language == "en":
        assert said["pdf, read"] == "its text in the messages; one line after the next compression"
        assert said["long"] == "only name and line: its text does not fit the budget"
        assert said["AGENTS.mdchanged"] == "shortened to fit: files go first, the oldest before others"
        assert said["CLAUDE.md"] == "left out in this chat"
        assert waits == "AGENTS.md and 1 more changed on the disk; in force at the next compression."


async def test_very_many_skills_do_not_hold_up_the_window(panel: ContextPanel, conductor: Conductor) -> None:
    """(fault A5) Lines are made when they are seen, and never hundreds of them."""
    many = tuple(BudgetItem("skills", f"skill {n}", f"skill {n}", 20, 20) for n in range(200))
    lines = with_items(conductor.chat_id).budgets
    row = panel.budgets.rows[1]
    row.opens.setChecked(False)
    before = len(row.items.findChildren(LinkButton))
    panel.show_report(
        replace(with_items(conductor.chat_id), budgets=(lines[0], replace(lines[1], items=many), lines[2]))
    )
    assert len(row.items.findChildren(LinkButton)) == before
    row.opens.setChecked(True)
    assert len(row.items.findChildren(LinkButton)) == MOST
