"""How long the X-ray and the margin of a long chat take, beside the event loop: ``python -m tests.benchmarks.xray``.

A chat of about 400,000 tokens with tool traffic, once as it is and once compressed, in a profile of its own. Times are
processor time of the thread that computes (``thread_time``), in milliseconds; *first* is without anything at hand, as
after a start, *again* what a change costs while the window is open. *lines* is the list that the window shows.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from tests.context.logs import numbered, step
from tests.context.squeeze import passed
from tests.context.states import model, state
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.offering import Offering
from weclaw_desktop.context.request import next_request
from weclaw_desktop.context.standing import standings
from weclaw_desktop.context.strategies import strategy
from weclaw_desktop.context.xray import xray
from weclaw_desktop.core.messages import Log, Message, assistant, user
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.xray import Xray
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.ui.xray.rows import lines_of

T = TypeVar("T")
WINDOW = 1_000_000
LIMIT_MS = 150


def long_log(tokens: int) -> Log:
    """Turns with two tool results each, about ``tokens`` tokens together."""
    counter, messages, size = counter_for("o200k_base"), list[Message](), 0
    while size < tokens:
        turn = len(messages)
        rows = "\n".join(
            f"row {turn}-{n}: crate HT-{turn + n}, {n * 7} kg, Rotterdam, 2024-03-{n % 28 + 1}" for n in range(24)
        )
        new = [user(f"What about batch {turn}?"), *step("c1", rows), *step("c2", rows[:900]), assistant(rows[:400])]
        size += sum(counter.message(message) for message in new)
        messages.extend(new)
    log = numbered([*messages, user("And now?")])
    return tuple(replace(m, tokens={counter.encoder: counter.message(m)}) for m in log)


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Processor time of this thread in milliseconds, and what was made."""
    begun = time.thread_time()
    made = work()
    return (time.thread_time() - begun) * 1_000, made


def looked(now: State) -> Xray:
    """The X-ray of a state with a draft."""
    return xray(now, next_request(now, model(WINDOW), user("And what of HT-17?")), Offering(()))


def measure(name: str, now: State) -> None:
    """Print one line of the table."""
    first, seen = timed(lambda: looked(replace(now, memo=Memo())))
    looked(now)
    grown = replace(now, log=(*now.log, *numbered([assistant("One more."), user("Thanks.")], start=len(now.log) + 1)))
    again, _ = timed(lambda: looked(grown))
    margin, _ = timed(lambda: standings(replace(now, memo=Memo())))
    listed, lines = timed(lambda: lines_of(seen, "en"))
    print(f"{name:12} {seen.total:9,} {len(lines):7,} {first:9.1f} {again:9.1f} {margin:9.1f} {listed:9.1f}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=f"Time of the X-ray; it must stay below {LIMIT_MS} ms.")
    parser.add_argument("--tokens", type=int, default=400_000)
    given = parser.parse_args()
    log = long_log(given.tokens)
    now = state(log, WINDOW, counter=counter_for("o200k_base"))
    print(f"{'chat':12} {'tokens':>9} {'parts':>7} {'first ms':>9} {'again ms':>9} {'margin ms':>9} {'lines ms':>9}")
    measure("whole", now)
    record = passed(strategy("adaptive"), now)
    if isinstance(record, Record):
        measure("compressed", replace(now, record=record, memo=Memo()))


if __name__ == "__main__":
    main()
