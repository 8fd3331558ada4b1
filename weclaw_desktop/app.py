"""Runs the window: one process, one qasync loop, one profile.

The window shows first, empty; then the views and services are imported in a thread, the database is opened, and the
window comes to life. litellm is imported last, by its own thread. The first close of the window only asks for the end:
tasks are cancelled, what came is saved, then the window goes and the process ends with 0.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from weclaw_desktop.core.errors import DatabaseDamaged, DatabaseMissing, WeClawError
from weclaw_desktop.launch import WindowOptions
from weclaw_desktop.llm import library
from weclaw_desktop.resource_files import resource_path
from weclaw_desktop.services.ending import Ending
from weclaw_desktop.services.sweeping import Sweeper, as_before, give_back_large_blocks, only_young
from weclaw_desktop.services.turns import take_short_turns
from weclaw_desktop.ui import i18n, window_state
from weclaw_desktop.ui.desktop import signals
from weclaw_desktop.ui.desktop.instance import Instance
from weclaw_desktop.ui.leaving import Leaving
from weclaw_desktop.ui.loop import WindowLoop
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.source_scan import keep_no_sources
from weclaw_desktop.ui.theme import current

if TYPE_CHECKING:
    from weclaw_desktop.core.events import ChatSaved
    from weclaw_desktop.services.recovery import Remedy
    from weclaw_desktop.services.workshop import Workshop
    from weclaw_desktop.ui.conductor import Conductor
    from weclaw_desktop.ui.windows import Windows

SWITCH_S = 0.0001
"""How long a thread of Python may keep the others waiting, in seconds. The default of 5 ms adds up: the window takes
the interpreter many times for one paint, and each time waits that long behind a compression that runs in a thread."""
PRELOAD_AFTER_S = 1.0
"""Seconds after the window works before litellm is imported: the import makes everything slower while it lasts."""
CLEAR_OUT_AFTER_S = 5.0
"""Seconds after the start before what has been in the trash for too long is erased."""
_LATER = (
    "weclaw_desktop.ui.window_parts",
    "weclaw_desktop.ui.windows",
    "weclaw_desktop.services.workshop",
    "weclaw_desktop.services.opening",
    "weclaw_desktop.services.recovery",
    "weclaw_desktop.services.demo",
)
"""What is imported after the window shows."""
_log = logging.getLogger(__name__)


def main() -> int:
    """Open the window on the user's own profile: the entry point without a terminal."""
    return run_window(WindowOptions())


def run_window(options: WindowOptions) -> int:
    """Show the window until it is closed; returns the process's exit code."""
    from weclaw_desktop.llm.environment import prepare_environment

    prepare_environment(os.environ)
    take_short_turns(SWITCH_S)
    give_back_large_blocks()
    keep_no_sources()
    found = QApplication.instance()
    application = found if isinstance(found, QApplication) else QApplication(sys.argv[:1])
    application.setApplicationName("WeClaw Desktop")
    application.setDesktopFileName("weclaw-desktop")
    application.setWindowIcon(QIcon(str(resource_path("icons", "app.svg"))))
    application.setQuitOnLastWindowClosed(False)
    only_young()
    try:
        with asyncio.Runner(loop_factory=lambda: WindowLoop(application)) as runner:
            started = WindowRun(options)
            with signals.heard(started.end):
                return runner.run(started.run())
    finally:
        library.stop(library.STOP_S)
        as_before()


