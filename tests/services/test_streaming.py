"""A view that opens in the middle of an answer."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.fakes.bench import bench, spec
from weclaw_desktop.core.events import StreamDelta
from weclaw_desktop.llm.scripted import ScriptedModel, say


async def test_R3_what_came_so_far_and_what_follows_are_the_answer_once(tmp_path: Path) -> None:
    answer = " ".join(f"word{n}" for n in range(400))
    model = ScriptedModel(spec(), answer=lambda _request: say(answer), rate=2_000.0)
    async with bench(tmp_path, model) as made:
        chat_id = await made.chat()
        await made.workshop.dialog.send(chat_id, "hello")
        await made.until(lambda: made.seen(StreamDelta))
        checked = 0
        while (growing := made.workshop.dialog.streaming(chat_id)) is not None:
            seen = len(made.seen(StreamDelta))
            assert growing.text == "".join(delta.text for delta in made.seen(StreamDelta)[:seen])
            checked += 1
            await asyncio.sleep(0.013)
        final = await made.workshop.dialog.wait(chat_id)
        assert final is not None
        assert final.text == answer
        assert checked > 2
