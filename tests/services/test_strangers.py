"""A strategy of a plug-in that fails, in a chat that goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.context.strategies.test_plugged import Does, Stranger, nothing, raises
from tests.context.strategies.test_strategies import Point
from tests.fakes.bench import bench
from tests.services.test_compression import fill, small
from weclaw_desktop.context import strategies
from weclaw_desktop.core.events import RecordApplied
from weclaw_desktop.core.text import render


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch, verb: str, does: Does) -> Iterator[None]:
    points = [Point("stranger", lambda: Stranger(verb, does))]  # type: ignore[arg-type] -- made when it is loaded
    monkeypatch.setattr(strategies, "entry_points", lambda group: points if group == strategies.GROUP else [])
    strategies.names.cache_clear()
    yield
    strategies.names.cache_clear()


@pytest.mark.parametrize("does", [raises, nothing])
@pytest.mark.parametrize("verb", ["moments", "trigger", "plan", "apply"])
@pytest.mark.usefixtures("plugged")
async def test_replies_go_on_whatever_a_plug_in_does(tmp_path: Path, verb: str) -> None:
    async with bench(tmp_path, small(), settings={"context.strategy": "stranger"}) as b:
        chat = await b.chat()
        await fill(b, chat, 12)
        log = await b.log(chat)
        assert [message.state for message in log] == ["committed"] * 24
        assert all(request.load <= 6_359 for request in b.model.history)
        assert (await b.workshop.xrays.look(chat, "next")).total > 0
        told = [event.record.degraded for event in b.seen(RecordApplied)]
        if verb in ("plan", "apply"):
            assert any(said is not None and "stranger failed" in render(said, "en") for said in told)
        else:
            assert set(told) == {None}
