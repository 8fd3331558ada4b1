"""Keeps the window's state when the program ends, and with it what was written but not sent.

A lost place of a window costs nothing, lost words do: where the profile takes them no more, they go into a plain file
elsewhere, and the user hears of it before the window goes.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QWidget

from weclaw_desktop.core.system_errors import why
from weclaw_desktop.ui import i18n, unsaved, window_state
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.widgets import Button, Label, Sheet
from weclaw_desktop.ui.window_state import WindowState

_log = logging.getLogger(__name__)
_SPACE = {"en": " ", "zh": ""}
"""What stands between two sentences."""
translate = QCoreApplication.translate


def told(reason: OSError, state: Path, copy: Path | None) -> tuple[str, str]:
    """What went wrong and where the words are, and what can be done."""
    failed = translate("UnsavedSheet", "{0} cannot be written: {1}.").format(state, i18n.say(why(reason)))
    if copy is not None:
        where = translate("UnsavedSheet", "The words that you did not send are in this file instead:")
        todo = translate("UnsavedSheet", "Put right what is wrong and try again, or paste them from the file later.")
        return f"{failed}{_SPACE[i18n.language()]}{where}", todo
    where = translate("UnsavedSheet", "No other folder takes the words that you did not send, either.")
    todo = translate("UnsavedSheet", "Put right what is wrong and try again, or paste them elsewhere before you quit.")
    return f"{failed}{_SPACE[i18n.language()]}{where}", todo


class UnsavedSheet(Sheet):
    """Says that the profile took no words at the end, where they are, and what can be done. Answers "again" or "quit".

    Where they are nowhere, closing it otherwise means "again": only "quit" gives them up.
    """

    def __init__(self, window: QWidget, words: str, reason: OSError, state: Path, copy: Path | None) -> None:
        title = self.tr("What you wrote is in a file") if copy else self.tr("What you wrote cannot be saved")
        super().__init__(window, title, width=560)
        self._words, self._copy = words, copy
        wrong, todo = told(reason, state, copy)
        self.body.addWidget(Label(wrong, wrap=True, selectable=True))
        if copy is not None:
            self.body.addWidget(Label(str(copy), bold=True, wrap=True, selectable=True))
        self.body.addWidget(Label(todo, wrap=True, selectable=True))
        self._act(self.tr("Copy words"), self._on_copy)
        if copy is not None:
            self._act(self.tr("Show in folder"), self._on_show)
            self.add_button("again", self.tr("Try again"))
            self.add_button("quit", self.tr("Quit"), "primary")
        else:
            self.add_button("quit", self.tr("Quit and lose them"), "danger")
            self.add_button("again", self.tr("Try again"), "primary")

    def _act(self, label: str, act: Callable[[], None]) -> None:
        button = Button(label, "secondary")
        button.clicked.connect(act)
        self.buttons.addWidget(button)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._words)

    def _on_show(self) -> None:
        if self._copy is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._copy.parent)))


class Leaving:
    """Keeps the state of one window at the end. ``waits`` False: nobody is there to be asked, the log has to do."""

    def __init__(self, window: MainWindow, profile_dir: Path) -> None:
        self.waits = True
        self._window = window
        self._folder = profile_dir
        self._sheet: UnsavedSheet | None = None

    def hurry(self) -> None:
        """Ask nothing any more: the system wants the end."""
        self.waits = False
        self._answer()

    async def keep(self, state: WindowState, words: str) -> None:
        """Write the state; ``words`` are those of its draft. Ends when they are kept, or the user gave them up."""
        copy: Path | None = None
        while (failed := await asyncio.to_thread(self._failure, state, words)) is not None:
            if copy is None:
                copy = await asyncio.to_thread(unsaved.write, words, unsaved.places())
            _log.warning("unsent words are not in the profile (%s) but in %s", failed, copy or "no other place either")
            if not self.waits:
                self._print(failed, copy)
                return
            if await self._ask(words, failed, copy) == "quit":
                return
        if copy is not None:
            await asyncio.to_thread(unsaved.drop, copy)

    def _failure(self, state: WindowState, words: str) -> OSError | None:
        """Why words would be lost; None when the state is written, holds no words, or held the same ones before."""
        try:
            window_state.save(self._folder, state)
        except OSError as error:
            return error if words and window_state.load(self._folder).draft != state.draft else None
        return None

    def _print(self, failed: OSError, copy: Path | None) -> None:
        """For who ended the program from a terminal."""
        wrong, _ = told(failed, self._folder / window_state.FILE, copy)
        if sys.stderr is not None:  # pyright: ignore[reportUnnecessaryComparison] -- None in a program without a terminal
            sys.stderr.write(f"{wrong}\n{copy or ''}\n")

    async def _ask(self, words: str, failed: OSError, copy: Path | None) -> str:
        """What the user wants: "again" or "quit". Who closes the window once more has been told."""
        window = self._window
        window.bring_forward()
        answered: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        sheet = self._sheet = UnsavedSheet(window, words, failed, self._folder / window_state.FILE, copy)

        def settle(answer: str) -> None:
            if not answered.done():
                answered.set_result(answer)

        sheet.closed.connect(settle)
        window.close_wanted.connect(self._answer)
        window.quit_wanted.connect(self._answer)
        sheet.open()
        try:
            return await answered or ("again" if copy is None else "quit")
        finally:
            sheet.answer("")
            self._sheet = None
            window.close_wanted.disconnect(self._answer)
            window.quit_wanted.disconnect(self._answer)

    def _answer(self) -> None:
        if self._sheet is not None:
            self._sheet.answer("quit")
