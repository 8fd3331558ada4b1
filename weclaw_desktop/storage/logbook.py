"""The profile's log file: what went wrong, and one line of numbers for each call of a model.

Without it a window that was started by a click has nowhere to say what broke, a terminal shows traces that tell its
reader nothing, and a count that was wrong yesterday cannot be looked up. The file is made when there is something to
write, and every line passes the redactor.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from weclaw_desktop.core.redact import redact

NAME = "weclaw.log"
CALLS = "weclaw_desktop.calls"
"""Logger of the lines about calls: numbers, ids and names of models, never what was said."""
LONGEST = 1_000_000
"""Bytes after which a new file is begun; two old ones are kept."""
_log = logging.getLogger("weclaw_desktop")


def keep(folder: Path) -> Callable[[], None]:
    """Write warnings and worse, and calls, into ``folder`` until the returned function is called (twice is harmless).

    Exceptions that nobody caught, such as those of Qt's slots, are written too. A folder whose log is kept already is
    left to whoever began it. Never raises: a log that cannot be written must not stop what it would tell of.
    """
    handler = _Handler(folder / NAME)
    root = logging.getLogger()
    if any(isinstance(h, _Handler) and h.baseFilename == handler.baseFilename for h in root.handlers):
        return lambda: None  # the command keeps it already
    root.addHandler(handler)
    _hear_calls()
    before = sys.excepthook

    def uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            _log.critical("not caught", exc_info=(kind, error, trace))
        before(kind, error, trace)

    sys.excepthook = uncaught

    def end() -> None:
        if sys.excepthook is uncaught:
            sys.excepthook = before
        root.removeHandler(handler)
        handler.close()
        _hear_calls()

    return end


def _hear_calls() -> None:
    """Have lines about calls made as long as a log is kept, and no longer."""
    kept = any(isinstance(handler, _Handler) for handler in logging.getLogger().handlers)
    logging.getLogger(CALLS).setLevel(logging.INFO if kept else logging.NOTSET)


def _belongs(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.WARNING or record.name == CALLS


class _Handler(RotatingFileHandler):
    """Opens its file with the first record, masks secrets, and keeps its own failures to itself."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=LONGEST, backupCount=2, encoding="utf-8", errors="backslashreplace", delay=True)
        self.setLevel(logging.INFO)
        self.addFilter(_belongs)
        self.setFormatter(_Redacting("%(asctime)s %(levelname)s %(name)s: %(message)s"))

    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:
        """Say nothing: the disk is full or the folder gone, and the user is told of that by what failed there."""


class _Redacting(logging.Formatter):
    """Masks keys in messages and traces alike."""

    def format(self, record: logging.LogRecord) -> str:
        """The record's line, and its trace below."""
        return redact(super().format(record))