class WindowRun:
    """From showing the window to its end."""

    def __init__(self, options: WindowOptions) -> None:
        self._options = options
        self._scratch: tempfile.TemporaryDirectory[str] | None = None
        self._end = asyncio.Event()
        self._retry = asyncio.Event()
        self._remedy: Remedy | None = None
        self._tried = asyncio.Event()
        self._keeping = asyncio.Lock()
        self._workshop: Workshop | None = None
        self._conductor: Conductor | None = None
        self._windows: Windows | None = None
        self.folder = self._choose_folder()
        self.state = window_state.load(self.folder)
        self.window = self._make_window()
        self._leaving = Leaving(self.window, self.folder)
        self._leaving.waits = options.quit_after is None
        self._instance = Instance(self.folder)
        self._alone = not options.demo and options.screenshot is None
        """Whether a second start shall show the first one's window; pictures and demos are made beside it."""

    async def run(self) -> int:
        """Show, open, wait for the end, close. Returns the exit code: 1 when something of the end failed."""
        if self._alone and not self._instance.claim():
            return 0
        self._instance.show_wanted.connect(self.window.bring_forward)
        self.window.show()
        try:
            async with asyncio.TaskGroup() as group:
                opening = group.create_task(self._open_until_it_works())
                timer = group.create_task(self._quit_in_time())
                await self._end.wait()
                opening.cancel()
                timer.cancel()
        finally:
            ending = Ending(_report)
            await self._close(ending)
        return 1 if ending.errors else 0

    def end(self) -> None:
        """Save and end, as if the last window had been closed; with a tray icon too. Nothing is asked."""
        self._leaving.hurry()
        self._end.set()

    def _choose_folder(self) -> Path:
        if self._options.profile_dir is not None:
            return self._options.profile_dir
        if self._options.demo:
            self._scratch = tempfile.TemporaryDirectory(prefix="weclaw-demo-", ignore_cleanup_errors=True)
            return Path(self._scratch.name)
        from weclaw_desktop.storage.profile import default_folder

        return default_folder()

    def _make_window(self) -> MainWindow:
        options = self._options
        i18n.use(options.language or "system")
        current().apply(options.theme or "system", 100)
        window = MainWindow(self.state, str(self.folder))
        window.fix_look(options.language, options.theme)
        if options.size is not None:
            window.resize(*options.size)
        window.close_wanted.connect(self._on_close)
        window.quit_wanted.connect(self._end.set)
        window.retry_wanted.connect(self._retry.set)
        window.remedy_wanted.connect(self._on_remedy)
        return window

    async def _open_until_it_works(self) -> None:
        """Open the profile; when that fails, say why and wait for "Try again" or a way out."""
        await asyncio.sleep(0)
        await asyncio.to_thread(import_later)
        from weclaw_desktop.core.events import Problem
        from weclaw_desktop.services.recovery import kept_of, repair

        repaired = None
        while True:
            self._retry.clear()
            remedy, self._remedy = self._remedy, None
            try:
                if remedy is not None:
                    repaired = await repair(self.folder, remedy)
                await self._open()
            except WeClawError as error:
                lost = isinstance(error, DatabaseDamaged | DatabaseMissing)
                self.window.show_failure(error, backup_ms=(await kept_of(self.folder)).newest_ms if lost else 0)
                self._tried.set()
                await self._retry.wait()
            else:
                if repaired is not None and self._workshop is not None:
                    self._workshop.bus.publish(Problem(repaired, action="folder", severity="info"))
                self._tried.set()
                return

    def _on_close(self) -> None:
        """The first window was closed: others may stay."""
        if self._windows is None:
            self._end.set()
        else:
            self._windows.close(self.window)

    def _on_remedy(self, remedy: Remedy) -> None:
        self._remedy = remedy
        self._retry.set()

    async def _open(self) -> None:
        from weclaw_desktop.core.events import Problem
        from weclaw_desktop.services.recovery import back_up_daily
        from weclaw_desktop.services.workshop import Workshop
        from weclaw_desktop.ui.conductor import Conductor
        from weclaw_desktop.ui.window_parts import build, installed
        from weclaw_desktop.ui.windows import Windows

        models = None
        if self._options.demo:
            from weclaw_desktop.services.demo import demo_models

            models = demo_models()
        self._workshop = workshop = await Workshop.open(self.folder, models, environ=os.environ)
        self._conductor = Conductor(workshop)
        self.window.apply_from(workshop.settings.value)
        self.window.attach(build(self._conductor, installed()))
        self._windows = Windows(self.window, self._conductor, str(self.folder))
        self._windows.all_closed.connect(self._end.set)
        self._windows.unsent_changed.connect(self._keep_state)
        if workshop.settings.problem is not None:
            workshop.bus.publish(Problem(workshop.settings.problem))
        if self._options.demo:
            self._start_demo(workshop, self._conductor)
        workshop.supervisor.start(workshop.setup.wake(), "ask servers for their models")
        workshop.supervisor.start(_preload(workshop), "load the model library")
        if workshop.holds_profile and self._scratch is None:
            workshop.supervisor.start(back_up_daily(self.folder), "daily backup")
        if workshop.holds_profile:
            workshop.supervisor.start(workshop.organiser.clear_out_daily(after_s=CLEAR_OUT_AFTER_S), "empty the trash")
        sweeper = Sweeper(quiet=lambda: workshop.quiet, away=_away)
        workshop.supervisor.start(sweeper.run(), "collect garbage when nothing runs")

    def _keep_state(self) -> None:
        """What is written in a new chat survives a crash as well."""
        if self._workshop is not None and self._windows is not None:
            self._workshop.supervisor.start(self._write_state(self._windows), "keep the window's state")

    async def _write_state(self, windows: Windows) -> None:
        async with self._keeping:  # two windows write one file: the newest state is written last
            state = replace(self.window.current_state(), other_drafts=windows.other_drafts)
            try:
                await asyncio.to_thread(window_state.save, self.folder, state)
            except OSError as error:  # it is tried again at the end, where the user is told
                _log.info("the window's state is not kept: %s", error)

    def _start_demo(self, workshop: Workshop, conductor: Conductor) -> None:
        """Let the demo type, and show the chat it makes."""
        from weclaw_desktop.core.events import ChatSaved
        from weclaw_desktop.services.demo import Demo

        def show(event: ChatSaved) -> None:
            if event.created and conductor.chat is None:
                conductor.open_chat(event.chat.id)

        workshop.bus.subscribe(ChatSaved, show)
        workshop.supervisor.start(Demo(workshop, i18n.language()).run(), "demo")

    async def _quit_in_time(self) -> None:
        """``--quit-after``: take the picture, then end as if the window had been closed.

        The seconds count from when the window shows a chat or says why it cannot, so that a slow computer gives the
        same picture.
        """
        if self._options.quit_after is None:
            return
        await self._tried.wait()
        await asyncio.sleep(self._options.quit_after)
        if self._options.screenshot is not None:
            self.window.grab().save(str(self._options.screenshot))
        self.window.close()

    async def _close(self, ending: Ending) -> None:
        """End the work, save, let the window go: every step, whatever becomes of the others."""
        await ending.step("the model library", library.stop)
        windows, conductor, workshop = self._windows, self._conductor, self._workshop
        if windows is not None:
            await ending.step("other windows", lambda: windows.close_others(ending))
        if conductor is not None:
            await ending.step("drafts", conductor.keep_drafts)
        await ending.step("the window's state", self._keep_last_state)
        if conductor is not None:
            await ending.step("views", conductor.close)
        await ending.step("hiding the window", self.window.hide)
        await ending.step("the place of the only window", self._instance.release)
        if workshop is not None:
            await ending.step("services", lambda: workshop.close(ending))
        await ending.step("the window", self.window.let_go)
        self.window.deleteLater()
        if (scratch := self._scratch) is not None:
            await ending.step("the demo's folder", lambda: asyncio.to_thread(scratch.cleanup))

    async def _keep_last_state(self) -> None:
        words = self._conductor.blank.plain if self._conductor is not None else ""
        async with self._keeping:
            await self._leaving.keep(self.window.current_state(), words)


def _report(error: Exception, name: str) -> None:
    """A step of the end failed: for the log, as the window goes."""
    _log.error("the end of %s failed", name, exc_info=error)


def import_later() -> None:
    """Import the bulk of the program."""
    for name in _LATER:
        importlib.import_module(name)


async def _preload(workshop: Workshop) -> None:
    """Import litellm in a thread once the window works, so that the first answer need not wait for it."""
    preload = getattr(workshop.models, "preload", None)
    if preload is not None:
        await asyncio.sleep(PRELOAD_AFTER_S)
        await preload()


def _away() -> bool:
    """Whether the user works in another program."""
    return QGuiApplication.applicationState() != Qt.ApplicationState.ApplicationActive
