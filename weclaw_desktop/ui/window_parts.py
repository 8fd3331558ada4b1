"""Builds what the window holds once a profile is open. Imported after the window shows: this is the bulk of ``ui``."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from weclaw_desktop.ui.chat.chat_view import ChatView
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.panel import ContextPanel
from weclaw_desktop.ui.header import Header
from weclaw_desktop.ui.search.searching import Searching
from weclaw_desktop.ui.sidebar.sidebar import Sidebar
from weclaw_desktop.ui.slots import Slots
from weclaw_desktop.ui.welcome.first_run import FirstRun


@dataclass(frozen=True, slots=True)
class WindowParts:
    """The views of one window on one conductor."""

    conductor: Conductor
    slots: Slots
    sidebar: Sidebar
    header: Header
    chat: ChatView
    context_panel: QWidget | None
    searching: Searching


def installed() -> Slots:
    """The slots as this version of the program fills them."""
    return Slots(context_panel=ContextPanel, settings=_settings, welcome=FirstRun)


def build(conductor: Conductor, slots: Slots) -> WindowParts:
    """Make the views. The theme must be applied already."""
    with_panel, with_settings = slots.context_panel is not None, slots.settings is not None
    sidebar, chat = Sidebar(conductor, with_settings=with_settings), ChatView(conductor, slots)
    return WindowParts(
        conductor=conductor,
        slots=slots,
        sidebar=sidebar,
        header=Header(conductor, with_panel=with_panel, with_settings=with_settings),
        chat=chat,
        context_panel=slots.context_panel(conductor) if slots.context_panel is not None else None,
        searching=Searching(conductor, sidebar, chat.transcript),
    )


def _settings(conductor: Conductor) -> QWidget:
    """The settings window, whose pages are loaded when it is first opened."""
    from weclaw_desktop.ui.settings.window import SettingsWindow

    return SettingsWindow(conductor)
