"""A workshop on scripted models and a real database in a temporary folder, with ears on its bus."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from tests.fakes.profile import MemorySecrets, MemorySettings
from weclaw_desktop.core import settings as declared
from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.stores import Store
from weclaw_desktop.llm.scripted import ScriptedModel, ScriptedModels
from weclaw_desktop.services.workshop import Workshop
from weclaw_desktop.storage.profile import open_store
from weclaw_desktop.tools.registry import ToolRegistry

E = TypeVar("E")


def spec(window: int = 32_768, **fields: object) -> ModelSpec:
    """A scripted model's spec without price, so that it is not asked for titles."""
    known: dict[str, object] = {"window_source": "table", "max_output": 1_024, "output_source": "table"}
    return ModelSpec("demo", "scripted", window, **{**known, **fields})  # type: ignore[arg-type] -- names are checked by the dataclass


class Bench:
    """What a test holds: the workshop, its first model, and everything that was published."""

    def __init__(self, workshop: Workshop, model: ScriptedModel) -> None:
        self.workshop = workshop
        self.model = model
        self.events: list[object] = []
        workshop.bus.subscribe(object, self.events.append)

    def seen(self, kind: type[E]) -> list[E]:
        """All events of one kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    async def until(self, condition: Callable[[], object], timeout_s: float = 5.0) -> None:
        """Wait until ``condition`` holds; TimeoutError when it does not in time."""
        async with asyncio.timeout(timeout_s):
            while not condition():  # noqa: ASYNC110 - any condition, over several objects that know nothing of tests
                await asyncio.sleep(0.005)

    async def first(self, kind: type[E], timeout_s: float = 5.0) -> E:
        """Wait for the first event of a kind."""
        await self.until(lambda: self.seen(kind), timeout_s)
        return self.seen(kind)[0]

    async def chat(self) -> str:
        """A new chat's id."""
        return (await self.workshop.dialog.new_chat()).id

    async def say(self, chat_id: str, text: str) -> Message:
        """Send and wait for the answer."""
        await self.workshop.dialog.send(chat_id, text)
        answer = await self.workshop.dialog.wait(chat_id)
        assert answer is not None
        return answer

    async def log(self, chat_id: str) -> tuple[Message, ...]:
        """The chat as the database has it."""
        return await self.workshop.store.messages.path(chat_id)


@asynccontextmanager
async def bench(
    folder: Path,
    *models: ScriptedModel,
    settings: dict[str, object] | None = None,
    tools: ToolRegistry | None = None,
    store: Store | None = None,
    wait_s: float = 20.0,
    tool_limit_s: float = 5.0,
) -> AsyncGenerator[Bench]:
    """Open a workshop in ``folder``; closed at the end, whatever happened."""
    models = models or (ScriptedModel(spec()),)
    changes = {"general.model": models[0].spec.id, **(settings or {})}
    workshop = Workshop(
        store=store or await open_store(folder),
        models=ScriptedModels(*models),
        settings=MemorySettings(declared.change(Settings(), changes)),
        secrets=MemorySecrets(),
        tools=tools,
        wait_s=wait_s,
        tool_limit_s=tool_limit_s,
    )
    try:
        yield Bench(workshop, models[0])
    finally:
        await workshop.close()
