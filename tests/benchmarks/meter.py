"""How far the meter is off, call by call, against the usage that a real model reports.

    python -m tests.benchmarks.meter [--model qwen2.5-1.5b] [--chats NAME …] [--json OUT]
    python -m tests.benchmarks.meter --replay DIR [--model NAME] [--per-file N] [--window N] [--json OUT]

The first way holds real chats with an installed embedded model, each in a fresh profile, through the same services as
the window; it takes half an hour on two cores. The second plays transcripts and has the model's own server write and
tokenise every request without answering it: thousands of calls in minutes (``vocabulary``). *estimated* is what the
meter said before the call, *plain* what it would have said without any calibration.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.benchmarks import vocabulary
from weclaw_desktop.core.models import Usage
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.settings import ModelOverride
from weclaw_desktop.services.accounting import Purpose
from weclaw_desktop.services.desk import Desk
from weclaw_desktop.services.workshop import Workshop
from weclaw_desktop.tools.policy import Policy

FIRST = 5
"""Calls after which the meter must be settled."""
SETTLED, BEFORE = 0.02, 0.08
"""Relative errors that are allowed after and within the first calls."""
FILES = {
    "notes.txt": "Order A-1043: 12 valves, 35.50 each, to Porto by 2026-03-04.\nOrder A-1044 waits for paint.\n",
    "stock.csv": "part,count,place\n" + "".join(f"P-{n:03},{n * 7 % 90},rack {n % 12}\n" for n in range(1, 40)),
    "门店.txt": "西湖店：周一至周日 9:00-21:00，电话 0571-8800 1234。\n城西店：周末休息。\n",
}
"""What the chats' tools find."""
CODE = """\
def overdue(invoices, today):
    late = [invoice for invoice in invoices if not invoice.paid and invoice.due < today]
    return sorted(late, key=lambda invoice: (today - invoice.due).days, reverse=True)
"""


@dataclass(frozen=True, slots=True)
class Chat:
    """What somebody says, and whether the model is told of tools."""

    tools: bool
    said: tuple[str, ...]


