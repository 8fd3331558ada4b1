"""Why the operating system refused something, as a Text: its own sentences come in one language only."""

from __future__ import annotations

import errno

from weclaw_desktop.core.catalogue import system
from weclaw_desktop.core.text import Text, text


def why(error: Exception) -> Text:
    """The end of a sentence such as "X cannot be read: …"; what is not known keeps the system's or Python's words."""
    if not isinstance(error, OSError):
        return text("system.other", reason=type(error).__name__)
    key = f"system.{errno.errorcode.get(error.errno or 0, '')}"
    if key in system.ENTRIES:
        return text(key)
    return text("system.other", reason=error.strerror or str(error) or type(error).__name__)
