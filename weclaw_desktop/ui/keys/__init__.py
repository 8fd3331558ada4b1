"""What can be done by key: the commands, the keys that call them, a palette that finds them, a list that shows them."""

from weclaw_desktop.ui.keys.commands import COMMANDS, Command, command
from weclaw_desktop.ui.keys.keymap import KeyMap

__all__ = ["COMMANDS", "Command", "KeyMap", "command"]
