"""The panel that shows what the model sees next, where the lines are, and what was compressed."""

from weclaw_desktop.ui.context_panel.panel import ContextPanel

__all__ = ["ContextPanel"]
