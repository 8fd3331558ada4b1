"""The window's languages: nothing untranslated, switchable while it is open."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from tests.chinese import foreign_marks
from tests.ui.conftest import Settle
from weclaw_desktop.context.threshold import thresholds
from weclaw_desktop.core import catalogue
from weclaw_desktop.core.text import text
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.counted import counted
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.settings.threshold_story import reasons

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """The script that keeps translations up to date."""
    spec = importlib.util.spec_from_file_location("translations", ROOT / "packaging" / "translations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("part", ["window", "context_panel", "settings", "welcome", "xray"])
def test_every_string_of_the_source_is_translated(tool: ModuleType, part: str, tmp_path: Path) -> None:
    if not tool.sources(part):
        assert not (tool.TRANSLATIONS / f"zh_{part}.ts").exists()
        return
    stored = tool.TRANSLATIONS / f"zh_{part}.ts"
    copy = tmp_path / stored.name
    copy.write_bytes(stored.read_bytes())
    renewed = tool.update(part, tmp_path)
    assert tool.untranslated(renewed) == []
    assert tool.messages(renewed) == tool.messages(stored), "run python packaging/translations.py"


@pytest.mark.parametrize("part", ["window", "context_panel", "settings", "welcome", "xray"])
def test_chinese_has_its_own_marks_between_chinese_words(tool: ModuleType, part: str) -> None:
    said = tool.messages(tool.TRANSLATIONS / f"zh_{part}.ts").items()
    assert {key: chinese for key, chinese in said if foreign_marks(re.sub(r"\(&\w\)", "", chinese))} == {}


def test_what_is_put_together_has_the_marks_of_the_windows_language(qapp: object) -> None:
    del qapp
    lines, note = thresholds(8_192), text("context.margin.half")
    assert "(2 %" not in reasons(lines)
    assert "; Balanced: " in reasons(lines)
    assert i18n.joined(("a", "", "b"), ": ") == "a: b"
    i18n.use("zh")
    assert "；均衡：" in reasons(lines)
    assert foreign_marks(reasons(lines)) == []
    assert i18n.joined((i18n.say(note), i18n.say(note))).count("，") == 3


@pytest.mark.parametrize("part", ["window", "context_panel", "settings", "welcome", "xray"])
def test_the_shipped_file_holds_every_translation(tool: ModuleType, part: str) -> None:
    ts = tool.TRANSLATIONS / f"zh_{part}.ts"
    if not ts.exists():
        assert not tool.sources(part)
        return
    data = ts.with_suffix(".qm").read_bytes()
    translator = QTranslator()
    assert translator.load(data)
    for (context, source), translation in tool.messages(ts).items():
        assert translator.translate(context, source, "", 2) == translation, (context, source)


def test_every_number_has_its_singular(tool: ModuleType, tmp_path: Path) -> None:
    stored = tool.TRANSLATIONS / "en_counted.ts"
    copy = tmp_path / stored.name
    copy.write_bytes(stored.read_bytes())
    renewed = tool.update_counted(tmp_path)
    assert tool.untranslated(renewed) == []
    assert tool.messages(renewed) == tool.messages(stored), "run python packaging/translations.py"
    translator, data = QTranslator(), stored.with_suffix(".qm").read_bytes()  # it reads the bytes where they are
    assert translator.load(data)
    for (context, source), forms in tool.messages(stored).items():
        assert source == forms.splitlines()[1], "what stands in the source is the plural"
        found = [translator.translate(context, source, "", count) for count in (1, 2)]
        assert found == forms.splitlines()


@pytest.mark.parametrize(
    ("said", "one", "many"),
    [
        (counted.chats, "1 chat", "1,200 chats"),
        (counted.lines, "1 line", "1,200 lines"),
        (counted.tokens, "1 token", "1.2K tokens"),
        (counted.deleted, "Message deleted", "1,200 messages deleted"),
        (counted.edited, "1 time", "1,200 times"),
        (counted.shortened, "1 tool result shortened", "1,200 tool results shortened"),
        (counted.results, "1 result · ↑↓ choose · Return opens · Esc closes", None),
    ],
)
def test_numbers_take_their_form(said: Callable[[int], str], one: str, many: str | None) -> None:
    assert said(1) == one
    assert many is None or said(1_200) == many
    i18n.use("zh")
    assert "1" in said(1)
    assert said(1) != one


def test_chinese_calls_the_reader_by_one_word(tool: ModuleType) -> None:
    """Both words for "you" are right; one page must not use both."""
    said = [translation for ts in tool.TRANSLATIONS.glob("zh_*.ts") for translation in tool.messages(ts).values()]
    said += [chinese for _, chinese in catalogue.ENTRIES.values()]
    said += [(ROOT / "README.md").read_text("utf-8")]
    assert [words for words in said if "您" in words] == []
    assert any("你" in words for words in said)


def test_placeholders_survive_translation(tool: ModuleType) -> None:
    for ts in tool.TRANSLATIONS.glob("zh_*.ts"):
        for (context, source), translation in tool.messages(ts).items():
            wanted = sorted(re.findall(r"\{\d?\w*\}", source))
            assert sorted(re.findall(r"\{\d?\w*\}", translation)) == wanted, (context, source)


def test_sentences_from_below_follow_the_window() -> None:
    value = text("engine.strategy.adaptive")
    assert i18n.say(value) == "Adaptive"
    i18n.use("zh")
    assert i18n.say(value) == "自适应"


async def test_the_language_switches_while_the_window_is_open(window: MainWindow, settle: Settle) -> None:
    assert window.sidebar.new.text() == "New chat"
    i18n.use("zh")
    await settle(lambda: window.sidebar.new.text() == "新对话")
    assert window.chat.composer.edit.placeholderText() == "输入消息…（/ 命令，@ 文件）"
    assert window.header.strategy.text() == "自适应"
    assert window.chat.transcript.jump.text() == "跳到最新"
    i18n.use("en")
    await settle(lambda: window.sidebar.new.text() == "New chat")
    assert window.header.strategy.text() == "Adaptive"


def test_qts_own_window_for_files_speaks_chinese_throughout(qtbot: QtBot) -> None:
    i18n.use("zh")
    dialog = QFileDialog()
    qtbot.addWidget(dialog)
    said = [label.text() for label in dialog.findChildren(QLabel) if label.text()]
    assert len(said) == 3
    assert all(re.search(r"[\u4e00-\u9fff]", words) for words in said), said
