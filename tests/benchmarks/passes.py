"""How long one pass takes, beside the event loop: ``python -m tests.benchmarks.passes [--data DIR] [--messages N …]``.

Dialogues of all kinds, woven, no two alike. *take in* is what every message costs once, when it comes (encoding,
counting, units and facts), in seconds per million characters; *first* is the first pass over a chat that was taken in,
*again* the next one after one more turn, *warm* the best of five more; *check* is the question after every answer
whether anything is due. Milliseconds of processor time of the thread that works.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from tests.benchmarks import made
from tests.benchmarks.sessions import Dialogue, from_folder, joined, load, made_up, woven
from weclaw_desktop.context.engine import Moment, Need, Plan, State
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.strategies import strategy
from weclaw_desktop.context.threshold import thresholds_for
from weclaw_desktop.core.messages import Message, ToolCallPart, assistant, user
from weclaw_desktop.core.models import Calibration, ModelSpec
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.request import PromptSection
from weclaw_desktop.core.settings import Context as ContextSettings
from weclaw_desktop.llm.families import FAMILIES
from weclaw_desktop.llm.tokens import FamilyCounter, counter_for, table
from weclaw_desktop.services.replay import language_of
from weclaw_desktop.services.takes import Takes
from weclaw_desktop.services.transcripts import Transcript, read

T = TypeVar("T")
COUNTER = counter_for("o200k_base")
ENGINE = strategy("adaptive")
PASS_MS = {4_000: 60.0, 16_000: 300.0}
CHECK_MS, TAKE_S = 2.0, 1.0
SHARES = {"airline": 0.42, "coding": 0.20}
"""Of the messages; the rest are Chinese. 4,000 have 1.5 million characters then."""


@dataclass(slots=True)
class Chat:
    """A chat whose messages were taken in, and what that cost."""

    state: State
    takes: Takes
    characters: int
    take_s: float


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Processor time of this thread in seconds, and what was made. No garbage of others is collected meanwhile."""
    gc.collect()
    gc.disable()
    try:
        begun = time.thread_time()
        found = work()
        return time.thread_time() - begun, found
    finally:
        gc.enable()


def taken_in(transcript: Transcript, window: int) -> Chat:
    """The chat of a transcript, as storage and intake leave it."""
    spec = ModelSpec("bench", "bench", window=window, window_source="override")
    settings = ContextSettings()
    takes, memo = Takes(), Memo()
    memo.slot("engine", lambda: takes.cache)
    state = State(
        log=(),
        record=None,
        thresholds=thresholds_for(spec, settings, strategy="adaptive", profile="balanced", calibrated=True),
        system=tuple(PromptSection("persona", m.text) for m in transcript.messages[:1] if m.role == "system"),
        tools=transcript.tools,
        counter=_fresh(),
        calibration=Calibration(1.0, 1, 0.0),
        language=language_of(transcript),
        settings=settings,
        memo=memo,
    )
    messages = [message for message in transcript.messages if message.role != "system"]
    numbered = list(_numbered(messages, 1))
    spent, rows = timed(lambda: list(_rows(numbered, takes, state)))
    characters = sum(len(m.text) + len(m.result.text if m.result else "") + _called(m) for m in messages)
    return Chat(replace(state, log=tuple(rows)), takes, characters, spent)


def _fresh() -> FamilyCounter:
    """A counter that remembers no message: chats have the same ids here."""
    return FamilyCounter("o200k_base", FAMILIES["o200k_base"], table("o200k_base"))


def _called(message: Message) -> int:
    return sum(len(call.arguments) for call in message.calls)


def _numbered(messages: Iterable[Message], start: int) -> Iterator[Message]:
    """Messages as storage numbers them, which no intake pays for."""
    for seq, message in enumerate(messages, start):
        yield replace(message, id=f"m{seq}", chat_id="c", seq=seq, created_ms=seq * 1_000)


def _rows(messages: Iterable[Message], takes: Takes, state: State) -> Iterator[Message]:
    calls: dict[str, ToolCallPart] = {}
    for row in messages:
        call = None if row.result is None else calls.pop(row.result.call_id, None)
        calls.update({part.id: part for part in row.calls})
        yield takes.row(row, call, state.thresholds, state.counter, state.language)


def one_pass(state: State) -> Record:
    """A whole pass without a model."""
    plan = ENGINE.plan(state, Need.SOFT)
    assert isinstance(plan, Plan), plan
    record = ENGINE.apply(state, plan, None)
    assert isinstance(record, Record), record
    return record


def check(state: State) -> Need:
    """What is asked after every answer."""
    return ENGINE.trigger(state, Moment.AFTER_RESPONSE)


