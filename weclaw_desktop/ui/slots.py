"""Places in the window that other packages fill: each is a factory that gets the conductor and returns a widget.

An empty slot shows nothing, and no button that would open it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from weclaw_desktop.ui.conductor import Conductor

Factory = Callable[[Conductor], QWidget]


class WelcomePage(QWidget):
    """What stands in the empty chat of a new profile; ``over`` says that ``wanted`` may have changed."""

    over = Signal()

    @property
    def wanted(self) -> bool:
        """Whether it shall be seen instead of the greeting."""
        return False


@dataclass(frozen=True, slots=True)
class Slots:
    """What goes where.

    ``context_panel`` stands at the right, ``PANEL_WIDTH`` wide, or in a drawer, and follows
    ``conductor.report_changed``.
    ``settings`` makes the settings window, a top-level widget that is shown once and kept; its optional method
    ``show_page(name)`` is called with "models", "context", … before it is raised. ``welcome`` stands in the empty chat
    as long as it says that it is wanted.
    """

    context_panel: Factory | None = None
    settings: Factory | None = None
    welcome: Callable[[Conductor], WelcomePage] | None = None
