"""The empty window of a new profile: three choices, nothing taken into use before the user says so."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from PySide6.QtWidgets import QAbstractButton, QLabel
from pytestqt.qtbot import QtBot

from tests.ui.fakes.profile import OLLAMA, QWEN, ProfileBench
from weclaw_desktop.core.errors import BadKey, LocalModelError, Unreachable
from weclaw_desktop.core.events import ModelsChanged
from weclaw_desktop.core.text import text
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.welcome.first_run import FirstRun
from weclaw_desktop.ui.welcome.welcome import Welcome
from weclaw_desktop.ui.window_parts import build, installed
from weclaw_desktop.ui.window_state import WindowState

Settle = Callable[[Callable[[], bool]], Awaitable[None]]


@pytest.fixture
def profile(tmp_path: Path) -> ProfileBench:
    return ProfileBench(tmp_path, models=())


@pytest_asyncio.fixture
async def window(profile: ProfileBench, qtbot: QtBot) -> AsyncIterator[MainWindow]:
    made = MainWindow(WindowState(), "/profile")
    made.fix_look("en", "light")
    made.resize(1_280, 820)
    conductor = Conductor(profile)
    made.attach(build(conductor, installed()))
    made.show()
    await asyncio.sleep(0)
    yield made
    conductor.close()
    await profile.supervisor.close()
    made.let_go()
    made.deleteLater()
    await asyncio.sleep(0)


def first_run(window: MainWindow) -> FirstRun:
    return window.findChildren(FirstRun)[0]


def welcome(window: MainWindow) -> Welcome:
    """The second step, where somebody is found who answers."""
    first_run(window).next.click()
    return window.findChildren(Welcome)[0]


def said(page: Welcome) -> list[str]:
    return [label.text() for label in page.findChildren(QLabel) if label.isVisible()]


async def test_three_choices_with_what_each_means(window: MainWindow, profile: ProfileBench, settle: Settle) -> None:
    page = welcome(window)
    assert page.isVisible()
    await settle(lambda: page.download.name == "qwen2.5-1.5b")
    words = said(page)
    for title in ("Use a provider", "Use a server on this computer", "Download a small model"):
        assert title in words
    assert "Qwen2.5-Coder 1.5B – small, for trying out" in words
    assert "1.1 GB download · 1.4 GB on the disk · 2.4 GB of memory while it runs" in words
    await profile.idle()


async def test_found_servers_are_listed_but_not_used(window: MainWindow, profile: ProfileBench, settle: Settle) -> None:
    profile.found = (OLLAMA,)
    page = welcome(window)
    began = time.monotonic()
    page.servers.look.click()
    await settle(lambda: "Ollama" in said(page))
    assert time.monotonic() - began < 1.0
    assert "qwen3:4b, gemma3" in said(page)
    assert profile.settings.value.providers == ()
    assert page.isVisible()
    await profile.idle()


async def test_nobody_found_says_what_to_start(window: MainWindow, profile: ProfileBench, settle: Settle) -> None:
    page = welcome(window)
    await settle(lambda: profile.looked > 0 and page.servers.none.text().startswith("None answers now"))
    await profile.idle()


async def test_a_server_is_used_on_the_users_word(window: MainWindow, profile: ProfileBench, settle: Settle) -> None:
    profile.found = (OLLAMA,)
    page = welcome(window)
    page.servers.look.click()
    await settle(lambda: any(item.text() == "Use" for item in page.findChildren(QAbstractButton)))
    use = next(item for item in page.findChildren(QAbstractButton) if item.text() == "Use")
    assert use.accessibleName() == "Use Ollama"
    profile.models.models = (QWEN,)
    use.click()
    await settle(lambda: not page.isVisible())
    assert profile.settings.value.providers[0].base_url == OLLAMA.address
    await profile.idle()


async def test_a_server_that_went_away_is_said(window: MainWindow, profile: ProfileBench, settle: Settle) -> None:
    profile.found = (OLLAMA,)
    page = welcome(window)
    page.servers.look.click()
    await settle(lambda: any(item.text() == "Use" for item in page.findChildren(QAbstractButton)))

    async def gone(provider: str) -> tuple[()]:
        raise Unreachable(text("llm.unreachable_local", address=OLLAMA.address))

    profile.models.refresh = gone  # type: ignore[method-assign]  -- the server as it is now
    next(item for item in page.findChildren(QAbstractButton) if item.text() == "Use").click()
    await settle(lambda: page.servers.error.isVisible())
    assert OLLAMA.address in page.servers.error.text()
    await profile.idle()


async def test_a_key_is_entered_and_the_welcome_goes(window: MainWindow, profile: ProfileBench, settle: Settle) -> None:
    page = welcome(window)
    page.open_form.click()
    assert page.form.isVisible()
    page.form.cancel.click()
    assert not page.form.isVisible()
    page.open_form.click()
    page.form.choose_kind("qwen")
    page.form.key.setText("sk-1")
    profile.models.models = (QWEN,)
    page.form.save()
    await settle(lambda: not page.isVisible() and profile.models.tested == [QWEN.id])
    assert profile.secrets.keys == {"qwen": "sk-1"}
    await profile.idle()


async def test_a_wrong_key_is_said_where_the_user_is_then(
    window: MainWindow, profile: ProfileBench, settle: Settle
) -> None:
    page = welcome(window)
    page.open_form.click()
    page.form.choose_kind("qwen")
    page.form.key.setText("sk-wrong")
    profile.models.models = (QWEN,)
    profile.models.error = BadKey(text("llm.bad_key", provider="Qwen"))
    page.form.save()
    await settle(lambda: window.chat.banner.isVisible())
    assert window.chat.banner.text == "Qwen refused the key. Check it under Settings → Models."
    await profile.idle()


async def test_the_small_model_is_fetched_stopped_resumed_and_takes_over(
    window: MainWindow, profile: ProfileBench, settle: Settle
) -> None:
    page = welcome(window)
    await settle(lambda: page.download.name != "")
    page.download.start.click()
    await settle(lambda: len(profile.fetches) == 1)
    profile.fetches[0].tell(410_000_000)
    assert "Fetching · 410 MB of 1.1 GB" in page.download.state.text()
    page.download.cancel.click()
    await settle(lambda: page.download.start.isVisible())
    assert page.download.start.text() == "Resume"
    page.download.start.click()
    await settle(lambda: len(profile.fetches) == 2)
    profile.fetches[1].fail(LocalModelError(text("local.index_unreachable")))
    await settle(lambda: page.download.start.text() == "Try again")
    page.download.start.click()
    await settle(lambda: len(profile.fetches) == 3)
    profile.fetches[2].tell(1_000_000_000, phase="verifying")
    assert page.download.state.text().startswith("Checking")
    profile.models.models = (QWEN,)
    profile.fetches[2].end()
    await settle(lambda: not page.isVisible())
    await profile.idle()


async def test_the_language_changes_at_run_time(window: MainWindow, profile: ProfileBench, settle: Settle) -> None:
    page = welcome(window)
    i18n.use("zh")
    await settle(lambda: "下载小模型" in said(page))
    i18n.use("en")
    await settle(lambda: "Download a small model" in said(page))
    await profile.idle()


async def test_a_profile_without_embedded_models_offers_two_choices(profile: ProfileBench, qtbot: QtBot) -> None:
    profile.setup.embedded._store = None
    conductor = Conductor(profile)
    page = Welcome(conductor)
    qtbot.addWidget(page)
    page.show()
    await asyncio.sleep(0.05)
    assert not page.cards[2].isVisible()
    profile.bus.publish(ModelsChanged(()))
    conductor.close()
    await profile.supervisor.close()


async def test_every_control_has_a_name(window: MainWindow, profile: ProfileBench, settle: Settle) -> None:
    page = welcome(window)
    page.open_form.click()
    await settle(lambda: page.download.name != "")
    for item in page.findChildren(QAbstractButton):
        if item.isVisible():
            assert item.accessibleName() or item.text()
    await profile.idle()


async def test_the_steps_are_look_who_and_the_usual_model(
    window: MainWindow, profile: ProfileBench, settle: Settle
) -> None:
    steps = first_run(window)
    assert steps.isVisible()
    assert steps.accessibleName() == "Step 1 of 3: Look"
    steps.look.theme.buttons["dark"].click()
    await settle(lambda: profile.settings.value.appearance.theme == "dark")
    steps.next.click()
    assert steps.step == 1
    steps.back.click()
    assert steps.step == 0
    steps.next.click()
    profile.models.models = (QWEN,)
    profile.bus.publish(ModelsChanged((QWEN,)))
    await settle(lambda: steps.step == 2)
    assert steps.isVisible()
    assert steps.model.chosen == QWEN.id
    steps.back.click()
    assert steps.step == 1, "somebody else may answer after all"
    assert steps.next.isVisible(), "there is a model"
    steps.next.click()
    assert steps.step == 2
    steps.next.click()
    await settle(lambda: profile.settings.value.general.model == QWEN.id)
    await settle(lambda: not steps.isVisible())
    await profile.idle()


async def test_the_steps_can_be_skipped_at_once(window: MainWindow, profile: ProfileBench, settle: Settle) -> None:
    steps = first_run(window)
    steps.skip.setFocus()
    steps.skip.click()
    assert not steps.isVisible()
    assert not steps.wanted
    assert window.focusWidget() is window.chat.composer.edit
    profile.models.models = (QWEN,)
    profile.bus.publish(ModelsChanged((QWEN,)))
    await asyncio.sleep(0.01)
    assert not steps.isVisible()
    await profile.idle()


async def test_the_steps_are_named_as_far_as_there_is_room(window: MainWindow, settle: Settle) -> None:
    page = first_run(window)

    def named() -> list[str]:
        return [label.text() for label in page._names]

    assert named() == ["1  Look", "2  Who answers", "3  Usual model"]
    current().apply("light", 200)
    window.resize(600, 800)
    await settle(lambda: named() == ["1  Look", "2", "3"])
    page.go(1)
    assert named() == ["1", "2  Who answers", "3"]
    window.resize(1_400, 800)
    await settle(lambda: named() == ["1  Look", "2  Who answers", "3  Usual model"])