def dialogues(folder: Path | None, count: int) -> list[Dialogue]:
    """Dialogues of all kinds until there are about ``count`` messages."""
    if folder is None:
        kinds = [map(make, itertools.count()) for make in (made.parts_desk, made.coding_agent, made.travel_desk)]
    else:
        coding = [item for name in ("openhands", "sweagent_demos", "aider_chats") for item in load(folder, name)]
        kinds = [iter(load(folder, "tau_airline")), iter(coding), iter(load(folder, "crosswoz_zh"))]
    flights = _upto(kinds[0], SHARES["airline"] * count)
    code = _upto(kinds[1], SHARES["coding"] * count)
    trips = _upto(kinds[2], count - sum(len(item.messages) for item in (*flights, *code)))
    return woven(woven(flights, code), trips)


def _upto(items: Iterable[Dialogue], count: float) -> list[Dialogue]:
    found: list[Dialogue] = []
    total = 0
    for item in items:
        if total >= count:
            break
        found.append(item)
        total += len(item.messages)
    return found


def measured(chat: Chat) -> dict[str, float]:
    """Figures of one chat."""
    first, record = timed(lambda: one_pass(chat.state))
    new = _rows(_next(chat.state, "And what of the next one?", "It is as before."), chat.takes, chat.state)
    grown = replace(chat.state, log=(*chat.state.log, *new))
    again, _ = timed(lambda: one_pass(grown))
    warm = min(timed(lambda: one_pass(grown))[0] for _ in range(5))
    asked = min(_asked(chat, grown))
    return {
        "messages": float(len(chat.state.log)),
        "characters": float(chat.characters),
        "take_s_per_million": chat.take_s / chat.characters * 1e6,
        "tokens_before": float(measure(chat.state).total),
        "tokens_after": float(record.tokens_after),
        "first_ms": first * 1_000,
        "again_ms": again * 1_000,
        "warm_ms": warm * 1_000,
        "check_ms": asked * 1_000,
    }


def _next(state: State, asked: str, said: str) -> Iterator[Message]:
    return _numbered((user(asked), assistant(said)), len(state.log) + 1)


def _asked(chat: Chat, state: State) -> Iterator[float]:
    """The question after each of five more turns."""
    for turn in range(5):
        new = _rows(_next(state, f"And turn {turn}?", "As before."), chat.takes, state)
        state = replace(state, log=(*state.log, *new))
        spent, _ = timed(partial(check, state))
        yield spent


def played(dialogues_: Sequence[Dialogue]) -> Transcript:
    """One transcript of all."""
    return read(joined("passes", dialogues_).document(), "passes")[0]


def main() -> int:
    """Measure, print a table or JSON; 1 when a limit is missed."""
    parser = argparse.ArgumentParser(description="How long one pass takes.")
    parser.add_argument("--data", type=Path, help="folder with transcripts (default: made-up ones)")
    parser.add_argument("--messages", type=int, nargs="+", default=[4_000, 16_000])
    parser.add_argument("--window", type=int, default=32_768)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found: dict[str, dict[str, float]] = {}
    taken_in(played(dialogues(None, 100)), given.window)  # the encoder is read once in a process
    for count in given.messages:
        found[f"{count:,}"] = measured(taken_in(played(dialogues(given.data, count)), given.window))
    for name in ("airline", "tourism", "coding"):
        sessions = from_folder(given.data, name, _size) if given.data else made_up(name, _size)
        found[name] = measured(taken_in(read(sessions[0].document(), name)[0], given.window))
    missed = [
        *(f"{n:,}" for n, limit in PASS_MS.items() if found.get(f"{n:,}", {}).get("warm_ms", 0) > limit),
        *(f"check of {name}" for name, row in found.items() if row["check_ms"] > CHECK_MS),
        *(f"take in of {n:,}" for n in PASS_MS if found.get(f"{n:,}", {}).get("take_s_per_million", 0) > TAKE_S),
    ]
    if given.json:
        print(json.dumps({"chats": found, "missed": missed}))
        return 1 if missed else 0
    print(f"{'chat':8} {'messages':>8} {'chars':>10} {'before':>9} {'after':>7} ", end="")
    print(f"{'take in s/M':>11} {'first':>7} {'again':>7} {'warm':>7} {'check':>6}")
    for name, row in found.items():
        head = f"{name:8} {row['messages']:8,.0f} {row['characters']:10,.0f} "
        head += f"{row['tokens_before']:9,.0f} {row['tokens_after']:7,.0f} "
        times = f"{row['first_ms']:7.1f} {row['again_ms']:7.1f} {row['warm_ms']:7.1f} {row['check_ms']:6.2f}"
        print(f"{head}{row['take_s_per_million']:11.2f} {times}")
    limits = ", ".join(f"warm {limit:g} ms at {n:,}" for n, limit in PASS_MS.items())
    print(f"limits: {limits}; check {CHECK_MS:g} ms; take in {TAKE_S:g} s/M; missed: {', '.join(missed) or 'none'}")
    return 1 if missed else 0


def _size(message: dict[str, object]) -> int:
    return COUNTER.parts(read(json.dumps([message]))[0].messages[0].parts)


if __name__ == "__main__":
    sys.exit(main())
