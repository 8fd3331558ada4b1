"""The X-ray of the in-memory profile: the real engine over the chat's messages, with a counter of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tests.context.states import model, state
from weclaw_desktop.context.offering import Offering
from weclaw_desktop.context.request import next_request
from weclaw_desktop.context.standing import standings
from weclaw_desktop.context.xray import xray
from weclaw_desktop.core.messages import AttachmentPart, Message, TextPart
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.prompt_choices import NOTHING_DECIDED, PromptChoices
from weclaw_desktop.core.xray import Standing, Xray

if TYPE_CHECKING:
    from tests.ui.fakes.bench import FakeBench

TOOLS = tuple(ToolSpec(f"tool_{n}", f"Does thing {n}.", {"type": "object"}) for n in range(5))


class FakeXrays:
    """Fits ``ui.ports.Looking``."""

    def __init__(self, bench: FakeBench) -> None:
        self._bench = bench
        self.looked = 0

    async def look(
        self, chat_id: str, draft: str = "", attachments: Sequence[AttachmentPart] = (), *, shorten: bool = False
    ) -> Xray:
        del shorten
        self.looked += 1
        log = tuple(m for m in self._bench.store.messages.paths.get(chat_id, ()) if m.state != "generating")
        records = self._bench.store.records.rows.get(chat_id, [])
        record = next((r for r in reversed(records) if r and r.state == "active"), None)
        parts = (*((TextPart(draft),) if draft else ()), *attachments)
        now = state(log, 200_000, record, tools=TOOLS, draft=len(draft) // 4 + 4 if parts else 0)
        request = next_request(now, model(200_000), Message("user", parts) if parts else None)
        return xray(now, request, Offering(TOOLS), chat_id=chat_id)

    async def blank(
        self,
        model: str,
        strategy: str,
        draft: str = "",
        attachments: Sequence[AttachmentPart] = (),
        *,
        shorten: bool = False,
        workdir: str = "",
        decided: PromptChoices = NOTHING_DECIDED,
    ) -> Xray:
        del model, strategy, shorten, workdir, decided
        return await self.look("", draft, attachments)

    async def standings(self, chat_id: str) -> Mapping[int, Standing]:
        log = tuple(self._bench.store.messages.paths.get(chat_id, ()))
        records = self._bench.store.records.rows.get(chat_id, [])
        record = next((r for r in reversed(records) if r and r.state == "active"), None)
        found = standings(state(log, 200_000, record))
        return {m.seq: found[m.id] for m in log if found[m.id].state != "verbatim"}
