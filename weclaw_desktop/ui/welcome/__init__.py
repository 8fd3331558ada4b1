"""What the empty window of a new profile shows: three steps, and in the second three ways to an answer."""

from weclaw_desktop.ui.welcome.first_run import FirstRun
from weclaw_desktop.ui.welcome.welcome import Welcome

__all__ = ["FirstRun", "Welcome"]
