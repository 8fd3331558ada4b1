"""What the empty window of a new profile shows: three ways to an answer."""

from weclaw_desktop.ui.welcome.welcome import Welcome

__all__ = ["Welcome"]
