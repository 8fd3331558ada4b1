"""Places in the window that other packages fill: each is a factory that gets the conductor and returns a widget.

An empty slot shows nothing, and no button that would open it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from weclaw_desktop.ui.conductor import Conductor

Factory = Callable[[Conductor], QWidget]


@dataclass(frozen=True, slots=True)
class Slots:
    """What goes where.

    ``context_panel`` stands at the right, ``PANEL_WIDTH`` wide, or in a drawer, and follows
    ``conductor.report_changed``.
    ``settings`` makes the settings window, a top-level widget that is shown once and kept; its optional method
    ``show_page(name)`` is called with "models", "context", … before it is raised. ``welcome`` stands in the empty chat
    while no model can be chosen; it goes away by itself when ``conductor.models_changed`` brings one.
    """

    context_panel: Factory | None = None
    settings: Factory | None = None
    welcome: Factory | None = None
