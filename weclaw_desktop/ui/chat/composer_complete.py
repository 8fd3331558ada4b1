"""Completes commands behind a slash and files behind an at sign, in a list over the field."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor

from weclaw_desktop.context.strategies import names as strategies
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.chat import composer_command
from weclaw_desktop.ui.chat.composer import Composer
from weclaw_desktop.ui.chat.composer_popup import ComposerPopup, Line
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.header import strategy_name
from weclaw_desktop.workspace.reading.listing import Found

_VALUE = re.compile(r"[/／](model|strategy) (\S*)")


class Completer(QObject):
    """``attached`` carries the path of a file that was picked."""

    attached = Signal(object)

    def __init__(self, conductor: Conductor, composer: Composer) -> None:
        super().__init__(composer)
        self._conductor = conductor
        self._edit = composer.edit
        self._composer = composer
        self.popup: ComposerPopup | None = None
        self._asking: asyncio.Task[None] | None = None
        self._found: dict[str, Found] = {}
        self._typed = ""
        self._filling = False
        self._edit.textChanged.connect(self.look)
        self._edit.cursorPositionChanged.connect(self.look)
        self._edit.composed.connect(self.look)
        self._edit.focus_changed.connect(self._on_focus)

    def _on_focus(self, on: bool) -> None:
        if not on:
            self.hide()

    def key(self, event: QKeyEvent) -> bool:
        """Let the list take a key."""
        taken = self.popup is not None and self.popup.key(event)
        self._note()
        return taken

    def hide(self) -> None:
        """No list."""
        self._ask_no_more()
        if self.popup is not None:
            self.popup.hide()
        self._note()

    def look(self) -> None:
        """See whether the caret stands in something that can be completed."""
        if self._filling:
            return
        if self._edit.composing or not self._edit.hasFocus():
            self.hide()
            return
        cursor = self._edit.textCursor()
        line, at = cursor.block().text(), cursor.positionInBlock()
        before, after = line[max(0, at - 400) : at], line[at : at + 400]
        alone = cursor.blockNumber() == 0 and self._edit.blockCount() == 1 and at == len(before)
        lines = self._commands(before, after) if alone else []
        if lines:
            self._offer(lines, self.tr("Commands"))
            return
        typed = composer_command.file_begun(before)
        if typed is None:
            self.hide()
        elif typed != self._typed or self._asking is None:
            self._ask_no_more()
            self._asking = self._conductor.start(self._files(typed), "find files")

    def _commands(self, before: str, after: str) -> list[Line]:
        value = _VALUE.fullmatch(before)
        if value is not None and not after:
            return [one for one in self._values(value[1]) if _fits(value[2], one) and one.title != value[2]]
        begun = composer_command.begun(before, after)
        if begun is None:
            return []
        offers = [offer for offer in composer_command.offers() if offer.name.startswith(begun)]
        if len(offers) == 1 and offers[0].name == begun:
            return []  # it is all there: Return does it
        return [Line(f"/{o.name}", f"/{o.name} {o.argument}".rstrip(), o.does) for o in offers]

    def _values(self, command: str) -> list[Line]:
        if command == "model":
            return [Line(f"/model {spec.id}", spec.id, i18n.model_title(spec)) for spec in self._conductor.models]
        return [Line(f"/strategy {name}", name, strategy_name(name)) for name in strategies()]

    async def _files(self, typed: str) -> None:
        self._typed = typed
        conductor = self._conductor
        folder = conductor.chat.workdir if conductor.chat is not None else ""
        found = await conductor.bench.attaching.files(typed, folder=folder, recent=tuple(conductor.recent_files))
        self._found = {f"{n}": one for n, one in enumerate(found)}
        lines = [
            Line(key, one.shown, self.tr("Tab opens it") if one.folder else "", "folder" if one.folder else "file")
            for key, one in self._found.items()
        ]
        self._offer(lines, self.tr("Files"))

    def _offer(self, lines: list[Line], name: str) -> None:
        if self.popup is None:
            self.popup = ComposerPopup(self._composer.frame)
            self.popup.chosen.connect(self._on_chosen)
        self.popup.offer(lines, name)
        self._note()

    def _on_chosen(self, key: str, go_on: bool) -> None:
        self._note()
        if key.startswith("/"):
            argument = next((o.argument for o in composer_command.offers() if f"/{o.name}" == key), "")
            self._fill(len(self._edit.toPlainText()), f"{key} " if argument else key)
            if argument:
                self.look()
            return
        found = self._found[key]
        typed = composer_command.file_begun(self._before()) or ""
        if found.folder and go_on:
            self._fill(len(typed), _as_typed(found, typed))
            self.look()
            return
        self._fill(len(typed) + 1, "")
        self.attached.emit(found.path)

    def _fill(self, length: int, text: str) -> None:
        """Put ``text`` in the place of the ``length`` characters before the caret."""
        self._filling = True
        cursor = self._edit.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.PreviousCharacter, QTextCursor.MoveMode.KeepAnchor, length)
        cursor.insertText(text)
        self._edit.setTextCursor(cursor)
        self._filling = False

    def _before(self) -> str:
        cursor = self._edit.textCursor()
        return cursor.block().text()[: cursor.positionInBlock()]

    def _ask_no_more(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None
        self._typed = ""

    def _note(self) -> None:
        self._edit.listing = self.popup is not None and not self.popup.isHidden()


def _fits(typed: str, line: Line) -> bool:
    return typed.lower() in f"{line.title} {line.under}".lower()


def _as_typed(found: Found, typed: str) -> str:
    """The path by which the list goes on inside a folder."""
    path = Path(found.path)
    if found.shown.startswith(("/", "~", ".")) or found.shown[1:3] in (":\\", ":/"):
        return found.shown
    home = Path.home()
    return f"~/{path.relative_to(home).as_posix()}/" if path.is_relative_to(home) else f"{path.as_posix()}/"