CHATS = {
    "english": Chat(False, (
        "Answer every question in one short sentence. What is a leap year?", "And a leap second?", "Who decides that?",
        "Since when?", "ok", "Name three units of length.", "Which is the oldest?", "Thanks. One more: what is a knot?",
        "And Mach?", "bye",
    )),
    "chinese": Chat(True, (
        "请每次只用一句话回答。现在几点了？", "列出这个文件夹里的文件。", "读一下门店.txt，城西店周末开门吗？",
        "电话呢？", "好的", "西湖有多大？", "断桥在哪里？",
        "谢谢，再读一下 notes.txt，A-1043 运到哪里？", "几个阀门？", "再见",
    )),
    "tools": Chat(True, (
        "Answer in one short sentence each time. List the files in this folder.", "Read stock.csv. Where is P-005?",
        "And P-021?", "Read notes.txt. What does order A-1044 wait for?", "What time is it now?", "thanks",
        "Read notes.txt again: what does one valve cost?", "And all twelve?", "bye",
    )),
    "mixed": Chat(False, (
        "请用一句话回答，中英文都可以。What does 缓存 mean?", "那 cache miss 呢？",
        "Give me the Chinese for 'eviction policy'.", "LRU 是什么意思？", "ok", "And LFU?", "哪个更快？",
        "Thank you 谢谢", "最后一个问题：what is a TLB?", "好",
    )),
    "code": Chat(False, (
        f"Answer in one short sentence each time. What does this do?\n```python\n{CODE}```", "What if paid is None?",
        "Give me only the type of its result.", f"Is this the same?\n```python\n{CODE.replace('reverse', 'upward')}```",
        "Which line differs?", "ok", "What does .days give?", f"And now?\n```python\n{CODE.upper()}```", "thanks",
    )),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Call:
    """One call in tokens: what the meter said before it, what it would have said uncalibrated, what was reported."""

    chat: str
    number: int
    estimated: int
    plain: int
    reported: int

    @property
    def error(self) -> float:
        """Relative error of the meter, signed."""
        return self.estimated / self.reported - 1

    @property
    def plain_error(self) -> float:
        """Relative error without calibration, signed."""
        return self.plain / self.reported - 1


async def hold(name: str, chat: Chat, model: str, folder: Path) -> list[Call]:
    """One chat with the embedded ``model`` in a fresh profile under ``folder``."""
    desk_top = folder / "desk"
    desk_top.mkdir(parents=True)
    for file, content in FILES.items():
        (desk_top / file).write_text(content, encoding="utf-8")
    workshop = await Workshop.open(folder / "profile", environ=dict(os.environ), start=desk_top)
    calls: list[Call] = []
    book = workshop.accounting.used

    async def used(desk: Desk, request: ModelRequest, usage: Usage, *, purpose: Purpose) -> None:
        if purpose == "reply" and not usage.estimated:
            plain = round(request.load / desk.calibration.k)
            calls.append(Call(name, len(calls) + 1, request.load, plain, usage.prompt))
            print(row(calls[-1]), flush=True)
        await book(desk, request, usage, purpose=purpose)

    setattr(workshop.accounting, "used", used)  # noqa: B010 - a method is replaced by one that looks on
    try:
        if not chat.tools:
            await workshop.settings.override(f"local/{model}", ModelOverride(tools=False))
        workshop.policy = Policy(frozenset(workshop.tools.names))
        made = await workshop.dialog.new_chat(model=f"local/{model}")
        for words in chat.said:
            await workshop.dialog.send(made.id, words)
            answer = await workshop.dialog.wait(made.id)
            if answer is None or answer.state != "committed":
                raise SystemExit(f"{model} did not answer: {answer}")
    finally:
        await workshop.close()
    return calls


def row(call: Call) -> str:
    """One line of the table."""
    return (
        f"{call.chat:16} {call.number:4} {call.estimated:10,} {call.reported:9,} {call.error:+8.1%} "
        f"{call.plain_error:+8.1%}"
    )


def summary(calls: Sequence[Call]) -> dict[str, Any]:
    """Shares within the allowed errors, and the worst, over all ``calls``."""
    late = [call for call in calls if call.number > FIRST]
    early = [call for call in calls if call.number <= FIRST]
    return {
        "calls": len(calls),
        "after": _share(late, SETTLED),
        "after_plain": _share(late, SETTLED, plain=True),
        "after_worst": max((abs(call.error) for call in late), default=0.0),
        "before": _share(early, BEFORE),
        "before_worst": max((abs(call.error) for call in early), default=0.0),
    }


def _share(calls: Sequence[Call], allowed: float, *, plain: bool = False) -> float | None:
    errors = [abs(call.plain_error if plain else call.error) for call in calls]
    return sum(error <= allowed for error in errors) / len(errors) if errors else None


def told(name: str, found: dict[str, Any]) -> str:
    """One line of the summary."""
    cells = ["–" if value is None else f"{value:.1%}" for key, value in found.items() if key != "calls"]
    return f"{name:16} {found['calls']:6,} " + " ".join(f"{cell:>9}" for cell in cells)


def held(names: Sequence[str], model: str) -> list[Call]:
    """Hold the chats one after the other."""
    found: list[Call] = []
    print(f"{'chat':16} call  estimated  reported    error    plain")
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            found += asyncio.run(hold(name, CHATS[name], model, Path(folder) / name))
    return found


def replayed(folder: Path, model: str, per_file: int, window: int) -> list[Call]:
    """Play the transcripts of ``folder`` and count each request with the model's own vocabulary."""
    found: list[Call] = []
    with vocabulary.served(model) as server:
        for name, sizes in vocabulary.sessions(folder, server, per_file, window):
            found += [Call(name, n + 1, estimated, plain, real) for n, (estimated, plain, real) in enumerate(sizes)]
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How far the meter is off.")
    parser.add_argument("--model", default="qwen2.5-1.5b", help="name of an installed embedded model")
    parser.add_argument("--chats", nargs="+", choices=CHATS, default=list(CHATS))
    parser.add_argument("--replay", type=Path, metavar="DIR", help="folder of transcripts, *.jsonl with messages")
    parser.add_argument("--per-file", type=int, default=10, metavar="N", help="dialogues of each file, evenly spread")
    parser.add_argument("--window", type=int, default=32_768)
    parser.add_argument("--json", type=Path, metavar="OUT")
    given = parser.parse_args()
    calls = (
        held(given.chats, given.model)
        if given.replay is None
        else replayed(given.replay, given.model, given.per_file, given.window)
    )
    print(f"\n{'':16}  calls    ≤ 2 %  plain ≤ 2 %  worst  first {FIRST} ≤ 8 %  worst")
    kinds = {
        name: summary([call for call in calls if call.chat == name]) for name in dict.fromkeys(c.chat for c in calls)
    }
    kinds["all"] = summary(calls)
    for name, found in kinds.items():
        print(told(name, found))
    if given.json is not None:
        given.json.write_text(
            json.dumps({"model": given.model, "summary": kinds, "calls": [asdict(call) for call in calls]}, indent=1),
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
