"""The settings window. Labels, helps, ranges and defaults come from ``core.settings`` and its catalogue."""

from weclaw_desktop.ui.settings.window import SettingsWindow

__all__ = ["SettingsWindow"]
