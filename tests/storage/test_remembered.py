"""Calibration, learnt limits and calls survive a restart."""

from __future__ import annotations

from pathlib import Path

from weclaw_desktop.core.models import Calibration, Usage
from weclaw_desktop.core.stores import CallTotals
from weclaw_desktop.core.usage import QUARTER_MS, Used
from weclaw_desktop.storage.profile import open_store
from weclaw_desktop.storage.store import SqlStore


async def test_a_chats_own_factor_goes_before_the_models(store: SqlStore) -> None:
    remembered = store.remembered
    assert await remembered.calibration("m", "one") == Calibration()
    await remembered.save_calibration("m", "one", Calibration(1.2, 3, 0.01))
    assert await remembered.calibration("m", "two") == Calibration(1.2, 3, 0.01)
    await remembered.save_calibration("m", "two", Calibration(1.5, 1))
    assert await remembered.calibration("m", "one") == Calibration(1.2, 3, 0.01)
    assert await remembered.calibration("m", "three") == Calibration(1.5, 1)
    assert await remembered.calibration("other", "one") == Calibration()


async def test_limits_are_kept_by_kind(store: SqlStore, folder: Path) -> None:
    await store.remembered.save_limit("https://x", "m", "window", 1_000)
    await store.remembered.save_limit("https://x", "m", "window", 900)
    await store.remembered.save_limit("https://x", "m", "input", 700)
    await store.remembered.save_limit("https://y", "m", "output", 5)
    again = await open_store(folder)
    found = await again.remembered.limits()
    await again.close()
    assert found == {("https://x", "m"): {"window": 900, "input": 700}, ("https://y", "m"): {"output": 5}}


async def test_totals_sum_up_a_chats_calls(store: SqlStore) -> None:
    log = store.remembered.log_call
    assert await store.remembered.call_totals("c") == CallTotals()
    for size in range(250):
        await log("c", "m", "reply", Usage(prompt=10, completion=2, cached=5, cost=0.5, currency="CNY"), size)
    await log("c", "m", "summary", Usage(prompt=1, cost=1.0, currency="USD"), 7)
    await log("c", "m", "title", Usage(prompt=1), 7)
    await log("d", "m", "reply", Usage(prompt=1_000), 9)
    totals = await store.remembered.call_totals("c")
    assert (totals.calls, totals.prompt, totals.completion, totals.cached) == (252, 2_502, 500, 1_250)
    assert (totals.cost, totals.currency, totals.unpriced) == (1.0, "USD", 251)
    assert totals.system_samples == tuple(range(50, 250))


async def test_usage_is_summed_by_quarter_chat_model_purpose_and_currency(store: SqlStore) -> None:
    now = [0]
    store.remembered._clock = lambda: now[0]  # pyright: ignore[reportPrivateUsage] -- calls at known times
    log = store.remembered.log_call
    for at in (5, 10, QUARTER_MS + 1):
        now[0] = at
        await log("c", "m", "reply", Usage(prompt=10, completion=2, cached=5, cost=0.5, currency="CNY"), 0)
    await log("c", "m", "reply", Usage(prompt=1, estimated=True), 0)
    every = await store.remembered.usage(0)
    later = await store.remembered.usage(QUARTER_MS)
    assert every[0] == Used(0, "c", "m", "reply", "CNY", 2, 20, 4, 10, 1.0, 0)
    assert {row.cost for row in later} == {0.5, None}
    assert next(row for row in later if row.cost is None) == Used(1, "c", "m", "reply", "", 1, 1, 0, 0, None, 1)


async def test_what_summaries_took_is_told_apart(store: SqlStore) -> None:
    chat = (await store.chats.create()).id
    for purpose, cost in (("reply", 0.5), ("summary", 0.02), ("summary", None)):
        usage = Usage(prompt=100, completion=10, cost=cost, currency="USD" if cost else "")
        await store.remembered.log_call(chat, "p/m", purpose, usage, 0)
    totals = await store.remembered.call_totals(chat)
    assert (totals.summary_tokens, totals.summary_cost) == (220, 0.02)
    assert (await store.remembered.call_totals("nobody")).summary_cost is None
