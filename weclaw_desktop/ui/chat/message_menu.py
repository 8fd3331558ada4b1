"""The menu of a message: everything that can be done with it, each with its key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget
from typing_extensions import override

from weclaw_desktop.core.forks import Fork
from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.chat.message_words import ActName, act, label, named, possible
from weclaw_desktop.ui.theme import current

_GROUPS: tuple[tuple[ActName, ...], ...] = (
    ("copy", "copy_text", "quote"),
    ("edit", "regenerate"),
    ("before", "after"),
    ("pin", "exclude", "compress", "branch"),
    ("details", "delete"),
)


@dataclass(frozen=True, slots=True)
class Subject:
    """What a menu is about: the message, its versions, whether it grows, whether text is selected, and in it."""

    message: Message
    fork: Fork | None = None
    growing: bool = False
    selected: bool = False
    own_words: bool = False


class _Menu(QMenu):
    """A menu whose entries go by the keys they show, as the message itself does."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.by_act: dict[ActName, QAction] = {}

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        others = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        name = None if others else named(event.key(), shift=shift)
        action = self.by_act.get(name) if name is not None else None
        arrow = name in ("before", "after")
        if action is None or (arrow and self.activeAction() is not None):  # it goes into a menu and out of it
            super().keyPressEvent(event)
            return
        self.close()
        action.trigger()


def message_menu(
    parent: QWidget,
    subject: Subject,
    models: Sequence[ModelSpec],
    do: Callable[[ActName], object],
    ask: Callable[[str], object],
) -> QMenu:
    """A menu that calls ``do`` with an act, or ``ask`` with the model that is to answer again."""
    menu = _Menu(parent)
    for group in _GROUPS:
        shown: list[ActName] = [name for name in group if _shown(subject, name)]
        if shown and menu.actions():
            menu.addSeparator()
        for name in shown:
            selected = subject.own_words if name == "pin" else subject.selected
            said = label(name, subject.message, selected=selected)
            action = menu.addAction(current().icon(act(name).icon) if act(name).icon else current().icon("copy"), "")
            if not act(name).icon:
                action.setIconVisibleInMenu(False)
            action.setText(f"{said}\t{act(name).shown}")
            action.triggered.connect(partial(_do, do, name))
            menu.by_act[name] = action
            if name == "regenerate" and len(models) > 1:
                _models(menu, models, subject.message, ask)
    return menu


def _do(do: Callable[[ActName], object], name: ActName, _checked: bool = False) -> None:
    do(name)


def _shown(subject: Subject, name: ActName) -> bool:
    fork = subject.fork
    if name in ("before", "after"):
        return fork is not None and bool(fork.before if name == "before" else fork.after)
    if subject.selected and name in ("copy", "quote"):
        return True
    return possible(subject.message, name, growing=subject.growing)


def _models(menu: QMenu, models: Sequence[ModelSpec], message: Message, ask: Callable[[str], object]) -> None:
    """The models that may answer this time; the one that did is marked."""
    more = menu.addMenu(QCoreApplication.translate("Message", "Answer again with"))
    several = len({spec.provider for spec in models}) > 1
    for spec in models:
        title = i18n.model_title(spec)
        action = more.addAction(f"{title}  ·  {spec.provider}" if several else title)
        action.setCheckable(True)
        action.setChecked(spec.id == message.model)
        action.triggered.connect(lambda _=False, model=spec.id: ask(model))
