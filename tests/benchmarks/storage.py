"""How fast the store is, and whether the window stays alive meanwhile: python -m tests.benchmarks.storage [--json].

Works in a temporary folder that is removed at the end. Times are milliseconds, with the target where there is one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection

from weclaw_desktop.core.messages import Message, TextPart, ToolCallPart, assistant, tool, user
from weclaw_desktop.core.models import Usage
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.services.sweeping import only_young
from weclaw_desktop.storage.profile import open_store
from weclaw_desktop.storage.store import SqlStore

SWITCH_S = 0.0005
"""As in the window: how long one thread may keep the others waiting, in seconds."""
ENGLISH = "The build of branch release-2.4 failed at 10:31 with exit code 137 on host ci-07; retry with 8 GB. "
CHINESE = "数据库选型编号一二三：订单服务改用分区表，保留九十天，负责人王芳。"
ROW = '{"id": 4711, "status": "open", "amount": 129.50, "city": "杭州"}, '


@dataclass(frozen=True)
class Figure:
    """One line of the table; ``target`` in the same unit, None when there is none."""

    name: str
    value: float
    target: float | None = None


def messages(count: int) -> list[Message]:
    """A conversation with tools, about 700 characters a message."""
    turn = (
        lambda n: user(f"{n}: {CHINESE * 3}"),
        lambda n: assistant("", ToolCallPart(f"call_{n}", "query", '{"sql": "select * from orders"}'), model="a/b"),
        lambda n: tool(f"call_{n}", "query", f"[{ROW * 25}]"),
        lambda n: assistant(f"{ENGLISH * 8}\n\n```python\nprint({n})\n```", model="a/b", usage=Usage(9_000, 300)),
    )
    return [turn[n % 4](n) for n in range(count)]


async def timed(times: int, call: Callable[[int], Awaitable[object]]) -> list[float]:
    """Milliseconds of each of ``times`` calls."""
    found: list[float] = []
    for number in range(times):
        start = time.perf_counter()
        await call(number)
        found.append((time.perf_counter() - start) * 1_000)
    return found


class Ticker:
    """Watches the loop as a window would: the longest time between two ticks of one millisecond."""

    def __init__(self) -> None:
        self.gaps: list[float] = []

    async def run(self) -> None:
        """Tick until cancelled."""
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0.001)
            now = time.perf_counter()
            self.gaps.append((now - last) * 1_000)
            last = now

    async def during(self, call: Callable[[], Awaitable[object]]) -> list[float]:
        """The gaps while ``call`` runs, ascending."""
        async with asyncio.TaskGroup() as group:
            ticking = group.create_task(self.run())
            await asyncio.sleep(0.05)
            self.gaps.clear()
            await call()
            ticking.cancel()
        return sorted(self.gaps)


async def settled(store: SqlStore) -> None:
    """Wait for the idle writer, so that it does not run beside what is measured."""

    def pending(connection: Connection) -> int:
        return connection.exec_driver_sql("SELECT COUNT(*) FROM search_pending").scalar() or 0

    for _ in range(3_000):
        if not await store.database.read(pending):
            break
        await asyncio.sleep(0.1)
    await asyncio.sleep(1.5)


async def writing(store: SqlStore) -> list[Figure]:
    """Commits of one message, of a checkpoint of 20 KB, of a record."""
    chat = await store.chats.create(model="a/b")
    batch = messages(500)
    commit = await timed(500, lambda n: store.messages.append(chat.id, batch[n]))
    growing = await store.messages.append(chat.id, assistant("", state="generating"))
    stream = (TextPart(ENGLISH * 200),)
    grow = await timed(200, lambda n: store.messages.checkpoint(growing.id, stream))
    record = Record("adaptive", "digest", "0" * 64, block=ContextBlock("frame", digest=ENGLISH * 200))
    apply = await timed(100, lambda n: store.records.apply(chat.id, record, epoch=n))
    return [
        Figure("commit a message, median", statistics.median(commit), 2.0),
        Figure("commit a message, p99", statistics.quantiles(commit, n=100)[98]),
        Figure("checkpoint of a 20 KB stream, median", statistics.median(grow), 2.0),
        Figure("apply a record, median", statistics.median(apply)),
    ]


async def reading(store: SqlStore, count: int) -> list[Figure]:
    """Loading a chat of ``count`` messages whole and by pages."""
    chat = await store.chats.create()
    start = time.perf_counter()
    await store.messages.extend(chat.id, messages(count))
    insert = (time.perf_counter() - start) * 1_000 / count
    await settled(store)
    label = f"{count // 1_000}K"
    load = await timed(3, lambda _: store.messages.path(chat.id))
    gaps = await Ticker().during(lambda: store.messages.path(chat.id))
    newest = await timed(20, lambda _: store.messages.page(chat.id, limit=100))
    middle = await timed(20, lambda _: store.messages.page(chat.id, before_seq=count // 2, limit=100))
    return [
        Figure(f"bulk write, per message of {label}", insert),
        Figure(f"path of {label} messages, best of 3", min(load)),
        Figure(f"longest gap of the loop meanwhile, {label}", gaps[-1], 15.0),
        Figure(f"p99 gap of the loop meanwhile, {label}", gaps[int(len(gaps) * 0.99)]),
        Figure(f"newest page of 100 of {label}, median", statistics.median(newest)),
        Figure(f"page of 100 in the middle of {label}, median", statistics.median(middle)),
    ]


async def listing(store: SqlStore) -> list[Figure]:
    """Title search among 5,000 chats."""
    for number in range(5_000):
        chat = await store.chats.create()
        await store.chats.change(chat.id, title=f"{ENGLISH[:40]} {number} {CHINESE[:12]}")
    search = await timed(20, lambda n: store.chats.all(query=f"{n + 700} 选型", limit=100))
    whole = await timed(5, lambda _: store.chats.all(limit=1_000))
    return [
        Figure("title search in 5,000 chats, median", statistics.median(search), 50.0),
        Figure("list of 1,000 chats, median", statistics.median(whole)),
    ]


async def measure(folder: Path, *, large: bool) -> list[Figure]:
    """All figures."""
    store = await open_store(folder)
    figures = [*await writing(store), *await reading(store, 10_000)]
    if large:
        figures += await reading(store, 100_000)
    figures += await listing(store)
    await settled(store)
    await store.close()
    opened: list[SqlStore] = []

    async def reopen(_: int) -> None:
        opened.append(await open_store(folder))

    times = await timed(3, reopen)
    for again in opened:
        await again.close()
    return [*figures, Figure("open an existing profile, median (libraries loaded)", statistics.median(times), 100.0)]


def main() -> int:
    """Print the table; exit code 1 when a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--small", action="store_true", help="leave out the chat of 100,000 messages")
    options = parser.parse_args()
    sys.setswitchinterval(SWITCH_S)
    only_young()
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measure(Path(folder), large=not options.small))
    if options.json:
        print(json.dumps({figure.name: round(figure.value, 3) for figure in figures}, indent=2))
    else:
        for figure in figures:
            aim = "" if figure.target is None else f"≤ {figure.target:g}"
            print(f"{figure.name:55} {figure.value:10.2f} ms  {aim}")
    return int(any(figure.target is not None and figure.value > figure.target for figure in figures))


if __name__ == "__main__":
    raise SystemExit(main())
