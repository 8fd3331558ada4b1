"""Carries out what people decide about the prompt of the open chat, and offers the way back from each of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.prompt_choices import FileChoice, PromptChoices, choices
from weclaw_desktop.services.prompt_desk import Before
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor

if TYPE_CHECKING:  # the panel that shows items makes these acts
    from weclaw_desktop.ui.context_panel.budget_model import ItemView

Verb = Callable[[str], Awaitable[Before]]


def _always(said: str, _count: int) -> str:
    """The same words for however many things can be taken back."""
    return said


class PromptActs(QObject):
    """One per panel. A chat that is not stored yet remembers what is decided until it is."""

    failed = Signal(str)

    def __init__(self, conductor: Conductor, over: QWidget) -> None:
        super().__init__(over)
        self._conductor = conductor
        self._over = over

    @property
    def decided(self) -> PromptChoices:
        """What the open chat decided."""
        chat = self._conductor.chat
        return choices(chat.overrides) if chat is not None else self._conductor.chosen.prompt

    @property
    def folder(self) -> str:
        """The folder of the open chat, "" for none."""
        return self._conductor.workdir

    def use_skill(self, name: str, on: bool | None) -> None:
        """Turn a skill on or off in this chat; None leaves it to the settings."""
        said = self.tr("Skill “{0}” is off in this chat") if on is False else self.tr("Skill “{0}” is on in this chat")
        prompts = self._conductor.bench.prompts
        self._decide(
            lambda decided: decided.skill(name, on),
            lambda chat_id: prompts.use_skill(chat_id, name, on),
            said.format(name),
        )

    def choose_file(self, path: str, choice: FileChoice, on: bool) -> None:
        """Pin a file to this chat's prompt, leave one out, or shorten it."""
        said = {
            ("pin", True): self.tr("“{0}” is pinned to the prompt"),
            ("pin", False): self.tr("“{0}” is not pinned any more"),
            ("out", True): self.tr("“{0}” is left out in this chat"),
            ("out", False): self.tr("“{0}” stands in the prompt again"),
            ("short", True): self.tr("“{0}” is shortened in this chat"),
            ("short", False): self.tr("“{0}” stands whole again"),
        }[choice, on]
        prompts = self._conductor.bench.prompts
        self._decide(
            lambda decided: decided.file(path, choice, on),
            lambda chat_id: prompts.choose_file(chat_id, path, choice, on),
            said.format(Path(path).name),
        )

    def use_now(self) -> None:
        """Put in force what the disk has."""
        conductor = self._conductor
        if conductor.chat_id:
            conductor.start(conductor.bench.prompts.use_now(conductor.chat_id), "use changed files")

    def accept_size(self) -> None:
        """The prompt is meant to be as large as it is."""
        conductor = self._conductor
        if conductor.chat_id:
            conductor.start(conductor.bench.prompts.accept_size(conductor.chat_id), "accept the prompt's size")

    def ask_file(self) -> None:
        """Let a text file be chosen that shall stand in this chat's prompt."""
        dialog = self._dialog(self.tr("Pin a file to the prompt"), QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._on_file)
        dialog.show()

    def ask_folder(self) -> None:
        """Let the folder of this chat be chosen."""
        dialog = self._dialog(self.tr("Folder of this chat"), QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self._on_folder)
        dialog.show()

    def choose_folder(self, path: str) -> None:
        """Work in a folder from now on; "" for none."""
        conductor = self._conductor
        said = self.tr("This chat works in {0}").format(path) if path else self.tr("This chat works in no folder")
        if conductor.chat is None:
            before = conductor.workdir
            conductor.choose(replace(conductor.chosen, workdir=path))
            self._offer(said, lambda: conductor.choose(replace(conductor.chosen, workdir=before)))
        else:
            prompts = conductor.bench.prompts
            conductor.start(self._run(lambda chat_id: prompts.choose_folder(chat_id, path), said), said)

    def do(self, act: str, item: ItemView | None) -> None:
        """What was pressed in the budgets."""
        conductor = self._conductor
        if item is None:
            self._plain(act)
        elif act in ("on", "off"):
            self.use_skill(item.source, act == "on")
        elif act in ("out", "in"):
            self.choose_file(item.source, "out", act == "out")
        elif act in ("short", "whole"):
            self.choose_file(item.source, "short", act == "short")
        elif act == "unpin":
            self.choose_file(item.source, "pin", False)
        elif act == "use_now":
            self.use_now()
        elif act == "edit_skill":
            conductor.settings_wanted.emit("skills")
        elif act == "edit_section":
            conductor.settings_wanted.emit("tools" if item.section == "tools" else "general")

    def _plain(self, act: str) -> None:
        if act == "pin":
            self.ask_file()
        elif act == "folder":
            self.ask_folder()
        elif act == "no_folder":
            self.choose_folder("")
        elif act == "skills":
            self._conductor.settings_wanted.emit("skills")
        elif act == "use_now":
            self.use_now()
        elif act == "accept":
            self.accept_size()

    def _on_file(self, path: str) -> None:
        self.choose_file(str(Path(path)), "pin", True)

    def _on_folder(self, path: str) -> None:
        self.choose_folder(str(Path(path)))

    def _dialog(self, title: str, mode: QFileDialog.FileMode) -> QFileDialog:
        dialog = QFileDialog(self._over.window(), title, self.folder)
        dialog.setFileMode(mode)
        dialog.setModal(False)
        dialog.finished.connect(dialog.deleteLater)
        return dialog

    def _decide(self, turn: Callable[[PromptChoices], PromptChoices], verb: Verb, said: str) -> None:
        conductor = self._conductor
        if conductor.chat is None:
            before = conductor.chosen.prompt
            conductor.choose(replace(conductor.chosen, prompt=turn(before)))
            self._offer(said, lambda: conductor.choose(replace(conductor.chosen, prompt=before)))
        else:
            conductor.start(self._run(verb, said), said)

    async def _run(self, verb: Verb, said: str) -> None:
        conductor = self._conductor
        try:
            before = await verb(conductor.chat_id)
        except KnownError as error:
            self.failed.emit(i18n.say(error.text))
            return
        self._offer(said, lambda: conductor.start(conductor.bench.prompts.put_back(before), f"undo: {said}"))

    def _offer(self, said: str, undo: Callable[[], object]) -> None:
        self.failed.emit("")
        self._conductor.undo_offered.emit(partial(_always, said), undo)
