"""Runs blocking file work in a thread, with a time limit, and turns the system's errors into sentences."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from weclaw_desktop.core.errors import ToolFailed
from weclaw_desktop.core.system_errors import why
from weclaw_desktop.core.text import text

T = TypeVar("T")
LIMIT_S = 10.0
"""Seconds that reading may take: longer means a network folder that hangs."""


async def in_thread(work: Callable[[], T], path: str, *, limit_s: float = LIMIT_S) -> T:
    """The result of ``work``. Raises ToolFailed when it is refused by the system, fails or takes too long."""
    try:
        async with asyncio.timeout(limit_s):
            return await asyncio.to_thread(work)
    except TimeoutError as error:
        raise ToolFailed(text("tools.slow", path=path, seconds=round(limit_s))) from error
    except PermissionError as error:
        raise ToolFailed(text("tools.denied", path=path)) from error
    except OSError as error:
        raise ToolFailed(text("tools.io", path=path, reason=why(error))) from error


def whole_number(value: object, name: str, default: int, least: int = 1) -> int:
    """A number argument as models write it (5, "5", 5.0). Raises ToolFailed for anything else."""
    if value is None or value == "":
        return default
    try:
        number = int(str(value).strip().removesuffix(".0"))
    except ValueError as error:
        raise ToolFailed(text("tools.bad_number", name=name, least=least)) from error
    if isinstance(value, bool) or number < least:
        raise ToolFailed(text("tools.bad_number", name=name, least=least))
    return number
