"""A tool that does what a test wants."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Literal

from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.text import Text, text


class FakeTool:
    """``core.ports.Tool`` around a function of its arguments; ``calls`` remembers them."""

    def __init__(
        self,
        work: Callable[[Mapping[str, object]], str | Awaitable[str]] = lambda _arguments: "done",
        *,
        name: str = "work",
        told: str = "Does some work.",
        risk: Literal["low", "medium", "high"] = "medium",
    ) -> None:
        self._work = work
        self._spec = ToolSpec(name, told, {"type": "object", "properties": {}}, risk)
        self.calls: list[Mapping[str, object]] = []

    @property
    def spec(self) -> ToolSpec:
        """Name and risk."""
        return self._spec

    def describe(self, arguments: Mapping[str, object]) -> Text:
        """A sentence."""
        return text("tools.list_folder", path=str(dict(arguments)))

    async def run(self, arguments: Mapping[str, object]) -> str:
        """Do it."""
        self.calls.append(arguments)
        result = self._work(arguments)
        return await result if inspect.isawaitable(result) else result
