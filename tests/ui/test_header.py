"""The header, and the line under the field, in windows of every width."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtWidgets import QMenu, QWidget

from tests.ui.conftest import Settle
from tests.ui.fakes import scene
from tests.ui.fakes.bench import FakeBench, report
from weclaw_desktop.core.events import ContextReported
from weclaw_desktop.core.text import Language, text
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.header import strategy_name
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import Button


async def _open(window: MainWindow, bench: FakeBench, settle: Settle, zoom: int, width: int) -> None:
    assert window.conductor is not None
    await bench.settings.change({"appearance.zoom": zoom})
    await settle(lambda: current().zoom == zoom)
    chat_id = scene.fill(bench)
    window.conductor.open_chat(chat_id)
    await settle(lambda: window.conductor is not None and window.conductor.chat_id == chat_id)
    bench.bus.publish(ContextReported(report(chat_id, 93_000)))
    window.resize(width, 760)
    await asyncio.sleep(0.1)


def _inside(widget: QWidget, frame: QWidget) -> bool:
    left = widget.mapTo(frame, widget.rect().topLeft()).x()
    return left >= 0 and left + widget.width() <= frame.width()


@pytest.mark.parametrize(("zoom", "width"), [(100, 480), (100, 1_280), (200, 480), (200, 600), (200, 900)])
async def test_nothing_sticks_out_or_overlaps(
    window: MainWindow, bench: FakeBench, settle: Settle, zoom: int, width: int
) -> None:
    await _open(window, bench, settle, zoom, width)
    header, composer = window.header, window.chat.composer
    composer.edit.setPlainText("a message")
    composer.set_running(True)
    await asyncio.sleep(0.05)
    lines = (
        [header.sidebar, header._title, header.model, header.strategy, header.context, header.more],
        [composer.attach, composer._ring, composer._load, composer.stop, composer.send],
    )
    for frame, line in zip((header, composer.frame), lines, strict=True):
        shown = [widget for widget in line if widget.isVisible()]
        assert all(_inside(widget, frame) for widget in shown)
        assert all(a.geometry().right() < b.geometry().left() for a, b in pairwise(shown))
    assert header.model.isVisible()
    for button in (composer.stop, composer.send):
        assert button.isVisible()
        assert button.width() >= button.sizeHint().width()
        assert button.accessibleName()


async def test_the_strategy_moves_into_the_menu_where_there_is_no_room(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    header = window.header

    def offered() -> list[str]:
        menu = QMenu(window)
        header._fill_more(menu)
        inner = [action.menu() for action in menu.actions() if action.text() == header.strategy.accessibleName()]
        return [a.text() for found in inner if isinstance(found, QMenu) for a in found.actions()]

    await _open(window, bench, settle, 200, 1_280)
    assert header.strategy.isVisible()
    assert offered() == []
    await _open(window, bench, settle, 200, 600)
    assert not header.strategy.isVisible()
    assert strategy_name("adaptive") in offered()


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["", "meta-llama-3.1-405b-instruct-turbo-2026-01-01"])
async def test_the_models_name_leaves_the_title_whole(
    window: MainWindow, bench: FakeBench, settle: Settle, language: Language, name: str
) -> None:
    label = "" if name else text("local.label.qwen")
    spec = replace(bench.models.models[0], name=name or "qwen2.5-1.5b", label=label)
    bench.models.models = (spec,)
    window.fix_look(language, "light")
    await _open(window, bench, settle, 100, 1_280)
    header, conductor = window.header, window.conductor
    assert conductor is not None
    conductor.choose_model(spec.id)
    await settle(lambda: conductor.model == spec.id)
    await asyncio.sleep(0.05)
    title = header._title
    assert title.text() == "Flaky import test on Windows"
    assert title.width() >= title.fontMetrics().horizontalAdvance(title.text())
    assert header.model.text() == (name or "Qwen2.5-Coder 1.5B")
    whole = i18n.model_title(spec)
    assert header.model.accessibleName().endswith(whole)
    assert spec.id in header.model.toolTip()
    assert whole in header.model.toolTip()


async def test_the_load_goes_before_the_words_and_the_words_before_the_buttons(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    await _open(window, bench, settle, 200, 1_280)
    composer = window.chat.composer
    composer.edit.setPlainText("a message")
    composer.set_running(True)

    async def at(width: int) -> tuple[bool, list[str]]:
        window.resize(width, 760)
        await asyncio.sleep(0.1)
        buttons: list[Button] = [composer.stop, composer.send]
        return composer._load.isVisible(), [button.text() for button in buttons]

    assert await at(1_280) == (True, ["Stop", "Send"])
    assert await at(620) == (False, ["Stop", "Send"])
    assert await at(480) == (False, ["", ""])
    assert composer.send.toolTip() == composer.send.accessibleName() == "Send"
    assert composer._ring.accessibleName() == composer._load.accessibleName()
    assert await at(1_280) == (True, ["Stop", "Send"])


async def test_the_hint_in_the_field_stands_in_one_line(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    await _open(window, bench, settle, 200, 1_280)
    assert "/" in window.chat.composer.edit.placeholderText()
    window.resize(480, 760)
    await asyncio.sleep(0.1)
    edit = window.chat.composer.edit
    assert edit.placeholderText() == "Message…"
    assert edit.fontMetrics().horizontalAdvance(edit.placeholderText()) < edit.viewport().width()


@pytest.mark.parametrize(("zoom", "width"), [(100, 1_600), (200, 600)])
async def test_what_is_told_stands_in_the_column_of_the_message_field(
    window: MainWindow, bench: FakeBench, settle: Settle, zoom: int, width: int
) -> None:
    await _open(window, bench, settle, zoom, width)
    window.chat.banner.tell("One sentence that matters now, and is long enough to fill a line of its own.", "warning")
    await asyncio.sleep(0.05)
    banner, frame = window.chat.banner, window.chat.composer.frame
    assert banner.mapTo(window, banner.rect().topLeft()).x() == frame.mapTo(window, frame.rect().topLeft()).x()
    assert banner.width() == frame.width()


async def test_a_drawer_is_never_wider_than_the_window(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    await _open(window, bench, settle, 200, 480)
    panel = window.context_panel
    assert panel is not None
    window.toggle_sidebar()
    assert _inside(window.sidebar, window)
    window.toggle_context()
    assert panel.isVisible()
    assert _inside(panel, window)
    assert panel.width() < window.width()

    def named() -> list[QWidget]:
        return [child for child in panel.findChildren(QWidget) if child.isVisible() and child.accessibleName()]

    await settle(lambda: len(named()) > 5 and all(_inside(child, window) for child in named()))
