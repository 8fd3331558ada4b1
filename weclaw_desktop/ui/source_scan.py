"""Has PySide look through imported modules without keeping their source text in memory.

PySide's import hook searches the source of every module that anything imports for its own name, to know where its
optional spellings (``from __feature__ import snake_case``) may be in force. It does so with ``inspect.getsource``,
whose cache keeps each line as an object of its own until the process ends: 88 MB once litellm is loaded. The answers
here are the same; only the text is read as bytes and forgotten.
"""

from __future__ import annotations

import linecache
import sys
from pathlib import Path
from types import ModuleType

_NAME = b"PySide6"


def keep_no_sources() -> bool:
    """Replace PySide's search, and drop what it has kept so far. Call it before much is imported.

    Returns:
        False where this PySide has no such search; then nothing was changed.
    """
    hook = sys.modules.get("shibokensupport.feature")
    if not callable(getattr(hook, "_mod_uses_pyside", None)):
        return False
    vars(hook)["_mod_uses_pyside"] = names_pyside
    linecache.clearcache()
    return True


def names_pyside(module: ModuleType) -> bool:
    """Whether the module's source mentions PySide; False for modules without a source file."""
    file = getattr(module, "__file__", None)
    if not isinstance(file, str) or not file.endswith(".py"):
        return False
    try:
        return _NAME in Path(file).read_bytes()
    except OSError:
        return False
