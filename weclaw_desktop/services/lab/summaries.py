"""Has a model write the summaries of a replay, which runs in another thread or process."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from weclaw_desktop.core.errors import ModelError
from weclaw_desktop.core.messages import TextPart
from weclaw_desktop.core.ports import Models, Spent
from weclaw_desktop.core.request import ModelRequest, PromptSection, RequestMessage
from weclaw_desktop.core.stream import TextDelta, UsageReported

if TYPE_CHECKING:
    from weclaw_desktop.context.narrative import Prompt
    from weclaw_desktop.services.rehearsal import Summarise


def asking(models: Models, name: str, used: Spent) -> Summarise:
    """Asks a model for a summary, from a thread of its own; ``used`` takes the calls into account.

    Raises InputError for an unknown model.
    """
    spec = models.spec(name)
    loop = asyncio.get_running_loop()

    async def ask(prompt: Prompt, limit: int) -> str:
        request = ModelRequest(
            model=spec.id,
            system=(PromptSection("persona", prompt.system),),
            messages=(RequestMessage("user", (TextPart(prompt.user),)),),
            max_output=2 * limit,
            purpose="summary",
        )
        said: list[str] = []
        try:
            async for event in models.open(spec.id).stream(request):
                if isinstance(event, TextDelta):
                    said.append(event.text)
                elif isinstance(event, UsageReported):
                    await used(request, event.usage)
        except ModelError:
            return ""  # an empty summary is refused by its check, and the pass is made by code as in a chat
        return "".join(said)

    return lambda prompt, limit: asyncio.run_coroutine_threadsafe(ask(prompt, limit), loop).result()


def written_by_model(summarizer: str) -> bool:
    """Whether a summarizer's name is that of a model."""
    return summarizer.partition(":")[0] not in ("none", "scripted")
